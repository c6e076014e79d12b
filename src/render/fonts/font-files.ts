import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const packages = createRequire(import.meta.url);

/** The names of the weights; a family may lack some. */
export const WEIGHT_NAMES: Readonly<Record<number, string>> = {
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
  readonly fileOf: (weight: number, italic: boolean) => string;
}

/** The packages of Expo have a folder for each weight. */
function expoFamily(folder: string, file: string): Family {
  return {
    packageName: `@expo-google-fonts/${folder}`,
    fileOf(weight, italic) {
      const style = `${weight}${WEIGHT_NAMES[weight] ?? ''}${italic ? '_Italic' : ''}`;
      return `${style}/${file}_${style}.ttf`;
    },
  };
}

/** The families that need no download (contract 2.20). */
const BUILT_IN_FAMILIES: Readonly<Record<string, Family>> = {
  Arapey: {
    packageName: '@expo-google-fonts/arapey',
    // An older package than the others: no folders.
    fileOf: (weight, italic) => `Arapey_${weight}${WEIGHT_NAMES[weight] ?? ''}${italic ? '_Italic' : ''}.ttf`,
  },
  'Clear Sans': {
    packageName: '@fontsource/clear-sans',
    fileOf: (weight, italic) => `files/clear-sans-latin-${weight}-${italic ? 'italic' : 'normal'}.woff2`,
  },
  'Didact Gothic': expoFamily('didact-gothic', 'DidactGothic'),
  Montserrat: expoFamily('montserrat', 'Montserrat'),
  // Not open; this is the nearest that is: wide, round-cornered, of the same few strokes.
  MovLette: expoFamily('michroma', 'Michroma'),
  NotoEmoji: expoFamily('noto-color-emoji', 'NotoColorEmoji'),
  'Open Sans': expoFamily('open-sans', 'OpenSans'),
  'Permanent Marker': expoFamily('permanent-marker', 'PermanentMarker'),
  Roboto: expoFamily('roboto', 'Roboto'),
  'Sue Ellen Francisco': expoFamily('sue-ellen-francisco', 'SueEllenFrancisco'),
  // Not open; this is the nearest that is: a geometric sans with the same round bowls.
  'Uni Neue': expoFamily('urbanist', 'Urbanist'),
  'Work Sans': expoFamily('work-sans', 'WorkSans'),
};

/** The families that are only asked for letters that others lack. */
const FALLBACK_FAMILIES: Readonly<Record<string, Family>> = {
  'Noto Sans Arabic': expoFamily('noto-sans-arabic', 'NotoSansArabic'),
  'Noto Sans Hebrew': expoFamily('noto-sans-hebrew', 'NotoSansHebrew'),
  'Noto Sans Devanagari': expoFamily('noto-sans-devanagari', 'NotoSansDevanagari'),
  'Noto Sans Thai': expoFamily('noto-sans-thai', 'NotoSansThai'),
  'Noto Sans Symbols 2': expoFamily('noto-sans-symbols-2', 'NotoSansSymbols2'),
};

/** The names of the built-in families, in the order of the alphabet. */
export const FAMILY_NAMES: readonly string[] = Object.keys(BUILT_IN_FAMILIES);

/** Families that are there in one weight alone, whatever their package has (contract 2.20). */
const SINGLE_WEIGHTS: Readonly<Record<string, number>> = { 'Clear Sans': 400, 'Uni Neue': 700 };

const ALL_WEIGHTS = Object.keys(WEIGHT_NAMES).map(Number);

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
 * @param family one of {@link FAMILY_NAMES}, or a fallback family.
 * @param weight 1 to 1000.
 */
export function findFontFile(family: string, weight: number, italic = false): FontFile | undefined {
  const only = SINGLE_WEIGHTS[family];
  const weights = only === undefined ? ALL_WEIGHTS : [only];
  const nearestFirst = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight) || b - a);
  for (const each of nearestFirst) {
    const path = findPath(family, each, italic);
    if (path !== undefined) return { path, weight: each, italic };
  }
  return italic ? findFontFile(family, weight) : undefined;
}

function findPath(family: string, weight: number, italic: boolean): string | undefined {
  const source = BUILT_IN_FAMILIES[family] ?? FALLBACK_FAMILIES[family];
  if (!source) return undefined;
  const path = join(resolvePackageFolder(source.packageName), source.fileOf(weight, italic));
  return existsSync(path) ? path : undefined;
}

const folders = new Map<string, string>();

/** The folder of a package of fonts. @param name as in our dependencies. */
export function resolvePackageFolder(name: string): string {
  const known = folders.get(name);
  if (known !== undefined) return known;
  const folder = dirname(packages.resolve(`${name}/package.json`));
  folders.set(name, folder);
  return folder;
}
