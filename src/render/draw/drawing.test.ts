import { expect, test } from 'vitest';
import { drawPixels } from '../compose/layers/draw-pixels.ts';
import { type Drawing, drawingMomentAt } from './drawing.ts';

const BOX = { width: 8, height: 8 };

/** A square whose position is the number of its moment. Each moment lasts a second; below 0 it is invisible. */
const SQUARE: Drawing = {
  ...BOX,
  bleed: 0,
  moments: {
    at: (time) => Math.floor(time),
    inkBox: (moment) => (moment < 0 ? undefined : { x: moment, y: 0, width: 1, height: 1 }),
  },
  draw: (context, moment) => {
    context.fillRect(moment, 0, 1, 1);
  },
};

test('a drawing that changes now and then is drawn at its moments', () => {
  expect([0.2, 0.9, 1, 1.4].map((time) => drawingMomentAt(SQUARE, time))).toEqual([0, 0, 1, 1]);
});

test('only the ink area of a moment is drawn', () => {
  const whole = { x: 0, y: 0, ...BOX };
  expect(drawPixels(SQUARE, 3, { whole, visible: whole }, BOX)).toMatchObject({
    x: 3,
    y: 0,
    width: 1,
    height: 1,
  });
  const nowhere = { ...SQUARE, draw: () => expect.unreachable('Nothing is drawn where there is no ink.') };
  expect(drawPixels(nowhere, -1, { whole, visible: whole }, BOX)).toBeUndefined();
});
