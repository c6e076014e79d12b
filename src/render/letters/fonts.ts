import { closest } from 'fastest-levenshtein';
import { KinoraError } from '../../base/errors.ts';
import { FAMILY_NAMES, type FontFile, fontFile, WEIGHTS } from './font-files.ts';

/** A font file, and the family that it is of. */
export interface Face extends FontFile {
  readonly family: string;
}

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

/** The fonts that every edit has. */
export const BUILT_IN: Fonts = { face: faceOf };

function faceOf(name: string, weight?: number | string, italic = false): Face {
  const style = withoutStyle(plain(name));
  const { stem, worth } = style;
  const family = FAMILY_NAMES.find((each) => plain(each) === stem);
  const wanted = weight === undefined ? worth : weightOf(weight);
  const file = family === undefined ? undefined : fontFile(family, wanted, italic || style.italic);
  if (family === undefined || !file) throw unknownFont(name, stem);
  return { family, ...file };
}

function unknownFont(name: string, stem: string): KinoraError {
  const nearest = closest(stem, FAMILY_NAMES.map(plain));
  const suggestion = FAMILY_NAMES.find((each) => plain(each) === nearest) ?? '';
  const message = `"${name.trim()}" is not a known font; the nearest is "${suggestion}" (known are ${FAMILY_NAMES.join(', ')}).`;
  return new KinoraError('font_not_found', message);
}

/** More words for weights, as contract 2.15 has them. */
const OTHER_WORDS: readonly (readonly [number, string])[] = [
  [100, 'hairline'],
  [200, 'ultralight'],
  [400, 'normal'],
  [600, 'demibold'],
  [800, 'ultrabold'],
  [900, 'heavy'],
];

const WORDS = [
  ...Object.entries(WEIGHTS).map(([weight, word]) => [Number(weight), plain(word)] as const),
  ...OTHER_WORDS,
  // Of two that fit ("bold", "extrabold") the longer.
].sort(([, a], [, b]) => b.length - a.length);

/** A weight as a client writes it. @throws {KinoraError} `validation_failed` */
function weightOf(weight: number | string): number {
  const word = typeof weight === 'string' ? plain(weight) : '';
  const known = word === '' ? undefined : WORDS.find(([, each]) => each === word)?.[0];
  const number = known ?? Number(word === '' ? weight : word);
  if (number >= 1 && number <= 1000) return number;
  const message = `"${weight}" is not a weight of letters; give a number from 1 to 1000, or a word such as "bold".`;
  throw new KinoraError('validation_failed', message);
}

/** Takes the words for slope and weight off the end of a name. */
function withoutStyle(name: string): { stem: string; worth: number; italic: boolean } {
  const italic = name.endsWith('italic');
  const upright = italic ? name.slice(0, -'italic'.length) : name;
  const [worth, word] = WORDS.find(([, each]) => upright.endsWith(each) && upright !== each) ?? [400, ''];
  return { stem: upright.slice(0, upright.length - word.length), worth, italic };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
