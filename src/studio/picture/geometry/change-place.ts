import { invertMatrix, mapPoint } from '../../../render/scene/matrix.ts';
import type { JsonPath } from '../../document/edit-text.ts';
import { type FieldValue, withFields } from '../../document/motion/cut-motion.ts';
import { roundFine } from '../../document/motion/cut-curve.ts';
import { readAt } from '../../schema/walk-schema.ts';
import { readWrittenNumber, readPixels } from './relative-lengths.ts';
import { isPicture, placeShown, type Point, pointOf, type ShownClip } from './shown-clip.ts';

/** The places of the handles on the bounds of a clip, in fractions, by their points of the compass. */
export const HANDLES = {
  nw: { x: 0, y: 0 },
  n: { x: 0.5, y: 0 },
  ne: { x: 1, y: 0 },
  e: { x: 1, y: 0.5 },
  se: { x: 1, y: 1 },
  s: { x: 0.5, y: 1 },
  sw: { x: 0, y: 1 },
  w: { x: 0, y: 0.5 },
} as const;

/** A handle at a corner or a side. */
export type Handle = keyof typeof HANDLES;

const CENTRE: Point = { x: 0.5, y: 0.5 };
/** Least and most of the fields, as in the schema. */
const MOST_OFFSET = 10;
const MOST_PIXELS = { width: 3840, height: 2160 };
const LEAST_SCALE = 0.001;
/** Pixels of the output that nothing is moved for. */
const UNSEEN = 0.005;
/** Least part of a side that a crop leaves. */
const LEAST_LEFT = 0.01;

/** Moves a clip by pixels of the output. */
export function moveBy({ clip, facts: { canvas } }: ShownClip, by: Point): FieldValue[] {
  const moved = (side: 'x' | 'y', pixels: number, whole: number): FieldValue[] => {
    if (Math.abs(pixels) < UNSEEN) return [];
    const value = numberAt(clip, ['offset', side], 0) + pixels / whole;
    return [{ path: ['offset', side], value: roundFine(limit(value, -MOST_OFFSET, MOST_OFFSET)) }];
  };
  return [...moved('x', by.x, canvas.width), ...moved('y', -by.y, canvas.height)];
}

/** Multiplies the size of a clip. @param fixed the point of its bounds that stays, in fractions. */
export function scaleBy(shown: ShownClip, factor: number, fixed = CENTRE): FieldValue[] {
  const scale = Math.max(LEAST_SCALE, numberAt(shown.clip, ['scale'], 1) * factor);
  return keepPoint(shown, [{ path: ['scale'], value: Math.round(scale * 1e4) / 1e4 }], fixed);
}

/** Turns a clip about the middle of its bounds. @param degrees clockwise. */
export function turnBy(shown: ShownClip, degrees: number): FieldValue[] {
  const path = ['transform', 'rotate', 'angle'];
  const angle = Math.round(10 * (numberAt(shown.clip, path, 0) + degrees)) / 10;
  return keepPoint(shown, [{ path, value: Math.abs(angle) > 360 ? angle % 360 : angle }], CENTRE);
}

/**
 * Moves sides of the box of a clip. The opposite ones stay.
 *
 * @param by pixels of the output along the sides of the clip, before it is turned.
 */
export function resizeBy(shown: ShownClip, handle: Handle, by: Point): FieldValue[] {
  const { bounds, clip } = shown;
  const at = HANDLES[handle];
  const scale = numberAt(clip, ['scale'], 1);
  const fields = (['width', 'height'] as const).flatMap((side) => {
    const [place, shift] = side === 'width' ? [at.x, by.x] : [at.y, by.y];
    const isMoved = place !== 0.5;
    const path = sizePathOf(shown, side);
    // A picture is fitted into its box, so that both sides count.
    if (!path || !(isMoved || isPicture(clip.asset))) return [];
    const pixels = (bounds[side] + (isMoved ? (place === 1 ? shift : -shift) : 0)) / scale;
    return [{ path, value: Math.round(limit(pixels, 1, MOST_PIXELS[side])) }];
  });
  return keepPoint(shown, fields, { x: 1 - at.x, y: 1 - at.y });
}

/** Moves sides of the visible part of a picture. @param by as in {@link resizeBy}. */
export function cropBy({ clip, layer, bounds }: ShownClip, handle: Handle, by: Point): FieldValue[] {
  const { whole } = layer.placement;
  const { x, y } = HANDLES[handle];
  const hide = (side: string, other: string, edge: number): FieldValue[] => {
    const most = 1 - LEAST_LEFT - numberAt(clip, ['asset', 'crop', other], 0);
    return [{ path: ['asset', 'crop', side], value: Math.round(limit(edge, 0, most) * 1e4) / 1e4 }];
  };
  const { width, height } = whole;
  return [
    ...(x === 0 ? hide('left', 'right', (bounds.x + by.x - whole.x) / width) : []),
    ...(x === 1 ? hide('right', 'left', 1 - (bounds.x + bounds.width + by.x - whole.x) / width) : []),
    ...(y === 0 ? hide('top', 'bottom', (bounds.y + by.y - whole.y) / height) : []),
    ...(y === 1 ? hide('bottom', 'top', 1 - (bounds.y + bounds.height + by.y - whole.y) / height) : []),
  ];
}

/** Returns the fields that move a dragged corner or side to where the pointer is. @param by pixels of the output. */
export function dragHandle(shown: ShownClip, handle: Handle, by: Point, freesRatio: boolean): FieldValue[] {
  if (isFree(shown, handle, freesRatio)) return resizeBy(shown, handle, toLocal(shown, by));
  if (sizePathOf(shown, 'width')?.[1] === 'rectangle')
    return resizeBy(shown, handle, toRatio(shown, handle, by));
  const at = HANDLES[handle];
  const fixed = { x: 1 - at.x, y: 1 - at.y };
  const [from, to] = [pointOf(shown, fixed), pointOf(shown, at)];
  const [across, down] = [to.x - from.x, to.y - from.y];
  const factor = 1 + (by.x * across + by.y * down) / (across ** 2 + down ** 2);
  return scaleBy(shown, Math.max(0, factor), fixed);
}

/**
 * True if a handle changes width and height on their own. A side always does. At a corner, a rectangle and a line are
 * free, and with Shift all others.
 */
export function isFree(shown: ShownClip, handle: Handle, isShifted: boolean): boolean {
  const path = sizePathOf(shown, 'width');
  if (!path) return false;
  if (handle.length === 1) return true;
  const isUsual = path[1] === 'rectangle' || path[1] === 'line';
  return isUsual !== isShifted;
}

/** Returns the movement of a corner along the diagonal, in pixels along the sides of the clip. */
function toRatio(shown: ShownClip, handle: Handle, by: Point): Point {
  const { width, height } = shown.bounds;
  const { x, y } = toLocal(shown, by);
  const at = HANDLES[handle];
  const [right, down] = [at.x === 1 ? 1 : -1, at.y === 1 ? 1 : -1];
  const share = (x * right * width + y * down * height) / (width ** 2 + height ** 2);
  return { x: share * width * right, y: share * height * down };
}

/** Returns a movement on the output along the sides of a clip, before it is turned. */
export function toLocal({ layer: { matrix } }: ShownClip, { x, y }: Point): Point {
  const inverse = invertMatrix(matrix);
  return inverse ? mapPoint({ ...inverse, e: 0, f: 0 }, x, y) : { x: 0, y: 0 };
}

/**
 * Returns the field with the width or the height of a clip's box, from the clip. Undefined if it has none. In another
 * shape than the first it is none of the asset, which is the same in all shapes.
 */
export function sizePathOf(shown: ShownClip, side: 'width' | 'height'): JsonPath | undefined {
  const path = commonSizePathOf(shown, side);
  if (shown.facts.shape.isCommon || path?.[0] !== 'asset') return path;
  return path.length === 2 && readAt(shown.clip, path) === undefined ? [side] : undefined;
}

function commonSizePathOf({ clip, facts }: ShownClip, side: 'width' | 'height'): JsonPath | undefined {
  const { asset = {} } = clip;
  const { type, shape } = asset;
  const isWide = side === 'width';
  if (type === 'shape') {
    if (shape === 'rectangle') return ['asset', 'rectangle', side];
    return shape === 'line' ? ['asset', 'line', isWide ? 'length' : 'thickness'] : undefined;
  }
  if (type === 'group' || type === 'svg' || hasCrop(asset)) return undefined;
  const isOfAsset = ['text', 'html', 'progress', 'qr', 'waveform'].includes(type ?? '');
  return isOfAsset && readPixels(clip[side], facts.canvas) === undefined ? ['asset', side] : [side];
}

function hasCrop(asset: object): boolean {
  return readAt(asset, ['crop']) !== undefined;
}

/** Moves a clip so that a point of it stays where it is, although other fields change. */
function keepPoint(shown: ShownClip, fields: readonly FieldValue[], at: Point): FieldValue[] {
  const after = placeShown(withFields(shown.clip, withRoom(shown, fields)), shown.facts);
  if (!after) return [...fields];
  const [was, is] = [pointOf(shown, at), pointOf(after, at)];
  const kept = moveBy(shown, { x: was.x - is.x, y: was.y - is.y });
  return [...withRoom(shown, fields), ...kept];
}

/** Lets the box around a shape grow with the shape, which would be cut off otherwise. */
function withRoom({ clip, facts }: ShownClip, fields: readonly FieldValue[]): FieldValue[] {
  if (clip.asset?.type !== 'shape') return [...fields];
  const boxes = fields.flatMap(({ path, value }) => {
    const side = path.at(-1) === 'width' || path.at(-1) === 'length' ? 'width' : 'height';
    const box = readPixels(clip.asset?.[side], facts.canvas);
    const was = readPixels(readAt(clip, path), facts.canvas);
    const isFull = path[1] !== side && path[0] === 'asset' && box !== undefined && box === was;
    return isFull ? [{ path: ['asset', side], value }] : [];
  });
  return [...fields, ...boxes];
}

function numberAt(clip: object, path: JsonPath, usual: number): number {
  return readWrittenNumber(readAt(clip, path)) ?? usual;
}

function limit(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
