/**
 * Number of samples on each side of a position. The value at the position is interpolated from these samples.
 */
const REACH_SAMPLES = 16;
/** Shape of the Kaiser window. With it, values are accurate to 0.03 dB up to 22 kHz. */
const BETA = 4;

/** Number of later samples that are needed to measure the peak after a sample. */
export const PEAK_DELAY: number = REACH_SAMPLES;
/** Number of samples before the newest one that are needed to measure a peak. */
export const PEAK_HISTORY: number = 2 * REACH_SAMPLES - 1;

/**
 * The weights of the surrounding samples for the values at 1/4, 1/2 and 3/4 of the distance from one sample
 * to the next: oversampling by four (ITU-R BS.1770-4, annex 2). The weights at 3/4 are those at 1/4 in
 * reverse order. Both sets of weights are therefore split into an even part, which weights the sum of two
 * samples at equal distances, and an odd part, which weights their difference.
 */
const HALF: Float64Array = interpolationWeights(0.5).slice(0, REACH_SAMPLES);
const EVEN: Float64Array = HALF.map(
  (_, tap) => (at(interpolationWeights(0.25), tap) + at(interpolationWeights(0.75), tap)) / 2,
);
const ODD: Float64Array = HALF.map(
  (_, tap) => (at(interpolationWeights(0.25), tap) - at(interpolationWeights(0.75), tap)) / 2,
);

/**
 * Between samples, the signal is at most this number of times as large as the largest sample. The number
 * includes a margin of 10 %.
 */
const LARGEST_RATIO: number =
  1.1 * interpolationWeights(0.5).reduce((sum, value) => sum + Math.abs(value), 0);
/** Samples per block. A block whose samples are too small to reach the ceiling is skipped. */
const BLOCK_SAMPLES = 64;

/**
 * Measures the peak of a signal from each sample to the next. Between samples, the signal that a player
 * reconstructs can be larger than at the samples. Blocks that cannot exceed the ceiling cost almost nothing.
 *
 * @param samples {@link PEAK_HISTORY} earlier samples, then the new ones.
 * @param ceiling Lower peaks may be reported as 0.
 * @param peaks One value per new sample. The value belongs to the sample that is {@link PEAK_DELAY} samples
 * older than the new sample. If the value is lower than the peak from that older sample to the sample after
 * it, the value is raised to this peak.
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

/** Returns the peak from sample `first + REACH_SAMPLES - 1` to the next. */
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

/**
 * If the middle value is the largest of the three, returns the magnitude at the vertex of the parabola
 * through the three values. Otherwise, returns the magnitude of the middle value.
 */
function parabolaPeak(before: number, value: number, after: number): number {
  const size = Math.abs(value);
  const left = value < 0 ? size + before : size - before;
  const right = value < 0 ? size + after : size - after;
  if (left <= 0 || right <= 0) return size;
  return size + ((left - right) * (left - right)) / (8 * (left + right));
}

/**
 * Returns the weights of a sinc with a Kaiser window.
 *
 * @param share Position between two samples: 0 at the first one, 1 at the second one.
 */
function interpolationWeights(share: number): Float64Array {
  const row = Float64Array.from({ length: 2 * REACH_SAMPLES }, (_, tap) => {
    const distance = tap - (REACH_SAMPLES - 1) - share;
    const angle = Math.PI * distance;
    return (Math.sin(angle) / angle) * bessel(BETA * Math.sqrt(1 - (distance / REACH_SAMPLES) ** 2));
  });
  const sum = row.reduce((total, value) => total + value, 0);
  return row.map((value) => value / sum);
}

/** Computes the modified Bessel function of the first kind and order 0 by its series. */
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
