import { basename } from 'node:path';
import { mediaTypeOf } from './media-type.ts';
import type { FileToSend } from '../destinations/destination-adapter.ts';
import { toFileName, toFilePath } from '../destinations/file-path.ts';

/**
 * Returns the name of a file at a destination, without folders: the name in its options or else the name of
 * the file.
 */
export function toDestinationFileName(
  file: Pick<FileToSend, 'name' | 'suffix'>,
  { provider, options }: { readonly provider: string; readonly options?: unknown },
): string {
  const filename = filenameOf(options);
  // Google Drive has no paths, so the slashes of a name do not create folders.
  if (provider === 'google-drive') return toFileName(file, filename);
  return basename(toFilePath(file, undefined, filename));
}

/** Returns the `filename` in the options of a destination, without extension. Undefined if there is none. */
function filenameOf(options: unknown): string | undefined {
  if (typeof options !== 'object' || options === null || !('filename' in options)) return undefined;
  return typeof options.filename === 'string' ? options.filename : undefined;
}

/**
 * Returns the name of a fetched file in the storage: the id of its transfer, with an extension.
 *
 * @param url the source of the file. Its extension is used unless the content has another media type.
 * @param detected the extension that matches the content, if it was detected.
 */
export function toStoredFileName(id: string, url: string, detected?: string): string {
  const fromUrl = /\.[a-z0-9]{1,8}$/i.exec(basename(URL.parse(url)?.pathname ?? ''))?.[0] ?? '';
  const ending = fromUrl.toLowerCase();
  const ofUrl = typeOf(ending);
  // Many formats, such as that of a letter, are a zip inside.
  const isZip = detected === '.zip' && ofUrl === typeOf('');
  const fits = detected === undefined || (ending !== '' && (isZip || ofUrl === typeOf(detected)));
  return `${id}${fits ? ending : detected}`;
}

function typeOf(ending: string): string {
  return mediaTypeOf(`file${ending}`);
}
