import {
  AV_NOPTS_VALUE,
  avChannelLayoutDescribe,
  avGetSampleFmtName,
  type Frame,
  type Stream,
} from 'node-av';
import { SAMPLE_RATE, type Seconds, type Speed } from '../../base/time.ts';
import { FilterChain } from './filter-chain.ts';
import { streamTime } from './input.ts';

/**
 * Both rates are taken this many times at the most to make them whole: a file of 192 kHz at ten times its speed still fits the 31
 * bits that FFmpeg has for a rate. What is not whole then is wrong by less than a sample in an hour.
 */
const MOST_TIMES = 1000;

/**
 * Brings the decoded frames of one sound to 48 kHz stereo floats, also when it changes its rate or its channels on the way,
 * as broadcasts and joined files do. A single channel is heard on both sides as loud as it was recorded. Another speed is another
 * rate of the source: its ratio is exact, so that sound and picture stay together for hours. Close it with `using`.
 */
export class Resampler implements Disposable {
  private readonly stream: Stream;
  private readonly start: Seconds;
  private readonly speed: Speed;
  private readonly ready: Frame[] = [];
  private chain: FilterChain | undefined;
  private form = '';
  /** The timestamp that the next frame has when it has none of its own, in samples of the source. */
  private next = 0n;

  /** @param start timestamp of source second 0, in seconds. @param speed above 0. */
  constructor(stream: Stream, start: Seconds, speed: Speed) {
    this.stream = stream;
    this.start = start;
    this.speed = speed;
  }

  /** @param frame stays the caller's, but is written to; `null` for the end. */
  async push(frame: Frame | null): Promise<void> {
    if (frame) {
      this.stamp(frame);
      await this.fit(frame);
    }
    await this.chain?.push(frame);
    await this.collect();
  }

  /**
   * The next frame that is ready, which the caller frees; its timestamp counts samples, as they are played, from source second 0.
   * Undefined when more must be put in.
   */
  pull(): Frame | undefined {
    return this.ready.shift();
  }

  [Symbol.dispose](): void {
    for (const frame of this.ready) frame.free();
    this.chain?.[Symbol.dispose]();
  }

  /** Counts a frame's time in samples of the source, which its rate makes samples of the output. */
  private stamp(frame: Frame): void {
    const { pts, sampleRate } = frame;
    if (pts !== AV_NOPTS_VALUE) {
      const at = streamTime(this.stream, pts).sub(this.start).mul(sampleRate);
      this.next = BigInt(at.round().valueOf());
    }
    frame.pts = this.next;
    this.next += BigInt(frame.nbSamples);
  }

  /** Makes the chain for a frame's form; what an earlier one still holds comes out first. */
  private async fit(frame: Frame): Promise<void> {
    const { from, to } = ratesOf(frame.sampleRate, this.speed);
    frame.sampleRate = from;
    const form = formOf(frame);
    if (this.chain && this.form === form) return;
    await this.chain?.push(null);
    await this.collect();
    this.chain?.[Symbol.dispose]();
    const spread = frame.channels === 1 ? 'pan=stereo|c0=c0|c1=c0,' : '';
    const filters = `${spread}aresample=${to},aformat=sample_fmts=fltp:channel_layouts=stereo`;
    this.chain = new FilterChain('audio', form, filters);
    this.form = form;
  }

  private async collect(): Promise<void> {
    for (let frame = await this.chain?.pull(); frame; frame = await this.chain?.pull())
      this.ready.push(frame);
  }
}

/** The rate that a source is said to have, and that of what is made of it: their ratio is that of the speed. */
function ratesOf(sampleRate: number, speed: Speed): { readonly from: number; readonly to: number } {
  const played = speed.mul(sampleRate);
  const times = Math.min(Number(played.d), MOST_TIMES);
  return { from: Math.max(1, played.mul(times).round().valueOf()), to: SAMPLE_RATE * times };
}

function formOf(frame: Frame): string {
  const layout = avChannelLayoutDescribe(frame.channelLayout) ?? `${frame.channels} channels`;
  // An audio frame's format is a sample format, which the type of `format` leaves open.
  const format = avGetSampleFmtName(frame.format as Parameters<typeof avGetSampleFmtName>[0]) ?? '';
  return `sample_rate=${frame.sampleRate}:sample_fmt=${format}:channel_layout=${layout}:time_base=1/${frame.sampleRate}`;
}
