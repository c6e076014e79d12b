import { readFileSync } from 'node:fs';
import { KinoraError } from '../../base/errors.ts';
import { fallbackFor } from '../fonts/fallback.ts';
import { fontFile } from '../fonts/font-files.ts';
import { coverageOf } from '../fonts/font-register.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { drawnLetters } from '../fonts/lettering.ts';
import { renamedFont } from '../fonts/renamed-font.ts';
import { withoutStyle } from '../fonts/style-words.ts';

/** The fonts that the texts of a drawing may need. */
interface SvgFonts {
  /** TTF or OTF files. The program finds them by the family names that are written in them: those that the drawing uses. */
  readonly files: readonly Uint8Array[];
  /** Letters that none of them has, each once. */
  readonly missing: readonly string[];
  /** Families that the drawing names, of which there are only files that the program cannot read (WOFF2). */
  readonly unusable: readonly string[];
  /** What is said of families that are not known, where a text names none that is: each names the nearest. */
  readonly unknown: readonly string[];
}

/** The family of texts that name none, or none that is known. */
export const SVG_FAMILY = 'Open Sans';

/** More lists of families than this are not looked at in one drawing. */
const MOST_LISTS = 50;
/** A list of families is not longer than this. */
const LONGEST_LIST = 300;
/** Names that stand for any font of a kind. */
const GENERIC = new Set([
  '',
  'serif',
  'sans-serif',
  'monospace',
  'cursive',
  'fantasy',
  'system-ui',
  'inherit',
]);
const NAME = String.raw`(?:\s*"[^"]*"|\s*'[^']*'|[^,;:"'{}<>=]+)`;
const LIST = new RegExp(`^font-family\\s*(?::|=\\s*["'])(${NAME}(?:,${NAME})*)`);

/**
 * The fonts that a drawing names, Open Sans, and those that have the letters that these lack; none for a drawing without text.
 *
 * @param fonts those that it may name.
 */
export function svgFonts(markup: string, fonts: Fonts): SvgFonts {
  if (!/<(?:\w+:)?text[\s>]/.test(markup)) return { files: [], missing: [], unusable: [], unknown: [] };
  const lists = familyLists(markup);
  const names = new Set([...lists.flat(), SVG_FAMILY]);
  const families = Array.from(names, (family) => facesOf(family, markup, fonts));
  const named = families.flatMap(({ faces }) => faces);
  const letters = drawnLetters(markup);
  const has = (paths: readonly string[]) => (letter: string) =>
    paths.some((path) => coverageOf(path)(letter));
  const lacking = letters.filter((letter) => !has(named.map(({ path }) => path))(letter));
  const others = fallbackFor(lacking, markup, 400).files.filter(isOfUse);
  const usable = has([...named.map(({ path }) => path), ...others]);
  return {
    files: [...named.map(({ bytes }) => bytes), ...others.map((path) => readFileSync(path))],
    missing: letters.filter((letter) => !usable(letter)),
    unusable: families
      .filter(({ faces, unknown }) => unknown === undefined && faces.length === 0)
      .map(({ family }) => family),
    unknown: unknownIn(lists, families),
  };
}

/** The families in the attributes and styles of a drawing, each list as it stands there. */
function familyLists(markup: string): string[][] {
  const lists = new Map<string, string[]>();
  for (const { index } of markup.matchAll(/font-family/g)) {
    if (lists.size > MOST_LISTS) break;
    const text = markup.slice(index, index + LONGEST_LIST).replaceAll('&quot;', "'");
    const list = LIST.exec(text)?.[1] ?? '';
    lists.set(
      list,
      list.split(',').map((name) => name.replaceAll(/["']/g, '').trim()),
    );
  }
  return [...lists.values()];
}

/** What is said of the first family of each list without one that is known. */
function unknownIn(lists: readonly (readonly string[])[], families: readonly SvgFamily[]): string[] {
  const said = new Map(families.map(({ family, unknown }) => [family, unknown]));
  const messages = lists.flatMap((list) => {
    const [first, ...others] = list.filter((name) => !GENERIC.has(name)).map((name) => said.get(name));
    return first !== undefined && others.every((other) => other !== undefined) ? [first] : [];
  });
  return [...new Set(messages)];
}

/** A family that a drawing names, and its files that the program can read, under the name that it has there. */
interface SvgFamily {
  readonly family: string;
  /** What is said of it when it is not known. */
  readonly unknown: string | undefined;
  readonly faces: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

/** A family in the weights that a drawing may ask for. */
function facesOf(family: string, markup: string, fonts: Fonts): SvgFamily {
  const paths = new Set<string>();
  let unknown: string | undefined;
  // A name with a weight in it stands for that one.
  const weights = withoutStyle(family).weight === undefined ? weightsIn(markup) : [undefined];
  for (const weight of weights) {
    for (const italic of [false, true]) {
      const found = pathOf(fonts, family, weight, italic);
      if (found instanceof KinoraError) unknown = found.message;
      else paths.add(found);
    }
  }
  const faces = [...paths].flatMap((path) => {
    const bytes = renamedFont(readFileSync(path), family);
    return bytes ? [{ path, bytes }] : [];
  });
  return { family, unknown, faces };
}

function weightsIn(markup: string): Set<number> {
  const given = markup.matchAll(/font-weight\s*[=:]\s*["']?(\d{3})\b/g);
  return new Set([
    400,
    700,
    ...Array.from(given, ([, weight]) => Number(weight)).filter((weight) => weight > 0),
  ]);
}

/** The file of a face, or why there is none: drawings name fonts of other machines, and others after them. */
function pathOf(
  fonts: Fonts,
  name: string,
  weight: number | undefined,
  italic: boolean,
): string | KinoraError {
  try {
    return fonts.face(name, weight, italic).path;
  } catch (error) {
    if (error instanceof KinoraError) return error;
    throw error;
  }
}

/** Fonts for Chinese, Japanese and Korean are in a form that the program cannot read, emoji in one that it does not draw. */
function isOfUse(path: string): boolean {
  return path.endsWith('.ttf') && path !== fontFile('NotoEmoji', 400)?.path;
}
