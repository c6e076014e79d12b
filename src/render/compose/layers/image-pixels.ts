import type { PixelRect } from '../planes/pixel-rect.ts';
import type { LayerImage } from './layer-image.ts';

// BT.709 in limited range, in 1/512 for half a step of chroma: see ../planes/bt709.ts.
const [LUMA, RED_V, GREEN_U, GREEN_V, BLUE_U] = [596, 459, -55, -136, 541];

/**
 * Reads the pixels of an image as straight RGBA.
 *
 * @param area a rectangle of the surface inside the planes of the image, in whole numbers. All of them are even, unless
 *   the image is in full colour.
 * @param into memory for four bytes of each pixel of the area, in rows without padding.
 */
export function readImagePixels(image: LayerImage, area: PixelRect, into: Uint8ClampedArray): void {
  const { planes, x, y } = image;
  const { y: luma, u: blue, v: red, alpha } = planes;
  const [left, top] = [area.x - x, area.y - y];
  const rowBytes = 4 * area.width;
  // The casts are safe because all indexes are inside the planes.
  for (let row = 0; row < area.height; row++) {
    const to = row * rowBytes;
    if (planes.fullColour) {
      const from = (top + row) * luma.stride + left;
      for (let column = 0, at = to; column < area.width; column++, at += 4) {
        into[at] = red.data[from + column] as number;
        into[at + 1] = luma.data[from + column] as number;
        into[at + 2] = blue.data[from + column] as number;
      }
    } else readRow(image, left, top + row, into.subarray(to, to + rowBytes));
    const alphas = alpha ? (top + row) * alpha.stride + left : 0;
    for (let column = 0, at = to + 3; column < area.width; column++, at += 4)
      into[at] = alpha ? (alpha.data[alphas + column] as number) : 255;
  }
}

/** Reads a row of the planes. Chroma sits on the left column of each block, so the other one is between two samples. */
function readRow({ planes }: LayerImage, left: number, row: number, into: Uint8ClampedArray): void {
  const lumas = planes.y.data;
  const blues = planes.u.data;
  const reds = planes.v.data;
  let from = row * planes.y.stride + left;
  let sample = (row >> 1) * planes.u.stride + (left >> 1);
  const last = (row >> 1) * planes.u.stride + planes.width / 2 - 1;
  for (let at = 0; at < into.length; at += 8, from += 2, sample++) {
    const next = sample < last ? sample + 1 : sample;
    const u = 2 * (blues[sample] as number) - 256;
    const v = 2 * (reds[sample] as number) - 256;
    const one = LUMA * ((lumas[from] as number) - 16) + 256;
    into[at] = (one + RED_V * v) >> 9;
    into[at + 1] = (one + GREEN_U * u + GREEN_V * v) >> 9;
    into[at + 2] = (one + BLUE_U * u) >> 9;
    const u2 = (u >> 1) + (blues[next] as number) - 128;
    const v2 = (v >> 1) + (reds[next] as number) - 128;
    const two = LUMA * ((lumas[from + 1] as number) - 16) + 256;
    into[at + 4] = (two + RED_V * v2) >> 9;
    into[at + 5] = (two + GREEN_U * u2 + GREEN_V * v2) >> 9;
    into[at + 6] = (two + BLUE_U * u2) >> 9;
  }
}
