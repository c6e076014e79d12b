import { closest } from 'fastest-levenshtein';
import { KinoraError } from '../../base/errors.ts';
import {
  FAMILY_NAMES,
  findBuiltInFamily,
  normalizeFontName,
  parseFontName,
  parseWeight,
} from '../../edit/model.ts';
import type { Face } from './face.ts';
import { findFontFile } from './font-files.ts';
import { type CustomFont, findNearestFace } from './custom-font.ts';

export type { Face } from './face.ts';

/** Finds faces by the font names in an edit. */
export interface FontLibrary {
  /**
   * Finds the face for a font name in an edit. Spaces and case do not matter. The name may end with a weight
   * ("Montserrat ExtraBold") and with "Italic".
   *
   * @param name the family, optionally with a weight and "Italic".
   * @param weight 1 to 1000 as a number or text, or a word such as "bold". The nearest weight of the family
   * is used. This parameter overrides a weight in the name. Default 400.
   * @param italic true for slanted letters. A name that ends with "Italic" requests them, too.
   * @throws {KinoraError} `font_not_found` with a suggestion of the most similar family, `validation_failed`
   * for an invalid weight.
   */
  findFace(name: string, weight?: number | string, italic?: boolean): Face;
}

/** The one built-in family without letters. */
const EMOJI_FAMILY = 'NotoEmoji';
/** Maximum number of families of an edit that a message names. */
const MAX_NAMED = 20;

/** The built-in fonts, which every edit can use. */
export const BUILT_IN_FONTS: FontLibrary = createFontLibrary([]);

/**
 * Creates a font library of the built-in fonts and the fonts of an edit. A family of the edit hides the
 * built-in family of the same name.
 */
export function createFontLibrary(customFonts: readonly CustomFont[]): FontLibrary {
  const named = groupByName(customFonts);
  return {
    findFace(name, requestedWeight, isItalic = false) {
      const style = parseFontName(name);
      const weight = requestedWeight === undefined ? (style.weight ?? 400) : parseWeight(requestedWeight);
      const italic = isItalic || style.italic;
      const keys = [normalizeFontName(name), style.stem];
      const key = (requestedWeight === undefined ? keys : keys.reverse()).find((each) => named.has(each));
      const faces = key === undefined ? undefined : named.get(key);
      const face = faces
        ? findNearestFace(faces, weight, italic)
        : (findBuiltInFace(name, weight, italic) ?? throwUnknownFont(name, style.stem, customFonts));
      return { ...face, ...findCompanions(face, faces ?? [], customFonts) };
    },
  };
}

/** Lists the other fonts of an edit: those of the family first, each with the nearest slope and weight first. */
function findCompanions(
  { path: own, weight, italic }: Face,
  family: readonly CustomFont[],
  all: readonly CustomFont[],
): Pick<Face, 'companions'> {
  const distance = (font: CustomFont): number =>
    (family.includes(font) ? 0 : 1e6) + (font.italic === italic ? 0 : 1e4) + Math.abs(font.weight - weight);
  const companions = all
    .filter(({ path }) => path !== own)
    .sort((one, other) => distance(one) - distance(other))
    .map(({ path }) => path);
  return companions.length > 0 ? { companions } : {};
}

/** Groups the fonts of an edit by name. A font with several names is in several groups. */
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

function findBuiltInFace(name: string, weight: number, italic: boolean): Face | undefined {
  const family = findBuiltInFamily(name);
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
  const message = `"${name.trim()}" is not a known font; the nearest is "${suggestion}" (known fonts: ${known.join(', ')}); add the files of other fonts to timeline.fonts.`;
  throw new KinoraError('font_not_found', message);
}
