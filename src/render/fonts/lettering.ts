import type { SKRSContext2D } from '@napi-rs/canvas';
import { fallbackFor } from './fallback.ts';
import { coverageOf, registeredFont } from './font-register.ts';
import type { Face } from './face.ts';
import { lettersOf } from './segmenters.ts';

/** A text with fonts that have all of its letters. */
export interface Lettering {
  /** The text; where no font has a letter, with a box for it. */
  readonly text: string;
  /** The face that was asked for, and those that stand in, as Skia knows them; the first that has a letter draws it. */
  readonly fonts: readonly string[];
  /** The settings of variable fonts, by the tags of their axes; "wght" is always there, 1 to 1000. */
  readonly axes: Readonly<Record<string, number>>;
  /** Whether upright letters are leaned over. */
  readonly leaned: boolean;
  /** The letters that no font has, each once, in the order of the text. */
  readonly missing: readonly string[];
}

/** Stands for a letter that no font has. */
const BOX = '\u25a1';
/** Spaces, line ends, joiners and what else is not drawn by itself. */
const UNSEEN = /^[\p{White_Space}\p{Control}\p{Format}\p{Variation_Selector}]$/u;
/** ASCII and Latin-1. */
const WESTERN = /^[\x20-\x7e\xa1-\xff]$/;

/** Finds fonts for every letter of a text, ours alone: whatever the machine has, the text looks the same. */
export function letteringOf(text: string, face: Face): Lettering {
  const own = coverageOf(face.path);
  const has = (letter: string): boolean => (face.western && WESTERN.test(letter)) || own(letter);
  const lacking = drawnLetters(text).filter((letter) => !has(letter));
  const { files, missing } = fallbackFor(lacking, text, face.weight);
  const boxed = missing.length === 0 ? text : withBoxes(text, new Set(missing));
  const boxes = missing.length === 0 ? [] : fallbackFor([BOX], '', face.weight).files;
  const paths = [...new Set([face.path, ...files, ...boxes])];
  return {
    text: boxed,
    fonts: paths.map(registeredFont),
    axes: { ...face.axes, wght: face.weight },
    leaned: face.leaned ?? false,
    missing,
  };
}

/** The letters (code points) of a text that are drawn, each once, in its order. */
export function drawnLetters(text: string): string[] {
  return [...new Set(text)].filter((letter) => !UNSEEN.test(letter));
}

/** One box for what is seen as one letter, also where only its accent is missing. */
function withBoxes(text: string, missing: ReadonlySet<string>): string {
  return lettersOf(text)
    .map((seen) => (Array.from(seen).some((letter) => missing.has(letter)) ? BOX : seen))
    .join('');
}

/** Makes a context draw with a lettering's fonts. @param size in pixels. */
export function useLettering(context: SKRSContext2D, { fonts, axes, leaned }: Lettering, size: number): void {
  const slope = leaned ? 'italic ' : '';
  context.font = `${slope}${size}px ${fonts.map((name) => `"${name}"`).join(', ')}`;
  // Has to come after the font.
  context.fontVariationSettings = Object.entries(axes)
    .map(([tag, value]) => `"${tag}" ${value}`)
    .join(', ');
}
