import { coverageAt, coverDistance, placeCover } from '../../scene/transitions/cover.ts';
import { invertMatrix } from '../../scene/matrix.ts';
import type { Layer } from '../../scene/scene.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';

/**
 * Draws the shape that shows or hides a layer.
 *
 * @param area the rectangle of output pixels to draw, in whole numbers.
 * @param into memory for the coverage of each pixel of the area, 0 (hidden) to 255 (visible), in rows without
 *   padding.
 */
export function rasterCover(
  cover: NonNullable<Layer['cover']>,
  { clip, matrix, placement }: Layer,
  area: PixelRect,
  into: Uint8Array,
): void {
  const inverse = invertMatrix(matrix);
  if (!inverse) return void into.fill(0);
  const raster = placeCover(cover, clip, placement.visible);
  const { x: left, y: top, width, height } = raster.rect;
  const aspect = Math.abs(width / height);
  for (let row = 0, at = 0; row < area.height; row++) {
    const y = area.y + row + 0.5;
    for (let column = 0; column < area.width; column++, at++) {
      const x = area.x + column + 0.5;
      const across = (2 * (inverse.a * x + inverse.c * y + inverse.e - left)) / width - 1;
      const down = (2 * (inverse.b * x + inverse.d * y + inverse.f - top)) / height - 1;
      const distance = coverDistance(cover.form, across, down, aspect);
      into[at] = 255 * coverageAt(raster, distance) + 0.5; // Rounds to the nearest.
    }
  }
}
