import { findFontFile } from './font-files.ts';
import { coverageOf } from './font-register.ts';
import { findCjkFiles, orderCjkFonts } from './cjk-fonts.ts';

/** The fallback families, in this order: emoji before the scripts of East Asia, which have some of them in black. */
const FALLBACK_ORDER = [
  'Open Sans',
  'NotoEmoji',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
];
/** Comes last: it has letters of many kinds that others have better. */
const SYMBOL_FAMILY = 'Noto Sans Symbols 2';

/** The files for letters that a face does not have. */
interface FallbackFonts {
  readonly files: readonly string[];
  /** What no font has. */
  readonly missing: readonly string[];
}

/**
 * Finds fonts for letters.
 *
 * @param characters code points that are drawn.
 * @param text where they stand: it tells in whose manner a Chinese character is written.
 * @param weight 1 to 1000, for the families that have more than one.
 */
export function findFallbackFonts(
  characters: readonly string[],
  text: string,
  weight: number,
): FallbackFonts {
  const files: string[] = [];
  let uncovered = characters;
  const take = (path: string): void => {
    const has = coverageOf(path);
    const remaining = uncovered.filter((character) => !has(character));
    if (remaining.length < uncovered.length) files.push(path);
    uncovered = remaining;
  };
  for (const family of FALLBACK_ORDER) takeFamily(family);
  for (const part of orderCjkFonts(text)) for (const path of findCjkFiles(part, uncovered)) take(path);
  takeFamily(SYMBOL_FAMILY);
  return { files, missing: uncovered };

  function takeFamily(family: string): void {
    const file = uncovered.length === 0 ? undefined : findFontFile(family, weight);
    if (file) take(file.path);
  }
}
