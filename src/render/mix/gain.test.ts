import { describe, expect, it } from 'vitest';
import { gainAt } from './gain.ts';

type Sound = Parameters<typeof gainAt>[0];
const PLAIN: Sound = { volume: 1, fadeIn: 0, fadeOut: 0 };

describe('the gain of a sound of 10 s (contract 2.13)', () => {
  it.each<[string, Partial<Sound>, [seconds: number, gain: number][]]>([
    [
      'is its volume from its first sample to its last',
      { volume: 0.4 },
      [
        [0, 0.4],
        [5, 0.4],
        [9.9999, 0.4],
      ],
    ],
    [
      'rises evenly from nothing',
      { fadeIn: 2 },
      [
        [0, 0],
        [0.5, 0.25],
        [1, 0.5],
        [2, 1],
        [9.9, 1],
      ],
    ],
    [
      'falls evenly to nothing',
      { fadeOut: 2 },
      [
        [0, 1],
        [8, 1],
        [9, 0.5],
        [9.5, 0.25],
        [10, 0],
      ],
    ],
    [
      'rises to its volume and falls from it',
      { volume: 0.5, fadeIn: 2, fadeOut: 4 },
      [
        [1, 0.25],
        [2, 0.5],
        [6, 0.5],
        [8, 0.25],
      ],
    ],
    [
      'rises and falls over all of it',
      { fadeIn: 5, fadeOut: 5 },
      [
        [2.5, 0.5],
        [5, 1],
        [7.5, 0.5],
      ],
    ],
  ])('%s', (_, sound, points) => {
    const found = points.map(([time]) => [time, gainAt({ ...PLAIN, ...sound }, time, 10)]);
    expect(found).toEqual(points);
  });
});
