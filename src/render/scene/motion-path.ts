import type { Seconds } from '../../base/time.ts';
import type { Cubic } from '../../base/geometry/svg-path.ts';
import type { MotionPath } from '../resolve/movement/motion-path.ts';
import { valueAt } from '../resolve/tween.ts';
import type { PixelSize } from './placement.ts';

/** A place on a path. */
interface PathPlace {
  /** In pixels of the canvas. */
  readonly x: number;
  readonly y: number;
  /** Direction of the path in degrees clockwise. 0 is to the right. */
  readonly angle: number;
  /** Number of gaps of the path before it. */
  readonly gaps: number;
}

/** A part of a curve between two of its parameters, and the length of the path before it and with it. */
interface PathPart {
  readonly curve: Cubic;
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
  /** Number of gaps before it. */
  readonly gaps: number;
}

/** Parts of a curve. Within one, its speed hardly changes. */
const PARTS = 16;
/** Gauss's rule with three points: their places and weights. */
const GAUSS = [
  [0.5 - Math.sqrt(0.15), 5 / 18],
  [0.5, 4 / 9],
  [0.5 + Math.sqrt(0.15), 5 / 18],
] as const;
/** Steps of Newton's method. Each doubles the digits. */
const STEPS = 4;
/** A difference of the parameter that shows the direction where a curve stands still. */
const NEARBY = 1e-4;

/** The measured paths, on the canvas that they were measured for. */
const measured = new WeakMap<
  MotionPath,
  { readonly canvas: PixelSize; readonly parts: readonly PathPart[] }
>();

/**
 * Returns the place of a clip on its path. The way is measured along the path, so that an even progress is an even speed.
 *
 * @param time seconds since the start of the clip.
 * @param canvas size in pixels.
 */
export function motionAt(motion: MotionPath, time: Seconds, canvas: PixelSize): PathPlace {
  const parts = partsOf(motion, canvas);
  const progress = Math.min(1, Math.max(0, valueAt(motion.progress, time)));
  const way = progress * (parts.at(-1)?.after ?? 0);
  const part = parts.find(({ after }) => after >= way) ?? parts.at(-1);
  if (!part) return { x: 0, y: 0, angle: 0, gaps: 0 };
  const at = findParameter(part, way - part.before);
  const [x, y] = pointAt(part.curve, at);
  return { x, y, angle: motion.turns ? directionAt(part.curve, at) : 0, gaps: part.gaps };
}

function partsOf(motion: MotionPath, canvas: PixelSize): readonly PathPart[] {
  const known = measured.get(motion);
  if (known?.canvas.width === canvas.width && known.canvas.height === canvas.height) return known.parts;
  const { x, y, width, height } = motion.viewBox ?? { x: 0, y: 0, ...canvas };
  const [across, down] = [canvas.width / width, canvas.height / height];
  let [length, gaps] = [0, 0];
  let end: readonly [number, number] | undefined;
  const parts = motion.curves.flatMap((given) => {
    // A curve has four points.
    const curve = given.map((value, index) =>
      index % 2 === 0 ? (value - x) * across : (value - y) * down,
    ) as unknown as Cubic;
    if (end && (curve[0] !== end[0] || curve[1] !== end[1])) gaps++;
    end = [curve[6], curve[7]];
    return Array.from({ length: PARTS }, (_, index) => {
      const [from, to] = [index / PARTS, (index + 1) / PARTS];
      const before = length;
      length += lengthBetween(curve, from, to);
      return { curve, from, to, before, after: length, gaps };
    });
  });
  measured.set(motion, { canvas: { width: canvas.width, height: canvas.height }, parts });
  return parts;
}

/** Returns the parameter at which a part has a length. */
function findParameter({ curve, from, to, before, after }: PathPart, length: number): number {
  if (after === before) return from;
  let at = from + ((to - from) * length) / (after - before);
  for (let step = 0; step < STEPS; step++) {
    const speed = Math.hypot(...slopeAt(curve, at));
    if (speed === 0) break;
    at = Math.min(to, Math.max(from, at - (lengthBetween(curve, from, at) - length) / speed));
  }
  return at;
}

function lengthBetween(curve: Cubic, from: number, to: number): number {
  return GAUSS.reduce(
    (sum, [place, weight]) =>
      sum + weight * (to - from) * Math.hypot(...slopeAt(curve, from + place * (to - from))),
    0,
  );
}

function pointAt([x0, y0, x1, y1, x2, y2, x3, y3]: Cubic, at: number): readonly [number, number] {
  const left = 1 - at;
  const [a, b, c, d] = [left ** 3, 3 * left ** 2 * at, 3 * left * at ** 2, at ** 3];
  return [a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3];
}

/** Returns the derivative by the parameter. */
function slopeAt([x0, y0, x1, y1, x2, y2, x3, y3]: Cubic, at: number): readonly [number, number] {
  const left = 1 - at;
  const [a, b, c] = [3 * left ** 2, 6 * left * at, 3 * at ** 2];
  return [a * (x1 - x0) + b * (x2 - x1) + c * (x3 - x2), a * (y1 - y0) + b * (y2 - y1) + c * (y3 - y2)];
}

function directionAt(curve: Cubic, at: number): number {
  const slope = slopeAt(curve, at);
  const stands = Math.hypot(...slope) < NEARBY;
  // A curve whose control point lies on its end stands still there.
  const [dx, dy] = stands ? slopeAt(curve, at < 0.5 ? at + NEARBY : at - NEARBY) : slope;
  return (Math.atan2(dy, dx) * 180) / Math.PI;
}
