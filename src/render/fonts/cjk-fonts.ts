import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, resolvePackageFolder } from './font-files.ts';

/**
 * A font for East Asian scripts, split into many files. Each file has some of the characters, in all weights.
 */
export type CjkFont = 'jp' | 'kr' | 'sc';

/**
 * Orders the fonts for a text: Japanese first if it contains kana, Korean first if it contains Hangul,
 * Chinese first otherwise.
 */
export function orderCjkFonts(text: string): CjkFont[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['jp', 'sc', 'kr'];
  return /\p{Script=Hangul}/u.test(text) ? ['kr', 'jp', 'sc'] : ['sc', 'jp', 'kr'];
}

/** The code point ranges of the files of one font. */
type CodePointRanges = readonly { readonly path: string; readonly from: number; readonly to: number }[];

const rangesByFont = new Map<CjkFont, CodePointRanges>();

/** Returns the files that, according to the font's package, contain at least one of the characters. */
export function findCjkFiles(font: CjkFont, characters: readonly string[]): Set<string> {
  const paths = new Set<string>();
  if (characters.length === 0) return paths;
  const known = rangesByFont.get(font) ?? readRanges(font);
  rangesByFont.set(font, known);
  for (const character of characters) {
    const code = character.codePointAt(0) ?? 0;
    for (const { path, from, to } of known) if (from <= code && code <= to) paths.add(path);
  }
  return paths;
}

/** Returns the fonts whose files are not all installed. */
export function findMissingCjkFonts(): CjkFont[] {
  return (['sc', 'jp', 'kr'] as const).filter((font) => {
    const hasAll = (): boolean => [...new Set(readRanges(font).map(({ path }) => path))].every(existsSync);
    return !isInstalled(hasAll);
  });
}

function readRanges(font: CjkFont): CodePointRanges {
  const folder = resolvePackageFolder(`@fontsource-variable/noto-sans-${font}`);
  // The package lists the ranges of each numbered file, for example "U+4e00-4e03,U+4e07".
  const lists = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(lists).flatMap(([name, list]) => {
    const number = /^\[(\d+)\]$/.exec(name)?.[1];
    // Skip the other entries. They are for Latin and similar scripts, which Open Sans covers.
    if (number === undefined) return [];
    const path = join(folder, 'files', `noto-sans-${font}-${number}-wght-normal.woff2`);
    return list.split(',').map((range) => {
      const [from = '', to = from] = range.replace(/^U\+/i, '').split('-');
      return { path, from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) };
    });
  });
}
