import { readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import type { Home } from '../home/home.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import { S3_STORAGE_POLICY } from '../hosting/s3-objects.ts';
import { openS3Storage } from '../hosting/s3-storage.ts';
import type { Storage } from '../hosting/storage.ts';
import type { Settings } from './settings.ts';

/** The file in the home that holds the path of the last storage folder outside the home. */
const RECORD_NAME = 'storage.folder';

/**
 * Opens the storage of the settings. Creates a folder only in the home. Remembers a folder elsewhere, to notice
 * at the next start that its disk is not mounted.
 *
 * @param signal ends the waiting for an S3 service that does not answer.
 * @throws {KinoraError} `invalid_setting` if the storage cannot be used.
 */
export async function openStorage(
  { storage }: Pick<Settings, 'storage'>,
  { folder }: Home,
  signal?: AbortSignal,
): Promise<Storage> {
  if (typeof storage !== 'string') return await openS3Storage(storage, S3_STORAGE_POLICY, signal);
  if (storage.startsWith(folder + sep)) return await openDiskStorage(storage);
  const record = join(folder, RECORD_NAME);
  const wasUsed = (await ignoreMissing(readFile(record, 'utf8'))) === storage;
  const opened = await openDiskStorage(storage, { mayCreate: false, wasUsed });
  if (!wasUsed) await writeFile(record, storage, { flush: true });
  return opened;
}

/**
 * True if the storage could not be opened because it did not answer, or because it answered with an error of
 * its own. False if it answered that it rejects the key or has no such bucket.
 */
export function mayStorageReturn(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof KinoraError && error.code === 'destination_failed') return true;
  return mayStorageReturn(error.cause);
}
