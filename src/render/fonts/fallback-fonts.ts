import { findFontFile } from './font-files.ts';
import { coverageOf } from './font-register.ts';
import { findCjkFiles, orderCjkFonts } from './cjk-fonts.ts';

/**
 * The fallback families, in order. NotoEmoji comes before the East Asian fonts, because the East Asian fonts
 * contain some emoji in black.
 */
const FALLBACK_ORDER = [
  'Open Sans',
  'NotoEmoji',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
];
/**
 * The last fallback family. This family has many kinds of glyphs, but comes last because the glyphs of other
 * families look better.
 */
const SYMBOL_FAMILY = 'Noto Sans Symbols 2';

/** The fallback fonts for characters that a face lacks. */
interface FallbackFonts {
  readonly files: readonly string[];
  /** The characters that no font has. */
  readonly missing: readonly string[];
}

/**
 * Finds fallback fonts for characters.
 *
 * @param characters the code points that are drawn.
 * @param text the text that contains the characters. The scripts of this text decide between Chinese,
 * Japanese and Korean glyph shapes.
 * @param weight 1 to 1000, for families with several weights.
 * @param own the font files to try first.
 */
export function findFallbackFonts(
  characters: readonly string[],
  text: string,
  weight: number,
  own: readonly string[] = [],
): FallbackFonts {
  const files: string[] = [];
  let uncovered = characters;
  const take = (path: string): void => {
    const has = coverageOf(path);
    const remaining = uncovered.filter((character) => !has(character));
    if (remaining.length < uncovered.length) files.push(path);
    uncovered = remaining;
  };
  for (const path of own) if (uncovered.length > 0) take(path);
  for (const family of FALLBACK_ORDER) takeFamily(family);
  for (const font of orderCjkFonts(text)) for (const path of findCjkFiles(font, uncovered)) take(path);
  takeFamily(SYMBOL_FAMILY);
  return { files, missing: uncovered };

  function takeFamily(family: string): void {
    const file = uncovered.length === 0 ? undefined : findFontFile(family, weight);
    if (file) take(file.path);
  }
}
