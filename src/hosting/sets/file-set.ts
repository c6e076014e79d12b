import { isStorageKey } from '../storage.ts';

/** The name of the main list of a set, without its extension. */
export const SET_NAME = 'index';

/**
 * The files of a set: its main list, `index.m3u8`, and those that it names. They are in the folder of their render,
 * or of one of its further outputs, such as `0198…-1`.
 */
const MEMBER = /^((?:v1|stage)\/[a-z0-9]+\/[\da-f-]{36}(?:-\d)?\/)index(?:-[\w-]+)?\.(?:m3u8|mp4|m4a)$/;

/**
 * Returns the storage key of the main list of the set that a file belongs to. Undefined if the file belongs to no
 * set. The key of the list stands for the whole set: assets name it, and deleting it deletes all files.
 */
export function findSetKey(key: string): string | undefined {
  const [, folder] = (isStorageKey(key) && MEMBER.exec(key)) || [];
  return folder === undefined ? undefined : `${folder}${SET_NAME}.m3u8`;
}

/** Returns the folder of a set, such as `v1/5ca6hu7s9k/0198…`. Undefined if the key is not that of a set. */
export function folderOfSet(key: string): string | undefined {
  return findSetKey(key) === key ? key.slice(0, key.lastIndexOf('/')) : undefined;
}

/**
 * Returns the text after the name of a set at a destination: a set becomes a folder there. Undefined for a file of
 * no set.
 */
export function suffixInSet(key: string): string | undefined {
  const [, folder = ''] = MEMBER.exec(key) ?? [];
  if (folder === '') return undefined;
  // The folder of a further output ends in its number, such as `-1`.
  const [, output = ''] = /[\da-f]{12}(-\d)?\/$/.exec(folder) ?? [];
  return `${output}${key.slice(key.lastIndexOf('/'))}`;
}

/** True if a file is a list of a set, which names other files of it. */
export function isSetPlaylist(key: string): boolean {
  return key.endsWith('.m3u8') && findSetKey(key) !== undefined;
}

/**
 * Adds the query of an address to all files that a list of a set names.
 *
 * @param queryOf returns the query for a file of the same folder, without a question mark.
 */
export function addQueries(playlist: string, queryOf: (name: string) => string): string {
  const sign = (name: string): string => `${name}?${queryOf(name)}`;
  return playlist
    .split('\n')
    .map((line) => {
      if (line === '') return line;
      if (!line.startsWith('#')) return sign(line);
      return line.replace(/URI="([^"]+)"/, (_, name: string) => `URI="${sign(name)}"`);
    })
    .join('\n');
}
