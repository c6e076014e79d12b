import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolvePackageFolder } from './font-files.ts';

/** A font for the scripts of East Asia, in many files of which each has some of the letters, in all weights. */
export type CjkFont = 'jp' | 'kr' | 'sc';

/** Japanese where there are kana, Korean where there is Hangul, Chinese before both elsewhere. */
export function orderCjkFonts(text: string): CjkFont[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'kr'];
  return /\p{Script=Hangul}/u.test(text) ? ['kr', 'jp', 'sc'] : ['sc', 'jp', 'kr'];
}

/** Which file has which letters, from its first to its last, for one part. */
type CodePointRanges = readonly { readonly path: string; readonly from: number; readonly to: number }[];

const rangesByFont = new Map<CjkFont, CodePointRanges>();

/** The files that are said to have at least one of the letters. */
export function findCjkFiles(part: CjkFont, characters: readonly string[]): Set<string> {
  const paths = new Set<string>();
  if (characters.length === 0) return paths;
  const known = rangesByFont.get(part) ?? readRanges(part);
  rangesByFont.set(part, known);
  for (const character of characters) {
    const code = character.codePointAt(0) ?? 0;
    for (const { path, from, to } of known) if (from <= code && code <= to) paths.add(path);
  }
  return paths;
}

function readRanges(part: CjkFont): CodePointRanges {
  const folder = resolvePackageFolder(`@fontsource-variable/noto-sans-${part}`);
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
