import { setTimeout as sleep } from 'node:timers/promises';
import { errorCodeOf } from '../base/error-code.ts';
import { SILENT } from '../base/logger.ts';
import type { RunAdminOperation } from '../operations/admin-operations.ts';
import type { GenerationSettings } from '../generation/settings.ts';
import { checkDatabaseExists } from '../home/home-database.ts';
import { type Home, locateHome, openHome } from '../home/home.ts';
import { lockHome, sendToHolder } from '../home/lock.ts';
import type { HomeSettings } from '../home/settings.ts';
import type { SecretBox } from '../hosting/secret-box.ts';
import type { HostingSettings } from '../hosting/settings.ts';
import { ensureFirstAccount } from '../store/accounts.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../store/database.ts';
import type { StoreSettings } from '../store/settings.ts';
import { rejectNewerQueue } from '../jobs/boss.ts';
import { openQueue } from '../jobs/queue.ts';
import { openSecretBox } from './credentials/open-secret-box.ts';
import { createAdministration, type OptionalParts } from './operations.ts';
import { createRemoteAdministration } from './remote-administration.ts';
import { createRenderControl, type RenderControl } from './renders/render-control.ts';

// Another command, or a Kinora process that is starting or stopping, locks the database for a few seconds.
// Try again until the lock is gone.
/** Number of tries to use a database that is locked. */
export const MAX_LOCK_TRIES = 50;
/** Milliseconds between two tries. */
export const LOCK_RETRY_MS = 200;

/** The settings that the administration needs to find the accounts. */
export type AdministrationSettings = HomeSettings &
  StoreSettings &
  Pick<HostingSettings, 'credentialsKey' | 'files'> &
  GenerationSettings;

/**
 * Opens the administration of accounts and keys. Uses the PostgreSQL database if one is set. Without one,
 * asks the process that runs on this home. If no process runs on this home, opens the embedded database
 * directly.
 */
export function openAdministration(settings: AdministrationSettings): RunAdminOperation {
  const { databaseUrl, home: folder } = settings;
  const home = locateHome(folder);
  const openBox = async () =>
    openSecretBox(settings, settings.credentialsKey ? home : await openHome(folder));
  const parts = { openBox, services: settings.services, signsFiles: settings.files.signed };
  if (databaseUrl !== undefined) return administerDatabase({ kind: 'postgres', url: databaseUrl }, parts);
  const byHolder = createRemoteAdministration((message) => sendToHolder(folder, message));
  const byLock = administerHome(home, parts);
  return async (name, input) => {
    await checkDatabaseExists(home);
    for (let tries = 1; ; tries++) {
      try {
        return await byHolder(name, input);
      } catch (error) {
        if (errorCodeOf(error) !== 'stopping') throw error;
      }
      try {
        return await byLock(name, input);
      } catch (error) {
        if (errorCodeOf(error) !== 'home_in_use' || tries === MAX_LOCK_TRIES) throw error;
      }
      await sleep(LOCK_RETRY_MS);
    }
  };
}

/** The parts of an administration besides its database. */
interface AdministrationParts extends GenerationSettings {
  /** Opens the secret box, with a new key if there is none. */
  readonly openBox: () => Promise<SecretBox>;
  /** See {@link OptionalParts}. */
  readonly signsFiles: OptionalParts['signsFiles'];
}

function administerHome({ folder, database }: Home, parts: AdministrationParts): RunAdminOperation {
  return async (name, input) => {
    await openHome(folder);
    await using stack = new AsyncDisposableStack();
    stack.use(await lockHome(folder));
    return await administerDatabase({ kind: 'embedded', folder: database }, parts)(name, input);
  };
}

/** Administers a database directly. Opens the database for each operation. */
function administerDatabase(
  location: DatabaseLocation,
  { openBox, services, signsFiles }: AdministrationParts,
): RunAdminOperation {
  return async (name, input) => {
    await using stack = new AsyncDisposableStack();
    const database = stack.adopt(await openDatabase(location, SILENT), (open) => open.close());
    await rejectNewerQueue(database.engine);
    await ensureFirstAccount(database.tables);
    let control: Promise<RenderControl> | undefined;
    const openRenderControl = () => (control ??= openControl(database, stack));
    const secretBox = await openBox();
    return await createAdministration(database.tables, secretBox, services, {
      openRenderControl,
      signsFiles,
    })(name, input);
  };
}

/** Opens the queue of a database, only to write to it. @param stack closes it. */
async function openControl(database: Database, stack: AsyncDisposableStack): Promise<RenderControl> {
  return createRenderControl(
    stack.adopt(await openQueue(database, { log: SILENT }), (queue) => queue.stop()),
  );
}
