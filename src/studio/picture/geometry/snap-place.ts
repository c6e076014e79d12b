import type { PixelSize, Rect } from '../../../render/scene/placement.ts';
import { boundingBoxOf } from '../../../render/scene/placement.ts';
import { snap } from '../../document/snap.ts';
import { cornersOf, type Point, type ShownClip } from './shown-clip.ts';

/** Lines on the output, in pixels: upright ones by their x, and level ones by their y. */
export interface Lines {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** A movement in pixels of the output, and the lines that it was pulled to. */
export interface SnappedMove {
  readonly by: Point;
  readonly lines: Lines;
}

/** Returns the smallest upright rectangle around clips on the output. */
export function boxAround(clips: readonly ShownClip[]): Rect {
  return boundingBoxOf(clips.flatMap(cornersOf).map(({ x, y }) => ({ x, y, width: 0, height: 0 })));
}

/** Lists the lines that clips are pulled to: the edges and the middle of the output and of the other clips. */
export function listLines(
  { width, height }: PixelSize,
  others: readonly ShownClip[],
  areas: readonly Rect[],
): Lines {
  const boxes = [{ x: 0, y: 0, width, height }, ...others.map((other) => boxAround([other])), ...areas];
  return {
    x: boxes.flatMap((box) => linesOf(box.x, box.width)),
    y: boxes.flatMap((box) => linesOf(box.y, box.height)),
  };
}

/** Pulls a moved rectangle to lines. @param reach pixels of the output within which a line pulls. */
export function snapBox(box: Rect, by: Point, lines: Lines, reach: number): SnappedMove {
  return combine(
    snap(linesOf(box.x, box.width), by.x, lines.x, reach),
    snap(linesOf(box.y, box.height), by.y, lines.y, reach),
  );
}

/**
 * Pulls a dragged corner or side to lines.
 *
 * @param along the direction in which it can be dragged. Undefined if it is free.
 */
export function snapPoint(
  point: Point,
  by: Point,
  lines: Lines,
  reach: number,
  along: Point | undefined,
): SnappedMove {
  const x = snap([point.x], by.x, lines.x, reach);
  const y = snap([point.y], by.y, lines.y, reach);
  if (!along) return combine(x, y);
  const isNear = (component: number): boolean => Math.abs(component) > 1e-3 * Math.hypot(along.x, along.y);
  if (x.at !== undefined && isNear(along.x))
    return { by: { x: x.by, y: (x.by * along.y) / along.x }, lines: { x: [x.at], y: [] } };
  if (y.at !== undefined && isNear(along.y))
    return { by: { x: (y.by * along.x) / along.y, y: y.by }, lines: { x: [], y: [y.at] } };
  return { by, lines: { x: [], y: [] } };
}

function combine(x: ReturnType<typeof snap>, y: ReturnType<typeof snap>): SnappedMove {
  const pulled = ({ at }: ReturnType<typeof snap>): number[] => (at === undefined ? [] : [at]);
  return { by: { x: x.by, y: y.by }, lines: { x: pulled(x), y: pulled(y) } };
}

function linesOf(from: number, length: number): number[] {
  return [from, from + length / 2, from + length];
}
