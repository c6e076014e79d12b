import { type Speed, toSpeed } from '../../../base/time.ts';
import type { RenditionTransformation } from '../../../ingest/model.ts';
import {
  encodedSoundFormat,
  lameScale,
  sampleFormatOf,
  type SoundCodec,
} from '../../av/convert/sound-codecs.ts';
import {
  readSound,
  readSoundFormat,
  type SoundConversion,
  type SilentTrack,
  type SoundFormat,
} from '../../av/convert/sound-source.ts';
import type { AudioTrack } from '../../media/media.ts';
import { enhanceFilters } from '../enhance/enhance-filters.ts';
import { soundLevel } from './levels.ts';
import type { SoundBlock } from './av-writer.ts';

/**
 * Limits the peaks of a mix of many channels. The mix adds channels, so that it can be louder than each of
 * them.
 */
const LIMIT_PEAKS = 'alimiter=limit=0.95:level=disabled:latency=1';

/** The plan for the sound of a rendition. */
export interface SoundPlan {
  readonly track: AudioTrack | SilentTrack;
  readonly codec: SoundCodec;
  /** The quality on the scale of the codec. */
  readonly level: number;
  /** The format of the rendition. */
  readonly format: SoundFormat;
  /** FFmpeg's filters for the sound. */
  readonly filters: readonly string[];
}

/**
 * Plans the sound of a rendition. Reads the whole sound if it is enhanced.
 *
 * @param onProgress called while the sound is read.
 * @throws {MediaError} if the source cannot be read.
 */
export async function planSound(
  track: AudioTrack | SilentTrack,
  codec: SoundCodec,
  { quality, enhance }: RenditionTransformation,
  onProgress: () => void,
): Promise<SoundPlan> {
  const source = await readSoundFormat(track);
  const format = encodedSoundFormat(codec, source);
  const level = soundLevel(codec, quality);
  const { nbChannels } = format.layout;
  const isMixed = nbChannels === 2 && source.layout.nbChannels > 2;
  const preset = enhance?.audio?.options.preset;
  const filters = [
    ...(isMixed ? [LIMIT_PEAKS] : []),
    ...(preset && !('silence' in track) ? [await enhanceFilters(preset, { track, format }, onProgress)] : []),
    // LAME makes the sound quieter. Make it as loud as the source again.
    ...(codec === 'mp3' ? [`volume=${1 / lameScale(level, format)}:precision=float`] : []),
  ];
  return { track, codec, level, format, filters };
}

/**
 * Returns the speed that sound can have exactly, nearest to a requested speed. Without its pitch, sound is
 * sped up by a sample rate, which is a whole number. The pictures must have the same speed to stay in sync.
 */
export function exactSpeed(speed: Speed, { format: { rate } }: SoundPlan, preservesPitch: boolean): Speed {
  if (preservesPitch) return speed;
  const shownRate = Math.max(1, speed.mul(rate).round().valueOf());
  return toSpeed(shownRate).div(rate);
}

/**
 * Yields the blocks of the sound of a rendition in order.
 *
 * @throws {MediaError} if the source cannot be read.
 */
export function readAvSound(
  { track, codec, format, filters }: SoundPlan,
  timing: Omit<SoundConversion, 'format' | 'filters' | 'sampleFormat'>,
): AsyncGenerator<SoundBlock> {
  return readSound(track, { ...timing, format, filters, sampleFormat: sampleFormatOf(codec) });
}
