import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_SAMPLE_FMT_FLTP,
  avChannelLayoutDefault,
  avChannelLayoutDescribe,
  avGetBytesPerSample,
  avSampleFmtIsPlanar,
  type AVSampleFormat,
  type ChannelLayout,
  type Frame,
  SoftwareResampleContext,
} from '../ffmpeg.ts';
import type { Speed } from '../../../base/time.ts';
import type { Stereo } from '../../media/stereo.ts';
import { createChannelMix } from './create-channel-mix.ts';
import { check, requireValue } from '../check.ts';
import { type ResamplingRatio, resamplingRatioFor } from './resampling-ratio.ts';
import type { PlacedFrame } from './sound-frames.ts';

/** Consecutive resampled samples of a sound. */
export interface SoundChunk extends Stereo {
  /** Index of the first sample at the output rate, counted from source second 0. */
  readonly start: number;
  /** The gap before this chunk, possibly empty; absent if the chunk continues the previous one. */
  readonly gap?: SoundGap;
}

/** A gap in a sound, as sample indexes at the output rate, counted from source second 0. */
export interface SoundGap {
  readonly from: number;
  readonly to: number;
}

/**
 * FFmpeg's options: the number of filter taps at the output rate, and the fraction of the band that the
 * filter passes.
 */
const FILTER_OPTIONS = { filter_size: 64, cutoff: 0.97 };
/**
 * Maximum number of filters that FFmpeg precomputes, one for each output position between two source samples.
 * If more are needed, FFmpeg must interpolate between them.
 */
const MAX_PHASES = 1024;
/** Samples of silence to insert before a sound. They cover the time that the filter reaches back. */
const LEAD_SILENCE = 256;
/**
 * Maximum interval, in source samples, at which source and output samples coincide. If the interval is
 * longer, source and output are not aligned.
 */
const MAX_LEAD = 1 << 20;

/**
 * Converts the frames of one sound to 48 kHz stereo floats. The sound may change its rate or channels in the
 * middle, as broadcasts and joined files do. Mono plays on both sides at its recorded level. If there are
 * more than two channels, centre and surrounds are added at -3 dB, and low-frequency effects are dropped
 * (ITU-R BS.775). The sum is not attenuated. A playback speed is treated as a different source rate, so that
 * sound and video stay in sync for hours. Close it with `using`.
 */
export class Resampler implements Disposable {
  private readonly speed: Speed;
  private context: SoftwareResampleContext | undefined;
  private format = '';
  /** Index of the next output sample. */
  private position = 0;
  /** A gap to report with the next chunk. */
  private gap: SoundGap | undefined;

  /** @param speed playback speed, above 0. */
  constructor(speed: Speed) {
    this.speed = speed;
  }

  /**
   * Resamples a frame, which the caller still owns.
   *
   * @returns the finished chunks in order: none or one, or two if the frame does not continue the previous
   *   one.
   * @throws {MediaError} if resampling fails.
   */
  push({ frame, start, isContinuous, part }: PlacedFrame): SoundChunk[] {
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
    const planes = planesFrom(frame, part?.skip ?? 0);
    return [...chunks, ...this.convert(planes, part?.count ?? frame.nbSamples)];
  }

  /** Returns the remaining samples and resets the resampler. @throws {MediaError} if resampling fails. */
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

  /** Opens the resampler for the format of a frame. @returns the output index of the frame's first sample. */
  private startAt(frame: Frame, start: number): number {
    const { sampleRate, channelLayout } = frame;
    const ratio = resamplingRatioFor(sampleRate, this.speed);
    const { source, output } = ratio;
    // The type of `format` also allows pixel formats, but an audio frame always has a sample format.
    const format = frame.format as AVSampleFormat;
    this.context = openContext(format, channelLayout, ratio);
    // Starts where a source sample and an output sample coincide, so that the result does not depend on where
    // reading begins.
    const past = ((start % source) + source) % source;
    const lead = source > MAX_LEAD ? LEAD_SILENCE : past + source * Math.ceil(LEAD_SILENCE / source);
    this.position = Math.round(((start - lead) * output) / source);
    check(this.context.injectSilence(lead), 'inject the leading silence');
    return Math.round((start * output) / source);
  }

  private convert(planes: Buffer[] | null, count: number): SoundChunk[] {
    const context = requireValue(this.context, 'resample the sound');
    const maxSamples = context.getOutSamples(count);
    const out = [new Float32Array(maxSamples), new Float32Array(maxSamples)] as const;
    const bytes = out.map(({ buffer }) => Buffer.from(buffer));
    const length = check(context.convertSync(bytes, maxSamples, planes, count), 'resample the sound');
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

/** Returns the samples of a frame without the first `skip` ones. */
function planesFrom(frame: Frame, skip: number): Buffer[] {
  const planes = requireValue(frame.extendedData ?? frame.data, 'read the samples');
  if (skip === 0) return planes;
  // The type of `format` also allows pixel formats, but an audio frame always has a sample format.
  const format = frame.format as AVSampleFormat;
  const interleaved = avSampleFmtIsPlanar(format) ? 1 : frame.channelLayout.nbChannels;
  return planes.map((plane) => plane.subarray(skip * interleaved * avGetBytesPerSample(format)));
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
  for (const [name, value] of Object.entries(options))
    check(context.setOption(name, value), `set the option ${name}`);
  const matrix = createChannelMix(known);
  if (matrix) check(context.setMatrix(matrix, known.nbChannels), 'set the channel mix');
  check(context.init(), 'open the resampler');
  resources.move();
  return context;
}

/** Returns the declared channel layout, or the default for the number of channels if none is declared. */
function toKnownLayout(layout: ChannelLayout): ChannelLayout {
  return layout.order === AV_CHANNEL_ORDER_UNSPEC ? avChannelLayoutDefault(layout.nbChannels) : layout;
}

function formatKeyOf({ sampleRate, format, channelLayout }: Frame): string {
  return `${sampleRate} ${format} ${avChannelLayoutDescribe(channelLayout) ?? ''}`;
}
