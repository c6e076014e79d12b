import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUILT_IN_FONTS } from '../fonts/font-library.ts';
import { createHtmlDrawing } from './html-drawing.ts';

let folder: string;
let raster: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-html-'));
  raster = join(folder, 'page.png');
  // Stripes of one pixel, every second one empty. The raster is twice as large as its box of 20 x 10.
  const canvas = createCanvas(40, 20);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  for (let x = 0; x < 40; x += 2) context.fillRect(x, 0, 1, 20);
  await writeFile(raster, canvas.toBuffer('image/png'));
});
afterAll(() => rm(folder, { recursive: true }));

async function drawPage(scale: number, background?: string) {
  const asset = {
    type: 'html',
    html: '',
    width: 20,
    height: 10,
    ...(background !== undefined && { background }),
  } as const;
  const drawing = await createHtmlDrawing(asset, {
    frame: { width: 90, height: 90 },
    duration: 1,
    fonts: BUILT_IN_FONTS,
    raster,
  });
  const canvas = createCanvas(60, 60);
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  drawing.draw(context, 0);
  const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data];
  return { drawing, at };
}

it('is drawn pixel by pixel at the size of its raster', async () => {
  const { drawing, at } = await drawPage(2);
  expect(drawing).toMatchObject({ width: 20, height: 10, bleed: 0 });
  expect([0, 1, 2, 39, 40].map((x) => at(x, 5)[3])).toEqual([255, 0, 255, 0, 0]);
  expect([19, 20].map((y) => at(0, y)[3])).toEqual([255, 0]);
});

it('is smooth at smaller sizes', async () => {
  const { at } = await drawPage(1);
  for (const x of [1, 5, 10, 18]) expect(Math.abs(at(x, 5)[3]! - 128)).toBeLessThanOrEqual(8);
});

it('is drawn over the background of its box, whose colour starts with its opacity', async () => {
  const { at } = await drawPage(2, '#80ff0000');
  expect(at(1, 5)).toEqual([255, 0, 0, 128]);
  expect(at(0, 5)).toEqual([255, 255, 255, 255]);
  expect(at(41, 5)).toEqual([0, 0, 0, 0]);
  const short = await drawPage(2, '#f80');
  expect(short.at(1, 5)).toEqual([255, 136, 0, 255]);
});
