/** Samples before and after a place that its value is found from. */
const REACH_SAMPLES = 16;
/** Shape of the Kaiser window, with which values are right to 0.03 dB up to 22 kHz. */
const BETA = 4;

/** How many samples a peak is known after its sample. */
export const PEAK_DELAY: number = REACH_SAMPLES;
/** Samples before the newest that a peak is found from. */
export const PEAK_HISTORY: number = 2 * REACH_SAMPLES - 1;

/**
 * What the samples around a place weigh in the values at a quarter, a half and three quarters of the way from one to the next, four
 * times as many values as samples (ITU-R BS.1770-4, annex 2). The weights of the first are those of the third backwards: what both
 * have alike is multiplied with the sum of two samples that are equally far away, what they have not with their difference.
 */
const HALF: Float64Array = interpolationWeights(0.5).slice(0, REACH_SAMPLES);
const EVEN: Float64Array = HALF.map(
  (_, tap) => (at(interpolationWeights(0.25), tap) + at(interpolationWeights(0.75), tap)) / 2,
);
const ODD: Float64Array = HALF.map(
  (_, tap) => (at(interpolationWeights(0.25), tap) - at(interpolationWeights(0.75), tap)) / 2,
);

/** The furthest that a value between samples can be beyond the largest of them. */
const LARGEST_RATIO: number =
  1.1 * interpolationWeights(0.5).reduce((sum, value) => sum + Math.abs(value), 0);
/** Samples whose size is looked at before anything is worked out of them. */
const BLOCK_SAMPLES = 64;

/**
 * How large a signal is from each sample to the next, between them too, where a player makes a wave of them that is larger than
 * they are. Stretches that cannot come above a ceiling cost next to nothing.
 *
 * @param samples {@link PEAK_HISTORY} earlier ones, then the new ones.
 * @param ceiling what matters; peaks below it may be left at 0.
 * @param peaks for each new sample the peak from the one {@link PEAK_DELAY} before it to the next: raised where it is larger.
 */
export function raisePeaks(samples: Float32Array, ceiling: number, peaks: Float64Array): void {
  const count = samples.length - PEAK_HISTORY;
  for (let from = 0; from < count; from += BLOCK_SAMPLES) {
    const to = Math.min(count, from + BLOCK_SAMPLES);
    if (largestMagnitude(samples, from, to + PEAK_HISTORY) * LARGEST_RATIO <= ceiling) continue;
    for (let index = from; index < to; index++) {
      peaks[index] = Math.max(at(peaks, index), peakAfter(samples, index));
    }
  }
}

function largestMagnitude(samples: Float32Array, from: number, to: number): number {
  let maximum = 0;
  for (let index = from; index < to; index++) maximum = Math.max(maximum, Math.abs(at(samples, index)));
  return maximum;
}

/** The largest value from sample `first + REACH - 1` up to the next. */
function peakAfter(samples: Float32Array, first: number): number {
  const end = first + 2 * REACH_SAMPLES - 1;
  let half = 0;
  let even = 0;
  let odd = 0;
  for (let tap = 0; tap < REACH_SAMPLES; tap++) {
    const near = at(samples, first + tap);
    const far = at(samples, end - tap);
    half += at(HALF, tap) * (near + far);
    even += at(EVEN, tap) * (near + far);
    odd += at(ODD, tap) * (near - far);
  }
  const here = at(samples, first + REACH_SAMPLES - 1);
  const next = at(samples, first + REACH_SAMPLES);
  return Math.max(
    Math.abs(here),
    Math.abs(next),
    parabolaPeak(here, even + odd, half),
    parabolaPeak(even + odd, half, even - odd),
    parabolaPeak(half, even - odd, next),
  );
}

/** The size of the top of the parabola through three values, where the middle one is the largest; else its size. */
function parabolaPeak(before: number, value: number, after: number): number {
  const size = Math.abs(value);
  const left = value < 0 ? size + before : size - before;
  const right = value < 0 ? size + after : size - after;
  if (left <= 0 || right <= 0) return size;
  return size + ((left - right) * (left - right)) / (8 * (left + right));
}

/** A sinc under a Kaiser window. @param share how far from one sample to the next, 0 to 1. */
function interpolationWeights(share: number): Float64Array {
  const row = Float64Array.from({ length: 2 * REACH_SAMPLES }, (_, tap) => {
    const distance = tap - (REACH_SAMPLES - 1) - share;
    const angle = Math.PI * distance;
    return (Math.sin(angle) / angle) * bessel(BETA * Math.sqrt(1 - (distance / REACH_SAMPLES) ** 2));
  });
  const sum = row.reduce((total, value) => total + value, 0);
  return row.map((value) => value / sum);
}

/** The modified Bessel function of the first kind and order 0, by its series. */
function bessel(x: number): number {
  let [sum, term] = [1, 1];
  for (let index = 1; term > 1e-12 * sum; index++) {
    term *= (x / (2 * index)) ** 2;
    sum += term;
  }
  return sum;
}

function at(values: Float64Array | Float32Array, index: number): number {
  return values[index] ?? 0;
}
