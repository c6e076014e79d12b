import { fallbackFor } from '../letters/fallback.ts';
import { FAMILY_NAMES, fontFile } from '../letters/font-files.ts';
import { coverageOf } from '../letters/font-register.ts';
import { drawnLetters } from '../letters/lettering.ts';

/** The fonts that the texts of a drawing may need. */
interface SvgFonts {
  readonly files: readonly string[];
  /** Letters that none of them has, each once. */
  readonly missing: readonly string[];
}

const FAMILY = 'Open Sans';

/**
 * The files of the built-in families that a drawing names, of Open Sans, and of those that have the letters that it lacks;
 * none for a drawing without text.
 */
export function svgFonts(markup: string): SvgFonts {
  if (!/<(?:\w+:)?text[\s>]/.test(markup)) return { files: [], missing: [] };
  const named = FAMILY_NAMES.filter((family) => family === FAMILY || markup.includes(family));
  const styles = [
    [400, false],
    [700, false],
    [400, true],
  ] as const;
  const own = named.flatMap((family) =>
    styles.flatMap(([weight, italic]) => fontFile(family, weight, italic)?.path ?? []),
  );
  const letters = drawnLetters(markup);
  const lacking = letters.filter((letter) => !own.some((path) => coverageOf(path)(letter)));
  const files = [...new Set([...own, ...fallbackFor(lacking, markup, 400).files])].filter(isOfUse);
  return { files, missing: letters.filter((letter) => !files.some((path) => coverageOf(path)(letter))) };
}

/** Fonts for Chinese, Japanese and Korean are in a form that the program cannot read, emoji in one that it does not draw. */
function isOfUse(path: string): boolean {
  return path.endsWith('.ttf') && path !== fontFile('NotoEmoji', 400)?.path;
}
