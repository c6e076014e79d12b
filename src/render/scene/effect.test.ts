import { describe, expect, it, test } from 'vitest';
import { EFFECTS } from '../../edit/schema/values.ts';
import { type EffectMotion, effectAt } from './effect.ts';

const FRAME = { width: 1000, height: 500 };
type Effect = NonNullable<Parameters<typeof effectAt>[0]>;

function drift(effect: Effect | undefined, progress: number, fitted = FRAME): EffectMotion {
  const found = effectAt(effect, progress, fitted, FRAME);
  const round = (number: number): number => Math.round(number * 1e9) / 1e9 + 0;
  return { ...found, scale: round(found.scale), x: round(found.x), y: round(found.y) };
}

test('no effect means no motion', () => {
  expect(drift(undefined, 0.5)).toEqual({ scale: 1, x: 0, y: 0, isInner: false });
});

describe('zooms change the size linearly', () => {
  it.each<[Effect, number, number, number]>([
    ['zoomIn', 1, 1.15, 1.3],
    ['zoomInSlow', 1, 1.05, 1.1],
    ['zoomInFast', 1, 1.35, 1.7],
    ['zoomOut', 1.3, 1.15, 1],
    ['zoomOutSlow', 1.1, 1.05, 1],
    ['zoomOutFast', 1.7, 1.35, 1],
  ])('%s: %s, %s, %s', (effect, start, middle, end) => {
    expect([0, 0.5, 1].map((progress) => drift(effect, progress))).toEqual(
      [start, middle, end].map((scale) => ({ scale, x: 0, y: 0, isInner: false })),
    );
  });
});

describe('slides enlarge a picture that is as large as its viewport', () => {
  it.each<[Effect, number, number, number]>([
    ['slideLeft', 1.24, 0.12, 0],
    ['slideLeftSlow', 1.06, 0.03, 0],
    ['slideLeftFast', 1.4, 0.2, 0],
    ['slideRight', 1.24, -0.12, 0],
    ['slideRightSlow', 1.06, -0.03, 0],
    ['slideRightFast', 1.4, -0.2, 0],
    // Positive y points up, so a picture that moves up begins below.
    ['slideUp', 1.24, 0, -0.12],
    ['slideUpSlow', 1.06, 0, -0.03],
    ['slideUpFast', 1.4, 0, -0.2],
    ['slideDown', 1.24, 0, 0.12],
    ['slideDownSlow', 1.06, 0, 0.03],
    ['slideDownFast', 1.4, 0, 0.2],
  ])('%s: %s times, from %s, %s to the other side', (effect, scale, x, y) => {
    const still = { scale, x: 0, y: 0, isInner: true };
    expect([0, 0.25, 0.5, 1].map((progress) => drift(effect, progress))).toEqual([
      { ...still, x, y },
      { ...still, x: x / 2, y: y / 2 },
      still,
      { ...still, x: -x + 0, y: -y + 0 },
    ]);
  });

  test('a picture that is a little too short is enlarged only as much as necessary', () => {
    // It needs 1.24 times 1000, which is 1.1272727 times 1100.
    expect(drift('slideLeft', 0, { width: 1100, height: 500 })).toEqual({
      scale: 1.127272727,
      x: 0.12,
      y: 0,
      isInner: true,
    });
  });
});

describe('slides show all of a picture that overflows far enough', () => {
  it.each<[Effect, number, number]>([
    // 2000 in a viewport of 1000 overflow by 500 on each side.
    ['slideLeftSlow', 0.5, 0],
    ['slideRightFast', -0.5, 0],
    // 800 in a viewport of 500 overflow by 150 on each side, which is 0.3 of its height.
    ['slideUp', 0, -0.3],
    ['slideDown', 0, 0.3],
  ])('%s from %s, %s', (effect, x, y) => {
    const fitted = { width: 2000, height: 800 };
    const still = { scale: 1, isInner: true };
    expect([0, 1].map((progress) => drift(effect, progress, fitted))).toEqual([
      { ...still, x, y },
      { ...still, x: -x + 0, y: -y + 0 },
    ]);
  });
});

test('every effect of the contract moves', () => {
  for (const effect of EFFECTS) expect(drift(effect, 0)).not.toEqual(drift(effect, 1));
});
