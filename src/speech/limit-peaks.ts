/** The time over which the limiter changes its gain, in seconds. */
const RAMP_SECONDS = 0.004;
/** The peaks between two samples are looked for at this number of points. */
const POINTS = 4;
/** Number of samples on each side that determine the sound between two samples. */
const REACH = 8;
/** Samples below this share of the ceiling have no peak beside them that matters. */
const NEAR = 0.5;

/** Filters that return the sound at a quarter, a half and three quarters of the way to the next sample. */
const BETWEEN: readonly Float32Array[] = Array.from({ length: POINTS - 1 }, (_, point) =>
  Float32Array.from({ length: 2 * REACH }, (__, index) => {
    const distance = index - REACH + 1 - (point + 1) / POINTS;
    const window = Math.cos((Math.PI * distance) / (2 * REACH + 1)) ** 2;
    return (window * Math.sin(Math.PI * distance)) / (Math.PI * distance);
  }),
);

/** Returns how many samples before and after a sample {@link limitPeaks} looks at. */
export function limiterReach(sampleRate: number): number {
  return 2 * rampOf(sampleRate) + REACH + 1;
}

/**
 * Multiplies a sound by a gain and lowers its peaks, so that none exceeds the ceiling, not even between two
 * samples. The gain changes smoothly, and begins to do so before a peak.
 *
 * @param samples from -1 to 1.
 * @param ceiling from 0 to 1.
 */
export function limitPeaks(
  samples: Float32Array,
  sampleRate: number,
  gain: number,
  ceiling: number,
): Float32Array {
  const ramp = rampOf(sampleRate);
  const needed = samples.map((_, index) => {
    const peak = gain * peakAt(samples, index, (NEAR * ceiling) / gain);
    return peak > ceiling ? ceiling / peak : 1;
  });
  if (needed.every((value) => value === 1)) return samples.map((sample) => sample * gain);
  const lowest = slidingMinimum(needed, ramp);
  return multiplyBySmooth(samples, lowest, ramp, gain);
}

function rampOf(sampleRate: number): number {
  return Math.max(1, Math.round(RAMP_SECONDS * sampleRate));
}

/** Returns the peak from a sample to the next one. Returns 0 if both are below the threshold. */
function peakAt(samples: Float32Array, index: number, threshold: number): number {
  const [here, next] = [Math.abs(samples[index] ?? 0), Math.abs(samples[index + 1] ?? 0)];
  if (here < threshold && next < threshold) return 0;
  return BETWEEN.reduce((peak, filter) => {
    const value = filter.reduce(
      (sum, weight, at) => sum + weight * (samples[index + at - REACH + 1] ?? 0),
      0,
    );
    return Math.max(peak, Math.abs(value));
  }, here);
}

/** Returns the minimum of all values that are at most `reach` away. */
function slidingMinimum(values: Float32Array, reach: number): Float32Array {
  // The indexes of values that are smaller than all before them, in a queue.
  const queue: number[] = [];
  let head = 0;
  const result = new Float32Array(values.length);
  for (let index = 0; index < values.length + reach; index += 1) {
    const value = values[index];
    if (value !== undefined) {
      while (queue.length > head && (values[queue.at(-1) ?? 0] ?? 1) >= value) queue.pop();
      queue.push(index);
    }
    while ((queue[head] ?? index) < index - 2 * reach) head += 1;
    if (index >= reach) result[index - reach] = values[queue[head] ?? index] ?? 1;
  }
  return result;
}

/** Multiplies a sound by the mean of the gains that are at most `reach` away. */
function multiplyBySmooth(
  samples: Float32Array,
  gains: Float32Array,
  reach: number,
  gain: number,
): Float32Array {
  const width = 2 * reach + 1;
  const gainAt = (index: number): number => gains[Math.max(0, Math.min(gains.length - 1, index))] ?? 1;
  let sum = 0;
  for (let index = -reach; index <= reach; index += 1) sum += gainAt(index);
  return samples.map((sample, index) => {
    const value = (sample * gain * sum) / width;
    sum += gainAt(index + reach + 1) - gainAt(index - reach);
    return value;
  });
}
