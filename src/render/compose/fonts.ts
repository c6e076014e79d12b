import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { closest } from 'fastest-levenshtein';
import type { Font } from 'fontkit';
import { KinoraError } from '../../base/errors.ts';

const packages = createRequire(import.meta.url);

/** The files of a built-in family: its npm package, and the name of each weight's file without its ending. */
interface Family {
  readonly folder: string;
  readonly file: string;
}

/** The families that need no download (contract 2.20; the others come with the whole picture). */
const FAMILIES: Readonly<Record<string, Family>> = {
  'Open Sans': { folder: 'open-sans', file: 'OpenSans' },
  Montserrat: { folder: 'montserrat', file: 'Montserrat' },
  Roboto: { folder: 'roboto', file: 'Roboto' },
  'Work Sans': { folder: 'work-sans', file: 'WorkSans' },
};

/** The names of the built-in families. */
export const FAMILY_NAMES: readonly string[] = Object.keys(FAMILIES);

/** The weights' names in the packages; a family may lack some. */
const WEIGHTS: Readonly<Record<number, string>> = {
  100: 'Thin',
  200: 'ExtraLight',
  300: 'Light',
  400: 'Regular',
  500: 'Medium',
  600: 'SemiBold',
  700: 'Bold',
  800: 'ExtraBold',
  900: 'Black',
};

/** A family and a weight as Skia knows them. */
export interface Face {
  readonly family: string;
  /** 100 to 900. */
  readonly weight: number;
}

/**
 * The face for a family as a client writes it: spaces and case do not matter, and a weight word may end it
 * ("Montserrat ExtraBold").
 *
 * @param weight 1 to 1000, taken to the nearest hundred of 100 to 900; wins over a weight word. Default 400.
 * @throws {KinoraError} `font_not_found` naming the nearest family.
 */
export function faceOf(name: string, weight: number | undefined): Face {
  const { stem, worth } = withoutWeight(plain(name));
  const family = FAMILY_NAMES.find((each) => plain(each) === stem);
  if (!family) {
    const nearest = closest(stem, FAMILY_NAMES.map(plain));
    const suggestion = FAMILY_NAMES.find((each) => plain(each) === nearest) ?? '';
    const message = `"${name.trim()}" is not a known font; the nearest is "${suggestion}" (known are ${FAMILY_NAMES.join(', ')}).`;
    throw new KinoraError('font_not_found', message);
  }
  register(family);
  return { family, weight: hundreds(weight ?? worth) };
}

/** Spaces, line ends, joiners and what else is not drawn by itself. */
const UNSEEN = /^[\p{White_Space}\p{Control}\p{Format}\p{Variation_Selector}]$/u;

/**
 * The letters of a text that a family has no picture for: Skia would leave them out, or take them from whatever font the
 * machine happens to have.
 *
 * @param family one of ours.
 * @returns each such letter once, in the order of the text.
 */
export function lettersWithout(family: string, text: string): string[] {
  const letters = [...new Set(text)].filter((letter) => !UNSEEN.test(letter));
  const font = letters.length > 0 ? fontOf(family) : undefined;
  return font ? letters.filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)) : [];
}

const opened = new Map<string, Font | undefined>();

/** The letters of a family, read once in a process: an edit may have thousands of texts. */
function fontOf(family: string): Font | undefined {
  if (!opened.has(family)) opened.set(family, openFont(family));
  return opened.get(family);
}

function openFont(family: string): Font | undefined {
  const path = fileOf(family, 400);
  if (!path) return undefined;
  // Loading it takes a tenth of a second, which edits without letters need not wait for.
  const { openSync } = packages('fontkit') as typeof import('fontkit');
  const font = openSync(path);
  return 'hasGlyphForCodePoint' in font ? font : undefined;
}

/** Skia takes any other weight in a font for its size. */
function hundreds(weight: number): number {
  return Math.min(9, Math.max(1, Math.round(weight / 100))) * 100;
}

/** Takes the weight word off the end of a name; of two that fit ("Bold", "ExtraBold") the longer. */
function withoutWeight(name: string): { stem: string; worth: number } {
  const [found] = Object.entries(WEIGHTS)
    .filter(([, word]) => name.endsWith(plain(word)) && name !== plain(word))
    .sort(([, a], [, b]) => b.length - a.length);
  return found
    ? { stem: name.slice(0, -found[1].length), worth: Number(found[0]) }
    : { stem: name, worth: 400 };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

const registered = new Set<string>();

/** Gives Skia the family's files, once in a process. */
function register(family: string): void {
  // Not asked of Skia: it may know a family of the same name from the system, with other files and fewer weights.
  if (registered.has(family)) return;
  registered.add(family);
  for (const weight of Object.keys(WEIGHTS)) {
    const path = fileOf(family, Number(weight));
    if (path) GlobalFonts.registerFromPath(path, family);
  }
}

/** The local file of a family's weight; undefined when its package has none. */
function fileOf(family: string, weight: number): string | undefined {
  const source = FAMILIES[family];
  const name = WEIGHTS[weight];
  if (!source || !name) return undefined;
  try {
    return packages.resolve(
      `@expo-google-fonts/${source.folder}/${weight}${name}/${source.file}_${weight}${name}.ttf`,
    );
  } catch {
    // A family without this weight: nothing to register.
    return undefined;
  }
}
