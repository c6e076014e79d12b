import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from './font-files.ts';
import { BUILT_IN } from './fonts.ts';

/** A folder for the fonts of a test file, which removes it. */
export const FOLDER = mkdtempSync(join(tmpdir(), 'kinora-fonts-'));

/** Font files of our packages, as a client might bring them. */
export const FILES = {
  /** Names itself "Montserrat ExtraBold" of the family "Montserrat". */
  extraBold: BUILT_IN.face('Montserrat', 800).path,
  extraBoldItalic: BUILT_IN.face('Montserrat', 800, true).path,
  light: BUILT_IN.face('Montserrat', 300).path,
  /** One file for the weights 100 to 900; names itself "Noto Sans SC Thin". */
  variable: join(
    packageFolder('@fontsource-variable/noto-sans-sc'),
    'files',
    'noto-sans-sc-latin-wght-normal.woff2',
  ),
  /** Has a dot for a name, and the weight 700. */
  woff: join(packageFolder('@fontsource/clear-sans'), 'files', 'clear-sans-latin-700-normal.woff'),
} as const;

/** Writes a file into {@link FOLDER}. @returns its path. */
export function written(name: string, bytes: Uint8Array | string): string {
  const path = join(FOLDER, name);
  writeFileSync(path, bytes);
  return path;
}

/** A TTF file with another name for its family, the face and so on: in UTF-16 and of the same length. */
export function renamed(path: string, from: string, to: string, file: string): string {
  const bytes = readFileSync(path);
  const [old, name] = [utf16(from), utf16(to)];
  for (let at = bytes.indexOf(old); at >= 0; at = bytes.indexOf(old, at)) name.copy(bytes, at);
  return written(file, bytes);
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}
