// Fills the folders that packages are made of.
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of Kinora. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Copies the files of the patterns from one folder to another. Each pattern must match. */
export function copyFiles(from, patterns, to) {
  for (const pattern of patterns) {
    const paths = globSync(pattern, { cwd: from, exclude: ['src/studio/**'] });
    if (paths.length === 0) throw new Error(`${join(from, pattern)} is missing.`);
    for (const path of paths) cpSync(join(from, path), join(to, path));
  }
}

/** Reads a JSON file. */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Writes the `package.json` of a folder. */
export function writeManifest(folder, content) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}
