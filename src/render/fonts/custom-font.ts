import type { Face } from './face.ts';
import { registerFont } from './font-register.ts';
import { FontError, type FontMetadata, readFontMetadata } from './font-metadata.ts';
import { normalizeFontName, parseFontName } from './font-name.ts';

/** A font file that an edit brings. */
export interface CustomFont extends Pick<FontMetadata, 'weight' | 'italic' | 'axes'> {
  readonly path: string;
  /** What its family is called. */
  readonly family: string;
  /** All names that it may be asked for by, {@link normalizeFontName}. */
  readonly names: ReadonlySet<string>;
}

/** The axes for slanted letters, and the value at which they are. */
const SLANT_AXES = { ital: ({ max }: Range) => max, slnt: ({ min }: Range) => min };

type Range = FontMetadata['axes'][string];

/**
 * Opens a font file of an edit. It may be of bad intent: to be called in a child process only.
 *
 * @param path a TTF, OTF, WOFF or WOFF2 file.
 * @param fileName what its client calls the file, without its ending: one may ask for it by that as well.
 * @throws {FontError} when it is none that can be used.
 */
export function openCustomFont(path: string, fileName: string): CustomFont {
  const { families, names, ...facts } = readFontMetadata(path);
  try {
    // That one of the two programs reads a file does not mean that the other does.
    registerFont(path);
  } catch (cause) {
    throw new FontError('is not a font that can be drawn with: the file is damaged', { cause });
  }
  const family = families[0] ?? fileName;
  const all = [...families, ...names, fileName];
  // A family is found by "Foo" also where the files say only "Foo Light", or are called Foo-Light.ttf.
  const stems = [...families, fileName].map((name) => parseFontName(name).stem);
  return { path, family, names: new Set([...all.map(normalizeFontName), ...stems]), ...facts };
}

/**
 * Of the faces of a family the one to draw with: slanted ones where they are wanted and there, else upright ones; of these the
 * nearest in weight, of two that are as near the bolder, of two that are alike the first.
 */
export function findNearestFace(fonts: readonly CustomFont[], weight: number, italic: boolean): Face {
  const fitting = fonts.filter((font) => (italic ? canSlant(font) : !font.italic));
  const [nearest] = (fitting.length > 0 ? fitting : fonts)
    .map((font) => faceOf(font, weight, italic))
    .sort((a, b) => Math.abs(a.weight - weight) - Math.abs(b.weight - weight) || b.weight - a.weight);
  if (!nearest) throw new Error('A family has no faces.');
  return nearest;
}

function canSlant({ italic, axes }: CustomFont): boolean {
  return italic || Object.keys(SLANT_AXES).some((tag) => tag in axes);
}

function faceOf(font: CustomFont, weight: number, italic: boolean): Face {
  const { path, family, axes } = font;
  const slanted = italic && canSlant(font);
  const settings = Object.entries(SLANT_AXES).flatMap(([tag, value]) => {
    const range = axes[tag];
    return slanted && range ? [[tag, value(range)] as const] : [];
  });
  const { wght } = axes;
  return {
    path,
    family,
    weight: wght ? Math.min(wght.max, Math.max(wght.min, weight)) : font.weight,
    italic: slanted || font.italic,
    ...(italic && !slanted && { isSyntheticItalic: true }),
    ...(settings.length > 0 && { axes: Object.fromEntries(settings) }),
  };
}
