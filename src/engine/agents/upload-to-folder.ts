import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import type { NewFile, UploadAnswer } from '../../agents/backend.ts';
import { MEDIA_EXTENSIONS } from '../../agents/list-media.ts';
import { errorCodeOf } from '../../base/error-code.ts';
import { findEnclosedFile } from '../../base/disk/enclosed-path.ts';
import { KinoraError } from '../../base/errors.ts';

/** The folder for files that agents have written, below their folder. */
const UPLOADS = 'uploads';

/**
 * Makes a file usable in edits that are rendered on this machine. Content is written to a folder below `folder`. Files
 * that are there already, and URLs, are used where they are.
 *
 * @param probe finds out if a source can be read. Throws the same errors as a render.
 */
export async function uploadToFolder(
  file: NewFile,
  folder: string,
  probe: (source: string) => Promise<object>,
): Promise<UploadAnswer> {
  if (file.kind === 'url') return { src: await checkUrl(file.url, probe) };
  if (file.kind === 'path') return { src: await checkPath(file.path, folder) };
  if (file.kind === 'bytes') return { src: await writeContent(file.name, file.bytes, folder) };
  throw new KinoraError(
    'not_found',
    'There are no unfinished uploads on this machine. Give a path, a URL or content.',
  );
}

async function checkUrl(url: string, probe: (source: string) => Promise<object>): Promise<string> {
  try {
    if (!/^https?:/i.test(url))
      throw new KinoraError('asset_refused', '"url" must begin with http:// or https://.');
    await probe(url);
  } catch (error) {
    // Subtitles and fonts can be used as well.
    if (!(error instanceof KinoraError) || error.code !== 'asset_not_media') throw error;
  }
  return url;
}

async function checkPath(name: string, folder: string): Promise<string> {
  const path = await findEnclosedFile(resolve(folder, name), [folder], name);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true)
    throw new KinoraError('asset_not_found', `There is no file ${JSON.stringify(name)} in ${folder}.`);
  return relative(folder, resolve(folder, name));
}

async function writeContent(name: string, bytes: Uint8Array, folder: string): Promise<string> {
  // An agent may write no other files than those that edits use.
  if (!MEDIA_EXTENSIONS.includes(extname(name).toLowerCase()))
    throw new KinoraError('validation_failed', `"name" must end in one of ${MEDIA_EXTENSIONS.join(' ')}.`);
  const uploads = join(folder, UPLOADS);
  const path = await findEnclosedFile(join(uploads, name), [folder], name);
  try {
    await mkdir(uploads, { recursive: true });
    await writeFile(path, bytes, { flag: 'wx' });
  } catch (cause) {
    if (errorCodeOf(cause) !== 'EEXIST')
      throw new KinoraError('storage_failed', `${UPLOADS}/${name} cannot be written in ${folder}.`, {
        cause,
      });
    const isSame = Buffer.compare(await readFile(path), bytes) === 0;
    if (!isSame)
      throw new KinoraError('validation_failed', `${UPLOADS}/${name} exists already. Choose another "name".`);
  }
  return join(UPLOADS, name);
}
