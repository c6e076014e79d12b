import { type Rate, timeAtFrame } from '../../base/time.ts';
import { type AnimatedNumber, type ResolvedTween, valueRangeOf } from '../resolve/animated-number.ts';
import type { VisualClip } from '../resolve/timeline.ts';
import type { CropValues } from './crop.ts';
import { effectAt } from './effect.ts';
import { mapPoint, matrixOf } from './matrix.ts';
import {
  fittedSizeOf,
  hidesOverflow,
  intersect,
  type PixelSize,
  placeClip,
  type Rect,
  viewportOf,
} from './placement.ts';
import { layerAt, type Layer } from './scene.ts';
import { valueAt } from '../resolve/tween.ts';

/** The picture that clips are placed in, in pixels, and its frame rate. */
export interface ScenePicture extends PixelSize {
  readonly rate: Rate;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The reason why a clip is never visible. */
export type Unseen =
  | {
      readonly kind: 'outside';
      /** The bounding box of the clip where it is nearest to the picture, in pixels of the output. */
      readonly nearest: Rect;
      /** The offset of the clip there. */
      readonly offset: Point;
      /** True if the clip is in this place for its whole life. */
      readonly isSteady: boolean;
    }
  /** `transparent`: its opacity is 0. `empty`: its scale is 0. `cropped`: its crop leaves nothing. */
  | { readonly kind: 'transparent' | 'empty' | 'cropped' };

/** Pixels by which a clip must reach into the picture to be visible. Less comes from rounding. */
const MIN_OVERLAP = 0.01;
/** Number of frames of all clips of an edit that are looked at. They take less than half a second. */
const MAX_FRAMES = 20_000;

/** Limits the work of looking for clips that are never visible. The work is counted, not timed. */
export class FrameBudget {
  private left: number;

  constructor(frames = MAX_FRAMES) {
    this.left = frames;
  }

  /** Pays for looking at frames. Returns false if too little is left. */
  pay(frames: number): boolean {
    if (frames > this.left) return false;
    this.left -= frames;
    return true;
  }
}

/**
 * Finds out why a clip is not visible in a single frame of its whole life, with its tweens, its effect and its
 * transitions. Mattes and other clips do not count. Looks at every frame, or proves without it that a clip
 * stays beyond one edge.
 *
 * @param area the area that contains everything that the clip shows, in pixels of its box. Absent for a
 *   picture, which shows something everywhere.
 * @returns undefined if the clip is visible, or if the budget does not suffice.
 */
export function findUnseen(
  clip: VisualClip,
  picture: ScenePicture,
  budget: FrameBudget,
  area?: Rect,
): Unseen | undefined {
  if (isAlways(clip.opacity, 0)) return { kind: 'transparent' };
  if (isAlways(clip.scale, 0)) return { kind: 'empty' };
  // Most looks in space are seen, and none of the other proofs holds for them.
  if (clip.perspective) return undefined;
  const look = new UnseenSearch(clip, picture, area);
  const steady = isSteady(clip);
  if (look.sees(sampleFrames(clip))) return undefined;
  const ends = transitionFrames(clip, picture);
  if (steady) {
    if (!budget.pay(ends.length) || look.sees(ends)) return undefined;
    return look.result(ends.length === 0);
  }
  if (budget.pay(clip.to - clip.from)) return look.sees(framesOf(clip)) ? undefined : look.result(false);
  if (!budget.pay(ends.length) || look.sees(ends)) return undefined;
  const nearest = findNearestPlace(clip, picture, area);
  return nearest && { kind: 'outside', nearest: nearest.bounds, offset: nearest.offset, isSteady: false };
}

/** A place of a clip: its bounding box in pixels of the output, and its offset. */
interface Place {
  readonly bounds: Rect;
  readonly offset: Point;
}

/** Looks at frames of a clip and remembers why they show nothing of it. */
class UnseenSearch {
  private readonly clip: VisualClip;
  private readonly picture: ScenePicture;
  private readonly area: Rect | undefined;
  private nearest: (Place & { readonly distance: number }) | undefined;
  private isCropped = false;
  private isOpaque = false;

  constructor(clip: VisualClip, picture: ScenePicture, area: Rect | undefined) {
    this.clip = clip;
    this.picture = picture;
    this.area = area;
  }

  /** True if the clip is visible in one of the frames. */
  sees(frames: Iterable<number>): boolean {
    for (const frame of frames) {
      const layer = layerAt(this.clip, frame, this.picture);
      if (layer.opacity <= 0) continue;
      this.isOpaque = true;
      const shown = shownAreaOf(layer, this.clip, this.picture, this.area);
      if (isEmpty(shown)) {
        if (!isEmpty(layer.uncropped)) this.isCropped = true;
        continue;
      }
      const corners = cornersOf(shown).map(({ x, y }) => mapPoint(layer.matrix, x, y));
      if (overlaps(corners, this.picture)) return true;
      const bounds = boundsOf(corners);
      const distance = distanceOf(bounds, this.picture);
      if (this.nearest && distance >= this.nearest.distance) continue;
      const { x, y } = this.clip.offset;
      this.nearest = { bounds, distance, offset: { x: valueAt(x, layer.time), y: valueAt(y, layer.time) } };
    }
    return false;
  }

  result(isSteady: boolean): Unseen {
    const { nearest } = this;
    if (nearest) return { kind: 'outside', nearest: nearest.bounds, offset: nearest.offset, isSteady };
    if (this.isCropped) return { kind: 'cropped' };
    return { kind: this.isOpaque ? 'empty' : 'transparent' };
  }
}

/** Returns the part of a layer that shows something, before its matrix applies. */
function shownAreaOf(
  { placement: { whole, visible }, columns }: Pick<Layer, 'placement' | 'columns'>,
  clip: VisualClip,
  picture: PixelSize,
  area: Rect | undefined,
): Rect {
  const revealed = {
    ...visible,
    x: visible.x + columns.from * visible.width,
    width: (columns.to - columns.from) * visible.width,
  };
  if (!area) return revealed;
  const box = fittedSizeOf(clip, picture);
  const scale = { x: whole.width / box.width, y: whole.height / box.height };
  const shown = {
    x: whole.x + area.x * scale.x,
    y: whole.y + area.y * scale.y,
    width: area.width * scale.x,
    height: area.height * scale.y,
  };
  // Ink beyond the box is revealed together with the box. To count all of it is safe.
  return hidesOverflow(clip) ? intersect(shown, revealed) : shown;
}

/**
 * Returns the place nearest to the picture that a clip that is never turned could reach, if all its numbers
 * were independent of each other. Returns undefined if this place is in the picture or unknown.
 */
function findNearestPlace(clip: VisualClip, picture: PixelSize, area: Rect | undefined): Place | undefined {
  const { angle, skew, flip, motion } = clip;
  if (motion) return undefined;
  if (![angle, skew.x, skew.y].every((value) => value === 0) || flip.horizontal || flip.vertical)
    return undefined;
  const crop = leastCropOf(clip.crop);
  const [scales, across, down] = [clip.scale, clip.offset.x, clip.offset.y].map(extremesOf);
  if (!scales || !across || !down) return undefined;
  const [fitted, frame] = [fittedSizeOf(clip, picture), viewportOf(clip, picture)];
  const effects = [0, 1].map((progress) => effectAt(clip.effect, progress, fitted, frame));
  // The edges are linear in each number, so they are farthest where each number is at one of its ends.
  const places = scales.flatMap((scale) =>
    across.flatMap((x) =>
      down.flatMap((y) =>
        effects.map((effect) => {
          const isInner = hidesOverflow(clip) && (effect.isInner || clip.box !== undefined);
          const values = {
            scale: Math.max(0, scale),
            offset: { x, y },
            crop,
            ...(isInner && { innerMotion: effect }),
          };
          const { placement, centre } = placeClip(clip, values, picture);
          const move = isInner
            ? { x: 0, y: 0 }
            : { x: effect.x * picture.width, y: -effect.y * picture.height };
          const matrix = matrixOf(
            { flip, scale: isInner ? 1 : effect.scale, skew: { x: 0, y: 0 }, angle: 0, move },
            centre,
          );
          const shown = shownAreaOf({ placement, columns: { from: 0, to: 1 } }, clip, picture, area);
          const bounds = boundsOf(cornersOf(shown).map((corner) => mapPoint(matrix, corner.x, corner.y)));
          return { bounds, offset: { x, y } };
        }),
      ),
    ),
  );
  const reached = boundsOf(places.flatMap(({ bounds }) => cornersOf(bounds)));
  if (overlaps(cornersOf(reached), picture)) return undefined;
  const distances = places.map(({ bounds }) => distanceOf(bounds, picture));
  return places[distances.indexOf(Math.min(...distances))];
}

/** Returns the least that a crop hides on each side. */
function leastCropOf({ top, bottom, left, right }: VisualClip['crop']): CropValues {
  const least = (side: AnimatedNumber): number => valueRangeOf(side).least;
  return { top: least(top), bottom: least(bottom), left: least(left), right: least(right) };
}

/** Returns the smallest and the largest value. Returns undefined for a curve that leaves its two ends. */
function extremesOf(value: AnimatedNumber): readonly number[] | undefined {
  if (typeof value === 'number') return [value];
  if (value.some(({ curve }) => leavesEnds(curve))) return undefined;
  // A call with all values as arguments would overflow the stack.
  const least = value.reduce((found, { from, to }) => Math.min(found, from, to), Infinity);
  const most = value.reduce((found, { from, to }) => Math.max(found, from, to), -Infinity);
  return [least, most];
}

function isAlways(value: AnimatedNumber, most: number): boolean {
  if (typeof value === 'number') return value <= most;
  return value.every(({ from, to, curve }) => from <= most && to <= most && !leavesEnds(curve));
}

/** True for a curve that leaves its two ends on its way. */
function leavesEnds(curve: ResolvedTween['curve']): boolean {
  if (typeof curve === 'string') return curve.endsWith('Back');
  if ('type' in curve) return curve.bounce !== 0;
  const [, y1 = 0, , y2 = 1] = curve;
  return [y1, y2].some((value) => value < 0 || value > 1);
}

/** True if a clip changes only during its transitions. */
function isSteady({ scale, offset, crop, opacity, angle, skew, motion, effect }: VisualClip): boolean {
  const numbers = [scale, offset.x, offset.y, ...Object.values(crop), opacity, angle, skew.x, skew.y];
  return motion === undefined && effect === undefined && numbers.every((value) => typeof value === 'number');
}

/** Returns a few frames in which most clips are visible, the middle one first. */
function sampleFrames({ from, to }: VisualClip): number[] {
  const last = to - 1;
  const share = (part: number): number => Math.min(last, Math.floor(from + (to - from) * part));
  return [...new Set([share(0.5), share(0.25), share(0.75), last, from])];
}

/** Returns the frames of the transitions of a clip. */
function transitionFrames({ from, to, transition }: VisualClip, { rate }: ScenePicture): number[] {
  const count = (seconds = 0): number => Math.min(to - from, Math.ceil(seconds * rate.valueOf()));
  const [entering, leaving] = [count(transition.in?.seconds), count(transition.out?.seconds)];
  return [
    ...Array.from({ length: entering }, (_, index) => from + index),
    ...Array.from({ length: leaving }, (_, index) => to - 1 - index),
  ];
}

function* framesOf({ from, to }: VisualClip): Generator<number> {
  for (let frame: number = from; frame < to; frame++) yield frame;
}

/** True if a convex quadrilateral overlaps the picture. If it does not, an edge of one of the two separates them. */
function overlaps(corners: readonly Point[], { width, height }: PixelSize): boolean {
  const frame = cornersOf({ x: 0, y: 0, width, height });
  const normals = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    const length = Math.hypot(next.x - corner.x, next.y - corner.y) || 1;
    return { x: (corner.y - next.y) / length, y: (next.x - corner.x) / length };
  });
  return [{ x: 1, y: 0 }, { x: 0, y: 1 }, ...normals].every((axis) => {
    const [one, other] = [spread(corners, axis), spread(frame, axis)];
    return one.to - other.from > MIN_OVERLAP && other.to - one.from > MIN_OVERLAP;
  });
}

function spread(corners: readonly Point[], axis: Point): { readonly from: number; readonly to: number } {
  const along = corners.map(({ x, y }) => x * axis.x + y * axis.y);
  return { from: Math.min(...along), to: Math.max(...along) };
}

/** Returns the corners of a rectangle in the order of its outline. */
function cornersOf({ x, y, width, height }: Rect): readonly Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
}

function boundsOf(corners: readonly Point[]): Rect {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Returns the distance of a rectangle from the picture in pixels. */
function distanceOf({ x, y, width, height }: Rect, picture: PixelSize): number {
  const across = Math.max(0, -(x + width), x - picture.width);
  const down = Math.max(0, -(y + height), y - picture.height);
  return Math.hypot(across, down);
}

function isEmpty({ width, height }: PixelSize): boolean {
  return width <= 0 || height <= 0;
}

/** Returns the length of a clip in seconds. */
export function lifeOf({ from, to }: VisualClip, { rate }: ScenePicture): number {
  return timeAtFrame(to - from, rate).valueOf();
}
