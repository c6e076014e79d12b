import { basename } from 'node:path';
import { mediaTypeOf } from './media-type.ts';
import type { FileToSend } from '../destinations/destination-adapter.ts';
import { toFileName, toFilePath } from '../destinations/file-path.ts';

/** What a file is called at a destination, without its folders: as its options say, else as the file itself. */
export function toDestinationFileName(
  file: Pick<FileToSend, 'name' | 'suffix'>,
  { provider, options }: { readonly provider: string; readonly options?: unknown },
): string {
  const filename = filenameOf(options);
  // It has folders, but names no path to them.
  if (provider === 'google-drive') return toFileName(file, filename);
  return basename(toFilePath(file, undefined, filename));
}

/** What the options of a destination call the file, without its ending; not all of them do. */
function filenameOf(options: unknown): string | undefined {
  if (typeof options !== 'object' || options === null || !('filename' in options)) return undefined;
  return typeof options.filename === 'string' ? options.filename : undefined;
}

/**
 * What a fetched file is called in our storage: the id of its transfer, with an ending.
 *
 * @param url where it comes from; its ending is taken as long as the bytes do not tell another kind of file.
 * @param detected the ending that fits the bytes, if they tell one.
 */
export function toStoredFileName(id: string, url: string, detected?: string): string {
  const fromUrl = /\.[a-z0-9]{1,8}$/i.exec(basename(URL.parse(url)?.pathname ?? ''))?.[0] ?? '';
  const ending = fromUrl.toLowerCase();
  const fits = detected === undefined || (ending !== '' && typeOf(ending) === typeOf(detected));
  return `${id}${fits ? ending : detected}`;
}

function typeOf(ending: string): string {
  return mediaTypeOf(`file${ending}`);
}
