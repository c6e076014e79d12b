/** Samples over which loudness is judged: 20 ms at 16 kHz. */
const STEP = 320;
/** Steps that have to be quiet in a row: 0.3 s, longer than between two words. */
const QUIET_STEPS = 15;

/**
 * Where to cut a sound in two so that no word is cut: in the middle of the quietest third of a second of its last part, the latest
 * where there are several.
 *
 * @param samples at 16 kHz, as many as the first part may have at the most.
 * @param earliest the cut lies at this sample or later.
 * @returns the index of the first sample after the cut; all samples where the part is too short for a choice.
 */
export function findQuietCut(samples: Int16Array, earliest: number): number {
  const loudness: number[] = [];
  for (let at = earliest; at + STEP <= samples.length; at += STEP)
    loudness.push(powerOf(samples.subarray(at, at + STEP)));
  let [quietest, cut] = [Infinity, samples.length];
  let sum = 0;
  for (const [index, power] of loudness.entries()) {
    sum += power - (loudness[index - QUIET_STEPS] ?? 0);
    if (index + 1 < QUIET_STEPS || sum > quietest) continue;
    quietest = sum;
    cut = earliest + Math.round((index + 1 - QUIET_STEPS / 2) * STEP);
  }
  return cut;
}

function powerOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return sum;
}
