// Moves a finished build to its folder, file by file.
import { chmodSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { recordSources } from '../src/base/built.js';

/** The list of the files of the last build. */
const LIST = 'files.json';

/**
 * Moves a finished build to its folder. Keeps the files of the build before, because a server that runs may still
 * load parts of it. Those of older builds are removed.
 *
 * @param from the folder of the finished build.
 * @param to its place.
 * @param sources the files that it was made from, relative to the folder of Kinora.
 */
export function placeBuild(from, to, sources) {
  const made = listFiles(from);
  const kept = new Set([...made, ...readList(to)]);
  for (const path of listFiles(to)) if (!kept.has(path)) rmSync(join(to, path));
  for (const path of made) {
    // A file that has become short has no compressed copies. Those of the build before have the old content.
    for (const copy of [`${path}.br`, `${path}.gz`])
      if (!made.includes(copy)) rmSync(join(to, copy), { force: true });
    mkdirSync(dirname(join(to, path)), { recursive: true });
    renameSync(join(from, path), join(to, path));
  }
  writeFileSync(join(to, LIST), JSON.stringify(made));
  // The record comes last: a build without it is made again.
  recordSources(to, sources);
  // The server may run as another user.
  chmodSync(to, 0o755);
}

function listFiles(folder) {
  const entries = globSync('**', { cwd: folder, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== LIST)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Returns the files of the last build. Empty if there is none, or if its list is damaged. */
function readList(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, LIST), 'utf8'));
  } catch {
    return [];
  }
}
