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

/** A part of a set that is watched while it is made: a segment of a media file, or the header of that file. */
export interface StreamPiece {
  /** Id of the render. */
  readonly render: string;
  /** Storage key of the list of segments. */
  readonly list: string;
  /** Storage key of the media file, which exists when the set is finished. */
  readonly media: string;
  /** Name of the piece in the list. */
  readonly name: string;
  /** Place of the segment, from 0. */
  readonly piece: number | 'init';
}

const PIECE =
  /^(?<folder>(?:v1|stage)\/[a-z0-9]+\/(?<render>[\da-f-]{36})(?:-\d)?\/)(?<track>index-[\w-]+)-(?<piece>init|\d{1,6})(?<ending>\.(?:mp4|m4a))$/;

/** Returns the piece of a stream that has a storage key. Undefined for all other files. */
export function findStreamPiece(key: string): StreamPiece | undefined {
  const { folder, render, track, piece, ending } = (isStorageKey(key) && PIECE.exec(key)?.groups) || {};
  if (folder === undefined || render === undefined) return undefined;
  const name = `${track}-${piece}${ending}`;
  const media = `${folder}${track}${ending}`;
  return {
    render,
    list: `${folder}${track}.m3u8`,
    media,
    name,
    piece: piece === 'init' ? piece : Number(piece),
  };
}

/**
 * Finds a piece of a stream in a list of segments.
 *
 * @param playlist the list, finished or not.
 * @returns its bytes in the media file if the list is finished; `named` if the piece is a file of its own, or will be;
 *   undefined if there is no such piece.
 */
export function findPieceInList(
  playlist: string,
  { name, piece }: Pick<StreamPiece, 'name' | 'piece'>,
): { readonly from: number; readonly to: number } | 'named' | undefined {
  const header = /^#EXT-X-MAP:.*BYTERANGE="(\d+)@(\d+)"/m.exec(playlist);
  if (!header) return playlist.split(/[\n"]/).includes(name) ? 'named' : undefined;
  const segments = [...playlist.matchAll(/^#EXT-X-BYTERANGE:(\d+)@(\d+)$/gm)];
  const found = piece === 'init' ? header : segments[piece];
  if (!found) return undefined;
  const [bytes, from] = [Number(found[1]), Number(found[2])];
  return { from, to: from + bytes - 1 };
}

/** Lists the keys of the pieces with which a finished media file was watched. @param key the key of its list. */
export function listStreamPieces(key: string, playlist: string): string[] {
  const [, media = ''] = /^#EXT-X-MAP:URI="([^"]+)"/m.exec(playlist) ?? [];
  const dot = media.lastIndexOf('.');
  const count = playlist.split('\n').filter((line) => line.startsWith('#EXTINF:')).length;
  if (dot < 0) return [];
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  return ['init', ...Array.from({ length: count }, (_, index) => index)].map(
    (piece) => `${folder}${media.slice(0, dot)}-${piece}${media.slice(dot)}`,
  );
}
