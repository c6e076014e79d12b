// Fills the folders that packages are made of.
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from '../src/base/built.js';

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

/** Copies the wanted files of the last build of a folder. @throws if it is older than its sources. */
export function copyBuild(built, to, isWanted = () => true) {
  if (!isBuilt(built)) throw new Error(`${relative(ROOT, built)} is old. Run \`node scripts/install.mjs\`.`);
  // A build before may have left files.
  copyFiles(built, readJson(join(built, 'files.json')).filter(isWanted), to);
}

/** Reads a JSON file. */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Writes the `package.json` of a folder. */
export function writeManifest(folder, content) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
}
