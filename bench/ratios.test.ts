import { describe, expect, it } from 'vitest';
import { geometricMean, median, ratiosOf } from './ratios.ts';

const cost = (wall: number, cpu: number) => ({ wall, cpu, memory: 0 });

describe('the ratios of a benchmark', () => {
  it('uses the median of the measurements', () => {
    expect(median([9, 1, 4])).toBe(4);
    expect(median([2, 1])).toBe(2);
  });

  it('lets twice as fast and half as fast cancel out', () => {
    expect(geometricMean([0.5, 2])).toBeCloseTo(1);
    expect(geometricMean([0.8, 0.8])).toBeCloseTo(0.8);
  });

  it('compares each round with its neighbours', () => {
    const rounds = {
      kinora: [cost(10, 16), cost(20, 32), cost(10, 16)],
      ffmpeg: [cost(20, 30), cost(40, 60), cost(20, 30)],
      limit: [cost(8, 12), cost(16, 24), cost(8, 12)],
    };
    expect(ratiosOf(rounds, 2)).toEqual({ toExpert: 0.5, toLimit: 1.25, outside: 0.25, busy: 0.8 });
  });

  it('compares with the faster of the other tools', () => {
    const rounds = { kinora: [cost(10, 10)], ffmpeg: [cost(20, 20)], limit: [cost(10, 10)] };
    expect(ratiosOf({ ...rounds, melt: [cost(5, 9)] }, 2).toExpert).toBe(2);
    expect(ratiosOf({ ...rounds, melt: [cost(40, 9)] }, 2).toExpert).toBe(0.5);
  });
});
