import {
  type CustomPageFont,
  findCustomFaces,
  findNamedFace,
  listFamilyFonts,
  type PageFont,
  parseFamilies,
} from './page-fonts.ts';

/**
 * The fonts that a page requests by another name than that of their family, and those that are unknown.
 */
interface RequestedFonts {
  readonly faces: readonly PageFont[];
  /** The names of unknown fonts. */
  readonly unknown: readonly string[];
}

/**
 * Finds the fonts that a page requests. A font is unknown only if its `font-family` list has no known font.
 *
 * @param stacks the different values of `font-family` in the page.
 * @param customFonts the fonts of the edit.
 * @param own the families that the page itself brings.
 */
export function findRequestedFonts(
  stacks: readonly string[],
  customFonts: readonly CustomPageFont[],
  own: readonly string[] = [],
): RequestedFonts {
  const families = [...listFamilyFonts(customFonts).map(({ family }) => family), ...own];
  const known = new Set(families.map((family) => family.toLowerCase()));
  const faces = new Map<string, readonly PageFont[]>();
  const unknown = new Set<string>();
  for (const stack of stacks) {
    const names = parseFamilies(stack);
    for (const name of names) {
      if (!known.has(name.toLowerCase()) && !faces.has(name)) faces.set(name, findFaces(name, customFonts));
    }
    const [first] = names;
    const isKnown = names.some((name) => known.has(name.toLowerCase()) || faces.get(name)?.length);
    if (first !== undefined && !isKnown) unknown.add(first);
  }
  return { faces: [...faces.values()].flat(), unknown: [...unknown] };
}

function findFaces(name: string, customFonts: readonly CustomPageFont[]): readonly PageFont[] {
  const found = findCustomFaces(name, customFonts);
  const builtIn = found.length > 0 ? undefined : findNamedFace(name);
  return builtIn ? [builtIn] : found;
}
