import { avChannelLayoutDescribe, avGetSampleFmtName, type Frame, type Stream } from 'node-av';
import { SAMPLE_RATE } from '../../base/time.ts';
import { FilterChain } from './filter-chain.ts';

/**
 * Brings the decoded frames of one sound to 48 kHz stereo floats, also when it changes its rate or its channels on the way,
 * as broadcasts and joined files do. A single channel is heard on both sides as loud as it was recorded. Close it with `using`.
 */
export class Resampler implements Disposable {
  private readonly stream: Stream;
  private readonly ready: Frame[] = [];
  private chain: FilterChain | undefined;
  private form = '';

  constructor(stream: Stream) {
    this.stream = stream;
  }

  /** @param frame stays the caller's; `null` for the end. */
  async push(frame: Frame | null): Promise<void> {
    if (frame) await this.fit(frame);
    await this.chain?.push(frame);
    await this.collect();
  }

  /** The next frame that is ready, which the caller frees; its timestamp counts samples. Undefined when more must be put in. */
  pull(): Frame | undefined {
    return this.ready.shift();
  }

  [Symbol.dispose](): void {
    for (const frame of this.ready) frame.free();
    this.chain?.[Symbol.dispose]();
  }

  /** Makes the chain for a frame's form; what an earlier one still holds comes out first. */
  private async fit(frame: Frame): Promise<void> {
    const form = formOf(frame, this.stream);
    if (this.chain && this.form === form) return;
    await this.chain?.push(null);
    await this.collect();
    this.chain?.[Symbol.dispose]();
    const spread = frame.channels === 1 ? 'pan=stereo|c0=c0|c1=c0,' : '';
    const filters = `${spread}aresample=${SAMPLE_RATE},aformat=sample_fmts=fltp:channel_layouts=stereo`;
    this.chain = new FilterChain('audio', form, filters);
    this.form = form;
  }

  private async collect(): Promise<void> {
    for (let frame = await this.chain?.pull(); frame; frame = await this.chain?.pull())
      this.ready.push(frame);
  }
}

function formOf(frame: Frame, stream: Stream): string {
  const layout = avChannelLayoutDescribe(frame.channelLayout) ?? `${frame.channels} channels`;
  // An audio frame's format is a sample format, which the type of `format` leaves open.
  const format = avGetSampleFmtName(frame.format as Parameters<typeof avGetSampleFmtName>[0]) ?? '';
  return `sample_rate=${frame.sampleRate}:sample_fmt=${format}:channel_layout=${layout}:time_base=${stream.timeBase.toString()}`;
}
