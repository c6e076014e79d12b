import { fontFile } from './font-files.ts';
import { coverageOf } from './font-register.ts';
import { partsFor, pathsWith } from './parted-fonts.ts';

/** The families that stand in, in this order: pictures before the scripts of East Asia, which have some of them in black. */
const FAMILIES = [
  'Open Sans',
  'NotoEmoji',
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
];
/** Comes last: it has letters of many kinds that others have better. */
const SYMBOLS = 'Noto Sans Symbols 2';

/** The files for letters that a face does not have. */
interface Fallback {
  readonly files: readonly string[];
  /** What no font has. */
  readonly missing: readonly string[];
}

/**
 * Finds fonts for letters.
 *
 * @param letters code points that are drawn.
 * @param text where they stand: it tells in whose manner a Chinese character is written.
 * @param weight 1 to 1000, for the families that have more than one.
 */
export function fallbackFor(letters: readonly string[], text: string, weight: number): Fallback {
  const files: string[] = [];
  let left = letters;
  const take = (path: string): void => {
    const has = coverageOf(path);
    const rest = left.filter((letter) => !has(letter));
    if (rest.length < left.length) files.push(path);
    left = rest;
  };
  for (const family of FAMILIES) takeFamily(family);
  for (const part of partsFor(text)) for (const path of pathsWith(part, left)) take(path);
  takeFamily(SYMBOLS);
  return { files, missing: left };

  function takeFamily(family: string): void {
    const file = left.length === 0 ? undefined : fontFile(family, weight);
    if (file) take(file.path);
  }
}
