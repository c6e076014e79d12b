import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { SILENT } from '../../base/logger.ts';
import type { AdminSession, RunAdminOperation } from '../../operations/admin-operations.ts';
import { type Home, locateHome } from '../../home/home.ts';
import { lockHome, sendToHolder } from '../../home/lock.ts';
import { listDiskStorage, PARTIAL_FOLDER } from '../../hosting/disk-storage.ts';
import { openS3Storage } from '../../hosting/s3-storage.ts';
import type { SecretBox } from '../../hosting/secret-box.ts';
import type { HostingSettings } from '../../hosting/settings.ts';
import type { Storage } from '../../hosting/storage.ts';
import { rejectNewerQueue } from '../../jobs/boss.ts';
import { type DatabaseLocation, openDatabase } from '../../store/database.ts';
import type { StoreSettings } from '../../store/settings.ts';
import { type AdministrationSettings, MAX_LOCK_TRIES, LOCK_RETRY_MS } from '../administration.ts';
import { checkDatabaseExists } from '../../home/home-database.ts';
import type { FileRemover } from '../accounts/account-deletion.ts';
import { createAdministration } from '../operations.ts';
import { createRemoteAdministration } from '../remote-administration.ts';
import type { StorageParts } from './measure-storage.ts';
import type { StayingSettings } from './storage-kinds.ts';
import { createStorageReports } from './storage-reports.ts';

/** The settings that reports need. */
export type StorageReportSettings = AdministrationSettings &
  StoreSettings &
  StayingSettings &
  Pick<HostingSettings, 'storage'> & { readonly voiceModel: string | undefined };

/** Returns the folder or the bucket of the stored files, for people. */
export function nameStorage({ storage }: Pick<HostingSettings, 'storage'>): string {
  if (typeof storage === 'string') return storage;
  return `s3://${storage.bucket}${storage.prefix && `/${storage.prefix}`}`;
}

/**
 * Opens the administration for a report, which takes several operations. Like `openAdministration`, it uses the
 * PostgreSQL database, the process that runs on this home, or the embedded database itself. In the first and
 * the last case, the storage and the settings are those of this process.
 */
export async function openStorageSession(settings: StorageReportSettings): Promise<AdminSession> {
  const home = locateHome(settings.home);
  if (settings.databaseUrl !== undefined)
    return await openOwnSession(settings, home, { kind: 'postgres', url: settings.databaseUrl });
  await checkDatabaseExists(home);
  const run = createRemoteAdministration((message) => sendToHolder(home.folder, message));
  for (let tries = 1; ; tries++) {
    if (await isAnswering(run)) return { run, [Symbol.asyncDispose]: () => Promise.resolve() };
    try {
      return await openOwnSession(settings, home, { kind: 'embedded', folder: home.database });
    } catch (error) {
      if (errorCodeOf(error) !== 'home_in_use' || tries === MAX_LOCK_TRIES) throw error;
    }
    await sleep(LOCK_RETRY_MS);
  }
}

/** True if a process runs on the home. @throws {KinoraError} `home_in_use` if it cannot be asked. */
async function isAnswering(run: RunAdminOperation): Promise<boolean> {
  try {
    await run('listAccounts', {});
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'stopping') return false;
    throw error;
  }
}

async function openOwnSession(
  settings: StorageReportSettings,
  home: Home,
  location: DatabaseLocation,
): Promise<AdminSession> {
  await using stack = new AsyncDisposableStack();
  if (location.kind === 'embedded') stack.use(await lockHome(home.folder));
  const database = stack.adopt(await openDatabase(location, SILENT), (open) => open.close());
  await rejectNewerQueue(database.engine);
  const storage = await openListing(settings, stack);
  const parts: StorageParts = { database, storage, storageName: nameStorage(settings), home, settings };
  const run = createAdministration(
    database.tables,
    NO_SECRETS,
    {},
    {
      reports: createStorageReports(parts),
      remover: await mayRemove(storage),
    },
  );
  const opened = stack.move();
  return { run, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The part of a storage that this session uses. */
type ListedStorage = Pick<Storage, 'folder' | 'list' | 'delete' | 'openSegments'>;

/** Returns the storage if it is the one that Kinora uses. A folder of that name on this machine may be another one. */
async function mayRemove(storage: ListedStorage): Promise<FileRemover | undefined> {
  if (storage.folder === undefined) return storage;
  return (await ignoreMissing(stat(join(storage.folder, PARTIAL_FOLDER)))) && storage;
}

async function openListing(
  { storage }: StorageReportSettings,
  stack: AsyncDisposableStack,
): Promise<ListedStorage> {
  if (typeof storage === 'string') return listDiskStorage(storage);
  return stack.adopt(await openS3Storage(storage), (open) => open.close());
}

/** Reports need no credentials. */
const NO_SECRETS: SecretBox = { encrypt: rejectSecrets, decrypt: rejectSecrets };

function rejectSecrets(): never {
  throw new KinoraError('internal', 'A report needs no credentials.');
}
