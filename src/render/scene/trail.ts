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

/** Steps in which a jump is looked for. Each halves the part of the time in which it lies. */
const SEARCHES = 14;

/**
 * Returns the layers of a clip while a shutter is open, at even distances. They are as many as the movement needs.
 * What lies beyond a jump is left out, because a clip that jumps is never seen in two places. `undefined` if the clip
 * hardly moves.
 *
 * @param open frames for which the shutter is open, at most 1. The frame is in the middle.
 * @param layerAt returns the layer some frames after the frame.
 * @param jumpsAt returns a text that changes with each jump.
 */
export function trailAt<Layer extends Placed>(
  open: number,
  layerAt: (frames: number) => Layer,
  jumpsAt: (frames: number) => string,
): readonly Layer[] | undefined {
  const middle = layerAt(0);
  const [from = 0, to = 0] = [-open / 2, open / 2].map((end) => reachOf(end, layerAt, jumpsAt));
  // If the clip is folded at one of the ends, it moves as far as on the other side of the frame.
  const ways = [from, to]
    .map(layerAt)
    .filter((end) => !isFoldedInSpace(end))
    .map((end) => distanceOf(middle, end));
  const way = (2 * ways.reduce((sum, length) => sum + length, 0)) / Math.max(1, ways.length);
  if (way < LEAST) return undefined;
  const count = Math.min(MOST, Math.max(2, Math.ceil(way / SPACING)));
  return Array.from({ length: count }, (_, index) => layerAt(from + ((to - from) * (index + 0.5)) / count));
}

/** Returns how far a clip moves from its frame towards an end before it is seen to jump, in frames. */
function reachOf(
  end: number,
  layerAt: (frames: number) => Placed,
  jumpsAt: (frames: number) => string,
): number {
  const own = jumpsAt(0);
  if (jumpsAt(end) === own) return end;
  let [near, far] = [0, end];
  for (let search = 0; search < SEARCHES; search++) {
    const middle = (near + far) / 2;
    if (jumpsAt(middle) === own) near = middle;
    else far = middle;
  }
  // A second turn from 0 to 360 degrees goes on where the first one ends, and so does a closed path.
  return distanceOf(layerAt(near), layerAt(far)) < LEAST ? end : near;
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
