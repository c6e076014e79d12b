import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { SILENT } from '../base/logger.ts';
import type { GenerationSettings } from '../generation/settings.ts';
import { askOrLock } from '../home/ask-or-lock.ts';
import { type Home, locateHome, openHome } from '../home/home.ts';
import { sendToHolder } from '../home/lock.ts';
import type { HomeSettings } from '../home/settings.ts';
import { listDiskStorage, PARTIAL_FOLDER } from '../hosting/disk-storage.ts';
import { openS3Storage } from '../hosting/s3-storage.ts';
import type { HostingSettings } from '../hosting/settings.ts';
import type { Storage } from '../hosting/storage.ts';
import { rejectNewerQueue } from '../jobs/boss.ts';
import { openQueue } from '../jobs/queue.ts';
import type { AdminSession, RunAdminOperation } from '../operations/admin-operations.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../store/database.ts';
import type { StoreSettings } from '../store/settings.ts';
import { openSecretBox } from './credentials/check-credentials-key.ts';
import { type AdministeredFiles, createAdministration } from './operations.ts';
import { createRemoteAdministration } from './remote-administration.ts';
import { createRenderControl } from './renders/render-control.ts';
import { nameStorage, type StayingSettings } from './storage/storage-kinds.ts';
import { createStorageReports } from './storage/storage-reports.ts';

/** The settings that the administration needs. */
export type AdministrationSettings = HomeSettings &
  StoreSettings &
  StayingSettings &
  Pick<HostingSettings, 'credentialsKey' | 'files' | 'storage'> &
  GenerationSettings & { readonly voiceModel: string | undefined };

/**
 * Opens the administration of an installation. The first operation decides who does this one and the next: this
 * process with the PostgreSQL database if one is set, else the process that runs on the home, else this process with
 * the embedded database, which it then keeps open. Whoever has the database uses its own storage and settings.
 */
export function openAdministration(settings: AdministrationSettings): AdminSession {
  const home = locateHome(settings.home);
  const stack = new AsyncDisposableStack();
  let chosen: RunAdminOperation | undefined;
  const openOwn = async (location: DatabaseLocation, lock?: AsyncDisposable): Promise<RunAdminOperation> => {
    const own = new AsyncDisposableStack();
    try {
      if (lock) {
        own.use(lock);
        await openHome(home.folder);
      }
      chosen = await administerDatabase(own, settings, home, location);
    } catch (error) {
      // The home is free again.
      await own.disposeAsync();
      throw error;
    }
    stack.use(own);
    return chosen;
  };
  const askHolder = createRemoteAdministration((message) => sendToHolder(home.folder, message));
  const run: RunAdminOperation = async (name, input) => {
    if (chosen !== undefined) return await chosen(name, input);
    if (settings.databaseUrl !== undefined)
      return await (
        await openOwn({ kind: 'postgres', url: settings.databaseUrl })
      )(name, input);
    return await askOrLock(
      home,
      async () => {
        const answer = await askHolder(name, input);
        chosen = askHolder;
        return answer;
      },
      async (lock) => await (await openOwn({ kind: 'embedded', folder: home.database }, lock))(name, input),
    );
  };
  return { run, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Administers a database directly. Opens the parts that few operations need when one needs them. */
async function administerDatabase(
  stack: AsyncDisposableStack,
  settings: AdministrationSettings,
  home: Home,
  location: DatabaseLocation,
): Promise<RunAdminOperation> {
  const database = stack.adopt(await openDatabase(location, SILENT), (open) => open.close());
  await rejectNewerQueue(database.engine);
  await ensureFirstAccount(database.tables);
  const openQueues = async () =>
    stack.adopt(await openQueue(database, { log: SILENT }), (queue) => queue.stop());
  return createAdministration(database.tables, {
    services: settings.services,
    signsFiles: settings.files.signed,
    openSecretBox: async () =>
      await openSecretBox(settings, settings.credentialsKey ? home : await openHome(home.folder)),
    openRenderControl: once(async () => createRenderControl(await openQueues())),
    openFiles: once(() => openFiles(stack, settings, home, database)),
  });
}

/** Makes a function that opens something only once. It tries again if it could not be opened. */
function once<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let opened: Promise<Value> | undefined;
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
}

/** Opens the stored files, only to list and to remove them. */
async function openFiles(
  stack: AsyncDisposableStack,
  settings: AdministrationSettings,
  home: Home,
  database: Database,
): Promise<AdministeredFiles> {
  const { storage: place } = settings;
  const storage =
    typeof place === 'string'
      ? listDiskStorage(place)
      : stack.adopt(await openS3Storage(place), (open) => open.close());
  const storageName = nameStorage(settings);
  return {
    reports: createStorageReports({ database, storage, storageName, home, settings }),
    remover: (await isOurs(storage)) ? storage : undefined,
  };
}

/** True if a storage is the one that Kinora uses. A folder of that name on this machine may be another one. */
async function isOurs({ folder }: Pick<Storage, 'folder'>): Promise<boolean> {
  return folder === undefined || (await ignoreMissing(stat(join(folder, PARTIAL_FOLDER)))) !== undefined;
}
