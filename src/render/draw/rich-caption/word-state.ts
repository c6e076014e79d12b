import type { RichCaptionAsset } from '../../../edit/model.ts';
import {
  clampToUnit,
  easeInOutQuad,
  easeOutBack,
  easeOutBounce,
  easeOutCirc,
  easeOutQuad,
} from '../easing-curves.ts';
import type { CaptionWord } from './caption-words.ts';

/** The animation with which words follow the voice. */
export type WordAnimation = NonNullable<RichCaptionAsset['animation']>;

/** The look of a word at one moment. */
export interface WordState {
  /** The look of the word: the look of a spoken word (`active`), or the look of the others (`base`). */
  readonly appearance: 'base' | 'active';
  /** True while the word is being spoken. A spoken word is drawn on top of the others. */
  readonly isSpoken: boolean;
  /** Offset of the word from its final position, in font sizes. x is to the right, y is down. */
  readonly x: number;
  readonly y: number;
  /** Opacity, 0 to 1. */
  readonly alpha: number;
  /** Scale about the centre of the word. */
  readonly scale: number;
  /**
   * The fraction of the width of the word that has the active look, in reading direction. Absent if the
   * whole word has the same look.
   */
  readonly filledShare?: number;
  /** Number of visible letters. Absent if all are visible. */
  readonly typedCount?: number;
}

/** The properties of a word that determine its look at a given time. */
export interface WordTiming extends Pick<CaptionWord, 'from' | 'to'> {
  /** Number of letters that are typed one after the other. */
  readonly characterCount: number;
}

/** Durations of the entrances in seconds (contract 2.16). */
const POP = 0.2;
const FADE = 0.15;
const SLIDE = 0.25;
const BOUNCE = 0.4;
/**
 * Seconds in which a bouncing word fades in. The word is nearly invisible while it overlaps the line above.
 */
const BOUNCE_FADE = 0.08;
/** Distances that words travel when they enter, in font sizes. */
const SLIDE_DISTANCE = 1.5;
const BOUNCE_HEIGHT = 0.8;
/** Scale of a word when it begins to pop. */
const POP_FROM = 0.5;
/** Peak of the growth of a word that pops, relative to its whole growth: the maximum of {@link easeOutBack}. */
export const OVERSHOOT = 1.1;

/**
 * The side that a word slides in from, for each direction. "left" and "right" name the side that it comes
 * from. "up" and "down" name the direction of its movement.
 */
const ORIGINS = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
} as const;

const HIDDEN: WordState = { appearance: 'base', isSpoken: false, x: 0, y: 0, alpha: 0, scale: 1 };

/** The state of a word that is visible at its final position, and is not being spoken. */
export const restingState: WordState = { ...HIDDEN, alpha: 1 };

/**
 * Returns the largest scales of words at any moment: while they are spoken, undefined if the style shows no
 * spoken words, and otherwise.
 *
 * @param active scale of the word while it is being spoken.
 */
export function largestScalesOf(
  { style }: WordAnimation,
  active: number,
): { readonly spoken?: number; readonly other: number } {
  if (style === 'none') return { other: 1 };
  const peakOf = (scale: number): number => POP_FROM + (scale - POP_FROM) * OVERSHOOT;
  // A word may end before it has popped up.
  return style === 'pop' ? { spoken: peakOf(active), other: peakOf(1) } : { spoken: active, other: 1 };
}

/**
 * Returns the look of a word at a time, in seconds of its clip (the styles of contract 2.16).
 *
 * @param active scale of the word while it is being spoken.
 */
export function wordStateAt(
  animation: WordAnimation,
  word: WordTiming,
  active: number,
  time: number,
): WordState {
  const { style, direction = 'up' } = animation;
  if (style === 'none') return restingState;
  const since = time - word.from;
  const isSpoken = since >= 0 && time < word.to;
  const current: WordState = {
    ...HIDDEN,
    appearance: isSpoken ? 'active' : 'base',
    isSpoken,
    alpha: 1,
    scale: isSpoken ? active : 1,
  };
  if (style === 'highlight') return current;
  if (style === 'karaoke') {
    if (isSpoken && since > 0) return { ...current, filledShare: since / (word.to - word.from) };
    return { ...current, appearance: isSpoken || since < 0 ? 'base' : 'active' };
  }
  if (since < 0) return HIDDEN;
  if (style !== 'typewriter')
    return { ...current, ...entranceStateAt(style, ORIGINS[direction], current.scale, since) };
  return isSpoken
    ? { ...current, typedCount: countTyped(since / (word.to - word.from), word.characterCount) }
    : current;
}

/**
 * Returns the look of a word during its entrance. The word is hidden until it is spoken.
 *
 * @param from the side that the word comes from.
 * @param scale the final scale of the word.
 * @param since seconds since the entrance began.
 */
function entranceStateAt(
  style: 'pop' | 'fade' | 'slide' | 'bounce',
  from: { readonly x: number; readonly y: number },
  scale: number,
  since: number,
): Partial<WordState> {
  switch (style) {
    case 'pop':
      return { scale: POP_FROM + (scale - POP_FROM) * easeOutBack(progressOf(since, POP)) };
    case 'fade':
      return { alpha: easeInOutQuad(progressOf(since, FADE)) };
    case 'slide': {
      const done = progressOf(since, SLIDE);
      const distance = SLIDE_DISTANCE * (1 - easeOutCirc(done));
      return { x: distance * from.x, y: distance * from.y, alpha: easeOutQuad(done) };
    }
    case 'bounce':
      return {
        y: BOUNCE_HEIGHT * (easeOutBounce(progressOf(since, BOUNCE)) - 1),
        alpha: progressOf(since, BOUNCE_FADE),
      };
  }
}

/**
 * Returns the elapsed fraction of a duration, 0 to 1. Tolerates rounding errors, because sums of times
 * are inexact.
 */
function progressOf(since: number, duration: number): number {
  return since > duration - 1e-6 ? 1 : clampToUnit(since / duration);
}

/** Returns the number of typed letters. Tolerates rounding errors, because sums of times are inexact. */
function countTyped(share: number, characterCount: number): number {
  return Math.min(characterCount, Math.floor(share * characterCount + 1e-6) + 1);
}

/**
 * The changes of a word from its first appearance, in seconds of the clip: times at which it changes
 * abruptly, and time spans in which it changes continuously.
 */
export interface WordChanges {
  readonly times: readonly number[];
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/** Returns the changes of a word. */
export function wordChangesOf(
  { style }: WordAnimation,
  { from, to, characterCount }: WordTiming,
): WordChanges {
  const ends = [from, to];
  const enterWithin = (duration: number): WordChanges => ({
    times: [...ends, from + duration],
    spans: [[from, from + duration]],
  });
  switch (style) {
    case 'none':
      return { times: [], spans: [] };
    case 'highlight':
      return { times: ends, spans: [] };
    case 'karaoke':
      return { times: ends, spans: [[from, to]] };
    case 'pop':
      return enterWithin(POP);
    case 'fade':
      return enterWithin(FADE);
    case 'slide':
      return enterWithin(SLIDE);
    case 'bounce':
      return enterWithin(BOUNCE);
    case 'typewriter': {
      const one = (to - from) / characterCount;
      return {
        times: [...Array.from({ length: characterCount }, (_, letter) => from + letter * one), to],
        spans: [],
      };
    }
  }
}

/** Returns the largest offset of a word from its final position, in the units of {@link WordState}. */
export function maxOffsetOf({ style, direction = 'up' }: WordAnimation): {
  readonly x: number;
  readonly y: number;
} {
  if (style === 'bounce') return { x: 0, y: -BOUNCE_HEIGHT };
  if (style !== 'slide') return { x: 0, y: 0 };
  return { x: SLIDE_DISTANCE * ORIGINS[direction].x, y: SLIDE_DISTANCE * ORIGINS[direction].y };
}
