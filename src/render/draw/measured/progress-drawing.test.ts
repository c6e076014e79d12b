import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import type { ProgressAsset } from '../../../edit/index.ts';
import { drawingMomentAt } from '../drawing.ts';
import { createProgressDrawing } from './progress-drawing.ts';

const FRAME = { width: 100, height: 40 };
const DURATION = 4;

/** Draws a moment without the part below, and returns the opacity of a pixel, 0 to 255. */
function draw(asset: Omit<ProgressAsset, 'type'>, time: number): (x: number, y: number) => number {
  const drawing = createProgressDrawing(
    { type: 'progress', background: 'transparent', ...asset },
    { frame: FRAME, duration: DURATION },
  );
  const context = createCanvas(FRAME.width, FRAME.height).getContext('2d');
  drawing.draw(context, drawingMomentAt(drawing, time));
  return (x, y) => context.getImageData(x, y, 1, 1).data[3] ?? 0;
}

describe('a bar', () => {
  test.each([
    ['right', [24, 20], [26, 20]],
    ['left', [76, 20], [74, 20]],
    ['up', [50, 31], [50, 28]],
    ['down', [50, 8], [50, 11]],
  ] as const)('fills %s with its clip', (direction, [x, y], [emptyX, emptyY]) => {
    const opacityAt = draw({ direction }, DURATION / 4);
    expect([opacityAt(x, y), opacityAt(emptyX, emptyY)]).toEqual([255, 0]);
  });

  it('is exact to a fraction of a pixel', () => {
    expect(draw({}, (DURATION * 50.5) / 100)(50, 20)).toBe(128);
  });

  it('follows its tweens', () => {
    const value = [{ from: 1, to: 0, start: 1, length: 2 }];
    expect(draw({ value }, 0)(99, 20)).toBe(255);
    expect(draw({ value }, 2)(49, 20)).toBe(255);
    expect(draw({ value }, 2)(50, 20)).toBe(0);
    expect(draw({ value }, 3.5)(0, 20)).toBe(0);
  });

  it('has round corners where it is filled', () => {
    expect(draw({ cornerRadius: 20, value: 1 }, 0)(1, 1)).toBe(0);
  });

  it('changes only where its edge moves', () => {
    const drawing = createProgressDrawing({ type: 'progress' }, { frame: FRAME, duration: DURATION });
    expect(drawing.moments?.changedArea?.(0.25, 0.5)).toEqual({ x: 25, y: 0, width: 25, height: 40 });
  });
});

describe('a ring', () => {
  const ring = { shape: 'ring', thickness: 6 } as const;

  it('fills clockwise from the top', () => {
    const opacityAt = draw({ ...ring, value: 0.5 }, 0);
    expect([opacityAt(67, 20), opacityAt(32, 20)]).toEqual([255, 0]);
  });

  it('is whole at its end', () => {
    const opacityAt = draw({ ...ring, value: 1 }, 0);
    for (const [x, y] of [
      [67, 20],
      [32, 20],
      [50, 2],
      [50, 37],
    ] as const)
      expect(opacityAt(x, y)).toBe(255);
    expect(opacityAt(50, 20)).toBe(0);
  });

  it('shows its background below', () => {
    expect(draw({ ...ring, value: 0, background: '#80ffffff' }, 0)(32, 20)).toBe(128);
  });
});
