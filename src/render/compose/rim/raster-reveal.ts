import { invertMatrix, mapPoint } from '../../scene/matrix.ts';
import type { Layer } from '../../scene/scene.ts';
import { settlePlacement } from '../../scene/settle-placement.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';

/**
 * Draws how much a reveal and a wipe show of a layer and of what surrounds it.
 *
 * @param area the rectangle of output pixels to draw, in whole numbers.
 * @returns 0 (hidden) to 255 (visible) in rows without padding. Undefined if all of the layer is seen.
 */
export function rasterReveal(
  { clip, matrix, placement, columns, wipe }: Layer,
  area: PixelRect,
): Uint8Array | undefined {
  if (!wipe && columns.from === 0 && columns.to === 1) return undefined;
  const { x, width } = settlePlacement(clip, placement).visible;
  const inverse = invertMatrix(matrix);
  const coverage = new Uint8Array(area.width * area.height);
  if (!inverse) return coverage;
  const pixel = Math.hypot(inverse.a, inverse.c) / width;
  for (let row = 0, at = 0; row < area.height; row++)
    for (let column = 0; column < area.width; column++, at++) {
      const along = (mapPoint(inverse, area.x + column + 0.5, area.y + row + 0.5).x - x) / width;
      // What surrounds the layer appears and disappears with the side that it is on.
      const after = columns.from === 0 ? 1 : clamp((along - columns.from) / pixel + 0.5);
      const before = columns.to === 1 ? 1 : clamp((columns.to - along) / pixel + 0.5);
      const wiped = wipe ? clamp(wipe.left + (wipe.right - wipe.left) * along) : 1;
      coverage[at] = 255 * after * before * wiped + 0.5; // Rounds to the nearest.
    }
  return coverage;
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
