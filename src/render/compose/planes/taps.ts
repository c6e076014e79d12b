import { CURVE_STEPS, type Filter } from './filters.ts';

/**
 * A mapping from result samples to source samples along one axis.
 * Result n lies at `start + n * step` of the source.
 */
export interface SampleLine {
  /** Source position of the centre of the first result. 0 is the centre of the first source sample. */
  readonly start: number;
  /** Distance from one result to the next, in source samples. It is negative if the mapping runs backwards. */
  readonly step: number;
  /** Number of source samples. The outermost ones repeat beyond the ends. */
  readonly length: number;
  /** Number of results. The last one repeats beyond the end. */
  readonly count: number;
  /** The filter. It is widened by the step if the step is above 1. */
  readonly filter: Filter;
}

/** Returns the mapping that scales `length` samples to `count`. */
export function createScalingLine(length: number, count: number, filter: Filter): SampleLine {
  const step = length / count;
  return { start: step / 2 - 0.5, step, length, count, filter };
}

/** The sum of the weights of a result, in the units of the kernels. */
const WEIGHT_ONE = 2 ** 14;

/** Maximum number of samples that make one result. A filter that would need more is narrowed. */
export const MAX_TAPS = 48;
/** Minimum number, for the kernels. */
const MIN_TAPS = 6;

/**
 * Part of the width of a filter that is left out at its two ends together, in samples. The weights there are
 * below 0.4 %.
 */
const NEGLIGIBLE = 0.2;

/** Tables for `kernels/resample.ts`. */
export interface TapTables {
  /** The first source of each result. */
  readonly starts: Int32Array;
  /** The weights of each result. */
  readonly weights: Int16Array;
}

/** Returns the factor by which the filter is widened. */
function stretchOf({ step, filter }: SampleLine): number {
  return Math.min(MAX_TAPS / 2 / filter.reach, Math.max(1, Math.abs(step)));
}

/** Returns the number of samples that make one result, at least {@link MIN_TAPS}. */
export function tapCountOf(line: SampleLine): number {
  return Math.max(MIN_TAPS, Math.ceil(2 * line.filter.reach * stretchOf(line) - NEGLIGIBLE));
}

/**
 * Writes the tables of a line.
 *
 * @param tables tables with as many entries as results are wanted.
 * @returns the first source of all, and the end of all.
 */
export function writeTaps(line: SampleLine, { starts, weights }: TapTables): { first: number; end: number } {
  const { start, step, length, count, filter } = line;
  const taps = tapCountOf(line);
  const stretch = stretchOf(line);
  const values = new Float64Array(taps);
  let [first, last] = [Infinity, 0];
  for (let index = 0; index < starts.length; index++) {
    const position = start + Math.min(index, count - 1) * step;
    // The taps reach as far to both sides of the position.
    const from = Math.floor(position - taps / 2) + 1;
    const kept = Math.min(Math.max(0, length - taps), Math.max(0, from));
    const sum = weigh(filter, (from - position) / stretch, 1 / stretch, values);
    const at = index * taps;
    weights.fill(0, at, at + taps);
    let [remainder, nearest] = [WEIGHT_ONE, at];
    for (let tap = 0; tap < taps; tap++) {
      // The cast is safe because the index is inside the list.
      const weight = Math.round((WEIGHT_ONE / sum) * (values[tap] as number));
      // Sources beyond the ends give their weights to the outermost one.
      const to = at + Math.min(length - 1, Math.max(0, from + tap)) - kept;
      if (tap === taps >> 1) nearest = to;
      weights[to] = (weights[to] as number) + weight;
      remainder -= weight;
    }
    // One source gets the rounding error, so that flat colours do not change.
    weights[nearest] = (weights[nearest] as number) + remainder;
    starts[index] = kept;
    first = Math.min(first, kept);
    last = Math.max(last, kept);
  }
  return { first, end: last + taps };
}

/**
 * Computes the weights of consecutive samples.
 *
 * @param distance distance of the first sample, in samples of the filter, at most 0.
 * @param step distance from one sample to the next.
 * @returns their sum.
 */
function weigh({ curve, reach }: Filter, distance: number, step: number, values: Float64Array): number {
  const limit = reach * CURVE_STEPS;
  let sum = 0;
  for (let tap = 0, at = distance; tap < values.length; tap++, at += step) {
    const place = Math.min(limit, Math.abs(at) * CURVE_STEPS);
    const index = Math.floor(place);
    // The casts are safe because the curve has two more values than the limit.
    const value = curve[index] as number;
    const weight = value + (place - index) * ((curve[index + 1] as number) - value);
    values[tap] = weight;
    sum += weight;
  }
  return sum;
}
