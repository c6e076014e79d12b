import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import type { RgbaImage } from '../../stills/still.ts';
import { PictureSheets } from './picture-sheets.ts';

/** Returns the red of a pixel. */
function redAt({ data, width }: RgbaImage, x: number, y: number): number | undefined {
  return data[4 * (y * width + x)];
}

it('puts pictures side by side and below each other, and begins another sheet when one is full', async () => {
  const saved: RgbaImage[] = [];
  const sheets = new PictureSheets((sheet) => Promise.resolve(void saved.push(sheet)));
  const canvas = createCanvas(1000, 800);
  const context = canvas.getContext('2d');
  const places = [];
  for (let index = 1; index <= 6; index++) {
    context.fillStyle = `rgb(${index} 0 0)`;
    context.fillRect(100, 0, 900, 800);
    places.push(await sheets.add(canvas, { x: 100, y: 0, width: 900, height: 800 }));
  }
  await sheets.finish();
  expect(places.map(({ sheet, x, y }) => [sheet, x, y])).toEqual([
    [0, 0, 0],
    [0, 900, 0],
    [0, 0, 800],
    [0, 900, 800],
    [1, 0, 0],
    [1, 900, 0],
  ]);
  expect(saved.map(({ width, height }) => [width, height])).toEqual([
    [1800, 1600],
    [1800, 800],
  ]);
  expect(places.map(({ sheet, x, y }) => redAt(saved[sheet]!, x + 450, y + 400))).toEqual([1, 2, 3, 4, 5, 6]);
});

it('makes a sheet as large as a large picture', async () => {
  const saved: RgbaImage[] = [];
  const sheets = new PictureSheets((sheet) => Promise.resolve(void saved.push(sheet)));
  const part = { x: 0, y: 0, width: 3000, height: 2100 };
  expect(await sheets.add(createCanvas(3000, 2100), part)).toEqual({ sheet: 0, ...part });
  await sheets.finish();
  expect(saved).toHaveLength(1);
});

it('saves nothing without a picture', async () => {
  const sheets = new PictureSheets(() => Promise.reject(new Error('There is no picture.')));
  await sheets.finish();
});
