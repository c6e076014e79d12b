import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ignoreMissing } from '../../src/base/ignore-missing.ts';
import type { Problem } from './problem.ts';
import type { RunQuery } from './read-record.ts';

/** The end of the names of objects on the disk of the S3 server of the tests. */
const S3_OBJECT = '._S3rver_object';
const S3_UPLOADS = '._S3rver_uploads';

/** The file by which Kinora knows its own storage. */
const MARKER = '.kinora';
/** Uploads that were cut off. A client may continue them, so Kinora keeps them for KINORA_UPLOAD_HOURS. */
const INCOMING = /^\.incoming\/|^unfinished upload /;

/** The files that are kept for later renders. They belong to no record, and go when they are not used. */
const KEPT_SEGMENT = /^\.segments\/[\da-f]{32}-[\da-f]{64}$/;

/** Keys of files that a process is storing, or was storing when it died. */
const PARTIAL = /^\.unfinished\//;
/** Milliseconds after which Kinora has removed what a dead process was storing (`src/worker/leftovers.ts`). */
const LEFTOVER_MS = 300_000;

/** A file of the storage: its key, and the path where it is. */
interface StoredPath {
  readonly key: string;
  readonly path: string;
}

/** The files that the database names. */
const NAMED = `select file from asset where destination = 0 and status in ('importing', 'ready')
  union select file from source where file is not null and status = 'ready'
  union select file from rendition where file is not null and status = 'ready'
  union select file from created_asset where file is not null and not deleted
  union select file from generation where file is not null
  union select file from unwanted_file`;

/**
 * Checks that the storage has each file that the database names, and no other. Counts the uploads that were cut
 * off.
 *
 * @param folder folder of the storage, or that of the prefix in the bucket of the S3 server.
 */
export async function checkStorage(
  query: RunQuery,
  folder: string,
  isS3: boolean,
): Promise<{ readonly problems: Problem[]; readonly cutOff: number }> {
  const all = isS3 ? await listObjects(folder) : await listFiles(folder);
  const lasting: StoredPath[] = [];
  for (const file of all) if (!PARTIAL.test(file.key) || (await isOverdue(file))) lasting.push(file);
  const stored = lasting.filter(
    ({ key }) => key !== MARKER && !INCOMING.test(key) && !KEPT_SEGMENT.test(key),
  );
  const named = new Set((await query(NAMED)).map(({ file }) => String(file)));
  const keys = new Set(stored.map(({ key }) => key));
  const orphans = stored.filter(({ key }) => !named.has(key));
  const missing = [...named].filter((key) => !keys.has(key));
  const problems = [
    ...orphans.map(({ key }) => ({ check: 'storage', what: `The stored file ${key} belongs to nothing.` })),
    ...missing.map((key) => ({ check: 'storage', what: `The file ${key} is not in the storage.` })),
  ];
  return { problems, cutOff: all.filter(({ key }) => INCOMING.test(key)).length };
}

/** True if Kinora should have removed a file of a dead process. A file that is gone by now is not. */
async function isOverdue({ path }: StoredPath): Promise<boolean> {
  const found = await ignoreMissing(stat(path));
  return found !== undefined && Date.now() - found.mtimeMs > LEFTOVER_MS;
}

async function listFiles(folder: string): Promise<StoredPath[]> {
  const entries = (await ignoreMissing(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'ballast')
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { key: relative(folder, path).split(sep).join('/'), path };
    });
}

async function listObjects(folder: string): Promise<StoredPath[]> {
  const objects = (await listFiles(folder)).filter(({ key }) => key.endsWith(S3_OBJECT));
  const uploads = (await ignoreMissing(readdir(join(folder, '..', S3_UPLOADS)))) ?? [];
  return [
    ...objects.map(({ key, path }) => ({ key: key.slice(0, -S3_OBJECT.length), path })),
    ...uploads.map((id) => ({ key: `unfinished upload ${id}`, path: '' })),
  ];
}
