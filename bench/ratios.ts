import type { Cost } from './measure-cost.ts';

/** Returns the median. For an even count, it is the higher of the two middle values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** Returns the geometric mean of ratios: twice as fast and half as fast make 1. */
export function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/**
 * The measurements of a render. The makers took turns, so that equal indexes were measured
 * next to each other.
 */
export interface Rounds {
  readonly kinora: readonly Cost[];
  readonly ffmpeg: readonly Cost[];
  readonly melt?: readonly Cost[];
  /** Decoding and encoding alone. */
  readonly limit: readonly Pick<Cost, 'wall' | 'cpu'>[];
}

/**
 * The ratios that have targets. Each is the median over the rounds, and each round is compared
 * with its neighbours.
 */
export interface Ratios {
  /** Wall time relative to FFmpeg or MLT, whichever has the lower median. */
  readonly toExpert: number;
  readonly toLimit: number;
  /** The share of the CPU time that is neither decoding nor encoding. */
  readonly outside: number;
  /** The share of the time in which the cores were busy. */
  readonly busy: number;
}

/**
 * Calculates the ratios of a workload.
 *
 * @param cores number of cores of the machine.
 */
export function ratiosOf({ kinora, ffmpeg, melt, limit }: Rounds, cores: number): Ratios {
  const walls = (costs: readonly Pick<Cost, 'wall'>[]) => median(costs.map(({ wall }) => wall));
  const expert = melt && walls(melt) < walls(ffmpeg) ? melt : ffmpeg;
  const of = (ratio: (cost: Cost, round: number) => number) => median(kinora.map(ratio));
  return {
    toExpert: of(({ wall }, round) => wall / (expert[round]?.wall ?? NaN)),
    toLimit: of(({ wall }, round) => wall / (limit[round]?.wall ?? NaN)),
    outside: of(({ cpu }, round) => (cpu - (limit[round]?.cpu ?? NaN)) / cpu),
    busy: of(({ wall, cpu }) => cpu / wall / cores),
  };
}
