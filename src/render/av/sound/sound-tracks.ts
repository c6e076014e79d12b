import { NATURAL_SPEED, SAMPLE_RATE, ZERO } from '../../../base/time.ts';
import type { AudioTrack, NumberedAudioTrack } from '../../media/media.ts';
import { MediaError } from '../check.ts';
import { AudioReader } from './audio-reader.ts';

/** Samples to read at a time. */
const BLOCK = SAMPLE_RATE;
/** Seconds of a sound that are searched for the first audible sample. */
const MAX_SECONDS = 600;
/** Amplitude of the faintest audible sample: -80 dB. */
const AUDIBLE = 0.0001;

/**
 * Describes which of several sound tracks of a file plays, and whether it is silent, as a sentence.
 *
 * @param tracks all sound tracks, at least two.
 * @param chosen the one that plays.
 */
export async function describeChoice(
  tracks: readonly NumberedAudioTrack[],
  chosen: AudioTrack,
): Promise<string> {
  const { number = 1 } = tracks.find(({ location }) => location.stream === chosen.location.stream) ?? {};
  const silence = (await isSilent(chosen)) ? ', which is silent' : '';
  return `The file has ${tracks.length} sound tracks. It plays track ${number}${silence}. To play another one, set "audioTrack".`;
}

/** True if the first minutes of a track have no audible sample. A track that cannot be read counts as audible. */
async function isSilent(track: AudioTrack): Promise<boolean> {
  try {
    return await searchSound(track);
  } catch (error) {
    if (error instanceof MediaError) return false;
    throw error;
  }
}

async function searchSound({ location, duration }: AudioTrack): Promise<boolean> {
  using reader = await AudioReader.open(location, ZERO, NATURAL_SPEED);
  const seconds = Math.min(MAX_SECONDS, Math.ceil(duration?.valueOf() ?? MAX_SECONDS));
  for (let second = 0; second < seconds; second++) {
    const { left, right } = await reader.read(BLOCK);
    const isHeard = (sample: number) => Math.abs(sample) > AUDIBLE;
    if (left.some(isHeard) || right.some(isHeard)) return false;
  }
  return true;
}
