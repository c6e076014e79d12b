import type { Seconds } from '../../base/time.ts';
import type { ResolvedPerspective } from '../resolve/movement/perspective.ts';
import { valueAt } from '../resolve/tween.ts';
import { combineHomographies, type Homography, homographyOfCorners, toHomography } from './homography.ts';
import type { Matrix } from './matrix.ts';
import type { PixelSize, Rect } from './placement.ts';

/**
 * Returns the change of a clip in space, before its matrix applies. `undefined` if nothing is seen of it, because it is
 * folded to a line.
 *
 * @param time seconds since the start of the clip.
 * @param box the clip before its crop, in pixels of the canvas.
 * @param canvas size in pixels.
 */
export function perspectiveAt(
  { corners, tilt, turn, fieldOfView }: ResolvedPerspective,
  time: Seconds,
  box: Rect,
  canvas: PixelSize,
): Homography | undefined {
  const [one, two, three, four] = corners.map(({ x, y }) => ({
    x: box.x + valueAt(x, time) * box.width,
    y: box.y + valueAt(y, time) * box.height,
  }));
  const pinned = one && two && three && four && homographyOfCorners(box, [one, two, three, four]);
  if (!pinned) return undefined;
  const [tilted, turned] = [radiansAt(tilt, time), radiansAt(turn, time)];
  if (tilted === 0 && turned === 0) return pinned;
  const [sinTilt, cosTilt, sinTurn, cosTurn] = [
    Math.sin(tilted),
    Math.cos(tilted),
    Math.sin(turned),
    Math.cos(turned),
  ];
  // The inverse of the distance at which the canvas has its own size. Parallel rays come from an endless distance.
  const view = Math.min(170, Math.max(0, valueAt(fieldOfView, time))) * (Math.PI / 180);
  const near = Math.tan(view / 2) / (canvas.height / 2);
  const inSpace: Homography = [
    cosTurn,
    sinTurn * sinTilt,
    0,
    0,
    cosTilt,
    0,
    sinTurn * near,
    -cosTurn * sinTilt * near,
    1,
  ];
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const about = combineHomographies([1, 0, x, 0, 1, y, 0, 0, 1], inSpace);
  return combineHomographies(combineHomographies(about, [1, 0, -x, 0, 1, -y, 0, 0, 1]), pinned);
}

/** True if nothing is seen of a layer, because it is folded to a line. */
export function isFoldedInSpace({
  clip,
  perspective,
}: {
  readonly clip: { readonly perspective?: ResolvedPerspective };
  readonly perspective?: Homography | undefined;
}): boolean {
  return clip.perspective !== undefined && !perspective;
}

function radiansAt(degrees: ResolvedPerspective['tilt'], time: Seconds): number {
  return (valueAt(degrees, time) * Math.PI) / 180;
}

/** Returns the transform from points of the placement of a layer to points of the output, with its look in space. */
export function projectionOf({
  matrix,
  perspective,
}: {
  readonly matrix: Matrix;
  readonly perspective?: Homography;
}): Homography {
  const affine = toHomography(matrix);
  return perspective ? combineHomographies(affine, perspective) : affine;
}
