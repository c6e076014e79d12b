import { SUBJECT_KINDS } from '../../../base/vocabulary/subject-kinds.ts';
import {
  SUBJECT_PARTS,
  type SubjectBox,
  type SubjectKind,
  type SubjectShot,
} from '../../media/subject-track.ts';

/** The size of the visible part of a picture, as fractions of its sides. More than 0, at most 1. */
export interface CameraWindow {
  readonly width: number;
  readonly height: number;
}

/** Least share of the samples of a shot that show a kind of subject, so that the camera follows this kind. */
const LEAST_SHARE = 0.2;
/** Boxes smaller than this part of the largest one do not count. */
const LEAST_SIZE = 0.3;
/** Largest part of the window that all boxes together may fill to be shown together. */
const MOST_FILLED = 0.6;
/** Part of the window by which a subject may be beside its middle before the camera moves. */
const SLACK: Readonly<Record<SubjectKind, number>> = {
  face: 1 / 20,
  person: 1 / 20,
  movement: 1 / 8,
  detail: 1 / 4,
};
/** The height of a box that is put in the middle, from its top, 0 to 1: of a person, the upper body. */
const AIM: Readonly<Record<SubjectKind, number>> = { face: 0.5, person: 0.35, movement: 0.5, detail: 0.5 };
/** Number of samples, before and after each, of which the middle one counts. Single mistakes then have no effect. */
const OUTLIERS = 2;
/** Standard deviations in samples of the Gaussian that makes a movement smooth. The first one that is exact enough counts. */
const SMOOTHNESS = [3.5, 2.5, 1.5, 1];
/** Part of the window by which a subject may be beside its middle, and the share of the samples in which it must not be. */
const [FARTHEST, NEAR_SHARE] = [1 / 8, 0.97];
/** Standard deviations to which it reaches. */
const REACH = 3;

/** Number of samples by which what was found is older than its sample: a movement was between it and the one before. */
const LAG: Readonly<Record<SubjectKind, number>> = { face: 0, person: 0, movement: 0.5, detail: 0 };

/** The places of a camera in a shot, as fractions of a side of the picture. There is one place for each sample. */
export interface CameraPlaces {
  /** The sample of the first place, counted from that of the first frame. It may be before it, and between samples. */
  readonly since: number;
  /** A single place is that of the whole shot. */
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Returns the kind of subject that a shot is about. Undefined if nothing was found in it. */
export function subjectOf({ samples }: SubjectShot): SubjectKind | undefined {
  const count = (kind: SubjectKind): number => samples.filter((sample) => sample?.kind === kind).length;
  return (
    SUBJECT_KINDS.find((kind) => count(kind) >= LEAST_SHARE * samples.length && count(kind) > 0) ??
    SUBJECT_KINDS.find((kind) => count(kind) > 0)
  );
}

/**
 * Works out where the middle of the window is in each sample of a shot. It rests while the subject stays near its
 * middle, and else moves no further than it must, and smoothly. Undefined if nothing was found in the shot.
 */
export function planCamera(shot: SubjectShot, window: CameraWindow): CameraPlaces | undefined {
  const kind = subjectOf(shot);
  if (!kind) return undefined;
  const targets = fillGaps(listTargets(shot, kind, window));
  const move = (side: 'width' | 'height', axis: 'x' | 'y'): number[] => {
    const seen = removeOutliers(targets.map((target) => target[axis]));
    return followSmoothly(seen, window[side], SLACK[kind]);
  };
  // One place before the first sample, which each movement begins with.
  return { since: -1 - LAG[kind], x: move('width', 'x'), y: move('height', 'y') };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the point to show in each sample. Undefined where nothing of the kind was found. */
function listTargets(
  { samples }: SubjectShot,
  kind: SubjectKind,
  window: CameraWindow,
): (Point | undefined)[] {
  let last: Point | undefined;
  return samples.map((sample) => {
    if (sample?.kind !== kind) return undefined;
    last = chooseTarget(sample.boxes, kind, window, last);
    return last;
  });
}

/** Returns the middle of all subjects if they fit into the window together, else that of the one shown before. */
function chooseTarget(
  boxes: readonly SubjectBox[],
  kind: SubjectKind,
  window: CameraWindow,
  last: Point | undefined,
): Point | undefined {
  const areaOf = ([, , width, height]: SubjectBox): number => width * height;
  const largest = Math.max(...boxes.map(areaOf));
  const [first, ...others] = boxes.filter((box) => areaOf(box) >= LEAST_SIZE * largest);
  if (!first) return undefined;
  const points = [first, ...others].map((box) => aimAt(box, kind));
  const [across, down] = [spanOf([first, ...others], 0), spanOf([first, ...others], 1)];
  if (across.length <= MOST_FILLED * window.width && down.length <= MOST_FILLED * window.height)
    return { x: across.middle, y: kind === 'face' ? down.middle : meanOf(points.map(({ y }) => y)) };
  const farFrom = ({ x, y }: Point): number => (last ? Math.hypot(x - last.x, y - last.y) : 0);
  return points.reduce((near, point) => (farFrom(point) < farFrom(near) ? point : near));
}

function aimAt([x, y, , height]: SubjectBox, kind: SubjectKind): Point {
  return { x: x / SUBJECT_PARTS, y: (y + (AIM[kind] - 0.5) * height) / SUBJECT_PARTS };
}

/** Returns the middle and the length of what boxes cover along an axis: 0 across, 1 down. */
function spanOf(
  boxes: readonly SubjectBox[],
  axis: 0 | 1,
): { readonly middle: number; readonly length: number } {
  const ends = boxes.map(([x, y, width, height]) =>
    axis === 0 ? [x - width / 2, x + width / 2] : [y - height / 2, y + height / 2],
  );
  const from = Math.min(...ends.flat()) / SUBJECT_PARTS;
  const to = Math.max(...ends.flat()) / SUBJECT_PARTS;
  return { middle: (from + to) / 2, length: to - from };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Puts points on the straight line between the known ones around them. At the ends, the nearest one counts. */
function fillGaps(targets: readonly (Point | undefined)[]): Point[] {
  const known = targets.flatMap((point, index) => (point ? [{ point, index }] : []));
  let passed = 0;
  return targets.flatMap((target, index) => {
    if (target) passed++;
    const [before, after] = [known[passed - 1] ?? known[passed], known[passed] ?? known[passed - 1]];
    if (target || !before || !after) return target ?? [];
    const share = after === before ? 0 : (index - before.index) / (after.index - before.index);
    const mix = (axis: 'x' | 'y'): number =>
      before.point[axis] + (after.point[axis] - before.point[axis]) * share;
    return [{ x: mix('x'), y: mix('y') }];
  });
}

/** Replaces each value by the middle one of those around it. */
function removeOutliers(values: readonly number[]): number[] {
  return values.map((_, index) => {
    const reach = Math.min(OUTLIERS, index, values.length - 1 - index);
    return values.slice(index - reach, index + reach + 1).toSorted((one, other) => one - other)[reach] ?? 0;
  });
}

/**
 * Returns the places of a window of a length that follows points along one axis.
 *
 * @param length the length of the window, 0 to 1. It never leaves the picture.
 * @param slack the part of the window by which points may be beside its middle.
 */
function followSmoothly(points: readonly number[], length: number, slack: number): number[] {
  const clamp = (place: number): number => Math.min(1 - length / 2, Math.max(length / 2, place));
  const wanted = points.map(clamp);
  const [least, most] = [Math.min(...wanted), Math.max(...wanted)];
  const free = slack * length;
  if (most - least <= 2 * free) return [(least + most) / 2];
  let place = meanOf(wanted.slice(0, OUTLIERS + 1));
  const moved = wanted.map((point) => {
    place = Math.min(point + free, Math.max(point - free, place));
    return place;
  });
  const smoothed = SMOOTHNESS.map((deviation) => blur(moved, deviation).map(clamp));
  const isNear = (places: readonly number[]): boolean => {
    const near = places.filter((at, index) => Math.abs(at - (wanted[index] ?? at)) <= FARTHEST * length);
    return near.length >= NEAR_SHARE * places.length;
  };
  return addEnds(smoothed.find(isNear) ?? smoothed.at(-1) ?? moved).map(clamp);
}

/** Adds a value before the first and one after the last, which go on as the values do. */
function addEnds(values: readonly number[]): number[] {
  return [valueAt(values, -1), ...values, valueAt(values, values.length)];
}

/** Returns a value. Beyond an end, values go on with its slope: they are turned about it. */
function valueAt(values: readonly number[], index: number): number {
  const last = values.length - 1;
  const end = index < 0 ? 0 : last;
  if (index >= 0 && index <= last) return values[index] ?? 0;
  return 2 * (values[end] ?? 0) - (values[Math.min(last, Math.max(0, 2 * end - index))] ?? 0);
}

/** Blurs values with a Gaussian. Beyond the ends, they go on with their slope. */
function blur(values: readonly number[], deviation: number): number[] {
  const reach = Math.ceil(REACH * deviation);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-(((index - reach) / deviation) ** 2) / 2),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return values.map((_, index) => {
    const sum = weights.reduce(
      (added, weight, tap) => added + weight * valueAt(values, index + tap - reach),
      0,
    );
    return sum / total;
  });
}
