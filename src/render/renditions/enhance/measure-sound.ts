import { NATURAL_SPEED } from '../../../base/time.ts';
import { readSound, type SoundFormat } from '../../av/convert/sound-source.ts';
import type { AudioTrack } from '../../media/media.ts';

/** A sound to enhance. */
export interface EnhancedSound {
  readonly track: AudioTrack;
  /** The format in which the filters get the sound. */
  readonly format: SoundFormat;
}

/** The levels of a sound in LUFS (EBU R 128). {@link SILENT_LEVEL} stands for silence. */
export interface SoundLevels {
  /** Integrated loudness. */
  readonly loudness: number;
  /** Estimated loudness of the noise: that of the quietest moments between the first and the last sound. */
  readonly noise: number;
}

/** The loudness in LUFS below which a sound counts as silent. */
export const SILENT_LEVEL = -70;
/** Moments measured per second. */
const MOMENTS_PER_SECOND = 10;
/** The part of all moments that counts as the quietest ones. */
const QUIET_PART = 0.05;
/** Noise is assumed to be at least this many dB below the loudness. Otherwise it is part of the content. */
const MIN_DISTANCE = 12;

/**
 * Measures the levels of a sound behind filters.
 *
 * @param filters FFmpeg's filters. They keep the rate and the channels.
 * @param onProgress called while the sound is read.
 * @throws {MediaError} if the source cannot be read.
 */
export async function measureSound(
  { track, format }: EnhancedSound,
  filters: readonly string[],
  onProgress: () => void,
): Promise<SoundLevels> {
  const blocks = readSound(track, {
    format,
    sampleFormat: 'dbl',
    blockSamples: Math.ceil(format.rate / MOMENTS_PER_SECOND),
    filters: [...filters, 'ebur128=metadata=1:framelog=quiet'],
    speed: NATURAL_SPEED,
    preservesPitch: true,
    fillsStart: true,
  });
  const moments: number[] = [];
  let loudness = SILENT_LEVEL;
  for await (using block of blocks) {
    const metadata = block.getMetadata();
    moments.push(Number(metadata.get('lavfi.r128.M') ?? SILENT_LEVEL));
    // The loudness of everything up to this block.
    loudness = Number(metadata.get('lavfi.r128.I') ?? loudness);
    onProgress();
  }
  return { loudness, noise: Math.min(estimateNoise(moments), loudness - MIN_DISTANCE) };
}

/** Estimates the loudness of the noise from the loudness of each moment. */
function estimateNoise(moments: readonly number[]): number {
  const isAudible = (level: number): boolean => level > SILENT_LEVEL;
  const first = Math.max(0, moments.findIndex(isAudible));
  const heard = moments.slice(first, moments.findLastIndex(isAudible) + 1).sort((a, b) => a - b);
  return Math.max(SILENT_LEVEL, heard[Math.floor(heard.length * QUIET_PART)] ?? SILENT_LEVEL);
}
