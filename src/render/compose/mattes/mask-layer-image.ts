import type { Plane } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import type { LayerImage } from '../layers/layer-image.ts';
import { multiplyMask } from './project-mask.ts';

/**
 * Returns the rectangle of output pixels that an image paints, rounded out to even numbers, unless the image is
 * in full colour.
 */
export function paintedAreaOf({ x, y, planes, area }: LayerImage): PixelRect {
  const grid = planes.fullColour ? 1 : 2;
  const left = Math.floor(Math.max(x, area.x) / grid) * grid;
  const top = Math.floor(Math.max(y, area.y) / grid) * grid;
  const right = Math.ceil(Math.min(x + planes.width, area.x + area.width) / grid) * grid;
  const bottom = Math.ceil(Math.min(y + planes.height, area.y + area.height) / grid) * grid;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Multiplies the alpha of an image by a mask. The result shares the colour planes of the image, which do not
 * change.
 *
 * @param image the image.
 * @param area the rectangle of the mask on the output, inside the planes of the image. All numbers are even,
 *   unless the image is in full colour.
 * @param mask the mask in rows without padding. It is overwritten with the alpha of the result.
 * @param chroma memory for the chroma alpha of the result: a quarter as many bytes as the mask. An image in
 *   full colour does not need it.
 */
export function maskLayerImage(
  image: LayerImage,
  area: PixelRect,
  mask: Uint8Array,
  chroma: Uint8Array,
): LayerImage {
  const { planes } = image;
  const [left, top] = [area.x - image.x, area.y - image.y];
  const step = planes.fullColour ? 1 : 2;
  const from = (plane: Plane, shrink: 1 | 2): Plane => ({
    data: plane.data.subarray((top / shrink) * plane.stride + left / shrink),
    stride: plane.stride,
  });
  const half = { width: area.width / 2, height: area.height / 2 };
  if (step === 2) averageForChroma(mask, area, chroma);
  if (planes.alpha) multiplyMask(mask, from(planes.alpha, 1), area);
  if (planes.chromaAlpha && step === 2) multiplyMask(chroma, from(planes.chromaAlpha, 2), half);
  const alpha = { data: mask, stride: area.width };
  return {
    planes: {
      width: area.width,
      height: area.height,
      y: from(planes.y, 1),
      u: from(planes.u, step),
      v: from(planes.v, step),
      alpha,
      chromaAlpha: step === 2 ? { data: chroma, stride: half.width } : alpha,
      ...(step === 1 && { fullColour: true }),
    },
    x: area.x,
    y: area.y,
    area: image.area,
    coversFrame: false,
  };
}

/** Averages a mask for each chroma sample, with the weights of `rasterize`. */
export function averageForChroma(mask: Uint8Array, { width, height }: PixelSize, into: Uint8Array): void {
  for (let row = 0, at = 0; row < height; row += 2) {
    const upper = row * width;
    const lower = upper + width;
    for (let column = 0; column < width; column += 2, at++) {
      const before = column > 0 ? column - 1 : 0;
      // The casts are safe because all six indexes are inside the mask.
      const left = (mask[upper + before] as number) + (mask[lower + before] as number);
      const middle = (mask[upper + column] as number) + (mask[lower + column] as number);
      const right = (mask[upper + column + 1] as number) + (mask[lower + column + 1] as number);
      into[at] = (left + 2 * middle + right + 4) >> 3;
    }
  }
}
