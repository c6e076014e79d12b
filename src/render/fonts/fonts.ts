import { closest } from 'fastest-levenshtein';
import { KinoraError } from '../../base/errors.ts';
import type { Face } from './face.ts';
import { FAMILY_NAMES, fontFile } from './font-files.ts';
import { nearestFace, type OwnFont } from './own-font.ts';
import { plain, weightOf, withoutStyle } from './style-words.ts';

export type { Face } from './face.ts';

/** Finds the faces that texts ask for. */
export interface Fonts {
  /**
   * The face for a family as a client writes it: spaces and case do not matter, and a weight word may end it
   * ("Montserrat ExtraBold"), "Italic" as well.
   *
   * @param weight 1 to 1000, as a number or a text, or a word such as "bold"; taken to the nearest that the family has; wins
   *   over a weight word in the name. Default 400.
   * @param italic whether slanted letters are wanted; a name that ends in "Italic" wants them as well.
   * @throws {KinoraError} `font_not_found` naming the nearest family, `validation_failed` for what is no weight.
   */
  face(name: string, weight?: number | string, italic?: boolean): Face;
}

/** The one built-in family without letters. */
const EMOJI = 'NotoEmoji';
/** Families of an edit that a message names at the most. */
const NAMED = 20;

/** The fonts that every edit has. */
export const BUILT_IN: Fonts = fontsWith([]);

/** The fonts that every edit has, and before them those of one edit: a family hides the built-in one of its name. */
export function fontsWith(own: readonly OwnFont[]): Fonts {
  const named = byName(own);
  return {
    face(name, given, slanted = false) {
      const style = withoutStyle(name);
      const weight = given === undefined ? (style.weight ?? 400) : weightOf(given);
      const italic = slanted || style.italic;
      const ways = [plain(name), style.stem];
      const key = (given === undefined ? ways : ways.reverse()).find((each) => named.has(each));
      const faces = key === undefined ? undefined : named.get(key);
      if (faces) return nearestFace(faces, weight, italic);
      return builtIn(style.stem, weight, italic) ?? unknown(name, style.stem, own);
    },
  };
}

/** The fonts of an edit by each of their names. */
function byName(own: readonly OwnFont[]): Map<string, OwnFont[]> {
  const named = new Map<string, OwnFont[]>();
  for (const font of own) {
    for (const name of font.names) {
      const fonts = named.get(name) ?? [];
      fonts.push(font);
      named.set(name, fonts);
    }
  }
  return named;
}

function builtIn(stem: string, weight: number, italic: boolean): Face | undefined {
  const family = FAMILY_NAMES.find((each) => plain(each) === stem);
  const file = family === undefined ? undefined : fontFile(family, weight, italic);
  if (family === undefined || !file) return undefined;
  return { family, ...file, western: family !== EMOJI, ...(italic && !file.italic && { leaned: true }) };
}

function unknown(name: string, stem: string, own: readonly OwnFont[]): never {
  const families = [...new Set(own.map(({ family }) => family))].slice(0, NAMED);
  const known = [...new Set([...families, ...FAMILY_NAMES])];
  const nearest = closest(stem, known.map(plain));
  const suggestion = known.find((each) => plain(each) === nearest) ?? '';
  const message = `"${name.trim()}" is not a known font; the nearest is "${suggestion}" (known are ${known.join(', ')}); the files of other fonts go into timeline.fonts.`;
  throw new KinoraError('font_not_found', message);
}
