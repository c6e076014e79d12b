import { createCanvas } from '@napi-rs/canvas';
import decodeQR from 'qr/decode.js';
import { expect, it, test } from 'vitest';
import type { QrAsset } from '../../../edit/index.ts';
import { createQrDrawing } from './qr-drawing.ts';

const FRAME = { width: 200, height: 160 };

/** Draws a code on grey, and reads it as a camera would. */
function read(asset: Omit<QrAsset, 'type'>): string {
  const canvas = createCanvas(FRAME.width, FRAME.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#b0b0b0';
  context.fillRect(0, 0, FRAME.width, FRAME.height);
  createQrDrawing({ type: 'qr', ...asset }, FRAME).draw(context, 0);
  return decodeQR(context.getImageData(0, 0, FRAME.width, FRAME.height));
}

test.each<Omit<QrAsset, 'type'>>([
  { text: 'https://example.com/a?b=c' },
  { text: 'WIFI:T:WPA;S:Café;P:péché;;', errorCorrection: 'high' },
  { text: '12345', errorCorrection: 'low', margin: 2 },
  { text: 'HELLO WORLD', modules: 'dot' },
  { text: 'https://example.com', background: 'transparent', margin: 0, color: '#102040' },
])('%j is read as its text', (asset) => {
  expect(read(asset)).toBe(asset.text);
});

it('has modules of whole pixels, so that they are sharp', () => {
  const canvas = createCanvas(FRAME.width, FRAME.height);
  const context = canvas.getContext('2d');
  createQrDrawing({ type: 'qr', text: 'https://example.com' }, FRAME).draw(context, 0);
  const { data } = context.getImageData(0, 0, FRAME.width, FRAME.height);
  const values = new Set(data.filter((_, index) => index % 4 === 0));
  expect([...values].sort((one, other) => one - other)).toEqual([0, 255]);
});

it('is as large as fits its box, and centred in it', () => {
  const drawing = createQrDrawing(
    { type: 'qr', text: 'A', width: 100, height: 60, background: '#f00' },
    FRAME,
  );
  const canvas = createCanvas(100, 60);
  drawing.draw(canvas.getContext('2d'), 0);
  const { data } = canvas.getContext('2d').getImageData(0, 30, 100, 1);
  const covered = Array.from({ length: 100 }, (_, x) => data[4 * x + 3] === 255);
  // 21 modules and twice the margin of 4, each of 2 pixels.
  expect([covered.indexOf(true), covered.lastIndexOf(true)]).toEqual([21, 78]);
});
