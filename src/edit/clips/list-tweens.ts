import { isObject } from '../../base/is-object.ts';
import type { Path } from '../problems/problem.ts';
import type { Clip } from '../schema/clip.ts';
import type { Tween } from '../schema/tween.ts';

/** An animated number of a clip or of its asset. */
export interface AnimatedField {
  /** Path from the clip to the tweens. */
  readonly path: Path;
  readonly tweens: readonly Tween[];
}

/** The numbers of a clip that may be animated, and the objects of such numbers. */
const NUMBERS: readonly Path[] = [
  ['asset', 'volume'],
  ['asset', 'speed'],
  ['scale'],
  ['asset', 'value'],
  ['asset', 'gain'],
  ['asset', 'offset', 'x'],
  ['asset', 'offset', 'y'],
  ['offset', 'x'],
  ['offset', 'y'],
  ['opacity'],
  ['motion', 'progress'],
  ['motionBlur'],
  ['transform', 'rotate', 'angle'],
  ['transform', 'skew', 'x'],
  ['transform', 'skew', 'y'],
  ['corners'],
  ['border'],
  ['asset', 'crop'],
  ['perspective'],
];
/** Lists of objects with such numbers. */
const LISTS: readonly Path[] = [['shadow'], ['filters'], ['asset', 'sound']];

/** Lists the animated numbers of a clip and its asset. */
export function listTweens(clip: Clip): AnimatedField[] {
  return [
    ...NUMBERS.flatMap((path) => listInPart(readAt(clip, path), path)),
    ...LISTS.flatMap((path) => {
      const items = readAt(clip, path);
      return Array.isArray(items) ? items.flatMap((item, index) => listInPart(item, [...path, index])) : [];
    }),
  ];
}

function readAt(clip: Clip, path: Path): unknown {
  return path.reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), clip);
}

/** Lists the animated numbers of a part of a clip. A list of objects is one of tweens: points are lists. */
function listInPart(part: unknown, path: Path): AnimatedField[] {
  if (typeof part !== 'object' || part === null) return [];
  if (isTweens(part)) return [{ path, tweens: part }];
  return Array.isArray(part)
    ? part.flatMap((item, index) => listInPart(item, [...path, index]))
    : Object.entries(part).flatMap(([name, item]) => listInPart(item, [...path, name]));
}

/** True for the tweens of a number of a filter. */
export function isTweens(value: unknown): value is readonly Tween[] {
  return Array.isArray(value) && value.length > 0 && typeof value[0] === 'object' && !Array.isArray(value[0]);
}

/**
 * True if a number, or the beginning or end of one of its tweens, meets a condition.
 *
 * @param value 1 if absent.
 */
export function isSometimes(
  value: number | readonly Tween[] | undefined,
  meets: (value: number) => boolean,
): boolean {
  if (typeof value !== 'object') return meets(value ?? 1);
  return value.some(({ from = 0, to = 0 }) => meets(from) || meets(to));
}
