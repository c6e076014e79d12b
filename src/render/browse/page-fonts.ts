import {
  FAMILY_NAMES,
  findBuiltInFamily,
  normalizeFontName,
  parseFontName,
  WEIGHT_NAMES,
} from '../../edit/model.ts';
import { findFontFile } from '../fonts/font-files.ts';
import { findCjkFiles, orderCjkFonts } from '../fonts/cjk-fonts.ts';

/** A font for the style sheet of a page: the family name that the page uses, and the font file. */
export interface PageFont {
  readonly family: string;
  readonly path: string;
  /**
   * The weight of the file, or the first and last weight of a variable font. If absent, the file is used for
   * all weights.
   */
  readonly weight?: number | readonly [number, number];
  readonly italic?: boolean;
  /** The characters (code points) that the font is used for. If absent, all characters of the font. */
  readonly characters?: readonly string[];
}

/** A font of an edit. */
export interface CustomPageFont extends PageFont {
  /** All names that refer to the font, normalized by `normalizeFontName`. */
  readonly names: readonly string[];
}

/** The families for characters that the other fonts of a page lack. The first family has priority. */
export const FALLBACK_FAMILIES = ['Kinora 1', 'Kinora 2', 'Kinora 3'] as const;

const WEIGHT_NUMBERS = Object.keys(WEIGHT_NAMES).map(Number);
const SYSTEM_FALLBACK_FAMILIES = [
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
  'Noto Sans Symbols 2',
  'NotoEmoji',
];
const GENERIC_FAMILY = /^(serif|sans-serif|cursive|fantasy|monospace|math|emoji|fangsong|system-ui|ui-.*)$/;

/**
 * Returns the font files that Chromium uses as system fonts. System fonts draw the characters that no font of
 * the page has. East Asian fonts are not included, because Chromium does not accept their file format for
 * system fonts.
 */
export function listSystemFonts(): string[] {
  return [
    ...listFaces('Open Sans'),
    ...SYSTEM_FALLBACK_FAMILIES.flatMap((family) => listFaces(family, [400, 700])),
  ].map(({ path }) => path);
}

/** Returns all faces of the built-in families. */
function listBuiltInFonts(): PageFont[] {
  return FAMILY_NAMES.flatMap((family) => listFaces(family));
}

function listFaces(family: string, weights: readonly number[] = WEIGHT_NUMBERS): PageFont[] {
  const found = weights.flatMap((weight) =>
    [false, true].flatMap((italic) => {
      const file = findFontFile(family, weight, italic);
      return file ? [{ family, ...file }] : [];
    }),
  );
  // Remove duplicates: `findFontFile` returns the nearest face for a weight or slope that the family lacks.
  return [...new Map(found.map((face) => [face.path, face])).values()];
}

/**
 * Returns the fonts that a page can use by their family names. A family of the edit hides the built-in family
 * of the same name.
 */
export function listFamilyFonts(customFonts: readonly CustomPageFont[]): PageFont[] {
  const hidden = new Set(customFonts.flatMap(({ names }) => names));
  return [
    ...listBuiltInFonts().filter(({ family }) => !hidden.has(normalizeFontName(family))),
    ...customFonts,
  ];
}

/**
 * Finds the fonts of an edit for a name. The result is a whole family or a single face. If the name ends with
 * a weight, the result is the face with the nearest weight.
 */
export function findCustomFaces(name: string, customFonts: readonly CustomPageFont[]): PageFont[] {
  const of = (key: string): CustomPageFont[] => customFonts.filter(({ names }) => names.includes(key));
  const exact = of(normalizeFontName(name));
  if (exact.length > 0) return exact.map((font) => ({ ...font, family: name }));
  const { stem, weight = 400, italic } = parseFontName(name);
  const distance = ({ weight: has = weight }: CustomPageFont): number => {
    const [from, to] = typeof has === 'number' ? [has, has] : has;
    return Math.max(from - weight, weight - to, 0);
  };
  const [nearest] = of(stem)
    .filter((font) => (font.italic ?? false) === italic)
    .sort((a, b) => distance(a) - distance(b));
  return nearest ? [{ family: name, path: nearest.path }] : [];
}

/**
 * Finds the built-in face for a name that is not exactly a family name. The name may include a weight
 * ("Montserrat ExtraBold") or have a different spelling ("OpenSans").
 */
export function findNamedFace(name: string): PageFont | undefined {
  const { weight = 400, italic } = parseFontName(name);
  const family = findBuiltInFamily(name);
  const file = family === undefined ? undefined : findFontFile(family, weight, italic);
  return file && { family: name, path: file.path };
}

/**
 * Returns East Asian fonts for characters that no other font of a page has.
 *
 * @param text the text that contains the characters. The scripts of this text decide between Chinese,
 * Japanese and Korean glyph shapes.
 */
export function findCjkFonts(characters: readonly string[], text: string): PageFont[] {
  return orderCjkFonts(text).flatMap((font, index) => {
    const files = Map.groupBy(
      characters.flatMap((character) =>
        [...findCjkFiles(font, [character])].map((path) => ({ character, path })),
      ),
      ({ path }) => path,
    );
    return [...files].map(([path, of]) => ({
      family: FALLBACK_FAMILIES[index] ?? FALLBACK_FAMILIES[0],
      path,
      characters: of.map(({ character }) => character),
    }));
  });
}

/** Returns the families of a `font-family` value, without generic names such as `serif`. */
export function parseFamilies(stack: string): string[] {
  const names = Array.from(
    stack.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|([^,]+)),?/g),
    ([, quoted, plainly = '']) => (quoted ?? plainly).replaceAll(/\\(.)/g, '$1').trim(),
  );
  return names.filter((name) => name !== '' && !GENERIC_FAMILY.test(name));
}

/**
 * Returns the `@font-face` rule for a font.
 *
 * @param url the URL from which the page loads the file.
 */
export function createFontRule(
  { family, weight, italic = false, characters }: PageFont,
  url: string,
): string {
  const ranges = characters?.map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16)}`);
  return (
    [
      `@font-face{font-family:${toCssString(family)};src:url(${toCssString(url)})`,
      `font-weight:${[weight ?? [1, 1000]].flat().join(' ')}`,
      `font-style:${italic ? 'italic' : 'normal'}`,
      ...(ranges ? [`unicode-range:${ranges.join(',')}`] : []),
    ].join(';') + '}'
  );
}

function toCssString(text: string): string {
  return `"${text.replaceAll(/["\\<\n\r\f]/g, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `)}"`;
}
