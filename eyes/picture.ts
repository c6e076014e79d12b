import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Picture } from './measure.ts';

/** Reads an image file as RGB: PNG, JPEG, WebP, the first frame of a GIF, or a BMP of 24 bits. */
export async function readPicture(path: string): Promise<Picture> {
  if (path.endsWith('.bmp')) return readBitmap(await readFile(path));
  const image = sharp(path).flatten().toColourspace('srgb').raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Reads a BMP of 24 bits: rows from the bottom, blue first, padded to 4 bytes. sharp cannot read it. */
function readBitmap(file: Buffer): Picture {
  const [start, width, height] = [file.readUInt32LE(10), file.readInt32LE(18), file.readInt32LE(22)];
  const stride = Math.ceil((width * 3) / 4) * 4;
  const data = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    for (let at = 0; at < 3 * width; at++) {
      const from = start + (height - 1 - row) * stride + at + 2 - 2 * (at % 3);
      data[3 * row * width + at] = file[from] ?? 0;
    }
  }
  return { data, width, height };
}

/** Returns a part of a picture, in pixels. The part must lie inside the picture. */
export function cropPicture(
  picture: Picture,
  [x, y, width, height]: readonly [number, number, number, number],
): Picture {
  const data = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    const from = 3 * ((y + row) * picture.width + x);
    data.set(picture.data.subarray(from, from + 3 * width), 3 * row * width);
  }
  return { data, width, height };
}

/** Returns a picture with the distance of every channel from 128, or from `middle`, multiplied. */
export function amplifyPicture({ data, width, height }: Picture, factor: number, middle = 128): Picture {
  const amplified = data.map((value) => Math.max(0, Math.min(255, 128 + factor * (value - middle))));
  return { data: amplified, width, height };
}
