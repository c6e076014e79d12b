import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createVideoFrame, planesOf } from '../video/video-frame.ts';
import { toRgba } from '../video/convert-frame.ts';
import { encodeStill } from './encode-still.ts';

/** A picture of an odd size in which no row and no column is like another. */
function coloured() {
  const frame = createVideoFrame(37, 21);
  const { y, u, v } = planesOf(frame);
  for (const [{ data }, step] of [[y, 7] as const, [u, 11] as const, [v, 13] as const])
    for (let at = 0; at < data.length; at++) data[at] = 16 + ((at * step) % 220);
  return frame;
}

/** The names of the chunks of a PNG, in their order. */
function chunksOf(png: Buffer): string[] {
  const names: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    names.push(png.toString('latin1', at + 4, at + 8));
  return names;
}

test('a PNG has every pixel of its picture, opaque', async () => {
  using frame = coloured();
  const { data, width, height } = await toRgba(frame);
  const expected = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer();
  const decoded = await sharp(await encodeStill(frame, 'png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decoded.info).toMatchObject({ width: 37, height: 21, channels: 3 });
  expect(decoded.data.equals(expected)).toBe(true);
});

test('a PNG says nothing of colours, which are sRGB then, and that its pixels are square', async () => {
  using frame = coloured();
  const png = await encodeStill(frame, 'png');
  expect(new Set(chunksOf(png))).toEqual(new Set(['IHDR', 'pHYs', 'IDAT', 'IEND']));
  const at = png.indexOf('pHYs') + 4;
  expect([png.readUInt32BE(at), png.readUInt32BE(at + 4)]).toEqual([1, 1]);
});

test('a BMP has 24 bits a pixel', async () => {
  using frame = coloured();
  const bmp = await encodeStill(frame, 'bmp');
  expect(bmp.toString('latin1', 0, 2)).toBe('BM');
  expect([bmp.readInt32LE(18), bmp.readInt32LE(22)]).toEqual([37, 21]);
  expect(bmp.readUInt16LE(28)).toBe(24);
});
