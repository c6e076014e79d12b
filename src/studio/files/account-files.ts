import type { KinoraClient } from '../../client/index.ts';
import { brand } from '../brand/brand-state.ts';
import { describeTime } from '../media/describe-facts.ts';
import { kindOfFile } from '../media/media-kind.ts';
import { fileOfAsset, fileOfLogo, fileOfSource, type TrayFile } from '../tray/tray-file.ts';
import type { WantedKinds } from './wanted-kinds.ts';

/** The lists of files of an account, with their names for people. */
export const FILE_LISTS = { uploads: 'Your files', made: 'Made with Kinora', logos: 'Logos' } as const;

/** The name of a list of files. */
export type FileList = keyof typeof FILE_LISTS;

/** Files that one request lists. */
const PAGE_SIZE = 100;
/** The hosted copy of a source, which the list of sources has with its real name. */
const SOURCE_COPY = /^source\.\w+$/;
/** The name of a file that Kinora has named after a render. */
const ID_NAME = /^[\da-f]{8}-[\da-f-]{27}/;

/** Yields the files of a list that have an address, newest first. */
export async function* listAccountFiles(
  client: KinoraClient,
  list: FileList,
  signal?: AbortSignal,
): AsyncGenerator<TrayFile, void> {
  const options = { pageSize: PAGE_SIZE, signal };
  if (list === 'uploads') {
    for await (const source of client.sources.list(options)) yield fileOfSource(source);
    return;
  }
  if (list === 'logos') {
    for (const { name, src } of brand.peek().logos) yield fileOfLogo(name, src);
    return;
  }
  for await (const asset of client.assets.list(options)) {
    const { filename, created } = asset;
    if (SOURCE_COPY.test(filename)) continue;
    const file = fileOfAsset(asset);
    yield ID_NAME.test(filename) ? { ...file, name: `Made ${describeTime(created, Date.now())}` } : file;
  }
}

/** Yields the files that a place takes and whose names contain some words. */
export async function* filterFiles(
  files: AsyncGenerator<TrayFile, void>,
  kinds: WantedKinds,
  words: string,
): AsyncGenerator<TrayFile, void> {
  const wanted = words.trim().toLowerCase();
  for await (const file of files) {
    const isWanted = file.url !== undefined && kinds.includes(kindOfFile(file.url));
    if (isWanted && file.name.toLowerCase().includes(wanted)) yield file;
  }
}
