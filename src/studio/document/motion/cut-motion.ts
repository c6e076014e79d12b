import { isObject } from '../../../base/is-object.ts';
import { ASPECT_RATIOS } from '../../../edit/schema/values.ts';
import { readAt } from '../../schema/walk-schema.ts';
import type { DraftClip, JsonPath } from '../edit-text.ts';
import { cutTweens, type Window } from './cut-tweens.ts';

/** A new value of a field of a clip. */
export interface FieldValue {
  /** The path from the clip. */
  readonly path: JsonPath;
  readonly value: unknown;
}

/**
 * A number of a clip that may be animated, and its limits if it is not: tweens have none. If no number is within the
 * limits, tweens stay tweens.
 */
interface AnimatedNumber {
  readonly path: JsonPath;
  readonly least: number;
  readonly most: number;
}

/** The numbers of the place of a clip that may be animated. */
const PLACED: readonly AnimatedNumber[] = [
  { path: ['scale'], least: 0, most: Infinity },
  { path: ['offset', 'x'], least: -10, most: 10 },
  { path: ['offset', 'y'], least: -10, most: 10 },
  { path: ['opacity'], least: 0, most: 1 },
  { path: ['transform', 'rotate', 'angle'], least: -360, most: 360 },
  { path: ['transform', 'skew', 'x'], least: -100, most: 100 },
  { path: ['transform', 'skew', 'y'], least: -100, most: 100 },
];

/** The numbers of a clip that move it in other ways. They are the same in all shapes. */
const MOVED: readonly AnimatedNumber[] = [
  { path: ['motion', 'progress'], least: 0, most: 1 },
  { path: ['motionBlur'], least: 0, most: 360 },
  ...['tilt', 'turn'].map((name) => ({ path: ['perspective', name], least: -360, most: 360 })),
  { path: ['perspective', 'fieldOfView'], least: 0, most: 150 },
  ...['topLeft', 'topRight', 'bottomRight', 'bottomLeft'].flatMap((corner) =>
    ['x', 'y'].map((axis) => ({ path: ['perspective', 'corners', corner, axis], least: -10, most: 10 })),
  ),
];

/** The numbers of a clip that may be animated. */
export const ANIMATED: readonly AnimatedNumber[] = [
  ...PLACED,
  ...MOVED,
  ...ASPECT_RATIOS.flatMap((shape) =>
    PLACED.map(({ path, ...limits }) => ({ path: ['shapes', shape, ...path], ...limits })),
  ),
  { path: ['asset', 'volume'], least: 0, most: 1 },
  { path: ['asset', 'value'], least: 0, most: 1 },
  { path: ['asset', 'gain'], least: -60, most: 60 },
  // In the dialect of the public service, a trim means something else beside a speed that is a number.
  { path: ['asset', 'speed'], least: Infinity, most: -Infinity },
  { path: ['asset', 'offset', 'x'], least: -1, most: 1 },
  { path: ['asset', 'offset', 'y'], least: -1, most: 1 },
];

/**
 * Returns what the animated numbers of a clip become if only a part of its time is left. Undefined if one of them
 * has placeholders, so that nobody can know.
 */
export function cutMotion(clip: DraftClip, window: Window): FieldValue[] | undefined {
  const parts = [
    ...listInPart(clip['filters'], ['filters']),
    ...listInPart(clip.asset?.['sound'], ['asset', 'sound']),
    ...listInPart(clip['shadow'], ['shadow']),
    ...['corners', 'border'].flatMap((name) => listInPart(clip[name], [name], 0)),
    ...listInPart(clip.asset?.['crop'], ['asset', 'crop']),
  ];
  const cut = [...ANIMATED, ...parts].flatMap(({ path, least, most }) => {
    const was = readAt(clip, path);
    if (!Array.isArray(was) || was.length === 0) return [];
    const value = cutTweens(was, window);
    const isOutside = typeof value === 'number' && (value < least || value > most);
    return [{ path, was, value: isOutside ? [{ from: value, to: value }] : value }];
  });
  if (cut.some(({ value }) => value === undefined)) return undefined;
  return cut.filter(({ value, was }) => JSON.stringify(value) !== JSON.stringify(was));
}

/**
 * Lists the tweened numbers of filters and of other parts of a clip. A list of objects in one is a list of tweens: points
 * are lists.
 *
 * @param depth steps to the list of all of them.
 */
function listInPart(part: unknown, path: JsonPath, depth = 2): AnimatedNumber[] {
  if (typeof part !== 'object' || part === null) return [];
  if (path.length > depth && Array.isArray(part) && isObject(part[0]))
    return [{ path, least: -Infinity, most: Infinity }];
  return Object.entries(part).flatMap(([step, inner]) =>
    listInPart(inner, [...path, Array.isArray(part) ? Number(step) : step], depth),
  );
}

/** Returns a copy of a clip in which some fields have other values. `undefined` removes one. */
export function withFields(clip: DraftClip, fields: readonly FieldValue[]): DraftClip {
  return fields.reduce<DraftClip>((changed, { path, value }) => withValue(changed, path, value), clip);
}

function withValue<Owner extends object>(owner: Owner, [step, ...rest]: JsonPath, value: unknown): Owner {
  if (step === undefined) return owner;
  const part = readAt(owner, [step]);
  if (Array.isArray(owner) && typeof step === 'number')
    return owner.with(step, rest.length > 0 ? withValue(part ?? {}, rest, value) : value) as typeof owner;
  if (value === undefined && part === undefined) return owner;
  if (rest.length > 0) return { ...owner, [step]: withValue(part ?? {}, rest, value) };
  if (value !== undefined) return { ...owner, [step]: value };
  return Object.fromEntries(Object.entries(owner).filter(([name]) => name !== step)) as Owner;
}
