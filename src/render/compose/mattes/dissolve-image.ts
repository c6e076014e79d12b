import type { LayerImage } from '../layers/layer-image.ts';
import { maskLayerImage, paintedAreaOf } from './mask-layer-image.ts';

/** The layer that another one dissolves into. */
export interface UpperLayer {
  readonly image: LayerImage;
  /** 0 to 1: how much of the layer is seen, times its own opacity. */
  readonly opacity: number;
}

/**
 * Makes a layer so transparent that it and the layer painted over it add up to a dissolve: `1 - share` of the
 * lower one and `share` of the upper one. Painting in the ordinary way, the upper layer lets `1 - share` of
 * its coverage through. So the lower layer keeps its opacity where the upper one is opaque, and has the opacity
 * `1 - share` where there is nothing of the upper one.
 *
 * @param share 0 to less than 1.
 * @returns undefined if nothing of the layer is painted.
 */
export function dissolveImage(
  image: LayerImage,
  upper: UpperLayer | undefined,
  share: number,
): LayerImage | undefined {
  // Painting rounds opacities to 256 steps.
  const isWhole = Math.round(256 * (upper?.opacity ?? 0)) === Math.round(256 * share);
  if (upper?.image.coversFrame === true && isWhole) return image;
  const area = paintedAreaOf(image);
  if (area.width <= 0 || area.height <= 0) return undefined;
  const mask = new Uint8Array(area.width * area.height).fill(Math.round(255 * (1 - share)));
  if (upper) {
    const { planes, x, y } = upper.image;
    const seen = paintedAreaOf(upper.image);
    const kept = keptByCoverage(upper.opacity, share);
    const right = Math.min(area.x + area.width, seen.x + seen.width);
    const bottom = Math.min(area.y + area.height, seen.y + seen.height);
    for (let row = Math.max(area.y, seen.y); row < bottom; row++) {
      for (let column = Math.max(area.x, seen.x); column < right; column++) {
        const coverage = planes.alpha?.data[(row - y) * planes.alpha.stride + column - x] ?? 255;
        mask[(row - area.y) * area.width + column - area.x] = kept[coverage] as number; // A list of 256.
      }
    }
  }
  return maskLayerImage(image, area, mask, new Uint8Array(Math.ceil(mask.length / 4)));
}

/** Returns the opacity, 0 to 255, that the lower layer keeps under each coverage of the upper one. */
function keptByCoverage(opacity: number, share: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, coverage) =>
    Math.min(255, Math.round((255 * (1 - share)) / (1 - (opacity * coverage) / 255))),
  );
}
