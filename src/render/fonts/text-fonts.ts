import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { findFallbackFonts } from './fallback-fonts.ts';
import { coverageOf, registerFont } from './font-register.ts';
import type { Face } from './face.ts';
import { splitGraphemes } from '../text-layout/segmenters.ts';

/** A text to draw, and fonts that together have all characters of the text. */
export interface TextFonts {
  /**
   * The text to draw. If no font has a letter of the original text, a box replaces its whole grapheme. A mark that no
   * font has is left out.
   */
  readonly text: string;
  /**
   * The names in Skia of the requested face and the fallback fonts. Each character is drawn with the first
   * font that has a glyph for it.
   */
  readonly fonts: readonly string[];
  /** The values of the axes of variable fonts, by axis tag. "wght" (1 to 1000) is always present. */
  readonly axes: Readonly<Record<string, number>>;
  /** True if upright glyphs are slanted. */
  readonly isSyntheticItalic: boolean;
  /** The characters that no font has, each once, in the order of the text. */
  readonly missing: readonly string[];
}

/** The box for a character that no font has. */
const BOX = '\u25a1';
/** Spaces, line breaks, joiners and other characters that are invisible alone. */
const INVISIBLE = /^[\p{White_Space}\p{Control}\p{Format}\p{Variation_Selector}]$/u;
/** ASCII and Latin-1. */
const LATIN_1 = /^[\x20-\x7e\xa1-\xff]$/;

/**
 * Finds fonts for every character of a text. Uses only Kinora's fonts, so that the text looks the same
 * on every machine.
 *
 * @param whole the text that this one is a part of. Its scripts decide between Chinese, Japanese and Korean glyphs.
 */
export function selectFonts(text: string, face: Face, whole = text): TextFonts {
  const hasGlyph = coverageOf(face.path);
  const has = (character: string): boolean =>
    (face.hasLatin1 && LATIN_1.test(character)) || hasGlyph(character);
  const lacking = findVisibleCharacters(text).filter((character) => !has(character));
  const { files, missing } = findFallbackFonts(lacking, whole, face.weight, face.companions);
  const boxed = missing.length === 0 ? text : boxMissing(text, missing);
  const boxes = boxed.includes(BOX) ? findFallbackFonts([BOX], '', face.weight).files : [];
  const paths = [...new Set([face.path, ...files, ...boxes])];
  return {
    text: boxed,
    fonts: paths.map(registerFont),
    axes: { ...face.axes, wght: face.weight },
    isSyntheticItalic: face.isSyntheticItalic ?? false,
    missing,
  };
}

/** Returns the characters (code points) of a text that are drawn, each once, in order. */
export function findVisibleCharacters(text: string): string[] {
  return [...new Set(text)].filter((character) => !INVISIBLE.test(character));
}

/** True for a mark, such as an accent, which is left out if no font has it. Its letter stays. */
export function isMark(character: string): boolean {
  return /^\p{Mark}$/u.test(character);
}

/** Leaves out the missing marks of each grapheme, and replaces a grapheme whose letter is missing with one box. */
export function boxMissing(text: string, missing: readonly string[]): string {
  const lacking = new Set(missing);
  return splitGraphemes(text)
    .map((grapheme) => {
      const [all, kept] = [Array.from(grapheme), Array.from(grapheme).filter((each) => !lacking.has(each))];
      if (kept.length === all.length) return grapheme;
      const onlyMarks = all.every((each) => isMark(each) || !lacking.has(each));
      return onlyMarks && kept.some((each) => !isMark(each)) ? kept.join('') : BOX;
    })
    .join('');
}

/**
 * Sets the fonts of a canvas context.
 *
 * @param size in pixels.
 */
export function applyFonts(
  context: SKRSContext2D,
  { fonts, axes, isSyntheticItalic }: TextFonts,
  size: number,
): void {
  const slope = isSyntheticItalic ? 'italic ' : '';
  context.font = `${slope}${size}px ${fonts.map((name) => `"${name}"`).join(', ')}`;
  // Setting the font resets the variations, so set the variations afterwards.
  context.fontVariationSettings = Object.entries(axes)
    .map(([tag, value]) => `"${tag}" ${value}`)
    .join(', ');
}

/** Extent of a font above and below the baseline, in pixels. */
export interface FaceHeight {
  readonly ascent: number;
  readonly descent: number;
}

/**
 * Measures the height of a face. The result does not depend on the fallback fonts of a text, so it is the same for all
 * texts.
 */
export function measureFaceHeight(face: Face, size: number): FaceHeight {
  return measureFontHeight(selectFonts('x', face), size);
}

/** Measures the height of the fonts of a text. */
export function measureFontHeight(textFonts: TextFonts, size: number): FaceHeight {
  const context = createCanvas(1, 1).getContext('2d');
  applyFonts(context, textFonts, size);
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
  return { ascent, descent };
}
