// Moves a finished build to its folder, file by file.
import { chmodSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { recordSources } from '../src/base/built.js';

/** The list of the files of the last build. */
const LIST = 'files.json';

/**
 * Makes a build in a folder of its own, and moves it to its place.
 *
 * @param to its place.
 * @param make fills a folder, and returns the files that it was made from, relative to the folder of Kinora.
 */
export async function buildInto(to, make) {
  await mkdir(dirname(to), { recursive: true });
  const folder = await mkdtemp(`${to}.`);
  try {
    placeBuild(folder, to, await make(folder));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Moves a finished build to its folder. Keeps the files of the build before, because a server that runs may still
 * load parts of it. Those of older builds are removed.
 *
 * @param from the folder of the finished build.
 * @param to its place.
 * @param sources the files that it was made from, relative to the folder of Kinora.
 */
export function placeBuild(from, to, sources) {
  const made = listBuilt(from);
  const kept = new Set([...made, ...readList(to)]);
  for (const path of listBuilt(to)) if (!kept.has(path)) rmSync(join(to, path));
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

/** Lists the files of a folder that fit the patterns, relative to it. @param isLeftOut true for names that do not count. */
export function listFiles(folder, patterns, isLeftOut = () => false) {
  const exclude = ({ name }) => isLeftOut(name);
  return globSync(patterns, { cwd: folder, withFileTypes: true, exclude })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function listBuilt(folder) {
  return listFiles(folder, '**', (name) => name === LIST);
}

/** Returns the files of the last build. Empty if there is none, or if its list is damaged. */
function readList(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, LIST), 'utf8'));
  } catch {
    return [];
  }
}
