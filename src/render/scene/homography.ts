import { bulges } from '../../base/geometry/bulges.ts';
import type { Matrix } from './matrix.ts';
import type { Rect } from './placement.ts';

/** A projective transform of pixels, row by row: w x' = a x + b y + c, w y' = d x + e y + f, w = g x + h y + i. */
export type Homography = readonly [
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
  i: number,
];

/** A point in pixels. Positive y points down. */
interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/** Returns an affine transform as a projective one. */
export function toHomography({ a, b, c, d, e, f }: Matrix): Homography {
  return [a, c, e, b, d, f, 0, 0, 1];
}

/** Returns the transform that applies the second one first. */
export function combineHomographies(one: Homography, other: Homography): Homography {
  const cell = (row: number, column: number): number =>
    [0, 1, 2].reduce((sum, index) => sum + (one[3 * row + index] ?? 0) * (other[3 * index + column] ?? 0), 0);
  const cells = Array.from({ length: 9 }, (_, index) => cell(Math.floor(index / 3), index % 3));
  return cells as unknown as Homography; // There are nine.
}

/** Maps a point. `w` is more than 0 in front of the viewer. */
export function projectPoint(
  [a, b, c, d, e, f, g, h, i]: Homography,
  { x, y }: PlanePoint,
): PlanePoint & { readonly w: number } {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w, w };
}

/** Returns the inverse. `undefined` if the transform maps all points to one line. */
export function invertHomography([a, b, c, d, e, f, g, h, i]: Homography): Homography | undefined {
  const [one, two, three] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const volume = a * one + b * two + c * three;
  if (!Number.isFinite(1 / volume)) return undefined;
  const cells = [
    one,
    c * h - b * i,
    b * f - c * e,
    two,
    a * i - c * g,
    c * d - a * f,
    three,
    b * g - a * h,
    a * e - b * d,
  ];
  return cells.map((cell) => cell / volume) as unknown as Homography; // There are nine.
}

/**
 * Returns the transform that moves the corners of a rectangle to four points, from the upper left one clockwise. It is
 * 1 at the upper left corner. `undefined` if the points do not bulge outwards, so that no view shows the rectangle so.
 */
export function homographyOfCorners(
  { x, y, width, height }: Rect,
  [p0, p1, p2, p3]: readonly [PlanePoint, PlanePoint, PlanePoint, PlanePoint],
): Homography | undefined {
  // P. S. Heckbert, Fundamentals of Texture Mapping and Image Warping (1989), 2.2.3: from the unit square.
  const sum = { x: p0.x - p1.x + p2.x - p3.x, y: p0.y - p1.y + p2.y - p3.y };
  const one = { x: p1.x - p2.x, y: p1.y - p2.y };
  const two = { x: p3.x - p2.x, y: p3.y - p2.y };
  const area = one.x * two.y - two.x * one.y;
  if (width === 0 || height === 0 || !bulges([p0, p1, p2, p3])) return undefined;
  const g = (sum.x * two.y - two.x * sum.y) / area;
  const h = (one.x * sum.y - sum.x * one.y) / area;
  const ofSquare: Homography = [
    p1.x - p0.x + g * p1.x,
    p3.x - p0.x + h * p3.x,
    p0.x,
    p1.y - p0.y + g * p1.y,
    p3.y - p0.y + h * p3.y,
    p0.y,
    g,
    h,
    1,
  ];
  return combineHomographies(ofSquare, [1 / width, 0, -x / width, 0, 1 / height, -y / height, 0, 0, 1]);
}
