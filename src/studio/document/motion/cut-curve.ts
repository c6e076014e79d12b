import { EASING_CURVES } from '../../../base/vocabulary/easing-curves.ts';
import { type Spring, springAt } from '../../../base/vocabulary/spring.ts';

/** The control points of a curve: x1, y1, x2 and y2. It runs from 0, 0 to 1, 1: time across, the value up. */
export type Curve = readonly [x1: number, y1: number, x2: number, y2: number];

/** A part of a curve, which is a curve again. */
export interface CurvePart {
  /** The part of the time that it covers, in fractions. */
  readonly from: number;
  readonly to: number;
  /** The values at its ends. */
  readonly first: number;
  readonly last: number;
  readonly curve: Curve;
}

/** A range of the parameter of a curve. */
interface Range {
  readonly begin: number;
  readonly end: number;
}

/** Steps of the search for a time. Each halves what is left. */
const SEARCH_STEPS = 60;
/** Times that a part is halved at most. The rest is as good as straight. */
const MOST_HALVES = 8;
/** A part whose ends have nearly the same value has no scale. As a share of how far it goes. */
const LEAST_RISE = 1e-3;

/** Returns the curve of an easing. Undefined for anything else, such as a placeholder. */
export function readCurve(easing: unknown = 'ease'): Curve | Spring | undefined {
  if (isSpring(easing)) return easing;
  if (Array.isArray(easing)) {
    const isCurve = easing.length === 4 && easing.every((value) => typeof value === 'number');
    return isCurve ? (easing as unknown as Curve) : undefined;
  }
  const named = Object.entries(EASING_CURVES).find(([name]) => name === easing);
  return named?.[1];
}

/**
 * Returns the part of a curve between two fractions of its time, by the construction of de Casteljau. It has several
 * pieces where one would leave what a curve can say.
 */
export function cutCurve(curve: Curve | Spring, from: number, to: number): CurvePart[] {
  if (isSpring(curve)) return cutSpring(curve, from, to);
  const [begin, end] = [from, to].map((time) => findParameter(curve, time)) as [number, number];
  return cutRange(curve, { begin, end }, MOST_HALVES);
}

/** True for a spring whose bounce is a number, or none. */
function isSpring(easing: unknown): easing is Spring {
  if (typeof easing !== 'object' || easing === null || !('type' in easing)) return false;
  return easing.type === 'spring' && !('bounce' in easing && typeof easing.bounce !== 'number');
}

/** Parts into which the whole movement of a spring is cut. A cubic curve follows each of them as well as a picture shows. */
const SPRING_PARTS = 64;
/** A difference of time over which the slope of a spring is measured. */
const NEARBY = 1e-5;

function cutSpring(spring: Spring, from: number, to: number): CurvePart[] {
  const count = Math.max(1, Math.ceil((to - from) * SPRING_PARTS));
  const length = (to - from) / count;
  return Array.from({ length: count }, (_, index) => {
    const [begin, end] = [from + index * length, from + (index + 1) * length];
    const [first, last] = [springAt(spring, begin), springAt(spring, end)];
    const part = { from: begin, to: end, first, last };
    if (Math.abs(last - first) < LEAST_RISE * length) return { ...part, curve: STRAIGHT };
    const slopeAt = (time: number): number =>
      (springAt(spring, time + NEARBY) - springAt(spring, time - NEARBY)) / (2 * NEARBY);
    const rise = (slope: number): number => roundFine((slope * length) / 3 / (last - first));
    return { ...part, curve: [1 / 3, rise(slopeAt(begin)), 2 / 3, roundFine(1 - rise(slopeAt(end)))] };
  });
}

/** A straight line as a curve. */
const STRAIGHT: Curve = [0, 0, 1, 1];

/** Returns the integral of a spring up to a fraction of its time, by Simpson's rule. */
function areaBelowSpring(spring: Spring, time: number): number {
  const step = time / (4 * SPRING_PARTS);
  const places = Array.from({ length: 4 * SPRING_PARTS }, (_, index) => index * step);
  const heights = places.map(
    (at) => springAt(spring, at) + 4 * springAt(spring, at + step / 2) + springAt(spring, at + step),
  );
  return (heights.reduce((sum, height) => sum + height, 0) * step) / 6;
}

function cutRange([x1, y1, x2, y2]: Curve, { begin, end }: Range, halves: number): CurvePart[] {
  const [x, y] = [bloom(x1, x2, { begin, end }), bloom(y1, y2, { begin, end })];
  const [across, up] = [rescale(x), rescale(y)];
  const part = { from: x[0], to: x[3], first: y[0], last: y[3] };
  const isCurve = across.every((value) => value >= 0 && value <= 1) && isRising(y);
  if (isCurve) return [{ ...part, curve: [across[0], up[0], across[1], up[1]] }];
  if (halves === 0) return [{ ...part, curve: STRAIGHT }];
  const middle = (begin + end) / 2;
  const ranges = [
    { begin, end: middle },
    { begin: middle, end },
  ];
  return ranges.flatMap((range) => cutRange([x1, y1, x2, y2], range, halves - 1));
}

/** Gauss's rule with three points: their places and weights. It is exact here, because the product has degree 5. */
const POINTS = [
  [0.5 - Math.sqrt(0.15), 5 / 18],
  [0.5, 4 / 9],
  [0.5 + Math.sqrt(0.15), 5 / 18],
] as const;

/** Returns the integral of the value of a curve from 0 to a fraction of its time. */
export function areaBelow(curve: Curve | Spring, time: number): number {
  if (isSpring(curve)) return areaBelowSpring(curve, time);
  const [x1, y1, x2, y2] = curve;
  const end = findParameter(curve, time);
  const parts = POINTS.map(([place, weight]) => {
    const at = place * end;
    const [value] = bloom(y1, y2, { begin: at, end: at });
    const slope = 3 * ((1 - at) ** 2 * x1 + 2 * at * (1 - at) * (x2 - x1) + at ** 2 * (1 - x2));
    return weight * end * value * slope;
  });
  return parts.reduce((sum, part) => sum + part, 0);
}

/** Returns the four control values of a range of a curve in one dimension. */
function bloom(one: number, two: number, { begin, end }: Range): [number, number, number, number] {
  const at = (a: number, b: number, c: number): number =>
    one * (a * (1 - b) * (1 - c) + b * (1 - a) * (1 - c) + c * (1 - a) * (1 - b)) +
    two * (a * b * (1 - c) + a * c * (1 - b) + b * c * (1 - a)) +
    a * b * c;
  return [at(begin, begin, begin), at(begin, begin, end), at(begin, end, end), at(end, end, end)];
}

/** Returns the two inner values as fractions of the way between the outer ones. */
function rescale([first, one, two, last]: readonly [number, number, number, number]): [number, number] {
  const [a = 0, b = 1] = [one, two].map((value) => roundFine((value - first) / (last - first)));
  return [a, b];
}

/** True if the ends differ enough to be the scale of what is between them. */
function isRising([first, one, two, last]: readonly [number, number, number, number]): boolean {
  const reach = Math.max(...[one, two, last].map((value) => Math.abs(value - first)));
  return Math.abs(last - first) > LEAST_RISE * reach;
}

/** Returns the parameter at which a curve reaches a fraction of its time. */
function findParameter([x1, , x2]: Curve, time: number): number {
  if (time <= 0) return 0;
  if (time >= 1) return 1;
  let [least, most] = [0, 1];
  for (let step = 0; step < SEARCH_STEPS; step++) {
    const middle = (least + most) / 2;
    const [x] = bloom(x1, x2, { begin: middle, end: middle });
    if (x < time) least = middle;
    else most = middle;
  }
  return (least + most) / 2;
}

/** Rounds to a millionth: a number of a tween needs no more. */
export function roundFine(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
