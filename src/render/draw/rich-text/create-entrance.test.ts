import { describe, expect, it, test } from 'vitest';
import { createEntrance, entranceDurationOf, unitKindOf } from './create-entrance.ts';
import type { Entrance, EntranceInput, TextAnimation } from './entrance.ts';

/** Letters of 100 px, and five units 10 px apart on one line, starting at 0. */
const GIVEN: EntranceInput = {
  size: 100,
  clipDuration: 10,
  characterCount: 60,
  unitCentres: [0, 10, 20, 30, 40].map((x) => ({ x, y: 50 })),
};

function entranceFor(animation: TextAnimation, given: Partial<EntranceInput> = {}): Entrance {
  return createEntrance(animation, { ...GIVEN, ...given });
}

/** Returns x, y and alpha of a unit, rounded to three decimals. */
function unitAt(
  animation: TextAnimation,
  time: number,
  index: number,
  given?: Partial<EntranceInput>,
): number[] {
  const { block, shiftOf } = entranceFor(animation, given).stateAt(time);
  const { x, y, alpha } = shiftOf(index);
  return [block.x + x, block.y + y, block.alpha * alpha].map((value) => Math.round(value * 1000) / 1000 + 0);
}

describe('the duration', () => {
  it.each([
    ['the requested one', 3, 60, 10, 3],
    ['a second per 30 characters', undefined, 60, 10, 2],
    ['at least 0.3 s', undefined, 3, 10, 0.3],
    ['at most 0.9 of the clip', 5, 60, 2, 1.8],
  ])('is %s', (_, given, characters, clip, seconds) => {
    expect(entranceDurationOf(given, characters, clip)).toBeCloseTo(seconds, 9);
  });
});

describe('fadeIn', () => {
  test('fades in the whole text and expands it from 0.95 of its size', () => {
    // p = 0.5: alpha 0.75, 0.95 + 0.05 * 0.75 = 0.9875 of the distance from the centre at 20.
    expect(unitAt({ preset: 'fadeIn' }, 1, 0)).toEqual([0.25, 0, 0.75]);
    expect(unitAt({ preset: 'fadeIn' }, 1, 4)).toEqual([-0.25, 0, 0.75]);
    expect(unitAt({ preset: 'fadeIn' }, 0, 0)).toEqual([1, 0, 0]);
    expect(entranceFor({ preset: 'fadeIn' }).duration).toBe(2);
  });

  test('by units starts them within 0.7 of the duration, each taking 0.3 s', () => {
    const animation = { preset: 'fadeIn', style: 'word' } as const;
    // The second of five begins at 0.7 * 2 / 4 = 0.35 s; half of its time has passed 0.15 s later.
    expect(unitAt(animation, 0.35, 1)).toEqual([0, 0, 0]);
    expect(unitAt(animation, 0.5, 1)).toEqual([0, 0, 0.75]);
    expect(unitAt(animation, 0.65, 1)).toEqual([0, 0, 1]);
    expect(entranceFor(animation).duration).toBeCloseTo(1.7, 9);
  });
});

describe('slideIn', () => {
  it.each<[NonNullable<TextAnimation['direction']>, number, number]>([
    ['left', -25, 0],
    ['right', 25, 0],
    ['up', 0, 25],
    ['down', 0, -25],
  ])('as a whole, %s, comes from a distance of two font sizes', (direction, x, y) => {
    // p = 0.5: 200 * 0.5^3 = 25.
    expect(unitAt({ preset: 'slideIn', direction }, 1, 3)).toEqual([x, y, 0.75]);
  });

  it.each<[NonNullable<TextAnimation['direction']>, number, number]>([
    ['left', 25, 0],
    ['right', -25, 0],
    ['up', 0, 25],
    ['down', 0, -25],
  ])('by words, %s, moves in that direction', (direction, x, y) => {
    expect(unitAt({ preset: 'slideIn', style: 'word', direction }, 0.15, 0)).toEqual([x, y, 0.75]);
  });
});

describe('shift', () => {
  test('comes from 0.6 font sizes away, moving left by default', () => {
    expect(unitAt({ preset: 'shift' }, 0.15, 0)).toEqual([7.5, 0, 0.875]);
    expect(unitAt({ preset: 'shift', direction: 'up' }, 0.15, 0)).toEqual([0, 7.5, 0.875]);
  });
});

describe('ascend', () => {
  test('raises word by word from 0.4 font sizes below, each in 0.3 of the duration', () => {
    // The second of five begins at 2 / 5 = 0.4 s and takes 0.6 s.
    expect(unitAt({ preset: 'ascend' }, 0.7, 1)).toEqual([0, 5, 0.875]);
    expect(unitAt({ preset: 'ascend', direction: 'down' }, 0.7, 1)).toEqual([0, -5, 0.875]);
    expect(unitAt({ preset: 'ascend', direction: 'left' }, 0.7, 1)).toEqual([0, 5, 0.875]);
  });

  test('lasts until its last word has arrived', () => {
    expect(entranceFor({ preset: 'ascend' }).duration).toBeCloseTo(2 * (0.8 + 0.3), 9);
  });
});

describe('typewriter', () => {
  it.each([
    [0, 0],
    [0.39, 0],
    [0.4, 1],
    [1.99, 4],
  ])('has typed, after %s of 2 s, %s of 5', (time, typed) => {
    const moment = entranceFor({ preset: 'typewriter' }).stateAt(time);
    expect(moment.typedCount).toBe(typed);
    expect([0, 1, 2, 3, 4].filter((index) => moment.shiftOf(index).alpha === 1)).toHaveLength(typed);
  });
});

describe('movingLetters', () => {
  test('moves up and down forever, in a wave of ten letters, 0.3 font sizes high', () => {
    const animation = { preset: 'movingLetters' } as const;
    expect(entranceFor(animation).duration).toBe(Infinity);
    // After a quarter of a turn it is at the top. The sixth letter is half a wave away, at the bottom.
    expect(unitAt(animation, 1.25, 0)).toEqual([0, -30, 1]);
    expect(unitAt(animation, 1.25, 5)).toEqual([0, 30, 1]);
    expect(unitAt({ ...animation, direction: 'right' }, 1.25, 0)).toEqual([30, 0, 1]);
  });

  test('fades in within half a second', () => {
    expect(unitAt({ preset: 'movingLetters' }, 0.25, 0)[2]).toBe(0.5);
  });
});

describe('a short clip', () => {
  it.each<TextAnimation>([
    { preset: 'fadeIn', style: 'character' },
    { preset: 'shift' },
    { preset: 'ascend' },
    { preset: 'slideIn' },
    { preset: 'typewriter' },
  ])('has %j finished after 0.9 of its length', (animation) => {
    const short = entranceFor(animation, { clipDuration: 0.5 });
    expect(short.duration).toBeLessThanOrEqual(0.45 + 1e-9);
    const { block, shiftOf } = short.stateAt(0.45 + 1e-9);
    for (const { x, y, alpha } of [block, shiftOf(0), shiftOf(4)])
      expect([x + 0, y + 0, alpha]).toEqual([0, 0, 1]);
  });
});

test('a single unit takes only its own time', () => {
  const alone = { unitCentres: [{ x: 0, y: 0 }] };
  expect(entranceFor({ preset: 'shift' }, alone).duration).toBeCloseTo(0.3, 9);
  expect(unitAt({ preset: 'shift' }, 0.15, 0, alone)).toEqual([7.5, 0, 0.875]);
});

test.each<[TextAnimation, string]>([
  [{ preset: 'fadeIn' }, 'character'],
  [{ preset: 'slideIn' }, 'line'],
  [{ preset: 'slideIn', style: 'word' }, 'word'],
  [{ preset: 'shift' }, 'character'],
  [{ preset: 'shift', style: 'word' }, 'word'],
  [{ preset: 'ascend', style: 'character' }, 'word'],
  [{ preset: 'typewriter', style: 'word' }, 'word'],
  [{ preset: 'movingLetters', style: 'word' }, 'character'],
])('%j moves units of the kind %s', (animation, kind) => {
  expect(unitKindOf(animation)).toBe(kind);
});
