import type { Placement, PixelSize } from '../../scene/placement.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';

/** The part of a source to scale, and its position on the output. */
export interface SourceCrop {
  /** The part of the source to use, in whole source pixels on the grid. */
  readonly window: PixelRect;
  /**
   * The rectangle of output pixels to which the window is scaled, on the grid. This rectangle may exceed
   * {@link SourceCrop.visible}.
   */
  readonly target: PixelRect;
  /** The pixels inside the output that may be painted. */
  readonly visible: PixelRect;
}

/**
 * Crops a stationary source to its visible part, so that only that part is scaled. Edges are rounded to the
 * nearest grid line to keep them sharp.
 *
 * @param source size of the upright source in its own pixels.
 * @param placement the placement of the source on the output.
 * @param output size in pixels.
 * @param grid distance of the grid lines in pixels: 2 if chroma is stored for every second pixel, otherwise
 *   1.
 * @returns undefined if nothing is visible.
 */
export function cropSource(
  source: PixelSize,
  placement: Placement,
  output: PixelSize,
  grid: 1 | 2,
): SourceCrop | undefined {
  const across = cropAxis(
    source.width,
    { from: placement.whole.x, length: placement.whole.width },
    { from: placement.visible.x, length: placement.visible.width },
    output.width,
    grid,
  );
  const down = cropAxis(
    source.height,
    { from: placement.whole.y, length: placement.whole.height },
    { from: placement.visible.y, length: placement.visible.height },
    output.height,
    grid,
  );
  return (
    across &&
    down && {
      window: toRect(across.window, down.window),
      target: toRect(across.target, down.target),
      visible: toRect(across.visible, down.visible),
    }
  );
}

interface PixelRange {
  readonly from: number;
  readonly length: number;
}

function cropAxis(source: number, whole: PixelRange, visible: PixelRange, output: number, grid: 1 | 2) {
  const start = snapToGrid(whole.from, grid);
  const end = Math.max(snapToGrid(whole.from + whole.length, grid), start + grid);
  if (whole.length <= 0) return undefined;
  const visibleFrom = Math.max(0, start, snapToGrid(visible.from, grid));
  const visibleTo = Math.min(output, end, snapToGrid(visible.from + visible.length, grid));
  if (visibleTo <= visibleFrom) return undefined;
  const scale = (end - start) / source;
  const from = Math.max(0, Math.floor((visibleFrom - start) / scale / grid) * grid);
  const to = Math.min(source, Math.ceil((visibleTo - start) / scale / grid) * grid);
  // The target reaches at most one output length beyond the visible part, so that the target is never huge,
  // whatever the scale. The limit only matters if a source pixel is larger than the output.
  const targetFrom = Math.max(start + snapToGrid(from * scale, grid), visibleFrom - output);
  const targetTo = Math.min(to === source ? end : start + snapToGrid(to * scale, grid), visibleTo + output);
  return {
    window: { from, length: to - from },
    target: { from: targetFrom, length: Math.max(targetTo - targetFrom, grid) },
    visible: { from: visibleFrom, length: visibleTo - visibleFrom },
  };
}

function snapToGrid(length: number, grid: number): number {
  return Math.round(length / grid) * grid;
}

function toRect(across: PixelRange, down: PixelRange): PixelRect {
  return { x: across.from, y: down.from, width: across.length, height: down.length };
}
