import { projectPoint } from './homography.ts';
import { isFoldedInSpace, projectionOf } from './perspective.ts';
import type { Placement } from './placement.ts';

/** What of a layer decides where its corners are. */
type Placed = Parameters<typeof projectionOf>[0] &
  Parameters<typeof isFoldedInSpace>[0] & { readonly placement: Placement };

/** Pixels of the canvas that a corner moves between two moments of a trail. Less is not seen. */
const SPACING = 1.5;
/** Pixels up to which a movement blurs nothing. */
const LEAST = 0.5;
/** The most moments of a trail. The sums of as many bytes fit into 16 bits. */
const MOST = 64;

/**
 * Returns the layers of a clip while a shutter is open, at even distances. They are as many as the movement needs.
 * `undefined` if the clip hardly moves.
 *
 * @param open frames for which the shutter is open, at most 1. The frame is in the middle.
 * @param layerAt returns the layer some frames after the frame.
 */
export function trailAt<Layer extends Placed>(
  open: number,
  layerAt: (frames: number) => Layer,
): readonly Layer[] | undefined {
  const middle = layerAt(0);
  // If the clip is folded at one of the ends, it moves as far as on the other side of the frame.
  const ways = [-open / 2, open / 2]
    .map(layerAt)
    .filter((end) => !isFoldedInSpace(end))
    .map((end) => distanceOf(middle, end));
  const way = (2 * ways.reduce((sum, length) => sum + length, 0)) / Math.max(1, ways.length);
  if (way < LEAST) return undefined;
  const count = Math.min(MOST, Math.max(2, Math.ceil(way / SPACING)));
  return Array.from({ length: count }, (_, index) => layerAt(open * ((index + 0.5) / count - 0.5)));
}

/** Returns the way of the corner that moves farthest, in pixels. Endless for one that passes the viewer. */
function distanceOf(one: Placed, other: Placed): number {
  const [before, after] = [one, other].map(cornersOf);
  const ways = (before ?? []).map((corner, index) => {
    const next = after?.[index] ?? corner;
    return corner.w > 0 && next.w > 0 ? Math.hypot(next.x - corner.x, next.y - corner.y) : Infinity;
  });
  return Math.max(...ways);
}

function cornersOf(layer: Placed): ReturnType<typeof projectPoint>[] {
  const { visible, whole } = layer.placement;
  const projection = projectionOf(layer);
  // The picture may move behind its edges, and the edges over the picture.
  return [visible, whole].flatMap(({ x, y, width, height }) =>
    [0, 1, 2, 3].map((corner) =>
      projectPoint(projection, { x: x + (corner % 2) * width, y: y + (corner >> 1) * height }),
    ),
  );
}
