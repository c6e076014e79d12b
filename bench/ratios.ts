import type { Cost } from './measure-cost.ts';

/** The middle one of some numbers; of an even count the higher of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** The n-th root of the product of n ratios: twice as fast and half as fast make 1. */
export function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** What was measured of a render one after the other, each with the next of the others. */
export interface Rounds {
  readonly kinora: readonly Cost[];
  readonly ffmpeg: readonly Cost[];
  readonly melt?: readonly Cost[];
  /** Decoding and encoding alone. */
  readonly limit: readonly Pick<Cost, 'wall' | 'cpu'>[];
}

/** What the targets are about; each the median of the rounds, of which every one is compared with its own neighbours. */
export interface Ratios {
  /** Wall time to that of FFmpeg or MLT, whichever was faster in the median. */
  readonly toExpert: number;
  readonly toLimit: number;
  /** The share of the CPU time that is neither decoding nor encoding. */
  readonly outside: number;
  /** The share of the time in which the cores were busy. */
  readonly busy: number;
}

/** @param cores that the machine has. */
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
