import type { SKRSContext2D } from '@napi-rs/canvas';
import { findFallbackFonts } from './fallback-fonts.ts';
import { coverageOf, registerFont } from './font-register.ts';
import type { Face } from './face.ts';
import { splitGraphemes } from '../text-layout/segmenters.ts';

/** A text and the fonts that have all of its characters. */
export interface TextFonts {
  /** The text; where no font has a letter, with a box for it. */
  readonly text: string;
  /** The requested face and the fallback fonts, by their names in Skia. The first one that has a character draws it. */
  readonly fonts: readonly string[];
  /** The settings of variable fonts, by the tags of their axes; "wght" is always there, 1 to 1000. */
  readonly axes: Readonly<Record<string, number>>;
  /** True if upright glyphs are slanted. */
  readonly isSyntheticItalic: boolean;
  /** The letters that no font has, each once, in the order of the text. */
  readonly missing: readonly string[];
}

/** Stands for a letter that no font has. */
const BOX = '\u25a1';
/** Spaces, line ends, joiners and what else is not drawn by itself. */
const INVISIBLE = /^[\p{White_Space}\p{Control}\p{Format}\p{Variation_Selector}]$/u;
/** ASCII and Latin-1. */
const LATIN_1 = /^[\x20-\x7e\xa1-\xff]$/;

/** Finds fonts for every letter of a text, ours alone: whatever the machine has, the text looks the same. */
export function selectFonts(text: string, face: Face): TextFonts {
  const hasGlyph = coverageOf(face.path);
  const has = (character: string): boolean =>
    (face.hasLatin1 && LATIN_1.test(character)) || hasGlyph(character);
  const lacking = findVisibleCharacters(text).filter((character) => !has(character));
  const { files, missing } = findFallbackFonts(lacking, text, face.weight);
  const boxed = missing.length === 0 ? text : replaceWithBoxes(text, new Set(missing));
  const boxes = missing.length === 0 ? [] : findFallbackFonts([BOX], '', face.weight).files;
  const paths = [...new Set([face.path, ...files, ...boxes])];
  return {
    text: boxed,
    fonts: paths.map(registerFont),
    axes: { ...face.axes, wght: face.weight },
    isSyntheticItalic: face.isSyntheticItalic ?? false,
    missing,
  };
}

/** The letters (code points) of a text that are drawn, each once, in its order. */
export function findVisibleCharacters(text: string): string[] {
  return [...new Set(text)].filter((character) => !INVISIBLE.test(character));
}

/** One box for what is seen as one letter, also where only its accent is missing. */
function replaceWithBoxes(text: string, missing: ReadonlySet<string>): string {
  return splitGraphemes(text)
    .map((grapheme) => (Array.from(grapheme).some((character) => missing.has(character)) ? BOX : grapheme))
    .join('');
}

/** Makes a context draw with these fonts. @param size in pixels. */
export function applyFonts(
  context: SKRSContext2D,
  { fonts, axes, isSyntheticItalic }: TextFonts,
  size: number,
): void {
  const slope = isSyntheticItalic ? 'italic ' : '';
  context.font = `${slope}${size}px ${fonts.map((name) => `"${name}"`).join(', ')}`;
  // Has to come after the font.
  context.fontVariationSettings = Object.entries(axes)
    .map(([tag, value]) => `"${tag}" ${value}`)
    .join(', ');
}

/** Measures how far a face reaches above and below the baseline, whichever fallback fonts its text uses; in pixels. */
export function measureFaceHeight(
  context: SKRSContext2D,
  face: Face,
  size: number,
): { readonly ascent: number; readonly descent: number } {
  applyFonts(context, selectFonts('x', face), size);
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
  return { ascent, descent };
}
