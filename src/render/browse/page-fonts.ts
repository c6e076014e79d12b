import { FAMILY_NAMES, fontFile, WEIGHTS } from '../fonts/font-files.ts';
import { partsFor, pathsWith } from '../fonts/parted-fonts.ts';
import { plain, withoutStyle } from '../fonts/style-words.ts';

/** A font for the style sheet of a page: a family as the page calls it, and its file. */
export interface PageFont {
  readonly family: string;
  readonly path: string;
  /** A weight, or the first and the last of those that it has; when absent it is used for all. */
  readonly weight?: number | readonly [number, number];
  readonly italic?: boolean;
  /** The letters (code points) that it is for; all that it has when absent. */
  readonly letters?: readonly string[];
}

/** A font that an edit brings. */
export interface OwnFont extends PageFont {
  /** All names that it may be asked for by, as `plain` makes them. */
  readonly names: readonly string[];
}

/** The families that a page has for letters that its own lack, in the order in which they are asked. */
export const STAND_INS = ['Kinora 1', 'Kinora 2', 'Kinora 3'] as const;

const WEIGHT_NUMBERS = Object.keys(WEIGHTS).map(Number);
const SYSTEM_FAMILIES = [
  'Noto Sans Arabic',
  'Noto Sans Hebrew',
  'Noto Sans Devanagari',
  'Noto Sans Thai',
  'Noto Sans Symbols 2',
  'NotoEmoji',
];
const GENERIC = /^(serif|sans-serif|cursive|fantasy|monospace|math|emoji|fangsong|system-ui|ui-.*)$/;

/**
 * The files that Chromium takes for the fonts of the system: what letters look like that no font of the page has. Those of East
 * Asia are in a form that it does not take from there.
 */
export function systemFonts(): string[] {
  return [...facesOf('Open Sans'), ...SYSTEM_FAMILIES.flatMap((family) => facesOf(family, [400, 700]))].map(
    ({ path }) => path,
  );
}

/** All faces of the built-in families. */
function builtInFonts(): PageFont[] {
  return FAMILY_NAMES.flatMap((family) => facesOf(family));
}

function facesOf(family: string, weights: readonly number[] = WEIGHT_NUMBERS): PageFont[] {
  const found = weights.flatMap((weight) =>
    [false, true].flatMap((italic) => {
      const file = fontFile(family, weight, italic);
      return file ? [{ family, ...file }] : [];
    }),
  );
  // A weight or a slope that a family lacks is answered with the nearest.
  return [...new Map(found.map((face) => [face.path, face])).values()];
}

/** The fonts that a page has under the names of their families: those of the edit hide built-in ones that are called alike. */
export function familyFonts(own: readonly OwnFont[]): PageFont[] {
  const hidden = new Set(own.flatMap(({ names }) => names));
  return [...builtInFonts().filter(({ family }) => !hidden.has(plain(family))), ...own];
}

/** The fonts of an edit that a name means: a family, one face, or with a weight at its end what has that weight nearly. */
export function ownFaces(name: string, own: readonly OwnFont[]): PageFont[] {
  const of = (key: string): OwnFont[] => own.filter(({ names }) => names.includes(key));
  const called = of(plain(name));
  if (called.length > 0) return called.map((font) => ({ ...font, family: name }));
  const { stem, weight = 400, italic } = withoutStyle(name);
  const away = ({ weight: has = weight }: OwnFont): number => {
    const [from, to] = typeof has === 'number' ? [has, has] : has;
    return Math.max(from - weight, weight - to, 0);
  };
  const [nearest] = of(stem)
    .filter((font) => (font.italic ?? false) === italic)
    .sort((a, b) => away(a) - away(b));
  return nearest ? [{ family: name, path: nearest.path }] : [];
}

/**
 * The face that a name means which is no family but says which face of it: "Montserrat ExtraBold", or which is written
 * otherwise: "OpenSans".
 */
export function namedFace(name: string): PageFont | undefined {
  const { stem, weight = 400, italic } = withoutStyle(name);
  const family = FAMILY_NAMES.find((each) => plain(each) === stem);
  const file = family === undefined ? undefined : fontFile(family, weight, italic);
  return file && { family: name, path: file.path };
}

/** The fonts for letters that no other font of a page has. @param text where they stand. */
export function standIns(letters: readonly string[], text: string): PageFont[] {
  return partsFor(text).flatMap((part, index) => {
    const files = Map.groupBy(
      letters.flatMap((letter) => [...pathsWith(part, [letter])].map((path) => ({ letter, path }))),
      ({ path }) => path,
    );
    return [...files].map(([path, of]) => ({
      family: STAND_INS[index] ?? STAND_INS[0],
      path,
      letters: of.map(({ letter }) => letter),
    }));
  });
}

/** The families of a `font-family`, but for those such as `serif` that name no font. */
export function familiesIn(stack: string): string[] {
  const names = Array.from(
    stack.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|([^,]+)),?/g),
    ([, quoted, plainly = '']) => (quoted ?? plainly).replaceAll(/\\(.)/g, '$1').trim(),
  );
  return names.filter((name) => name !== '' && !GENERIC.test(name));
}

/** The rule of a style sheet for a font. @param url where the page gets its file. */
export function fontRule({ family, weight, italic = false, letters }: PageFont, url: string): string {
  const ranges = letters?.map((letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16)}`);
  return (
    [
      `@font-face{font-family:${cssText(family)};src:url(${cssText(url)})`,
      `font-weight:${[weight ?? [1, 1000]].flat().join(' ')}`,
      `font-style:${italic ? 'italic' : 'normal'}`,
      ...(ranges ? [`unicode-range:${ranges.join(',')}`] : []),
    ].join(';') + '}'
  );
}

function cssText(text: string): string {
  return `"${text.replaceAll(/["\\<\n\r\f]/g, (letter) => `\\${(letter.codePointAt(0) ?? 0).toString(16)} `)}"`;
}
