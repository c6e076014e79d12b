import { setImmediate } from 'node:timers/promises';
import {
  AV_CHANNEL_LAYOUT_5POINT1_BACK,
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_NATIVE,
  avChannelLayoutDefault,
  avChannelLayoutDescribe,
  type AVSampleFormat,
  avGetSampleFmtName,
  type ChannelLayout,
  type Frame,
} from '../ffmpeg.ts';
import { SAMPLE_RATE, type Seconds, type Speed, ZERO } from '../../../base/time.ts';
import type { AudioTrack } from '../../media/media.ts';
import { createSilence } from '../../media/stereo.ts';
import { requireValue } from '../check.ts';
import { FilterChain } from '../filter-chain.ts';
import { Input } from '../input/input.ts';
import { createAudioFrame } from '../sound/create-audio-frame.ts';
import { createChannelMix } from '../sound/create-channel-mix.ts';
import { type PlacedFrame, SoundFrames } from '../sound/sound-frames.ts';
import { tempoFilters } from '../sound/tempo-filters.ts';

/** The rate and the channels of a sound. */
export interface SoundFormat {
  /** Samples per second. */
  readonly rate: number;
  readonly layout: ChannelLayout;
}

/** The conversion of a sound for an encoder. */
export interface SoundConversion {
  readonly format: SoundFormat;
  /** FFmpeg's name of the sample format of the encoder, such as `fltp`. */
  readonly sampleFormat: string;
  /** Samples per channel in a block. The last block may have fewer. */
  readonly blockSamples: number;
  /** FFmpeg's audio filters that improve the sound, if any. They keep the rate and the channels. */
  readonly filters: readonly string[];
  /** The playback speed, above 0. */
  readonly speed: Speed;
  readonly preservesPitch: boolean;
  /** True if the sound begins with the rendition, with silence if necessary. */
  readonly fillsStart: boolean;
  /** The source second at which the rendition begins. Earlier samples are dropped. Default 0. */
  readonly origin?: Seconds;
  /** Index of the first sample to yield. Earlier ones are dropped. Default 0. */
  readonly firstSample?: number;
}

/** FFmpeg's options of the resampler. They are those of renders. */
const RESAMPLER = 'filter_size=64:cutoff=0.97';
/** Blocks after which the reader lets the process receive messages. They are at most a few seconds of sound. */
const BLOCKS_AT_ONCE = 64;

/** Silence in place of the sound of a source. */
export interface SilentTrack {
  /** Its length in source seconds. Undefined if it has no end: the reader stops. */
  readonly silence: Seconds | undefined;
}

/** Samples in a frame of silence. */
const SILENT_SAMPLES = 4096;

/** Reads the rate and the channels of a sound. @throws {MediaError} if the file cannot be read. */
export async function readSoundFormat(track: AudioTrack | SilentTrack): Promise<SoundFormat> {
  if ('silence' in track) return { rate: SAMPLE_RATE, layout: AV_CHANNEL_LAYOUT_STEREO };
  const { location } = track;
  using input = await Input.openStream(location);
  const { sampleRate, channelLayout } = input.getStream(location.stream).codecpar;
  return { rate: sampleRate, layout: completeLayout(channelLayout) };
}

/**
 * Yields a sound as blocks for an encoder. The timestamp of a block is the index of its first sample in the
 * rendition. Gaps in the source are silent. The caller frees each block.
 *
 * Reads synchronously, and now and then lets the process receive messages.
 *
 * @throws {MediaError} if the file cannot be read.
 */
export async function* readSound(
  track: AudioTrack | SilentTrack,
  conversion: SoundConversion,
): AsyncGenerator<Frame> {
  using frames = 'silence' in track ? openSilence(track) : await SoundFrames.open(track.location, ZERO);
  const first = frames.next();
  if (!first) return;
  const { rate } = conversion.format;
  const origin = Math.round((conversion.origin ?? ZERO).mul(rate).valueOf());
  const start = conversion.fillsStart ? origin : Math.max(origin, startOf(first, rate));
  using steady = new SteadySound(conversion.format, start);
  const begin = Math.round((start - origin) / conversion.speed.valueOf());
  const dropped = Math.max(0, (conversion.firstSample ?? 0) - begin);
  using effects = createEffects(conversion, dropped);
  let position = BigInt(begin + dropped);
  let count = 0;
  const drain = async function* (): AsyncGenerator<Frame> {
    for (let block = effects.pullSync(); block; block = effects.pullSync()) {
      block.pts = position;
      position += BigInt(block.nbSamples);
      yield block;
      if ((count += 1) % BLOCKS_AT_ONCE === 0) await setImmediate();
    }
  };
  for (let next: PlacedFrame | undefined = first; next; next = frames.next()) {
    using source = next.frame;
    for (using samples of steady.push({ ...next, frame: source })) effects.push(samples);
    yield* drain();
  }
  for (using samples of steady.finish()) effects.push(samples);
  effects.push(null);
  yield* drain();
}

function openSilence({ silence }: SilentTrack): Pick<SoundFrames, 'next'> & Disposable {
  const end = silence?.mul(SAMPLE_RATE).round().valueOf() ?? Infinity;
  let start = 0;
  const next = (): PlacedFrame | undefined => {
    if (start >= end) return undefined;
    const samples = createSilence(Math.min(SILENT_SAMPLES, end - start));
    const placed = { frame: createAudioFrame(samples, start), start, isContinuous: true };
    start += samples.left.length;
    return placed;
  };
  return { next, [Symbol.dispose]: () => undefined };
}

/** Returns the layout, or the default for the number of channels if FFmpeg cannot mix the layout. */
function completeLayout(layout: ChannelLayout): ChannelLayout {
  return layout.order === AV_CHANNEL_ORDER_NATIVE ? layout : avChannelLayoutDefault(layout.nbChannels);
}

/** Returns the nearest layout that a codec stores, and whose channels players expect. */
export function nearestLayout(layout: ChannelLayout, most: 'stereo' | 'surround' | 'any'): ChannelLayout {
  if (most === 'any') return layout;
  if (layout.nbChannels === 1) return AV_CHANNEL_LAYOUT_MONO;
  return most === 'surround' && layout.nbChannels >= 6
    ? AV_CHANNEL_LAYOUT_5POINT1_BACK
    : AV_CHANNEL_LAYOUT_STEREO;
}

function startOf({ frame, start }: PlacedFrame, rate: number): number {
  return Math.round((start * rate) / frame.sampleRate);
}

function createEffects(conversion: SoundConversion, dropped: number): FilterChain {
  const { format, sampleFormat, blockSamples, filters, speed, preservesPitch } = conversion;
  const layout = describeLayout(format.layout);
  const chain = [
    ...filters,
    ...(preservesPitch ? tempoFilters(speed.valueOf()) : pitchFilters(speed.valueOf(), format.rate)),
    `aformat=sample_fmts=${sampleFormat}:sample_rates=${format.rate}:channel_layouts=${layout}`,
    ...(dropped > 0 ? [`atrim=start_sample=${dropped}`] : []),
    `asetnsamples=n=${blockSamples}:p=0`,
  ];
  return new FilterChain('audio', soundInput(format.rate, 'fltp', format.layout), chain.join(','));
}

/** Returns filters that play the samples faster or slower, as a tape does. */
function pitchFilters(speed: number, rate: number): string[] {
  return speed === 1 ? [] : [`asetrate=${Math.round(rate * speed)}`, `aresample=${rate}:${RESAMPLER}`];
}

/** Returns the `parameters` of a {@link FilterChain} for sound. */
function soundInput(rate: number, sampleFormat: string, layout: ChannelLayout): string {
  return `time_base=1/${rate}:sample_rate=${rate}:sample_fmt=${sampleFormat}:channel_layout=${describeLayout(layout)}`;
}

function describeLayout(layout: ChannelLayout): string {
  return requireValue(avChannelLayoutDescribe(layout), 'describe the channels');
}

/**
 * Converts the frames of a sound to one rate and layout, as floats, without gaps. A sound may change its
 * format in the middle. Close it with `using`.
 */
class SteadySound implements Disposable {
  private readonly format: SoundFormat;
  private chain: FilterChain | undefined;
  private parameters = '';
  /** Index of the next sample. */
  private position: number;

  /** @param start index of the first sample. Earlier samples are dropped, missing ones are silent. */
  constructor(format: SoundFormat, start: number) {
    this.format = format;
    this.position = start;
  }

  /** Yields the converted frames, which the caller frees. */
  *push({ frame, start }: PlacedFrame): Generator<Frame> {
    const layout = completeLayout(frame.channelLayout);
    // The type of `format` also allows pixel formats, but an audio frame always has a sample format.
    const sampleFormat = requireValue(avGetSampleFmtName(frame.format as AVSampleFormat), 'read the samples');
    const parameters = soundInput(frame.sampleRate, sampleFormat, layout);
    if (parameters !== this.parameters) {
      yield* this.finish();
      this.chain = new FilterChain('audio', parameters, this.filtersFor(layout));
      this.parameters = parameters;
    }
    frame.channelLayout = layout;
    frame.pts = BigInt(start);
    this.chain?.push(frame);
    yield* this.drain();
  }

  /** Ends the input and yields the last frames. */
  *finish(): Generator<Frame> {
    this.chain?.push(null);
    yield* this.drain();
    this.chain?.[Symbol.dispose]();
    this.chain = undefined;
  }

  [Symbol.dispose](): void {
    this.chain?.[Symbol.dispose]();
  }

  private *drain(): Generator<Frame> {
    for (let frame = this.chain?.pullSync(); frame; frame = this.chain?.pullSync()) {
      this.position += frame.nbSamples;
      yield frame;
    }
  }

  private filtersFor(layout: ChannelLayout): string {
    const { rate } = this.format;
    const target = describeLayout(this.format.layout);
    const mix = target === 'stereo' ? createChannelMix(layout) : undefined;
    return [
      ...(mix ? [panFilter(mix, layout.nbChannels)] : []),
      // `async` fills gaps with silence and drops what overlaps.
      `aresample=${rate}:${RESAMPLER}:async=1:min_hard_comp=0.001:first_pts=${this.position}`,
      `aformat=sample_fmts=fltp:sample_rates=${rate}:channel_layouts=${target}`,
    ].join(',');
  }
}

/** Returns a filter that mixes channels to stereo. @param mix the gains on the left, then those on the right. */
function panFilter(mix: readonly number[], channels: number): string {
  const side = (gains: readonly number[]): string =>
    gains.map((gain, channel) => `${gain}*c${channel}`).join('+');
  return `pan=stereo|c0=${side(mix.slice(0, channels))}|c1=${side(mix.slice(channels))}`;
}
