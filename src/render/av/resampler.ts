import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_SAMPLE_FMT_FLTP,
  avChannelLayoutDefault,
  avChannelLayoutDescribe,
  type AVSampleFormat,
  type ChannelLayout,
  type Frame,
  SoftwareResampleContext,
} from 'node-av';
import type { Speed } from '../../base/time.ts';
import type { Stereo } from '../media/stereo.ts';
import { channelMix } from './channel-mix.ts';
import { check, present } from './check.ts';
import { type Rates, ratesOf } from './rates.ts';
import type { PlacedFrame } from './sound-frames.ts';

/** Where a stretch of sound lies: `at` counts samples, as they are played, from source second 0. */
export interface Piece extends Stereo {
  readonly at: number;
  /** Where the sound breaks off before this piece and where it goes on in it, which may be the same; absent where it does not. */
  readonly seam?: Seam;
}

/** A hole in a sound, in samples as they are played from source second 0. */
export interface Seam {
  readonly from: number;
  readonly to: number;
}

/** Taps of the filter at the rate of the output, and the share of the band that it lets through. */
const FILTER = { filter_size: 64, cutoff: 0.97 };
/** FFmpeg keeps a filter for each place between two samples, up to so many; between more it has to interpolate. */
const MOST_PHASES = 1024;
/** Silence before a sound, in samples: more than a filter reaches back. */
const QUIET = 256;
/** Where the rates meet more seldom than that, their first samples are not made to. */
const MOST_LEAD = 1 << 20;

/**
 * Brings the frames of one sound to 48 kHz stereo floats, also when it changes its rate or its channels on the way, as broadcasts and
 * joined files do. A single channel is heard on both sides as loud as it was recorded. Of more than two, centre and surrounds are added
 * at -3 dB, and the low-frequency effects are left out (ITU-R BS.775); nothing is made quieter to make room. Another speed is another
 * rate of the source, so that sound and picture stay together for hours. Close it with `using`.
 */
export class Resampler implements Disposable {
  private readonly speed: Speed;
  private context: SoftwareResampleContext | undefined;
  private form = '';
  /** Where the next sample that comes out is played. */
  private at = 0;
  /** A hole that is to be told with the next piece. */
  private seam: Seam | undefined;

  /** @param speed above 0. */
  constructor(speed: Speed) {
    this.speed = speed;
  }

  /** What a frame makes ready, in order: none, one, or two where something new begins. The frame stays the caller's. */
  push({ frame, at, follows }: PlacedFrame): Piece[] {
    const form = formOf(frame);
    const pieces: Piece[] = [];
    if (!follows || form !== this.form) {
      const ended = this.context && !follows;
      pieces.push(...this.finish());
      const from = this.at;
      const begins = this.begin(frame, at);
      if (ended) this.seam = { from, to: Math.max(from, begins) };
      this.form = form;
    }
    const planes = present(frame.extendedData ?? frame.data, 'read the samples');
    return [...pieces, ...this.convert(planes, frame.nbSamples)];
  }

  /** What is left; the next frame begins anew. */
  finish(): Piece[] {
    const left = this.context ? this.convert(null, 0) : [];
    this.free();
    return left;
  }

  [Symbol.dispose](): void {
    this.free();
  }

  private free(): void {
    this.context?.free();
    this.context = undefined;
  }

  /** @returns where its first sample is played. */
  private begin(frame: Frame, at: number): number {
    const { sampleRate, channelLayout } = frame;
    const rates = ratesOf(sampleRate, this.speed);
    const { source, output } = rates;
    // A frame's format is a sample format here, which its type leaves open.
    const format = frame.format as AVSampleFormat;
    this.context = open(format, channelLayout, rates);
    // Both begin where a sample of the source and one of the output fall together, so that it does not matter where one begins to read.
    const past = ((at % source) + source) % source;
    const lead = source > MOST_LEAD ? QUIET : past + source * Math.ceil(QUIET / source);
    this.at = Math.round(((at - lead) * output) / source);
    check(this.context.injectSilence(lead), 'begin a sound');
    return Math.round((at * output) / source);
  }

  private convert(planes: Buffer[] | null, count: number): Piece[] {
    const context = present(this.context, 'resample');
    const most = context.getOutSamples(count);
    const out = [new Float32Array(most), new Float32Array(most)] as const;
    const bytes = out.map(({ buffer }) => Buffer.from(buffer));
    const made = check(context.convertSync(bytes, most, planes, count), 'resample');
    const at = this.at;
    this.at += made;
    if (made === 0) return [];
    const { seam } = this;
    this.seam = undefined;
    return [{ left: out[0].subarray(0, made), right: out[1].subarray(0, made), at, ...(seam && { seam }) }];
  }
}

function open(
  format: AVSampleFormat,
  layout: ChannelLayout,
  { source, output }: Rates,
): SoftwareResampleContext {
  using opened = new DisposableStack();
  const context = opened.use(new SoftwareResampleContext());
  const known = layoutOf(layout);
  check(
    context.allocSetOpts2(AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP, output, known, format, source),
    'set up the resampler',
  );
  const options = { ...FILTER, linear_interp: output > MOST_PHASES ? 1 : 0 };
  for (const [name, value] of Object.entries(options)) check(context.setOption(name, value), `set ${name}`);
  const matrix = channelMix(known);
  if (matrix) check(context.setMatrix(matrix, known.nbChannels), 'set the mix of the channels');
  check(context.init(), 'open the resampler');
  opened.move();
  return context;
}

/** What the channels are, where a file does not say it: the usual ones of so many. */
function layoutOf(layout: ChannelLayout): ChannelLayout {
  return layout.order === AV_CHANNEL_ORDER_UNSPEC ? avChannelLayoutDefault(layout.nbChannels) : layout;
}

function formOf({ sampleRate, format, channelLayout }: Frame): string {
  return `${sampleRate} ${format} ${avChannelLayoutDescribe(channelLayout) ?? ''}`;
}
