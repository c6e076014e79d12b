import { toSeconds } from '../../../base/time.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import { mapPoint, type Matrix, matrixOf } from '../../scene/matrix.ts';
import { boundingBoxOf, hidesOverflow, placeClip, type Rect } from '../../scene/placement.ts';
import { valueAt } from '../../resolve/tween.ts';
import type { Overflow } from './find-overflow.ts';
import { isMotionless, isSliding, type OutputPicture } from './seen-area.ts';
import type { TextMeasure } from './measure-written.ts';

/** The letters that may be missing at the edge of the picture, in font sizes. */
const TOLERANCE = {
  quarter: 0.08,
  // The corners of the bounding box of a text hold no letters, so they may be outside.
  slanted: 0.5,
};

/** True if a clip is turned, skewed or mirrored at some time. */
export function isTurned({ angle, skew, flip }: VisualClip): boolean {
  return flip.horizontal || flip.vertical || [angle, skew.x, skew.y].some((value) => value !== 0);
}

/**
 * Finds out if a turned, skewed or mirrored text leaves the picture. Returns undefined if the clip moves or cuts
 * its text off, because it is then unknown what the picture shows.
 */
export function findTurnedOverflow(
  { ink, size }: TextMeasure,
  clip: VisualClip,
  output: OutputPicture,
): Overflow | undefined {
  const { angle, skew, flip } = clip;
  const isStill = isMotionless(clip) && [angle, skew.x, skew.y].every((value) => typeof value === 'number');
  if (!isStill || clip.perspective || isSliding(clip) || hidesOverflow(clip)) return undefined;
  const start = toSeconds(0);
  const [scale, degrees] = [valueAt(clip.scale, start), valueAt(angle, start)];
  if (scale <= 0) return undefined;
  const shear = { x: valueAt(skew.x, start), y: valueAt(skew.y, start) };
  const offset = { x: valueAt(clip.offset.x, start), y: valueAt(clip.offset.y, start) };
  const { placement, centre } = placeClip(clip, { scale, offset }, output);
  const change = { flip, scale: 1, skew: shear, angle: degrees, move: { x: 0, y: 0 } };
  const { x, y, width, height } = turnRect(
    {
      x: placement.whole.x + ink.x * scale,
      y: placement.whole.y + ink.y * scale,
      width: ink.width * scale,
      height: ink.height * scale,
    },
    matrixOf(change, centre),
  );
  const beyond = [
    { side: 'top', excess: -y },
    { side: 'bottom', excess: y + height - output.height },
    { side: 'left', excess: -x },
    { side: 'right', excess: x + width - output.width },
  ] as const;
  const { side, excess } = beyond.reduce((one, other) => (other.excess > one.excess ? other : one));
  const isSlanted = degrees % 90 !== 0 || shear.x !== 0 || shear.y !== 0;
  const tolerance = Math.max(1, size * scale * TOLERANCE[isSlanted ? 'slanted' : 'quarter']);
  if (excess <= tolerance) return undefined;
  const needed = { width: Math.ceil(ink.width), height: Math.ceil(ink.height) };
  return { kind: 'away', side, excess: excess / scale, needed, isCut: true };
}

/** Returns the bounding box of a rectangle that a matrix has mapped. */
function turnRect({ x, y, width, height }: Rect, matrix: Matrix): Rect {
  const corners = [
    mapPoint(matrix, x, y),
    mapPoint(matrix, x + width, y),
    mapPoint(matrix, x, y + height),
    mapPoint(matrix, x + width, y + height),
  ];
  return boundingBoxOf(corners.map((corner) => ({ ...corner, width: 0, height: 0 })));
}
