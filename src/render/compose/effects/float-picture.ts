import type { PixelSize } from '../../scene/placement.ts';
import type { RgbaPixels } from '../planes/raster.ts';

/** A picture between filters: gamma-coded red, green and blue, multiplied by their alpha, and alpha, each 0 to 255. */
export interface FloatPicture extends PixelSize {
  readonly data: Float32Array;
}

/** Converts straight pixels. */
export function toFloats({ data, width, height }: RgbaPixels): FloatPicture {
  const floats = new Float32Array(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number; // Inside the picture.
    const share = alpha / 255;
    for (let channel = 0; channel < 3; channel++)
      floats[at + channel] = share * (data[at + channel] as number);
    floats[at + 3] = alpha;
  }
  return { data: floats, width, height };
}

/** Converts a picture to straight pixels. Colours beyond their alpha are clamped to it. */
export function toStraight({ data, width, height }: FloatPicture): RgbaPixels {
  const bytes = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number; // Inside the picture.
    bytes[at + 3] = alpha;
    if (alpha < 0.5) continue;
    for (let channel = 0; channel < 3; channel++)
      bytes[at + channel] = (255 * (data[at + channel] as number)) / alpha;
  }
  return { data: bytes, width, height };
}

/** Creates an empty picture of the size of another. */
export function emptyLike({ width, height, data }: FloatPicture): FloatPicture {
  return { width, height, data: new Float32Array(data.length) };
}
