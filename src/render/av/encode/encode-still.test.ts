import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createVideoFrame, planesOf } from '../video/video-frame.ts';
import { toRgba } from '../video/convert-frame.ts';
import { encodeStill } from './encode-still.ts';

/** Creates a frame of an odd size in which all rows and columns differ. */
function coloured() {
  const frame = createVideoFrame(37, 21);
  const { y, u, v } = planesOf(frame);
  for (const [{ data }, step] of [[y, 7] as const, [u, 11] as const, [v, 13] as const])
    for (let at = 0; at < data.length; at++) data[at] = 16 + ((at * step) % 220);
  return frame;
}

/** Returns the names of the chunks of a PNG in order. */
function chunksOf(png: Buffer): string[] {
  const names: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    names.push(png.toString('latin1', at + 4, at + 8));
  return names;
}

test('a PNG contains every pixel of the frame and is opaque', async () => {
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

test('a PNG has no colour chunks, so it is sRGB, and declares square pixels', async () => {
  using frame = coloured();
  const png = await encodeStill(frame, 'png');
  expect(new Set(chunksOf(png))).toEqual(new Set(['IHDR', 'pHYs', 'IDAT', 'IEND']));
  const at = png.indexOf('pHYs') + 4;
  expect([png.readUInt32BE(at), png.readUInt32BE(at + 4)]).toEqual([1, 1]);
});

test('a BMP has 24 bits per pixel', async () => {
  using frame = coloured();
  const bmp = await encodeStill(frame, 'bmp');
  expect(bmp.toString('latin1', 0, 2)).toBe('BM');
  expect([bmp.readInt32LE(18), bmp.readInt32LE(22)]).toEqual([37, 21]);
  expect(bmp.readUInt16LE(28)).toBe(24);
});
