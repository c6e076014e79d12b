import { readFileSync } from 'node:fs';
import { KinoraError } from '../../base/errors.ts';
import { fallbackFor } from '../letters/fallback.ts';
import { fontFile } from '../letters/font-files.ts';
import { coverageOf } from '../letters/font-register.ts';
import type { Fonts } from '../letters/fonts.ts';
import { drawnLetters } from '../letters/lettering.ts';
import { renamedFont } from '../letters/renamed-font.ts';
import { withoutStyle } from '../letters/style-words.ts';

/** The fonts that the texts of a drawing may need. */
interface SvgFonts {
  /** TTF or OTF files. The program finds them by the family names that are written in them: those that the drawing uses. */
  readonly files: readonly Uint8Array[];
  /** Letters that none of them has, each once. */
  readonly missing: readonly string[];
  /** Families that the drawing names, of which there are only files that the program cannot read (WOFF2). */
  readonly unusable: readonly string[];
}

/** The family of texts that name none, or none that is known. */
export const SVG_FAMILY = 'Open Sans';

/** More families than this are not looked for in one drawing. */
const MOST_FAMILIES = 50;
/** A list of families is not longer than this. */
const LONGEST_LIST = 300;
const NAME = String.raw`(?:\s*"[^"]*"|\s*'[^']*'|[^,;:"'{}<>=]+)`;
const LIST = new RegExp(`^font-family\\s*(?::|=\\s*["'])(${NAME}(?:,${NAME})*)`);

/**
 * The fonts that a drawing names, Open Sans, and those that have the letters that these lack; none for a drawing without text.
 *
 * @param fonts those that it may name.
 */
export function svgFonts(markup: string, fonts: Fonts): SvgFonts {
  if (!/<(?:\w+:)?text[\s>]/.test(markup)) return { files: [], missing: [], unusable: [] };
  const families = [...familiesIn(markup), SVG_FAMILY].map((family) => facesOf(family, markup, fonts));
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
    unusable: families.filter(({ faces, known }) => known && faces.length === 0).map(({ family }) => family),
  };
}

/** The names of families in the attributes and styles of a drawing. */
function familiesIn(markup: string): Set<string> {
  const names = new Set<string>();
  for (const { index } of markup.matchAll(/font-family/g)) {
    if (names.size > MOST_FAMILIES) break;
    const text = markup.slice(index, index + LONGEST_LIST).replaceAll('&quot;', "'");
    const list = LIST.exec(text)?.[1] ?? '';
    for (const name of list.split(',')) names.add(name.replaceAll(/["']/g, '').trim());
  }
  names.delete(SVG_FAMILY);
  return names;
}

/** A family that a drawing names, and its files that the program can read, under the name that it has there. */
interface SvgFamily {
  readonly family: string;
  readonly known: boolean;
  readonly faces: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

/** A family in the weights that a drawing may ask for. */
function facesOf(family: string, markup: string, fonts: Fonts): SvgFamily {
  const paths = new Set<string>();
  // A name with a weight in it stands for that one.
  const weights = withoutStyle(family).weight === undefined ? weightsIn(markup) : [undefined];
  for (const weight of weights) {
    for (const italic of [false, true]) {
      const path = pathOf(fonts, family, weight, italic);
      if (path !== undefined) paths.add(path);
    }
  }
  const faces = [...paths].flatMap((path) => {
    const bytes = renamedFont(readFileSync(path), family);
    return bytes ? [{ path, bytes }] : [];
  });
  return { family, known: paths.size > 0, faces };
}

function weightsIn(markup: string): Set<number> {
  const given = markup.matchAll(/font-weight\s*[=:]\s*["']?(\d{3})\b/g);
  return new Set([
    400,
    700,
    ...Array.from(given, ([, weight]) => Number(weight)).filter((weight) => weight > 0),
  ]);
}

function pathOf(fonts: Fonts, name: string, weight: number | undefined, italic: boolean): string | undefined {
  try {
    return fonts.face(name, weight, italic).path;
  } catch (error) {
    // Drawings name fonts of other machines, and others after them.
    if (error instanceof KinoraError) return undefined;
    throw error;
  }
}

/** Fonts for Chinese, Japanese and Korean are in a form that the program cannot read, emoji in one that it does not draw. */
function isOfUse(path: string): boolean {
  return path.endsWith('.ttf') && path !== fontFile('NotoEmoji', 400)?.path;
}
