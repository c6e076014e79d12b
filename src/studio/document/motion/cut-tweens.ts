import type { Spring } from '../../../base/vocabulary/spring.ts';
import { areaBelow, cutCurve, type Curve, readCurve, roundFine } from './cut-curve.ts';

/** A step of an animated number whose fields are all known. */
export interface KnownTween {
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  /** Undefined for a straight line. A gap between two tweens is one, too. */
  readonly curve: Curve | Spring | 'constant' | undefined;
  /** What its author wrote. Undefined for a gap. */
  readonly written: object | undefined;
}

/** A part of the time of a clip, in seconds from its beginning. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Seconds that are as good as none. */
const TINY = 1e-6;

/**
 * Returns what an animated number is within a part of the time of its clip, counted from the beginning of that part:
 * tweens, or a number if it does not change there. Undefined if the tweens have placeholders.
 */
export function cutTweens(
  tweens: readonly unknown[],
  window: Window,
): number | readonly object[] | undefined {
  const sorted = readTweens(tweens);
  if (!sorted) return undefined;
  const isWhole = window.from === 0 && sorted.every(({ end }) => end < window.to + TINY);
  if (isWhole) return tweens as object[];
  const cut = withGaps(sorted)
    .filter((tween) => isSeen(tween, window))
    .flatMap((tween) => cutTween(tween, window));
  const [only, ...others] = cut;
  if (!only) return heldAt(sorted, window.from);
  const isStep = others.length === 0 && only.end - only.start < TINY && only.start < TINY;
  return isStep ? only.to : cut.map(writeTween);
}

/**
 * Returns the integral of an animated number over the first seconds of its clip. Below 0, it goes back from the
 * beginning. Undefined if the tweens have placeholders.
 */
export function integrateTweens(tweens: readonly unknown[], seconds: number): number | undefined {
  const sorted = readTweens(tweens);
  const [first, last] = [sorted?.[0], sorted?.at(-1)];
  if (!sorted || !first || !last) return undefined;
  const inTweens = withGaps(sorted).reduce((sum, tween) => sum + integrateTween(tween, seconds), 0);
  return first.from * Math.min(seconds, first.start) + inTweens + last.to * Math.max(0, seconds - last.end);
}

function integrateTween({ from, to, start, end, curve }: KnownTween, seconds: number): number {
  const length = end - start;
  const elapsed = Math.min(length, seconds - start);
  if (elapsed <= 0) return 0;
  if (curve === 'constant') return from * elapsed;
  const share = elapsed / length;
  const area = curve === undefined ? share ** 2 / 2 : areaBelow(curve, share);
  return from * elapsed + (to - from) * area * length;
}

/** Returns tweens in their order. Undefined if there are none, or some have placeholders. */
export function readTweens(tweens: readonly unknown[]): readonly KnownTween[] | undefined {
  const known = tweens.map(readTween);
  if (known.length === 0 || !known.every((tween) => tween !== undefined)) return undefined;
  return known.sort((one, other) => one.start - other.start);
}

function readTween(tween: unknown): KnownTween | undefined {
  if (typeof tween !== 'object' || tween === null) return undefined;
  const given = { from: 0, to: 0, start: 0, length: 0, interpolation: 'linear', ...tween };
  const { from, to, start, length, interpolation } = given;
  if (![from, to, start, length].every((value) => Number.isFinite(value))) return undefined;
  const curve = interpolation === 'bezier' ? readCurve('easing' in given ? given.easing : 'ease') : undefined;
  const isKnown = interpolation === 'linear' || interpolation === 'constant' || curve !== undefined;
  if (!isKnown) return undefined;
  const way = interpolation === 'constant' ? 'constant' : curve;
  return { from, to, start, end: start + length, curve: way, written: tween };
}

/** Adds the straight lines between tweens that do not touch. */
export function withGaps(sorted: readonly KnownTween[]): KnownTween[] {
  return sorted.flatMap((tween, index) => {
    const next = sorted[index + 1];
    if (!next || next.start - tween.end < TINY) return [tween];
    const gap = { from: tween.to, to: next.from, start: tween.end, end: next.start };
    return [tween, { ...gap, curve: undefined, written: undefined }];
  });
}

/**
 * True if a tween has to be written for a part of the time. A gap between two tweens that are left follows from them,
 * and one that does not change follows from the one that is left.
 */
function isSeen({ start, end, written, from, to }: KnownTween, window: Window): boolean {
  if (start > window.to - TINY || end < window.from - TINY) return false;
  if (end - start < TINY) return true;
  if (end < window.from + TINY) return false;
  if (written) return true;
  return from !== to && (start < window.from + TINY || end > window.to - TINY);
}

/** Returns the parts of a tween within a part of the time, counted from the beginning of that part. */
export function cutTween(tween: KnownTween, window: Window): KnownTween[] {
  const start = Math.max(tween.start, window.from);
  const end = Math.min(tween.end, window.to);
  const isWhole = start - tween.start < TINY && tween.end - end < TINY;
  const moved = { ...tween, start: start - window.from, end: end - window.from };
  if (isWhole || tween.curve === 'constant') return [moved];
  const [first, last] = [start, end].map((time) => (time - tween.start) / (tween.end - tween.start));
  const { from, to } = tween;
  const valueAt = (share: number): number => from + (to - from) * share;
  if (tween.curve === undefined)
    return [{ ...moved, from: valueAt(first ?? 0), to: valueAt(last ?? 1), written: tween.written ?? {} }];
  const timeAt = (share: number): number => tween.start + (tween.end - tween.start) * share - window.from;
  const parts = cutCurve(tween.curve, first ?? 0, last ?? 1);
  // Several parts that begin at the same millionth of a second would be one step too far.
  const seen = parts.filter((part) => timeAt(part.to) - timeAt(part.from) > TINY || parts.length === 1);
  return seen.map((part) => ({
    from: valueAt(part.first),
    to: valueAt(part.last),
    start: Math.max(0, timeAt(part.from)),
    end: Math.min(timeAt(part.to), moved.end),
    curve: part.curve,
    written: { ...tween.written, easing: part.curve },
  }));
}

/** Writes a tween with the fields that its author wrote. */
export function writeTween({ from, to, start, end, written }: KnownTween): object {
  const begins = roundFine(start);
  return {
    ...written,
    from: roundFine(from),
    to: roundFine(to),
    start: begins,
    length: roundFine(Math.max(0, roundFine(end) - begins)),
  };
}

/** Returns the value at a moment at which no tween runs and no gap changes. */
function heldAt(sorted: readonly KnownTween[], time: number): number | undefined {
  return sorted.findLast(({ start }) => start < time + TINY)?.to ?? sorted[0]?.from;
}
