import { readAt } from '../../schema/walk-schema.ts';
import type { DraftClip, JsonPath } from '../edit-text.ts';
import { cutTweens, type Window } from './cut-tweens.ts';

/** A new value of a field of a clip. */
export interface FieldValue {
  /** The path from the clip. */
  readonly path: JsonPath;
  readonly value: unknown;
}

/** The numbers of a clip that may be animated. */
const ANIMATED: readonly JsonPath[] = [
  ['scale'],
  ['offset', 'x'],
  ['offset', 'y'],
  ['opacity'],
  ['transform', 'rotate', 'angle'],
  ['transform', 'skew', 'x'],
  ['transform', 'skew', 'y'],
  ['asset', 'volume'],
  ['asset', 'offset', 'x'],
  ['asset', 'offset', 'y'],
];

/**
 * Returns what the animated numbers of a clip become if only a part of its time is left. Undefined if one of them
 * has placeholders, so that nobody can know.
 */
export function cutMotion(clip: DraftClip, window: Window): FieldValue[] | undefined {
  const cut = ANIMATED.flatMap((path) => {
    const value = readAt(clip, path);
    return Array.isArray(value) && value.length > 0
      ? [{ path, value: cutTweens(value, window), was: value }]
      : [];
  });
  if (cut.some(({ value }) => value === undefined)) return undefined;
  return cut.filter(({ value, was }) => JSON.stringify(value) !== JSON.stringify(was));
}

/** Returns a copy of a clip in which some fields have other values. `undefined` removes one. */
export function withFields(clip: DraftClip, fields: readonly FieldValue[]): DraftClip {
  return fields.reduce<DraftClip>((changed, { path, value }) => withValue(changed, path, value), clip);
}

function withValue<Owner extends object>(owner: Owner, [step, ...rest]: JsonPath, value: unknown): Owner {
  if (step === undefined) return owner;
  const part = readAt(owner, [step]);
  if (value === undefined && part === undefined) return owner;
  if (rest.length > 0) return { ...owner, [step]: withValue(part ?? {}, rest, value) };
  if (value !== undefined) return { ...owner, [step]: value };
  return Object.fromEntries(Object.entries(owner).filter(([name]) => name !== step)) as Owner;
}
