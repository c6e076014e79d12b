/** Samples per loudness measurement: 20 ms at 16 kHz. */
const STEP = 320;
/** Number of consecutive quiet steps: 0.3 s, longer than a gap between two words. */
const QUIET_STEPS = 15;

/**
 * Finds the best point to cut a sound without cutting a word: the middle of its quietest 0.3 s. If several
 * points are equally quiet, picks the latest.
 *
 * @param samples samples at 16 kHz, up to the maximum length of the first part.
 * @param earliest index of the sample at which the search begins.
 * @returns the index of the first sample after the cut, or the number of samples if less than 0.3 s is
 *   searched.
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
