import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { usePath } from '../base/process/paths-in-use.ts';
import type { Home } from '../home/home.ts';
import { INCOMING_FOLDER, isIncomingName } from '../hosting/incoming/incoming-area.ts';
import { isStorageKey, type Storage } from '../hosting/storage.ts';
import { type ArchiveEntry, createDamageError } from './archive-reader.ts';
import { FOLDERS } from './backup-format.ts';
import { prepareFile, type RestorePlace } from './restore-places.ts';

/** The beginning of the names of temporary files on their way to S3. */
export const RESTORED_PREFIX = 'restored-';
const OWNER_ONLY = 0o600;

/** The places of a restore. */
interface UnpackTarget {
  /** The folder of the home, and that of the stored files. */
  readonly places: readonly RestorePlace[];
  /** Takes the stored files instead of a folder. */
  readonly bucket: Storage | undefined;
  readonly home: Home;
}

/** Puts a file of an archive into a staging folder, or into S3. */
export async function unpackEntry(
  { places, bucket, home }: UnpackTarget,
  { name, content, modified }: ArchiveEntry,
): Promise<void> {
  const [folder] = name.split('/', 1);
  const rest = name.slice((folder?.length ?? 0) + 1);
  const [homePlace, filesPlace] = places;
  if (homePlace === undefined) throw new Error('There is no home.');
  if (folder === FOLDERS.home) await write(await prepareFile(homePlace, rest), content, OWNER_ONLY);
  else if (folder === FOLDERS.generated) await write(await prepareFile(homePlace, name), content);
  else if (folder !== FOLDERS.files) throw createDamageError();
  else if (bucket !== undefined) await store(bucket, home, rest, content);
  else {
    const path = filesPlace && (await prepareFile(filesPlace, rest));
    await write(path, content);
    // The tag of a file in HTTP contains its time.
    if (path !== undefined) await utimes(path, modified, modified);
  }
}

async function store(
  bucket: Storage,
  home: Home,
  key: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  if (!isStorageKey(key)) {
    await receive(bucket, key.slice(INCOMING_FOLDER.length + 1), content);
    return;
  }
  const path = join(home.temporary, `${RESTORED_PREFIX}${randomUUID()}`);
  using _inUse = usePath(path);
  try {
    await write(path, content);
    await bucket.put(key, path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Brings a received upload to S3. One that is not complete there has to begin again. */
async function receive(bucket: Storage, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  // A resumable upload has a description beside it, which only a folder needs.
  if (isIncomingName(name)) await bucket.incoming.receive(name, Readable.from(content), Infinity);
}

async function write(path: string | undefined, content: AsyncIterable<Buffer>, mode = 0o666): Promise<void> {
  if (path === undefined) throw createDamageError();
  await pipeline(content, createWriteStream(path, { mode, flush: true }));
}
