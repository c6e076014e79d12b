import { normalizeFontName, parseFontName } from '../../edit/model.ts';
import { checkFontFile } from './check-font-file.ts';
import type { Face } from './face.ts';
import { registerFont } from './font-register.ts';
import { FontError, type FontMetadata, readFontMetadata } from './font-metadata.ts';

/** A font file of an edit. */
export interface CustomFont extends Pick<FontMetadata, 'weight' | 'italic' | 'axes'> {
  readonly path: string;
  /** Name of its family. */
  readonly family: string;
  /** All names that refer to the font, normalized by {@link normalizeFontName}. */
  readonly names: ReadonlySet<string>;
}

/** The axes that slant letters. Each function returns the value for the strongest slant. */
const SLANT_AXES = { ital: ({ max }: Range) => max, slnt: ({ min }: Range) => min };

type Range = FontMetadata['axes'][string];

/**
 * Opens a font file of an edit. The file may be malicious: call this only in a child process.
 *
 * @param path a TTF, OTF, WOFF or WOFF2 file.
 * @param fileName the client's name of the file without its extension. Texts can use this file name as a font
 * name, too.
 * @throws {FontError} if the file is not a usable font.
 */
export function openCustomFont(path: string, fileName: string): CustomFont {
  checkFontFile(path);
  const { families, names, ...facts } = readFontMetadata(path);
  try {
    // Skia may fail to read a file that fontkit can read, so let Skia read the file now.
    registerFont(path);
  } catch (cause) {
    throw new FontError('is not a font that can be used for drawing: the file is damaged', { cause });
  }
  const family = families[0] ?? fileName;
  const all = [...families, ...names, fileName];
  // "Foo" also finds a family whose files say only "Foo Light" or are called Foo-Light.ttf.
  const stems = [...families, fileName].map((name) => parseFontName(name).stem);
  return { path, family, names: new Set([...all.map(normalizeFontName), ...stems]), ...facts };
}

/**
 * Returns the face of a family that fits a request best. The slope comes first: slanted faces if `italic` is
 * set, upright faces otherwise. Among the faces of that slope, the nearest weight wins. If two weights are
 * equally near, the bolder face wins. If two faces have the same weight, the first face wins.
 *
 * @param fonts the fonts of the family, at least one.
 * @param weight 1 to 1000.
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
