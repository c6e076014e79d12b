import type { Placement, Rect, Size } from '../scene/placement.ts';

/** A rectangle of whole pixels. */
export type PixelRect = Rect;

/** What of a source is scaled to which pixels of the output. */
export interface Cut {
  /** The part of the source that is used, in whole source pixels on the grid. */
  readonly window: PixelRect;
  /** Where that part lies on the output when it is scaled, in whole pixels on the grid; may reach beyond {@link Cut.seen}. */
  readonly target: PixelRect;
  /** The pixels of the output that may be painted, inside the output. */
  readonly seen: PixelRect;
}

/**
 * The pixels of a source that does not move: its edges are laid on the nearest grid line, so that they are sharp, and no
 * more of the source is scaled than is seen.
 *
 * @param source size in its own upright pixels.
 * @param grid 1 for single pixels; 2 where chroma is stored for every second one.
 * @returns undefined when nothing is seen.
 */
export function cutOf(source: Size, placement: Placement, output: Size, grid: 1 | 2): Cut | undefined {
  const across = cutAlong(
    source.width,
    { from: placement.whole.x, length: placement.whole.width },
    { from: placement.visible.x, length: placement.visible.width },
    output.width,
    grid,
  );
  const down = cutAlong(
    source.height,
    { from: placement.whole.y, length: placement.whole.height },
    { from: placement.visible.y, length: placement.visible.height },
    output.height,
    grid,
  );
  return (
    across &&
    down && {
      window: rect(across.window, down.window),
      target: rect(across.target, down.target),
      seen: rect(across.seen, down.seen),
    }
  );
}

interface Stretch {
  readonly from: number;
  readonly length: number;
}

function cutAlong(source: number, whole: Stretch, visible: Stretch, output: number, grid: 1 | 2) {
  const start = snap(whole.from, grid);
  const end = Math.max(snap(whole.from + whole.length, grid), start + grid);
  if (whole.length <= 0) return undefined;
  const seenFrom = Math.max(0, start, snap(visible.from, grid));
  const seenTo = Math.min(output, end, snap(visible.from + visible.length, grid));
  if (seenTo <= seenFrom) return undefined;
  const scale = (end - start) / source;
  const from = Math.max(0, Math.floor((seenFrom - start) / scale / grid) * grid);
  const to = Math.min(source, Math.ceil((seenTo - start) / scale / grid) * grid);
  // Beyond one output length from what is seen there is only more of a source pixel that is larger than the output: cut
  // off, so that no scale makes the target huge.
  const targetFrom = Math.max(start + snap(from * scale, grid), seenFrom - output);
  const targetTo = Math.min(to === source ? end : start + snap(to * scale, grid), seenTo + output);
  return {
    window: { from, length: to - from },
    target: { from: targetFrom, length: Math.max(targetTo - targetFrom, grid) },
    seen: { from: seenFrom, length: seenTo - seenFrom },
  };
}

function snap(length: number, grid: number): number {
  return Math.round(length / grid) * grid;
}

function rect(across: Stretch, down: Stretch): PixelRect {
  return { x: across.from, y: down.from, width: across.length, height: down.length };
}
