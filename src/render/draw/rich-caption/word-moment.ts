import type { RichCaptionAsset } from '../../../edit/edit.ts';
import { clamped, easeOutQuad } from '../rich-text/curves.ts';
import { easeInOutQuad, easeOutBack, easeOutBounce, easeOutCirc } from './curves.ts';
import type { CaptionWord } from './words.ts';

/** How words follow the voice. */
export type Animation = NonNullable<RichCaptionAsset['animation']>;

/** How a word looks at one moment. */
export interface WordMoment {
  /** Whether it is drawn as the word that is spoken looks. */
  readonly look: 'base' | 'active';
  /** Whether it is being spoken: then it lies over the others. */
  readonly spoken: boolean;
  /** How far from its place it is, in sizes, x to the right and y downwards. */
  readonly x: number;
  readonly y: number;
  /** 0 to 1. */
  readonly alpha: number;
  /** About its own middle. */
  readonly scale: number;
  /** Of its width, in the order of reading: so much looks active, and the rest does not. Absent: all of it looks alike. */
  readonly filled?: number;
  /** So many of its letters are there. Absent: all are. */
  readonly typed?: number;
}

/** What a word's looks depend on beside the time. */
export interface Spoken extends Pick<CaptionWord, 'from' | 'to'> {
  /** How many letters are typed one after the other. */
  readonly letters: number;
}

/** Seconds in which words come in (contract 2.16). */
const POP = 0.2;
const FADE = 0.15;
const SLIDE = 0.25;
const BOUNCE = 0.4;
/** While a word that falls is over the line above it, it is hardly seen. */
const BOUNCE_FADE = 0.08;
/** From where they come, in sizes. */
const SLIDE_WAY = 1.5;
const BOUNCE_WAY = 0.8;
/** How large a word is when it begins to pop. */
const POP_FROM = 0.5;
/** How much larger than its size a word that pops becomes, of the way: the top of {@link easeOutBack}. */
export const OVERSHOOT = 1.1;

/** The way from where a word slides: "left" and "right" name the side that it comes from, "up" and "down" its direction. */
const FROM = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
} as const;

const HIDDEN: WordMoment = { look: 'base', spoken: false, x: 0, y: 0, alpha: 0, scale: 1 };

/**
 * How a word looks at a second of its clip (the styles of contract 2.16).
 *
 * @param active how much larger the word is that is being spoken.
 */
export function wordMoment(animation: Animation, word: Spoken, active: number, time: number): WordMoment {
  const { style, direction = 'up' } = animation;
  if (style === 'none') return { ...HIDDEN, alpha: 1 };
  const since = time - word.from;
  const spoken = since >= 0 && time < word.to;
  const there: WordMoment = {
    ...HIDDEN,
    ...{ look: spoken ? 'active' : 'base', spoken, alpha: 1, scale: spoken ? active : 1 },
  };
  if (style === 'highlight') return there;
  if (style === 'karaoke') {
    if (spoken && since > 0) return { ...there, filled: since / (word.to - word.from) };
    return { ...there, look: spoken || since < 0 ? 'base' : 'active' };
  }
  if (since < 0) return HIDDEN;
  if (style !== 'typewriter') return { ...there, ...coming(style, FROM[direction], there.scale, since) };
  return spoken ? { ...there, typed: typedAt(since / (word.to - word.from), word.letters) } : there;
}

/**
 * How a word comes in that is not seen before it is spoken.
 *
 * @param from where it comes from. @param scale how large it becomes. @param since seconds since it began.
 */
function coming(
  style: 'pop' | 'fade' | 'slide' | 'bounce',
  from: { readonly x: number; readonly y: number },
  scale: number,
  since: number,
): Partial<WordMoment> {
  switch (style) {
    case 'pop':
      return { scale: POP_FROM + (scale - POP_FROM) * easeOutBack(progress(since, POP)) };
    case 'fade':
      return { alpha: easeInOutQuad(progress(since, FADE)) };
    case 'slide': {
      const done = progress(since, SLIDE);
      const away = SLIDE_WAY * (1 - easeOutCirc(done));
      return { x: away * from.x, y: away * from.y, alpha: easeOutQuad(done) };
    }
    case 'bounce':
      return {
        y: BOUNCE_WAY * (easeOutBounce(progress(since, BOUNCE)) - 1),
        alpha: progress(since, BOUNCE_FADE),
      };
  }
}

/** How much of a time is over, 0 to 1; sums of times are not exact. */
function progress(since: number, lasts: number): number {
  return since > lasts - 1e-6 ? 1 : clamped(since / lasts);
}

/** How many letters are typed; sums of times are not exact. */
function typedAt(share: number, letters: number): number {
  return Math.min(letters, Math.floor(share * letters + 1e-6) + 1);
}

/** When a word changes, from the first time it is seen on: seconds at which it does at once, and spans in which it does all the time. */
export interface Changes {
  readonly at: readonly number[];
  readonly during: readonly (readonly [from: number, to: number])[];
}

/** When a word changes. */
export function changesOf({ style }: Animation, { from, to, letters }: Spoken): Changes {
  const ends = [from, to];
  const coming = (lasts: number): Changes => ({
    at: [...ends, from + lasts],
    during: [[from, from + lasts]],
  });
  switch (style) {
    case 'none':
      return { at: [], during: [] };
    case 'highlight':
      return { at: ends, during: [] };
    case 'karaoke':
      return { at: ends, during: [[from, to]] };
    case 'pop':
      return coming(POP);
    case 'fade':
      return coming(FADE);
    case 'slide':
      return coming(SLIDE);
    case 'bounce':
      return coming(BOUNCE);
    case 'typewriter': {
      const one = (to - from) / letters;
      return { at: [...Array.from({ length: letters }, (_, letter) => from + letter * one), to], during: [] };
    }
  }
}

/** The farthest that a word of a style is from its place, in sizes, as {@link WordMoment} has it. */
export function farthest({ style, direction = 'up' }: Animation): { readonly x: number; readonly y: number } {
  if (style === 'bounce') return { x: 0, y: -BOUNCE_WAY };
  if (style !== 'slide') return { x: 0, y: 0 };
  return { x: SLIDE_WAY * FROM[direction].x, y: SLIDE_WAY * FROM[direction].y };
}
