import { listed, said } from './words.ts';
import { builtInFonts, familiesIn, namedFace, type PageFont } from './page-fonts.ts';

/** What of the fonts that a page asks for is there under other names than those of the families, and what is not there at all. */
interface Asked {
  readonly faces: readonly PageFont[];
  /** Sentences without the field. */
  readonly warnings: readonly string[];
}

/**
 * Finds the fonts that a page asks for. That one of a list is not there is what lists are for; that none is, is not.
 *
 * @param stacks the different values of `font-family` in the page.
 * @param own the fonts of the edit.
 */
export function askedFonts(stacks: readonly string[], own: readonly PageFont[]): Asked {
  const known = new Set([...builtInFonts(), ...own].map(({ family }) => family.toLowerCase()));
  const faces = new Map<string, PageFont>();
  const unknown = new Set<string>();
  for (const stack of stacks) {
    const names = familiesIn(stack);
    for (const name of names) {
      const face = known.has(name.toLowerCase()) ? undefined : namedFace(name);
      if (face) faces.set(name, face);
    }
    const [first] = names;
    const isThere = names.some((name) => known.has(name.toLowerCase()) || faces.has(name));
    if (first !== undefined && !isThere) unknown.add(first);
  }
  const missing = listed([...unknown].map((name) => `"${said(name)}"`));
  const warning = `the page asks for fonts that are not known, ${missing}; Open Sans stands in.`;
  return { faces: [...faces.values()], warnings: unknown.size > 0 ? [warning] : [] };
}
