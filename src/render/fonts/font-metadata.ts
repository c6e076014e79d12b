import { openFontFile } from './font-register.ts';
import { parseFontName } from '../../edit/model.ts';

/** The range of an axis of a variable font. */
interface Axis {
  readonly min: number;
  readonly max: number;
}

/** The metadata of a font file. */
export interface FontMetadata {
  /**
   * Names of the family, best first. The list includes names in other languages. It also includes legacy
   * names. Each name stands for a group of up to four faces.
   */
  readonly families: readonly string[];
  /** Names of this face. */
  readonly names: readonly string[];
  /** 1 to 1000. */
  readonly weight: number;
  readonly italic: boolean;
  /** The axes of a variable font by their tags. */
  readonly axes: Readonly<Record<string, Axis>>;
}

/**
 * An error about a file that is not a usable font. The message is a phrase that follows the name of the file.
 */
export class FontError extends Error {
  override readonly name = 'FontError';
}

/** Maximum length of a name; longer names are ignored. */
const MAX_NAME_LENGTH = 200;

/**
 * Reads the metadata of a font file. The file may be malicious: call this only in a child process.
 *
 * @param path a TTF, OTF, WOFF or WOFF2 file.
 * @throws {FontError} if the file cannot be read.
 */
export function readFontMetadata(path: string): FontMetadata {
  try {
    const font = openFontFile(path);
    if (!font) throw new FontError('is a collection of fonts; use a file with a single font');
    // fontkit reads tables on demand. Read one now to detect a damaged file.
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

/** Returns the entries of the name table: by kind, then by language. */
function namesOf(font: Font): Record<string, Record<string, unknown>> {
  // The types of the package lack this table.
  const { name } = font as unknown as { name?: { records?: Record<string, Record<string, unknown>> } };
  return name?.records ?? {};
}

/** True if a value is a usable name. The name of a web font is often just a dot, which is not usable. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_NAME_LENGTH && /[\p{L}\p{N}]/u.test(value);
}

/**
 * Returns the weight from the OS/2 table or, if that table has no valid weight, from a name. Very old files
 * use a scale of 1 to 9.
 */
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

/** Returns the OS/2 table. A file may lack it, contrary to the types. */
function os2TableOf(font: { readonly 'OS/2'?: Partial<Font['OS/2']> }): Partial<Font['OS/2']> {
  return font['OS/2'] ?? {};
}

function axesOf(font: Font): Record<string, Axis> {
  const known = Object.entries(font.variationAxes).flatMap(([tag, axis]) =>
    axis && axis.min <= axis.max ? [[tag, { min: axis.min, max: axis.max }] as const] : [],
  );
  return Object.fromEntries(known);
}
