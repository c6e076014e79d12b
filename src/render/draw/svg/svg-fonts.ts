import { readFileSync } from 'node:fs';
import { KinoraError } from '../../../base/errors.ts';
import { findFallbackFonts } from '../../fonts/fallback-fonts.ts';
import { findFontFile } from '../../fonts/font-files.ts';
import { coverageOf } from '../../fonts/font-register.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import { findVisibleCharacters } from '../../fonts/text-fonts.ts';
import { renameFont } from '../../fonts/rename-font.ts';
import { parseFontName } from '../../fonts/font-name.ts';

/** The fonts that the texts of a drawing may need. */
interface SvgFonts {
  /** TTF or OTF files. The program finds them by the family names that are written in them: those that the drawing uses. */
  readonly files: readonly Uint8Array[];
  /** Letters that none of them has, each once. */
  readonly missing: readonly string[];
  /** Families that the drawing names, of which there are only files that the program cannot read (WOFF2). */
  readonly unusable: readonly string[];
  /** What is said of families that are not known, where a text names none that is: each names the nearest. */
  readonly unknown: readonly string[];
}

/** The family of texts that name none, or none that is known. */
export const DEFAULT_SVG_FAMILY = 'Open Sans';

/** More lists of families than this are not looked at in one drawing. */
const MAX_LISTS = 50;
/** A list of families is not longer than this. */
const MAX_LIST_LENGTH = 300;
/** Names that stand for any font of a kind. */
const GENERIC = new Set([
  '',
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'fantasy',
  'system-ui',
  'inherit',
]);
const FAMILY_PATTERN = String.raw`(?:\s*"[^"]*"|\s*'[^']*'|[^,;:"'{}<>=]+)`;
const FAMILY_LIST = new RegExp(`^font-family\\s*(?::|=\\s*["'])(${FAMILY_PATTERN}(?:,${FAMILY_PATTERN})*)`);

/**
 * The fonts that a drawing names, Open Sans, and those that have the letters that these lack; none for a drawing without text.
 *
 * @param fonts those that it may name.
 */
export function findSvgFonts(markup: string, fonts: FontLibrary): SvgFonts {
  if (!/<(?:\w+:)?text[\s>]/.test(markup)) return { files: [], missing: [], unusable: [], unknown: [] };
  const lists = findFamilyLists(markup);
  const names = new Set([...lists.flat(), DEFAULT_SVG_FAMILY]);
  const families = Array.from(names, (family) => loadFamily(family, markup, fonts));
  const named = families.flatMap(({ faces }) => faces);
  const characters = findVisibleCharacters(markup);
  const has = (paths: readonly string[]) => (letter: string) =>
    paths.some((path) => coverageOf(path)(letter));
  const lacking = characters.filter((letter) => !has(named.map(({ path }) => path))(letter));
  const others = findFallbackFonts(lacking, markup, 400).files.filter(isUsableFallback);
  const usable = has([...named.map(({ path }) => path), ...others]);
  return {
    files: [...named.map(({ bytes }) => bytes), ...others.map((path) => readFileSync(path))],
    missing: characters.filter((letter) => !usable(letter)),
    unusable: families
      .filter(({ faces, unknown }) => unknown === undefined && faces.length === 0)
      .map(({ family }) => family),
    unknown: describeUnknownFamilies(lists, families),
  };
}

/** The families in the attributes and styles of a drawing, each list as it stands there. */
function findFamilyLists(markup: string): string[][] {
  const lists = new Map<string, string[]>();
  for (const { index } of markup.matchAll(/font-family/g)) {
    if (lists.size > MAX_LISTS) break;
    const text = markup.slice(index, index + MAX_LIST_LENGTH).replaceAll('&quot;', "'");
    const list = FAMILY_LIST.exec(text)?.[1] ?? '';
    lists.set(
      list,
      list.split(',').map((name) => name.replaceAll(/["']/g, '').trim()),
    );
  }
  return [...lists.values()];
}

/** What is said of the first family of each list without one that is known. */
function describeUnknownFamilies(
  lists: readonly (readonly string[])[],
  families: readonly SvgFamily[],
): string[] {
  const messageOf = new Map(families.map(({ family, unknown }) => [family, unknown]));
  const messages = lists.flatMap((list) => {
    const [first, ...others] = list.filter((name) => !GENERIC.has(name)).map((name) => messageOf.get(name));
    return first !== undefined && others.every((other) => other !== undefined) ? [first] : [];
  });
  return [...new Set(messages)];
}

/** A family that a drawing names, and its files that the program can read, under the name that it has there. */
interface SvgFamily {
  readonly family: string;
  /** What is said of it when it is not known. */
  readonly unknown: string | undefined;
  readonly faces: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

/** A family in the weights that a drawing may ask for. */
function loadFamily(family: string, markup: string, fonts: FontLibrary): SvgFamily {
  const paths = new Set<string>();
  let unknown: string | undefined;
  // A name with a weight in it stands for that one.
  const weights = parseFontName(family).weight === undefined ? findWeights(markup) : [undefined];
  for (const weight of weights) {
    for (const italic of [false, true]) {
      const found = findFacePath(fonts, family, weight, italic);
      if (found instanceof KinoraError) unknown = found.message;
      else paths.add(found);
    }
  }
  const faces = [...paths].flatMap((path) => {
    const bytes = renameFont(readFileSync(path), family);
    return bytes ? [{ path, bytes }] : [];
  });
  return { family, unknown, faces };
}

function findWeights(markup: string): Set<number> {
  const given = markup.matchAll(/font-weight\s*[=:]\s*["']?(\d{3})\b/g);
  return new Set([
    400,
    700,
    ...Array.from(given, ([, weight]) => Number(weight)).filter((weight) => weight > 0),
  ]);
}

/** The file of a face, or why there is none: drawings name fonts of other machines, and others after them. */
function findFacePath(
  fonts: FontLibrary,
  name: string,
  weight: number | undefined,
  italic: boolean,
): string | KinoraError {
  try {
    return fonts.findFace(name, weight, italic).path;
  } catch (error) {
    if (error instanceof KinoraError) return error;
    throw error;
  }
}

/** Fonts for Chinese, Japanese and Korean are in a form that the program cannot read, emoji in one that it does not draw. */
function isUsableFallback(path: string): boolean {
  return path.endsWith('.ttf') && path !== findFontFile('NotoEmoji', 400)?.path;
}
