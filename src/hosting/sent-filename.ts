import { basename } from 'node:path';
import { mediaType } from './media-type.ts';
import type { SentFile } from '../destinations/destination.ts';
import { sentName, sentPath } from '../destinations/sent-name.ts';

/** What a file is called at a destination, without its folders: as its options say, else as the file itself. */
export function sentFilename(
  file: Pick<SentFile, 'name' | 'ending'>,
  { provider, options }: { readonly provider: string; readonly options?: unknown },
): string {
  const filename = filenameIn(options);
  // It has folders, but names no path to them.
  if (provider === 'google-drive') return sentName(file, filename);
  return basename(sentPath(file, undefined, filename));
}

/** What the options of a destination call the file, without its ending; not all of them do. */
function filenameIn(options: unknown): string | undefined {
  if (typeof options !== 'object' || options === null || !('filename' in options)) return undefined;
  return typeof options.filename === 'string' ? options.filename : undefined;
}

/**
 * What a fetched file is called in our storage: the id of its transfer, with an ending.
 *
 * @param url where it comes from; its ending is taken as long as the bytes do not tell another kind of file.
 * @param told the ending that fits the bytes, when they tell one.
 */
export function storedName(id: string, url: string, told?: string): string {
  const found = /\.[a-z0-9]{1,8}$/i.exec(basename(URL.parse(url)?.pathname ?? ''))?.[0] ?? '';
  const ending = found.toLowerCase();
  const fits = told === undefined || (ending !== '' && typeOf(ending) === typeOf(told));
  return `${id}${fits ? ending : told}`;
}

function typeOf(ending: string): string {
  return mediaType(`file${ending}`);
}
