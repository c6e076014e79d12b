import { createRequire } from 'node:module';
import { basename, extname } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';

const packages = createRequire(import.meta.url);

/** Skia's names of the registered files, by path. */
const registered = new Map<string, string>();

/**
 * Registers a font file with Skia, once per process.
 *
 * @returns Skia's name for the file. Every file has a unique name that no system font has. Skia therefore
 * neither picks another file nor makes the font bold or slanted.
 * @throws {Error} if Skia cannot read the file.
 */
export function registerFont(path: string): string {
  const known = registered.get(path);
  if (known !== undefined) return known;
  // Files of an edit may have names with any characters, and two files may have the same name.
  const preferredName = `Kinora ${basename(path, extname(path)).replaceAll(/[^\w-]/g, '_')}`;
  const name = [...registered.values()].includes(preferredName)
    ? `${preferredName} ${registered.size}`
    : preferredName;
  if (!GlobalFonts.registerFromPath(path, name)) throw new Error('Skia cannot read a font file.');
  registered.set(path, name);
  return name;
}

/**
 * Makes Skia load the system fonts now. Otherwise, Skia loads the system fonts when it uses its first font,
 * which delays the first text by up to 0.1 s. Kinora itself uses no system fonts.
 */
export function loadSystemFonts(): void {
  GlobalFonts.has('');
}

type Font = import('fontkit').Font;

const opened = new Map<string, Font | undefined>();

/**
 * Opens a font file with fontkit, once per process.
 *
 * @returns undefined for a collection of fonts.
 * @throws if the file is not a font.
 */
export function openFontFile(path: string): Font | undefined {
  if (opened.has(path)) return opened.get(path);
  // Load fontkit on demand, because loading takes 0.1 s and edits without text do not need fontkit.
  const { openSync } = packages('fontkit') as typeof import('fontkit');
  const font = openSync(path);
  const single = 'fonts' in font ? undefined : font;
  opened.set(path, single);
  return single;
}

type Coverage = (character: string) => boolean;

/** Returns a function that tests if a font file has a glyph for a character (code point). */
export function coverageOf(path: string): Coverage {
  return (character) => openFontFile(path)?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ?? false;
}
