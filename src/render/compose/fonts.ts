import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { closest } from 'fastest-levenshtein';
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
  const families = Object.keys(FAMILIES);
  const family = families.find((each) => plain(each) === stem);
  if (!family) {
    const nearest = closest(stem, families.map(plain));
    const suggestion = families.find((each) => plain(each) === nearest) ?? '';
    const message = `"${name.trim()}" is not a known font; the nearest is "${suggestion}" (known are ${families.join(', ')}).`;
    throw new KinoraError('font_not_found', message);
  }
  register(family);
  return { family, weight: hundreds(weight ?? worth) };
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
  const source = FAMILIES[family];
  // Not asked of Skia: it may know a family of the same name from the system, with other files and fewer weights.
  if (!source || registered.has(family)) return;
  registered.add(family);
  for (const [weight, name] of Object.entries(WEIGHTS)) {
    const file = `@expo-google-fonts/${source.folder}/${weight}${name}/${source.file}_${weight}${name}.ttf`;
    const path = pathOf(file);
    if (path) GlobalFonts.registerFromPath(path, family);
  }
}

/** The local file of a package's file; undefined when the package has none of this name. */
function pathOf(file: string): string | undefined {
  try {
    return packages.resolve(file);
  } catch {
    // A family without this weight: nothing to register.
    return undefined;
  }
}
