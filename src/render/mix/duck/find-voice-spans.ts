import type { VoiceSpan } from '../../gain/duck-curve.ts';

/** The levels of a voice, for steps of the timeline. */
export interface VoiceLevels {
  /** The timeline sample at which the first step begins. */
  readonly from: number;
  /** Samples per step. */
  readonly step: number;
  /** The level of each step in dB below full scale, -Infinity for silence. */
  readonly decibels: readonly number[];
}

/** A voice below this level in dB is not heard. */
const INAUDIBLE = -60;
/** A voice is heard down to this number of dB below its loud moments. The quiet ends of words are below. */
const DEPTH = 20;
/** The voice stands out from the noise of its recording by this number of dB. */
const ABOVE_NOISE = 6;
/** However loud the noise is: moments are heard if they are less than this number of dB below the loud ones. */
const LOUD_DEPTH = 10;
/** The level that this fraction of the audible steps does not exceed counts as that of the loud moments. */
const LOUD_SHARE = 0.95;
/** The level that this fraction of the audible steps does not exceed counts as that of the noise. */
const NOISE_SHARE = 0.1;

/** Returns when a voice is heard. Depends on how loud the voice is at its loud moments, and on its noise. */
export function findVoiceSpans({ from, step, decibels }: VoiceLevels): VoiceSpan[] {
  const audible = decibels.filter((level) => level > INAUDIBLE).sort((one, other) => one - other);
  const levelAt = (share: number): number => audible[Math.floor((audible.length - 1) * share)] ?? Infinity;
  const [loud, noise] = [levelAt(LOUD_SHARE), levelAt(NOISE_SHARE)];
  const threshold = Math.max(INAUDIBLE, loud - DEPTH, Math.min(noise + ABOVE_NOISE, loud - LOUD_DEPTH));
  const spans: VoiceSpan[] = [];
  let begin: number | undefined;
  for (let index = 0; index <= decibels.length; index++) {
    const isHeard = (decibels[index] ?? -Infinity) > threshold;
    if (isHeard) begin ??= index;
    else if (begin !== undefined) {
      spans.push({ from: from + begin * step, to: from + index * step });
      begin = undefined;
    }
  }
  return spans;
}
