import { closest } from 'fastest-levenshtein';
import { KinoraError } from '../../base/errors.ts';
import type { Face } from './face.ts';
import { FAMILY_NAMES, findFontFile } from './font-files.ts';
import { type CustomFont, findNearestFace } from './custom-font.ts';
import { normalizeFontName, parseFontName, parseWeight } from './font-name.ts';

export type { Face } from './face.ts';

/** Finds the faces that texts ask for. */
export interface FontLibrary {
  /**
   * The face for a family as a client writes it: spaces and case do not matter, and a weight word may end it
   * ("Montserrat ExtraBold"), "Italic" as well.
   *
   * @param weight 1 to 1000, as a number or a text, or a word such as "bold"; taken to the nearest that the family has; wins
   *   over a weight word in the name. Default 400.
   * @param italic whether slanted letters are wanted; a name that ends in "Italic" wants them as well.
   * @throws {KinoraError} `font_not_found` naming the nearest family, `validation_failed` for what is no weight.
   */
  findFace(name: string, weight?: number | string, italic?: boolean): Face;
}

/** The one built-in family without letters. */
const EMOJI_FAMILY = 'NotoEmoji';
/** Families of an edit that a message names at the most. */
const MAX_NAMED = 20;

/** The fonts that every edit has. */
export const BUILT_IN_FONTS: FontLibrary = createFontLibrary([]);

/** The fonts that every edit has, and before them those of one edit: a family hides the built-in one of its name. */
export function createFontLibrary(customFonts: readonly CustomFont[]): FontLibrary {
  const named = groupByName(customFonts);
  return {
    findFace(name, requestedWeight, isItalic = false) {
      const style = parseFontName(name);
      const weight = requestedWeight === undefined ? (style.weight ?? 400) : parseWeight(requestedWeight);
      const italic = isItalic || style.italic;
      const ways = [normalizeFontName(name), style.stem];
      const key = (requestedWeight === undefined ? ways : ways.reverse()).find((each) => named.has(each));
      const faces = key === undefined ? undefined : named.get(key);
      if (faces) return findNearestFace(faces, weight, italic);
      return findBuiltInFace(style.stem, weight, italic) ?? throwUnknownFont(name, style.stem, customFonts);
    },
  };
}

/** The fonts of an edit by each of their names. */
function groupByName(customFonts: readonly CustomFont[]): Map<string, CustomFont[]> {
  const named = new Map<string, CustomFont[]>();
  for (const font of customFonts) {
    for (const name of font.names) {
      const fonts = named.get(name) ?? [];
      fonts.push(font);
      named.set(name, fonts);
    }
  }
  return named;
}

function findBuiltInFace(stem: string, weight: number, italic: boolean): Face | undefined {
  const family = FAMILY_NAMES.find((each) => normalizeFontName(each) === stem);
  const file = family === undefined ? undefined : findFontFile(family, weight, italic);
  if (family === undefined || !file) return undefined;
  return {
    family,
    ...file,
    hasLatin1: family !== EMOJI_FAMILY,
    ...(italic && !file.italic && { isSyntheticItalic: true }),
  };
}

function throwUnknownFont(name: string, stem: string, customFonts: readonly CustomFont[]): never {
  const families = [...new Set(customFonts.map(({ family }) => family))].slice(0, MAX_NAMED);
  const known = [...new Set([...families, ...FAMILY_NAMES])];
  const nearest = closest(stem, known.map(normalizeFontName));
  const suggestion = known.find((each) => normalizeFontName(each) === nearest) ?? '';
  const message = `"${name.trim()}" is not a known font; the nearest is "${suggestion}" (known are ${known.join(', ')}); the files of other fonts go into timeline.fonts.`;
  throw new KinoraError('font_not_found', message);
}
