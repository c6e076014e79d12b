import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fontFile, packageFolder } from './font-files.ts';
import { coverageOf } from './font-register.ts';

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

/** Fonts that are in many files, each for some letters. */
type Part = 'jp' | 'kr' | 'sc';

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

/** Japanese where there are kana, Korean where there is Hangul, Chinese before both elsewhere. */
function partsFor(text: string): Part[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'kr'];
  return /\p{Script=Hangul}/u.test(text) ? ['kr', 'jp', 'sc'] : ['sc', 'jp', 'kr'];
}

/** Which file has which letters, from its first to its last, for one part. */
type Ranges = readonly { readonly path: string; readonly from: number; readonly to: number }[];

const ranges = new Map<Part, Ranges>();

/** The files that are said to have at least one of the letters. */
function pathsWith(part: Part, letters: readonly string[]): Set<string> {
  const paths = new Set<string>();
  if (letters.length === 0) return paths;
  const known = ranges.get(part) ?? readRanges(part);
  ranges.set(part, known);
  for (const letter of letters) {
    const code = letter.codePointAt(0) ?? 0;
    for (const { path, from, to } of known) if (from <= code && code <= to) paths.add(path);
  }
  return paths;
}

function readRanges(part: Part): Ranges {
  const folder = packageFolder(`@fontsource-variable/noto-sans-${part}`);
  // What the package says of itself: a list such as "U+4e00-4e03,U+4e07" for the number of each file.
  const lists = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(lists).flatMap(([name, list]) => {
    const number = /^\[(\d+)\]$/.exec(name)?.[1];
    // The others are Latin and the like, which Open Sans has.
    if (number === undefined) return [];
    const path = join(folder, 'files', `noto-sans-${part}-${number}-wght-normal.woff2`);
    return list.split(',').map((range) => {
      const [from = '', to = from] = range.replace(/^U\+/i, '').split('-');
      return { path, from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) };
    });
  });
}
