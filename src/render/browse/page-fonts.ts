import { FAMILY_NAMES, findFontFile, WEIGHT_NAMES } from '../fonts/font-files.ts';
import { findCjkFiles, orderCjkFonts } from '../fonts/cjk-fonts.ts';
import { normalizeFontName, parseFontName } from '../fonts/font-name.ts';

/** A font for the style sheet of a page: a family as the page calls it, and its file. */
export interface PageFont {
  readonly family: string;
  readonly path: string;
  /** A weight, or the first and the last of those that it has; when absent it is used for all. */
  readonly weight?: number | readonly [number, number];
  readonly italic?: boolean;
  /** The letters (code points) that it is for; all that it has when absent. */
  readonly characters?: readonly string[];
}

/** A font that an edit brings. */
export interface CustomPageFont extends PageFont {
  /** All names that it may be asked for by, as `normalizeFontName` makes them. */
  readonly names: readonly string[];
}

/** The families that a page has for letters that its own lack, in the order in which they are asked. */
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
 * The files that Chromium takes for the fonts of the system: what letters look like that no font of the page has. Those of East
 * Asia are in a form that it does not take from there.
 */
export function listSystemFonts(): string[] {
  return [
    ...listFaces('Open Sans'),
    ...SYSTEM_FALLBACK_FAMILIES.flatMap((family) => listFaces(family, [400, 700])),
  ].map(({ path }) => path);
}

/** All faces of the built-in families. */
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
  // A weight or a slope that a family lacks is answered with the nearest.
  return [...new Map(found.map((face) => [face.path, face])).values()];
}

/** The fonts that a page has under the names of their families: those of the edit hide built-in ones that are called alike. */
export function listFamilyFonts(customFonts: readonly CustomPageFont[]): PageFont[] {
  const hidden = new Set(customFonts.flatMap(({ names }) => names));
  return [
    ...listBuiltInFonts().filter(({ family }) => !hidden.has(normalizeFontName(family))),
    ...customFonts,
  ];
}

/** The fonts of an edit that a name means: a family, one face, or with a weight at its end what has that weight nearly. */
export function findCustomFaces(name: string, customFonts: readonly CustomPageFont[]): PageFont[] {
  const of = (key: string): CustomPageFont[] => customFonts.filter(({ names }) => names.includes(key));
  const called = of(normalizeFontName(name));
  if (called.length > 0) return called.map((font) => ({ ...font, family: name }));
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
 * The face that a name means which is no family but says which face of it: "Montserrat ExtraBold", or which is written
 * otherwise: "OpenSans".
 */
export function findNamedFace(name: string): PageFont | undefined {
  const { stem, weight = 400, italic } = parseFontName(name);
  const family = FAMILY_NAMES.find((each) => normalizeFontName(each) === stem);
  const file = family === undefined ? undefined : findFontFile(family, weight, italic);
  return file && { family: name, path: file.path };
}

/** The fonts for letters that no other font of a page has. @param text where they stand. */
export function findCjkFonts(characters: readonly string[], text: string): PageFont[] {
  return orderCjkFonts(text).flatMap((part, index) => {
    const files = Map.groupBy(
      characters.flatMap((character) =>
        [...findCjkFiles(part, [character])].map((path) => ({ character, path })),
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

/** The families of a `font-family`, but for those such as `serif` that name no font. */
export function parseFamilies(stack: string): string[] {
  const names = Array.from(
    stack.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|([^,]+)),?/g),
    ([, quoted, plainly = '']) => (quoted ?? plainly).replaceAll(/\\(.)/g, '$1').trim(),
  );
  return names.filter((name) => name !== '' && !GENERIC_FAMILY.test(name));
}

/** The rule of a style sheet for a font. @param url where the page gets its file. */
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
