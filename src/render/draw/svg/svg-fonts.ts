import { readFileSync } from 'node:fs';
import { KinoraError } from '../../../base/errors.ts';
import { parseFontName } from '../../../edit/model.ts';
import { findFallbackFonts } from '../../fonts/fallback-fonts.ts';
import { findFontFile } from '../../fonts/font-files.ts';
import { coverageOf } from '../../fonts/font-register.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import { findVisibleCharacters } from '../../fonts/text-fonts.ts';
import { renameFont } from '../../fonts/rename-font.ts';

/** The fonts that the texts of an SVG may need. */
interface SvgFonts {
  /**
   * TTF or OTF files. Each font is renamed to the family name that the SVG uses, because the renderer
   * finds fonts by their family name.
   */
  readonly files: readonly Uint8Array[];
  /** Characters that none of the files has, without duplicates. */
  readonly missing: readonly string[];
  /** Families that the SVG names but that exist only as WOFF2 files, which the renderer cannot read. */
  readonly unusable: readonly string[];
  /**
   * Messages about unknown font families, for texts that name no known family. Each message suggests
   * the nearest family.
   */
  readonly unknown: readonly string[];
}

/** The font family of texts that name no family or only unknown families. */
export const DEFAULT_SVG_FAMILY = 'Open Sans';

/** Maximum number of font family lists that are read from one SVG. */
const MAX_LISTS = 50;
/** Maximum number of families that are read from one list. */
const MAX_FAMILIES = 10;
/** Maximum length of a font family list, in characters. */
const MAX_LIST_LENGTH = 300;
/** Generic names and keywords, which do not name a particular font family. */
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
 * Finds the fonts for an SVG: the fonts that it names, Open Sans, and fallback fonts for characters that the
 * named fonts and Open Sans lack. An SVG without text needs no fonts.
 *
 * @param fonts the fonts that the SVG may name.
 */
export function findSvgFonts(markup: string, fonts: FontLibrary): SvgFonts {
  if (!/<(?:\w+:)?text[\s>]/.test(markup)) return { files: [], missing: [], unusable: [], unknown: [] };
  const lists = findFamilyLists(markup);
  const names = new Set([...lists.flat(), DEFAULT_SVG_FAMILY]);
  const weights = findWeights(markup);
  const families = Array.from(names, (family) => loadFamily(family, weights, fonts));
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

/** Returns the font family lists in the attributes and styles of an SVG. */
function findFamilyLists(markup: string): string[][] {
  const lists = new Map<string, string[]>();
  for (const { index } of markup.matchAll(/font-family/g)) {
    if (lists.size > MAX_LISTS) break;
    const text = markup.slice(index, index + MAX_LIST_LENGTH).replaceAll('&quot;', "'");
    const list = FAMILY_LIST.exec(text)?.[1] ?? '';
    lists.set(
      list,
      list.split(',', MAX_FAMILIES).map((name) => name.replaceAll(/["']/g, '').trim()),
    );
  }
  return [...lists.values()];
}

/**
 * Returns one message for each list that has no known family. The message is about the first family of
 * the list.
 */
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

/** A font family that an SVG names, and the files of this family that the renderer can read. */
interface SvgFamily {
  readonly family: string;
  /** The error message if the family is unknown. */
  readonly unknown: string | undefined;
  readonly faces: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

/** Loads a family in the weights that an SVG may use. */
function loadFamily(family: string, used: ReadonlySet<number>, fonts: FontLibrary): SvgFamily {
  const paths = new Set<string>();
  // If the name includes a weight, such as "Montserrat Black", load only that weight.
  const weights = parseFontName(family).weight === undefined ? used : [undefined];
  for (const weight of weights) {
    for (const italic of [false, true]) {
      const found = findFacePath(fonts, family, weight, italic);
      // A family is unknown in all its weights, and the search for a similar name is slow.
      if (found instanceof KinoraError) return { family, unknown: found.message, faces: [] };
      paths.add(found);
    }
  }
  const faces = [...paths].flatMap((path) => {
    const bytes = renameFont(readFileSync(path), family);
    return bytes ? [{ path, bytes }] : [];
  });
  return { family, unknown: undefined, faces };
}

function findWeights(markup: string): Set<number> {
  const given = markup.matchAll(/font-weight\s*[=:]\s*["']?(\d{3})\b/g);
  return new Set([
    400,
    700,
    ...Array.from(given, ([, weight]) => Number(weight)).filter((weight) => weight > 0),
  ]);
}

/**
 * Returns the file of a face, or the error if there is none. Does not throw the error, because SVGs often
 * list fonts of other machines before common fonts.
 */
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

/**
 * True if the renderer can use a fallback font. It cannot read the format of the Chinese, Japanese and
 * Korean fonts, and it does not draw emoji.
 */
function isUsableFallback(path: string): boolean {
  return path.endsWith('.ttf') && path !== findFontFile('NotoEmoji', 400)?.path;
}
