import { listed, said } from './words.ts';
import { familiesIn, familyFonts, namedFace, type OwnFont, ownFaces, type PageFont } from './page-fonts.ts';

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
export function askedFonts(stacks: readonly string[], own: readonly OwnFont[]): Asked {
  const known = new Set(familyFonts(own).map(({ family }) => family.toLowerCase()));
  const faces = new Map<string, readonly PageFont[]>();
  const unknown = new Set<string>();
  for (const stack of stacks) {
    const names = familiesIn(stack);
    for (const name of names) {
      if (!known.has(name.toLowerCase()) && !faces.has(name)) faces.set(name, facesOf(name, own));
    }
    const [first] = names;
    const isThere = names.some((name) => known.has(name.toLowerCase()) || faces.get(name)?.length);
    if (first !== undefined && !isThere) unknown.add(first);
  }
  const missing = listed([...unknown].map((name) => `"${said(name)}"`));
  const warning = `the page asks for fonts that are not known, ${missing}; Open Sans stands in.`;
  return { faces: [...faces.values()].flat(), warnings: unknown.size > 0 ? [warning] : [] };
}

function facesOf(name: string, own: readonly OwnFont[]): readonly PageFont[] {
  const found = ownFaces(name, own);
  const builtIn = found.length > 0 ? undefined : namedFace(name);
  return builtIn ? [builtIn] : found;
}
