import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { toSeconds, toSpeed } from '../../../base/time.ts';
import type { LottieVisual } from '../../resolve/timeline.ts';
import { drawingMomentAt } from '../drawing.ts';
import { createLottieDrawing } from './lottie-drawing.ts';

const still = (k: unknown) => ({ a: 0, k });
/** A red square of 20 pixels whose centre moves from 20 to 180 in two seconds. */
const MOVING = {
  v: '5.9.0',
  fr: 30,
  ip: 0,
  op: 60,
  w: 200,
  h: 100,
  assets: [],
  layers: [
    {
      ty: 4,
      ind: 1,
      ip: 0,
      op: 60,
      st: 0,
      sr: 1,
      bm: 0,
      ao: 0,
      ks: {
        o: still(100),
        r: still(0),
        a: still([0, 0, 0]),
        s: still([100, 100, 100]),
        p: {
          a: 1,
          k: [
            { t: 0, s: [20, 50, 0], i: { x: [1], y: [1] }, o: { x: [0], y: [0] } },
            { t: 60, s: [180, 50, 0] },
          ],
        },
      },
      shapes: [
        {
          ty: 'gr',
          it: [
            { ty: 'rc', d: 1, s: still([20, 20]), p: still([0, 0]), r: still(0) },
            { ty: 'fl', c: still([1, 0, 0, 1]), o: still(50), r: 1 },
            {
              ty: 'tr',
              p: still([0, 0]),
              a: still([0, 0]),
              s: still([100, 100]),
              r: still(0),
              o: still(100),
            },
          ],
        },
      ],
    },
  ],
};

/** Draws the animation at a second of its clip. Returns the centre, the width and the colour of the square. */
function drawAt(second: number, given: Partial<LottieVisual> = {}, scale = 1) {
  const media = { kind: 'lottie', text: JSON.stringify(MOVING), width: 200, height: 100, rate: 30 } as const;
  const drawing = createLottieDrawing({
    kind: 'lottie',
    media: { ...media, duration: toSeconds(2) },
    trim: toSeconds(0),
    speed: toSpeed(1),
    repeats: false,
    ...given,
  });
  const canvas = createCanvas(400, 200);
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  drawing.draw(context, drawingMomentAt(drawing, second));
  const row = context.getImageData(0, 50 * scale, 400, 1).data;
  const alphas = Array.from({ length: 400 }, (_, x) => row[4 * x + 3] ?? 0);
  const sum = alphas.reduce((total, alpha) => total + alpha, 0);
  const moment = alphas.reduce((total, alpha, x) => total + alpha * (x + 0.5), 0);
  const middle = Math.floor(moment / sum);
  return {
    centre: moment / sum,
    width: sum / Math.max(...alphas),
    colour: [...row.subarray(4 * middle, 4 * middle + 4)],
  };
}

it.each([
  [0, 20],
  [0.5, 60],
  [0.513, 61.04],
  [1.99, 179.2],
])('shows the exact second %s, also between two frames', (second, centre) => {
  expect(Math.abs(drawAt(second).centre - centre)).toBeLessThan(0.02);
});

it('follows trim, speed and loop, and shows nothing after its end', () => {
  const centre = (second: number, given: Partial<LottieVisual>): number => drawAt(second, given).centre;
  expect(centre(0.25, { trim: toSeconds(0.5), speed: toSpeed(2) })).toBeCloseTo(100, 1);
  const looped = { trim: toSeconds(1), repeats: true };
  expect(centre(0.5, looped)).toBeCloseTo(140, 1);
  expect(centre(7.5, looped)).toBeCloseTo(140, 1);
  expect(centre(7, looped)).toBeCloseTo(100, 1);
  expect(centre(2, {})).toBeNaN();
});

it('keeps its alpha, and is drawn as large as it is shown', () => {
  const { centre, width, colour } = drawAt(0.5, {}, 2);
  expect([centre, width]).toEqual([120, 40]);
  expect(colour.slice(0, 3)).toEqual([255, 0, 0]);
  expect(Math.abs((colour[3] ?? 0) - 127.5)).toBeLessThanOrEqual(1);
});
