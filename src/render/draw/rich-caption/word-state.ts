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

/** How words follow the voice. */
export type WordAnimation = NonNullable<RichCaptionAsset['animation']>;

/** How a word looks at one moment. */
export interface WordState {
  /** Whether it is drawn as the word that is spoken looks. */
  readonly appearance: 'base' | 'active';
  /** Whether it is being spoken: then it lies over the others. */
  readonly isSpoken: boolean;
  /** How far from its place it is, in sizes, x to the right and y downwards. */
  readonly x: number;
  readonly y: number;
  /** 0 to 1. */
  readonly alpha: number;
  /** About its own middle. */
  readonly scale: number;
  /** Of its width, in the order of reading: so much looks active, and the rest does not. Absent: all of it looks alike. */
  readonly filledShare?: number;
  /** So many of its letters are there. Absent: all are. */
  readonly typedCount?: number;
}

/** What a word's looks depend on beside the time. */
export interface WordTiming extends Pick<CaptionWord, 'from' | 'to'> {
  /** How many letters are typed one after the other. */
  readonly characterCount: number;
}

/** Seconds in which words come in (contract 2.16). */
const POP = 0.2;
const FADE = 0.15;
const SLIDE = 0.25;
const BOUNCE = 0.4;
/** While a word that falls is over the line above it, it is hardly seen. */
const BOUNCE_FADE = 0.08;
/** From where they come, in sizes. */
const SLIDE_DISTANCE = 1.5;
const BOUNCE_HEIGHT = 0.8;
/** How large a word is when it begins to pop. */
const POP_FROM = 0.5;
/** How much larger than its size a word that pops becomes, of the way: the top of {@link easeOutBack}. */
export const OVERSHOOT = 1.1;

/** The way from where a word slides: "left" and "right" name the side that it comes from, "up" and "down" its direction. */
const ORIGINS = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
} as const;

const HIDDEN: WordState = { appearance: 'base', isSpoken: false, x: 0, y: 0, alpha: 0, scale: 1 };

/**
 * How a word looks at a second of its clip (the styles of contract 2.16).
 *
 * @param active how much larger the word is that is being spoken.
 */
export function wordStateAt(
  animation: WordAnimation,
  word: WordTiming,
  active: number,
  time: number,
): WordState {
  const { style, direction = 'up' } = animation;
  if (style === 'none') return { ...HIDDEN, alpha: 1 };
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
 * How a word comes in that is not seen before it is spoken.
 *
 * @param from where it comes from. @param scale how large it becomes. @param since seconds since it began.
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

/** How much of a time is over, 0 to 1; sums of times are not exact. */
function progressOf(since: number, duration: number): number {
  return since > duration - 1e-6 ? 1 : clampToUnit(since / duration);
}

/** How many letters are typed; sums of times are not exact. */
function countTyped(share: number, characterCount: number): number {
  return Math.min(characterCount, Math.floor(share * characterCount + 1e-6) + 1);
}

/** When a word changes, from the first time it is seen on: seconds at which it does at once, and spans in which it does all the time. */
export interface WordChanges {
  readonly times: readonly number[];
  readonly spans: readonly (readonly [from: number, to: number])[];
}

/** When a word changes. */
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

/** The farthest that a word of a style is from its place, in sizes, as {@link WordState} has it. */
export function maxOffsetOf({ style, direction = 'up' }: WordAnimation): {
  readonly x: number;
  readonly y: number;
} {
  if (style === 'bounce') return { x: 0, y: -BOUNCE_HEIGHT };
  if (style !== 'slide') return { x: 0, y: 0 };
  return { x: SLIDE_DISTANCE * ORIGINS[direction].x, y: SLIDE_DISTANCE * ORIGINS[direction].y };
}
