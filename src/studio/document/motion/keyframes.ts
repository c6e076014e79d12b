import { isObject } from '../../../base/is-object.ts';
import { readAt } from '../../schema/walk-schema.ts';
import type { DraftClip, JsonPath } from '../edit-text.ts';
import { roundFine } from './cut-curve.ts';
import { ANIMATED, type FieldValue } from './cut-motion.ts';
import { cutTweens } from './cut-tweens.ts';

/** A moment at which tweens of a clip begin or end. */
export interface Keyframe {
  /** Seconds of the clip. */
  readonly at: number;
  /** The fields that change there. */
  readonly paths: readonly JsonPath[];
}

/** A tween with numbers. Others have placeholders, and stay as they are. */
interface Tween {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly length: number;
}

/** The tweens of a field. */
interface TweenedField {
  readonly path: JsonPath;
  readonly tweens: readonly Tween[];
}

/** Seconds within which two moments are the same. */
const TINY = 0.001;

/** Lists the keyframes of a clip in the order of their times. */
export function listKeyframes(clip: DraftClip): Keyframe[] {
  const all = listFields(clip).flatMap(({ path, tweens }) => listTimes(tweens).map((at) => ({ at, path })));
  const times = listDistinct(all.map(({ at }) => at));
  return times.map((at) => ({
    at,
    paths: all.filter((each) => isSame(each.at, at)).map(({ path }) => path),
  }));
}

/** Returns the times between which a keyframe can be moved, in seconds of its clip. @param length seconds of the clip. */
export function limitKeyframe(
  clip: DraftClip,
  at: number,
  to: number,
  length: number,
  least: number,
): number {
  const times = fieldsAt(clip, at).flatMap(({ tweens }) => listTimes(tweens));
  const earlier = times.filter((time) => time < at - TINY).map((time) => time + least);
  const later = times.filter((time) => time > at + TINY).map((time) => time - least);
  return Math.min(Math.max(to, 0, ...earlier), length, ...later);
}

/** Moves a keyframe in all its fields. The tweens before and after it become longer or shorter. */
export function moveKeyframe(clip: DraftClip, at: number, to: number): FieldValue[] {
  return fieldsAt(clip, at).map(({ path, tweens }) => ({
    path,
    value: tweens.map((tween) => {
      const start = isSame(tween.start, at) ? to : tween.start;
      const end = isSame(endOf(tween), at) ? to : endOf(tween);
      const isMoved = start !== tween.start || end !== endOf(tween);
      return isMoved
        ? { ...tween, start: roundFine(start), length: roundFine(Math.max(0, end - start)) }
        : tween;
    }),
  }));
}

/** Removes a keyframe. What is before and after it is joined. A field without tweens keeps a number. */
export function removeKeyframe(clip: DraftClip, at: number): FieldValue[] {
  return fieldsAt(clip, at).map(({ path, tweens }) => {
    const left = joinAt(tweens, at);
    const [first] = tweens;
    const still = (isSame(first?.start ?? 0, at) ? first?.to : first?.from) ?? 0;
    return { path, value: left.length > 0 ? left : holdNumber(path, still) };
  });
}

/** Adds a keyframe to all fields with tweens. Every frame stays as it is. @param length seconds of the clip. */
export function addKeyframe(clip: DraftClip, at: number, length: number): FieldValue[] {
  return listFields(clip).flatMap(({ path, tweens }) => {
    if (listTimes(tweens).some((time) => isSame(time, at))) return [];
    const first = cutTweens(tweens, { from: 0, to: at });
    const rest = cutTweens(tweens, { from: at, to: length });
    const value = joinParts(tweens, first, rest, at);
    return value ? [{ path, value }] : [];
  });
}

/** Returns the tweens of both parts, with one that holds a number where a part does not change. */
function joinParts(
  tweens: readonly Tween[],
  first: ReturnType<typeof cutTweens>,
  rest: ReturnType<typeof cutTweens>,
  at: number,
): readonly object[] | undefined {
  if (first === undefined || rest === undefined) return undefined;
  const [begin, end] = [tweens[0]?.start ?? 0, Math.max(...tweens.map(endOf))];
  if (typeof first === 'number') {
    if (typeof rest === 'number') return undefined;
    return [{ from: first, to: first, start: roundFine(at), length: roundFine(begin - at) }, ...tweens];
  }
  if (typeof rest === 'number')
    return [...tweens, { from: rest, to: rest, start: roundFine(end), length: roundFine(at - end) }];
  const later = rest.map((tween) => ({ start: 0, ...tween }));
  return [...first, ...later.map((tween) => ({ ...tween, start: roundFine(tween.start + at) }))];
}

/** Returns tweens of which none begins or ends at a moment. */
function joinAt(tweens: readonly Tween[], at: number): Tween[] {
  const sorted = tweens.toSorted((one, other) => one.start - other.start);
  const before = sorted.findIndex((tween) => isSame(endOf(tween), at) && !isSame(tween.start, at));
  const after = sorted.findIndex((tween) => isSame(tween.start, at));
  const [ending, beginning] = [sorted[before], sorted[after]];
  if (ending && beginning) {
    const joined = { ...ending, to: beginning.to, length: roundFine(endOf(beginning) - ending.start) };
    return sorted.toSpliced(before, 2, joined);
  }
  if (beginning) {
    const earlier = sorted[after - 1];
    if (!earlier) return sorted.toSpliced(after, 1);
    const start = endOf(earlier);
    const joined = { ...beginning, from: earlier.to, start: roundFine(start) };
    return sorted.toSpliced(after, 1, { ...joined, length: roundFine(endOf(beginning) - start) });
  }
  const later = sorted[before + 1];
  if (!ending || !later) return sorted.toSpliced(before, 1);
  return sorted.toSpliced(before, 1, {
    ...ending,
    to: later.from,
    length: roundFine(later.start - ending.start),
  });
}

/** Returns a number within the limits of a field, or else a tween that holds it. */
function holdNumber(path: JsonPath, value: number): unknown {
  const { least = -Infinity, most = Infinity } =
    ANIMATED.find((each) => each.path.join() === path.join()) ?? {};
  return value < least || value > most ? [{ from: value, to: value }] : value;
}

function listFields(clip: DraftClip): TweenedField[] {
  return ANIMATED.flatMap(({ path }) => {
    const tweens = readAt(clip, path);
    if (!Array.isArray(tweens) || tweens.length === 0) return [];
    const read = tweens.map(readTween);
    return read.every((tween) => tween !== undefined) ? [{ path, tweens: read }] : [];
  });
}

function readTween(tween: unknown): Tween | undefined {
  if (!isObject(tween)) return undefined;
  const given = { from: 0, to: 0, start: 0, length: 0, ...tween };
  const isKnown = [given.from, given.to, given.start, given.length].every(Number.isFinite);
  return isKnown ? given : undefined;
}

function fieldsAt(clip: DraftClip, at: number): TweenedField[] {
  return listFields(clip).filter(({ tweens }) => listTimes(tweens).some((time) => isSame(time, at)));
}

function listTimes(tweens: readonly Tween[]): number[] {
  return listDistinct(tweens.flatMap((tween) => [tween.start, endOf(tween)]));
}

function listDistinct(times: readonly number[]): number[] {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted.filter((time, index) => index === 0 || !isSame(time, sorted[index - 1] ?? NaN));
}

function endOf({ start, length }: Tween): number {
  return roundFine(start + length);
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) < TINY;
}
