import { createRequire } from 'node:module';
import { basename, extname } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';

const packages = createRequire(import.meta.url);

/** The names of the files that Skia has, by their paths. */
const registered = new Map<string, string>();

/**
 * Gives a font file to Skia, once in a process.
 *
 * @returns the name that Skia knows it by. Every file has a name of its own, that no font of the system has: Skia then
 *   neither takes another file for it nor makes it bolder or slanted.
 * @throws {Error} when Skia cannot read it.
 */
export function registerFont(path: string): string {
  const known = registered.get(path);
  if (known !== undefined) return known;
  // Files of an edit may be called anything, also alike.
  const preferredName = `Kinora ${basename(path, extname(path)).replaceAll(/[^\w-]/g, '_')}`;
  const name = [...registered.values()].includes(preferredName)
    ? `${preferredName} ${registered.size}`
    : preferredName;
  if (!GlobalFonts.registerFromPath(path, name)) throw new Error('Skia cannot read a font.');
  registered.set(path, name);
  return name;
}

/** Has Skia look at the fonts of the machine, as it does at its first font, although we let it use none: up to a tenth of a second. */
export function loadSystemFonts(): void {
  GlobalFonts.has('');
}

type Font = import('fontkit').Font;

const opened = new Map<string, Font | undefined>();

/** A font file as fontkit reads it, once in a process; undefined for a collection of fonts. @throws when it is no font. */
export function openFontFile(path: string): Font | undefined {
  if (opened.has(path)) return opened.get(path);
  // Loading it takes a tenth of a second, which edits without text need not wait for.
  const { openSync } = packages('fontkit') as typeof import('fontkit');
  const font = openSync(path);
  const single = 'fonts' in font ? undefined : font;
  opened.set(path, single);
  return single;
}

type Coverage = (character: string) => boolean;

/** Tells which letters (code points) a font file has a picture for. */
export function coverageOf(path: string): Coverage {
  return (character) => openFontFile(path)?.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ?? false;
}
