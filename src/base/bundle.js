import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CACHE_FOLDER } from './compile-cache.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Folder for the programs of Kinora with all their modules in few files, which load in half the time:
 * `kinora.mjs` and `child.mjs`. scripts/bundle.mjs writes it.
 */
export const BUNDLE_FOLDER = join(CACHE_FOLDER, 'bundle');

/**
 * True if the programs were made from the files as they are now.
 *
 * @returns {boolean}
 */
export function isBundled() {
  try {
    /** The stamp of each file. @type {Record<string, string>} */
    const made = JSON.parse(readFileSync(join(BUNDLE_FOLDER, 'made-from.json'), 'utf8'));
    return Object.entries(made).every(([path, stamp]) => stampOf(path) === stamp);
  } catch {
    // Nothing was made yet, the record is damaged, or a source is gone.
    return false;
  }
}

/**
 * Returns what changes with the content of a file: its size in bytes and its time of change.
 *
 * @param {string} path relative to the folder of Kinora.
 * @returns {string}
 */
export function stampOf(path) {
  const { size, mtimeMs } = statSync(join(ROOT, path));
  return `${size} ${mtimeMs}`;
}
