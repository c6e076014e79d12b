import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const packages = createRequire(import.meta.url);

/** The names of the weights; a family may lack some. */
export const WEIGHTS: Readonly<Record<number, string>> = {
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

/** Where the files of a family are: how a package names the one for a weight, upright or italic. */
interface Family {
  readonly packageName: string;
  readonly file: (weight: number, italic: boolean) => string;
}

/** The packages of Expo have a folder for each weight. */
function expo(folder: string, file: string): Family {
  return {
    packageName: `@expo-google-fonts/${folder}`,
    file(weight, italic) {
      const style = `${weight}${WEIGHTS[weight] ?? ''}${italic ? '_Italic' : ''}`;
      return `${style}/${file}_${style}.ttf`;
    },
  };
}

/** The families that need no download (contract 2.20). */
const FAMILIES: Readonly<Record<string, Family>> = {
  Arapey: {
    packageName: '@expo-google-fonts/arapey',
    // An older package than the others: no folders.
    file: (weight, italic) => `Arapey_${weight}${WEIGHTS[weight] ?? ''}${italic ? '_Italic' : ''}.ttf`,
  },
  'Clear Sans': {
    packageName: '@fontsource/clear-sans',
    file: (weight, italic) => `files/clear-sans-latin-${weight}-${italic ? 'italic' : 'normal'}.woff2`,
  },
  'Didact Gothic': expo('didact-gothic', 'DidactGothic'),
  Montserrat: expo('montserrat', 'Montserrat'),
  // Not open; this is the nearest that is: wide, round-cornered, of the same few strokes.
  MovLette: expo('michroma', 'Michroma'),
  NotoEmoji: expo('noto-color-emoji', 'NotoColorEmoji'),
  'Open Sans': expo('open-sans', 'OpenSans'),
  'Permanent Marker': expo('permanent-marker', 'PermanentMarker'),
  Roboto: expo('roboto', 'Roboto'),
  'Sue Ellen Francisco': expo('sue-ellen-francisco', 'SueEllenFrancisco'),
  // Not open; this is the nearest that is: a geometric sans with the same round bowls.
  'Uni Neue': expo('urbanist', 'Urbanist'),
  'Work Sans': expo('work-sans', 'WorkSans'),
};

/** The families that are only asked for letters that others lack. */
const FALLBACK_FAMILIES: Readonly<Record<string, Family>> = {
  'Noto Sans Arabic': expo('noto-sans-arabic', 'NotoSansArabic'),
  'Noto Sans Hebrew': expo('noto-sans-hebrew', 'NotoSansHebrew'),
  'Noto Sans Devanagari': expo('noto-sans-devanagari', 'NotoSansDevanagari'),
  'Noto Sans Thai': expo('noto-sans-thai', 'NotoSansThai'),
  'Noto Sans Symbols 2': expo('noto-sans-symbols-2', 'NotoSansSymbols2'),
};

/** The names of the built-in families, in the order of the alphabet. */
export const FAMILY_NAMES: readonly string[] = Object.keys(FAMILIES);

/** Families that are there in one weight alone, whatever their package has (contract 2.20). */
const ONE_WEIGHT: Readonly<Record<string, number>> = { 'Clear Sans': 400, 'Uni Neue': 700 };

const ALL_WEIGHTS = Object.keys(WEIGHTS).map(Number);

/** What of a family lies nearest to what is wanted. */
export interface FontFile {
  readonly path: string;
  /** 100 to 900. */
  readonly weight: number;
  readonly italic: boolean;
}

/**
 * The file of a family that is nearest to a weight; of two that are as near, the bolder. Upright where there is no italic.
 *
 * @param family one of {@link FAMILY_NAMES}, or one of those that stand in.
 * @param weight 1 to 1000.
 */
export function fontFile(family: string, weight: number, italic = false): FontFile | undefined {
  const only = ONE_WEIGHT[family];
  const wanted = only === undefined ? ALL_WEIGHTS : [only];
  const nearestFirst = wanted.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight) || b - a);
  for (const each of nearestFirst) {
    const path = pathOf(family, each, italic);
    if (path !== undefined) return { path, weight: each, italic };
  }
  return italic ? fontFile(family, weight) : undefined;
}

function pathOf(family: string, weight: number, italic: boolean): string | undefined {
  const source = FAMILIES[family] ?? FALLBACK_FAMILIES[family];
  if (!source) return undefined;
  const path = join(packageFolder(source.packageName), source.file(weight, italic));
  return existsSync(path) ? path : undefined;
}

const folders = new Map<string, string>();

/** The folder of a package of fonts. @param name as in our dependencies. */
export function packageFolder(name: string): string {
  const known = folders.get(name);
  if (known !== undefined) return known;
  const folder = dirname(packages.resolve(`${name}/package.json`));
  folders.set(name, folder);
  return folder;
}
