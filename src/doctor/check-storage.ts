import { stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { locateHome } from '../home/home.ts';
import type { HomeSettings } from '../home/settings.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import { S3_STORAGE_POLICY } from '../hosting/s3-objects.ts';
import { openS3Storage } from '../hosting/s3-storage.ts';
import type { HostingSettings } from '../hosting/settings.ts';
import { reportOk, type Found } from './check.ts';

/** Checks that files can be stored. Writes a small file and removes it. */
export async function checkStorage(
  { storage, home }: Pick<HostingSettings, 'storage'> & HomeSettings,
  signal: AbortSignal,
): Promise<Found> {
  if (typeof storage === 'string') return await checkFolder(storage, home);
  const opened = await openS3Storage(storage, S3_STORAGE_POLICY, signal);
  try {
    await opened.check();
  } finally {
    await opened.close();
  }
  return reportOk(`A test file was stored in the bucket ${storage.bucket} and removed.`);
}

async function checkFolder(folder: string, home: string): Promise<Found> {
  const isOwn = folder.startsWith(locateHome(home).folder + sep);
  if (isOwn && !(await ignoreMissing(stat(folder))))
    return reportOk(`${folder} does not exist yet. The first start creates it.`);
  const opened = await openDiskStorage(folder, { mayCreate: false });
  try {
    await opened.check();
  } finally {
    await opened.close();
  }
  return reportOk(`A file could be stored in ${folder}.`);
}
