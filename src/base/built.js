// scripts/install.mjs uses this with any Node.js that the caller has, from version 20 on.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Folder for the programs of Kinora with all their modules in few files, which load in half the time. They need
 * no TypeScript, so they also run as a package.
 */
export const PROGRAM_FOLDER = join(ROOT, 'dist', 'programs');

/** Folder for the files of the Studio, which browsers load. */
export const STUDIO_FOLDER = join(ROOT, 'dist', 'studio');

/** Folder for the scripts with which other pages play and edit. */
export const EMBED_FOLDER = join(ROOT, 'dist', 'embed');

/** Folder for the site of the documents. */
export const DOCS_FOLDER = join(ROOT, 'dist', 'docs');

/** Folder for the types of the client, which its own modules import. They are made from the schemas. */
export const CLIENT_TYPES_FOLDER = join(ROOT, 'src', 'client', 'built');

/** The record of the sources of a built folder. */
const RECORD = 'made-from.json';

/** The list of the installed packages, which npm writes. It changes with each of them. */
const PACKAGES = 'node_modules/.package-lock.json';

/**
 * True if a folder was made from the sources as they are now.
 *
 * @param {string} folder
 * @returns {boolean}
 */
export function isBuilt(folder) {
  try {
    /** The stamp of each source. @type {Record<string, string>} */
    const made = JSON.parse(readFileSync(join(folder, RECORD), 'utf8'));
    return Object.entries(made).every(([path, stamp]) => stampOf(path) === stamp);
  } catch {
    // Nothing was made yet, the record is damaged, or a source is gone.
    return false;
  }
}

/**
 * Writes the record of the sources of a built folder.
 *
 * @param {string} folder
 * @param {Iterable<string>} sources paths relative to the folder of Kinora.
 */
export function recordSources(folder, sources) {
  const paths = [...new Set([...sources, PACKAGES])];
  writeFileSync(
    join(folder, RECORD),
    JSON.stringify(Object.fromEntries(paths.map((path) => [path, stampOf(path)]))),
  );
}

/**
 * Returns what changes with the content of a file: its size in bytes and its time of change.
 *
 * @param {string} path relative to the folder of Kinora.
 */
function stampOf(path) {
  const { size, mtimeMs } = statSync(join(ROOT, path));
  return `${size} ${mtimeMs}`;
}
