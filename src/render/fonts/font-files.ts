import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { errorCodeOf } from '../../base/error-code.ts';
import { type FamilyName, WEIGHT_NAMES } from '../../edit/model.ts';

const packages = createRequire(import.meta.url);

/** The package of a family, and the file name for each weight, upright or italic. */
interface Family {
  readonly packageName: string;
  readonly fileOf: (weight: number, italic: boolean) => string;
}

/** Describes a family in an Expo package, which has a folder for each weight. */
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
const BUILT_IN_FAMILIES: Readonly<Record<FamilyName, Family>> = {
  Arapey: {
    packageName: '@expo-google-fonts/arapey',
    // This older package has no folder for each weight.
    fileOf: (weight, italic) => `Arapey_${weight}${WEIGHT_NAMES[weight] ?? ''}${italic ? '_Italic' : ''}.ttf`,
  },
  'Clear Sans': {
    packageName: '@fontsource/clear-sans',
    fileOf: (weight, italic) => `files/clear-sans-latin-${weight}-${italic ? 'italic' : 'normal'}.woff2`,
  },
  'Didact Gothic': expoFamily('didact-gothic', 'DidactGothic'),
  Montserrat: expoFamily('montserrat', 'Montserrat'),
  // The font is proprietary. Michroma is the most similar open font: wide, round-cornered, with the
  // same few strokes.
  MovLette: expoFamily('michroma', 'Michroma'),
  NotoEmoji: expoFamily('noto-color-emoji', 'NotoColorEmoji'),
  'Open Sans': expoFamily('open-sans', 'OpenSans'),
  'Permanent Marker': expoFamily('permanent-marker', 'PermanentMarker'),
  Roboto: expoFamily('roboto', 'Roboto'),
  'Sue Ellen Francisco': expoFamily('sue-ellen-francisco', 'SueEllenFrancisco'),
  // The font is proprietary. Urbanist is the most similar open font: a geometric sans with the
  // same round bowls.
  'Uni Neue': expoFamily('urbanist', 'Urbanist'),
  'Work Sans': expoFamily('work-sans', 'WorkSans'),
};

/** Families that are used only for characters that the requested font lacks. */
const FALLBACK_FAMILIES: Readonly<Record<string, Family>> = {
  'Noto Sans Arabic': expoFamily('noto-sans-arabic', 'NotoSansArabic'),
  'Noto Sans Hebrew': expoFamily('noto-sans-hebrew', 'NotoSansHebrew'),
  'Noto Sans Devanagari': expoFamily('noto-sans-devanagari', 'NotoSansDevanagari'),
  'Noto Sans Thai': expoFamily('noto-sans-thai', 'NotoSansThai'),
  'Noto Sans Symbols 2': expoFamily('noto-sans-symbols-2', 'NotoSansSymbols2'),
};

const FAMILIES = new Map<string, Family>(Object.entries({ ...BUILT_IN_FAMILIES, ...FALLBACK_FAMILIES }));

/**
 * Families that are available in only one weight, even if their package has other weights (contract 2.20).
 */
const SINGLE_WEIGHTS = new Map(Object.entries({ 'Clear Sans': 400, 'Uni Neue': 700 }));

const ALL_WEIGHTS = Object.keys(WEIGHT_NAMES).map(Number);

/** The file of a family whose weight and style are nearest to the requested ones. */
export interface FontFile {
  readonly path: string;
  /** 100 to 900. */
  readonly weight: number;
  readonly italic: boolean;
}

/**
 * Finds the file of a family whose weight is nearest to the requested weight. If two weights are equally
 * near, the bolder file wins. If the family has no italic file, an upright file is used.
 *
 * @param family one of `FAMILY_NAMES`, or a fallback family.
 * @param weight 1 to 1000.
 * @returns undefined if the family is unknown.
 */
export function findFontFile(family: string, weight: number, italic = false): FontFile | undefined {
  const only = SINGLE_WEIGHTS.get(family);
  const weights = only === undefined ? ALL_WEIGHTS : [only];
  const nearestFirst = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight) || b - a);
  for (const available of nearestFirst) {
    const path = findPath(family, available, italic);
    if (path !== undefined) return { path, weight: available, italic };
  }
  return italic ? findFontFile(family, weight) : undefined;
}

function findPath(family: string, weight: number, italic: boolean): string | undefined {
  const source = FAMILIES.get(family);
  if (!source) return undefined;
  const path = join(resolvePackageFolder(source.packageName), source.fileOf(weight, italic));
  return existsSync(path) ? path : undefined;
}

/** Returns the families that should be installed, and have no file. */
export function findMissingFamilies(): string[] {
  return [...FAMILIES.keys()].filter((family) => !isInstalled(() => findFontFile(family, 400) !== undefined));
}

/**
 * True if the files of a package are installed.
 *
 * @param look returns false or fails if they are not.
 */
export function isInstalled(look: () => boolean): boolean {
  try {
    return look();
  } catch (error) {
    // The first is the code of a missing package, the second that of a missing file in one.
    if (['MODULE_NOT_FOUND', 'ENOENT'].includes(errorCodeOf(error) ?? '')) return false;
    throw error;
  }
}

const folders = new Map<string, string>();

/**
 * Returns the folder of a font package.
 *
 * @param name as in the dependencies of `package.json`.
 */
export function resolvePackageFolder(name: string): string {
  const known = folders.get(name);
  if (known !== undefined) return known;
  const folder = dirname(packages.resolve(`${name}/package.json`));
  folders.set(name, folder);
  return folder;
}
