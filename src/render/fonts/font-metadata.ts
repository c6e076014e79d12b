import { openFontFile } from './font-register.ts';
import { parseFontName } from './font-name.ts';

/** The range of an axis of a variable font. */
interface Axis {
  readonly min: number;
  readonly max: number;
}

/** What a font file says of itself. */
export interface FontMetadata {
  /** What its family is called; in other languages and the old way (four faces to a family) as well, the best first. */
  readonly families: readonly string[];
  /** What this one face is called. */
  readonly names: readonly string[];
  /** 1 to 1000. */
  readonly weight: number;
  readonly italic: boolean;
  /** The axes of a variable font by their tags. */
  readonly axes: Readonly<Record<string, Axis>>;
}

/** Why a file is no font that we can use: a phrase that follows the name of the file. */
export class FontError extends Error {
  override readonly name = 'FontError';
}

/** No name is longer than this. */
const MAX_NAME_LENGTH = 200;

/**
 * Reads what a font file says of itself. The file may be of bad intent: to be called in a child process only.
 *
 * @param path a TTF, OTF, WOFF or WOFF2 file.
 * @throws {FontError} when it cannot be read.
 */
export function readFontMetadata(path: string): FontMetadata {
  try {
    const font = openFontFile(path);
    if (!font)
      throw new FontError('is a collection of fonts; give the one that is meant as a file of its own');
    // Only what is asked for is read, and a file that is damaged is to be found out now.
    font.hasGlyphForCodePoint(0x20);
    const names = namesOf(font);
    const named = (...kinds: string[]): string[] => [
      ...new Set(kinds.flatMap((kind) => Object.values(names[kind] ?? {})).filter(isName)),
    ];
    const faces = named('fullName', 'postscriptName');
    return {
      families: named('preferredFamily', 'fontFamily'),
      names: faces,
      weight: findWeight(font, faces),
      italic: isItalic(font, faces),
      axes: axesOf(font),
    };
  } catch (cause) {
    if (cause instanceof FontError) throw cause;
    throw new FontError('is not a font that can be read: the file is damaged', { cause });
  }
}

type Font = import('fontkit').Font;

/** The texts of the font's table of names: by their kind, then by their language. */
function namesOf(font: Font): Record<string, Record<string, unknown>> {
  // The types of the package do not have this table.
  const { name } = font as unknown as { name?: { records?: Record<string, Record<string, unknown>> } };
  return name?.records ?? {};
}

/** Fonts of the web often have a dot for a name. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_NAME_LENGTH && /[\p{L}\p{N}]/u.test(value);
}

/** By the number that the file has for it; the oldest files count to 9. */
function findWeight(font: Font, names: readonly string[]): number {
  const { usWeightClass: number = 0 } = os2TableOf(font);
  const weight = number < 10 ? number * 100 : number;
  if (weight >= 1 && weight <= 1000) return weight;
  return names.map((name) => parseFontName(name).weight).find((each) => each !== undefined) ?? 400;
}

function isItalic(font: Font, names: readonly string[]): boolean {
  const { italic, oblique } = os2TableOf(font).fsSelection ?? {};
  return italic === true || oblique === true || names.some((name) => parseFontName(name).italic);
}

/** Whatever the types say, a file may be without this table. */
function os2TableOf(font: { readonly 'OS/2'?: Partial<Font['OS/2']> }): Partial<Font['OS/2']> {
  return font['OS/2'] ?? {};
}

function axesOf(font: Font): Record<string, Axis> {
  const known = Object.entries(font.variationAxes).flatMap(([tag, axis]) =>
    axis && axis.min <= axis.max ? [[tag, { min: axis.min, max: axis.max }] as const] : [],
  );
  return Object.fromEntries(known);
}
