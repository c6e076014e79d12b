import { createRequire } from 'node:module';
import { basename, extname } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';

const packages = createRequire(import.meta.url);

const registered = new Set<string>();

/**
 * Gives a font file to Skia, once in a process.
 *
 * @returns the name that Skia knows it by. Every file has a name of its own, that no font of the system has: Skia then
 *   neither takes another file for it nor makes it bolder or slanted.
 */
export function registeredFont(path: string): string {
  const name = `Kinora ${basename(path, extname(path))}`;
  if (registered.has(name)) return name;
  registered.add(name);
  GlobalFonts.registerFromPath(path, name);
  return name;
}

type Coverage = (letter: string) => boolean;

const coverages = new Map<string, Coverage>();

/** Tells which letters (code points) a font file has a picture for. */
export function coverageOf(path: string): Coverage {
  const known = coverages.get(path);
  if (known) return known;
  // Loading it takes a tenth of a second, which edits without text need not wait for.
  const { openSync } = packages('fontkit') as typeof import('fontkit');
  const font = openSync(path);
  const coverage: Coverage = (letter) =>
    'hasGlyphForCodePoint' in font && font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  coverages.set(path, coverage);
  return coverage;
}
