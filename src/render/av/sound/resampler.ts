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
import type { Speed } from '../../../base/time.ts';
import type { Stereo } from '../../media/stereo.ts';
import { createChannelMix } from './create-channel-mix.ts';
import { check, requireValue } from '../check.ts';
import { type ResamplingRatio, resamplingRatioFor } from './resampling-ratio.ts';
import type { PlacedFrame } from './sound-frames.ts';

/** Samples of a sound; `start` counts samples, as they are played, from source second 0. */
export interface SoundChunk extends Stereo {
  readonly start: number;
  /** Where the sound breaks off before this piece and where it goes on in it, which may be the same; absent where it does not. */
  readonly gap?: SoundGap;
}

/** A hole in a sound, in samples as they are played from source second 0. */
export interface SoundGap {
  readonly from: number;
  readonly to: number;
}

/** Taps of the filter at the rate of the output, and the share of the band that it lets through. */
const FILTER_OPTIONS = { filter_size: 64, cutoff: 0.97 };
/** FFmpeg keeps a filter for each place between two samples, up to so many; between more it has to interpolate. */
const MAX_PHASES = 1024;
/** Silence before a sound, in samples: more than a filter reaches back. */
const LEAD_SILENCE = 256;
/** Where the rates meet more seldom than that, their first samples are not made to. */
const MAX_LEAD = 1 << 20;

/**
 * Brings the frames of one sound to 48 kHz stereo floats, also when it changes its rate or its channels on the way, as broadcasts and
 * joined files do. A single channel is heard on both sides as loud as it was recorded. Of more than two, centre and surrounds are added
 * at -3 dB, and the low-frequency effects are left out (ITU-R BS.775); nothing is made quieter to make room. Another speed is another
 * rate of the source, so that sound and picture stay together for hours. Close it with `using`.
 */
export class Resampler implements Disposable {
  private readonly speed: Speed;
  private context: SoftwareResampleContext | undefined;
  private format = '';
  /** Where the next sample that comes out is played. */
  private position = 0;
  /** A hole that is to be told with the next piece. */
  private gap: SoundGap | undefined;

  /** @param speed above 0. */
  constructor(speed: Speed) {
    this.speed = speed;
  }

  /** What a frame makes ready, in order: none, one, or two where something new begins. The frame stays the caller's. */
  push({ frame, start, isContinuous }: PlacedFrame): SoundChunk[] {
    const format = formatKeyOf(frame);
    const chunks: SoundChunk[] = [];
    if (!isContinuous || format !== this.format) {
      const hasGap = this.context && !isContinuous;
      chunks.push(...this.finish());
      const from = this.position;
      const to = this.startAt(frame, start);
      if (hasGap) this.gap = { from, to: Math.max(from, to) };
      this.format = format;
    }
    const planes = requireValue(frame.extendedData ?? frame.data, 'read the samples');
    return [...chunks, ...this.convert(planes, frame.nbSamples)];
  }

  /** What is left; the next frame begins anew. */
  finish(): SoundChunk[] {
    const chunks = this.context ? this.convert(null, 0) : [];
    this.free();
    return chunks;
  }

  [Symbol.dispose](): void {
    this.free();
  }

  private free(): void {
    this.context?.free();
    this.context = undefined;
  }

  /** @returns where its first sample is played. */
  private startAt(frame: Frame, start: number): number {
    const { sampleRate, channelLayout } = frame;
    const ratio = resamplingRatioFor(sampleRate, this.speed);
    const { source, output } = ratio;
    // A frame's format is a sample format here, which its type leaves open.
    const format = frame.format as AVSampleFormat;
    this.context = openContext(format, channelLayout, ratio);
    // Both begin where a sample of the source and one of the output fall together, so that it does not matter where one begins to read.
    const past = ((start % source) + source) % source;
    const lead = source > MAX_LEAD ? LEAD_SILENCE : past + source * Math.ceil(LEAD_SILENCE / source);
    this.position = Math.round(((start - lead) * output) / source);
    check(this.context.injectSilence(lead), 'begin a sound');
    return Math.round((start * output) / source);
  }

  private convert(planes: Buffer[] | null, count: number): SoundChunk[] {
    const context = requireValue(this.context, 'resample');
    const maxSamples = context.getOutSamples(count);
    const out = [new Float32Array(maxSamples), new Float32Array(maxSamples)] as const;
    const bytes = out.map(({ buffer }) => Buffer.from(buffer));
    const length = check(context.convertSync(bytes, maxSamples, planes, count), 'resample');
    const start = this.position;
    this.position += length;
    if (length === 0) return [];
    const { gap } = this;
    this.gap = undefined;
    return [
      { left: out[0].subarray(0, length), right: out[1].subarray(0, length), start, ...(gap && { gap }) },
    ];
  }
}

function openContext(
  format: AVSampleFormat,
  layout: ChannelLayout,
  { source, output }: ResamplingRatio,
): SoftwareResampleContext {
  using resources = new DisposableStack();
  const context = resources.use(new SoftwareResampleContext());
  const known = toKnownLayout(layout);
  check(
    context.allocSetOpts2(AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP, output, known, format, source),
    'set up the resampler',
  );
  const options = { ...FILTER_OPTIONS, linear_interp: output > MAX_PHASES ? 1 : 0 };
  for (const [name, value] of Object.entries(options)) check(context.setOption(name, value), `set ${name}`);
  const matrix = createChannelMix(known);
  if (matrix) check(context.setMatrix(matrix, known.nbChannels), 'set the mix of the channels');
  check(context.init(), 'open the resampler');
  resources.move();
  return context;
}

/** What the channels are, where a file does not say it: the usual ones of so many. */
function toKnownLayout(layout: ChannelLayout): ChannelLayout {
  return layout.order === AV_CHANNEL_ORDER_UNSPEC ? avChannelLayoutDefault(layout.nbChannels) : layout;
}

function formatKeyOf({ sampleRate, format, channelLayout }: Frame): string {
  return `${sampleRate} ${format} ${avChannelLayoutDescribe(channelLayout) ?? ''}`;
}
