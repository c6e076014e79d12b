import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE_FOLDER } from '../base/cache-folder.js';
import { errorCodeOf } from '../base/error-code.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { findDatabase } from '../home/home-database.ts';
import { locateHome } from '../home/home.ts';
import { lockHome } from '../home/lock.ts';
import type { HomeSettings } from '../home/settings.ts';
import { RECOVERY_ADVICE } from '../store/connection/describe-failure.ts';
import { inspectPostgres, type PostgresFacts } from '../store/connection/inspect-postgres.ts';
import type { StoreSettings } from '../store/settings.ts';
import { reportError, reportOk, reportWarning, type Found } from './check.ts';

const OLDEST_VERSION = 15;
/** Fewer connections are used up by a few processes. See docs/scaling.md. */
const FEW_CONNECTIONS = 50;
/** Milliseconds that two clocks may differ. Signed addresses and leases allow for more. */
const MAX_CLOCK_MS = 5_000;

/** Checks the database, without changing it. */
export async function checkDatabase({
  databaseUrl,
  home,
}: Pick<StoreSettings, 'databaseUrl'> & HomeSettings): Promise<readonly Found[]> {
  return databaseUrl === undefined ? [await checkEmbedded(home)] : await checkPostgres(databaseUrl);
}

async function checkEmbedded(folder: string): Promise<Found> {
  const home = locateHome(folder);
  const { database } = home;
  if (!(await ignoreMissing(stat(database))) && !(await findDatabase(home)))
    return reportOk('It is embedded. The first start creates it.');
  const damage = await findDamage(database);
  if (damage !== undefined) return damage;
  return (await isHeld(folder))
    ? reportOk('It is embedded, and a running Kinora uses it.')
    : reportOk('It is embedded, and no process uses it. It was not opened.');
}

/** Finds out, without opening a database, that it cannot be opened. */
async function findDamage(database: string): Promise<Found | undefined> {
  if (!(await stat(database)).isDirectory()) return describeDamage('it is a file', database);
  try {
    await access(database, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((await readdir(database)).length === 0) return undefined;
    const version = await readVersion(database);
    const expected = (await readVersion(join(CACHE_FOLDER, 'database'))) ?? version;
    if (version !== undefined && version === expected) return undefined;
    if (version === undefined) return describeDamage('its file PG_VERSION holds no version', database);
    return reportError(
      `It is embedded, and its file PG_VERSION says ${version}. This Kinora has ${expected}, and cannot open it.`,
      'Make a backup with the Kinora that wrote it, move the folder away, and restore the backup.',
    );
  } catch (error) {
    if (errorCodeOf(error) !== 'EACCES') throw error;
    return reportError(
      `It is embedded, and this user cannot use its folder ${database}.`,
      'Run the command as the user of Kinora, or give the folder and all in it to this user (chown -R).',
    );
  }
}

/** Returns the version of PostgreSQL that a database has. Undefined if its file is damaged or missing. */
async function readVersion(database: string): Promise<string | undefined> {
  const text = await ignoreMissing(readFile(join(database, 'PG_VERSION'), 'utf8'));
  return /^\d{2}$/.exec(text?.trim() ?? '')?.[0];
}

function describeDamage(what: string, database: string): Found {
  return reportError(
    `It is embedded, and ${database} is no database that can be opened: ${what}.`,
    RECOVERY_ADVICE,
  );
}

/** True if a process runs on a home. */
export async function isHeld(folder: string): Promise<boolean> {
  if (!(await ignoreMissing(stat(folder)))) return false;
  try {
    await using _lock = await lockHome(folder);
    return false;
  } catch (error) {
    if (errorCodeOf(error) === 'home_in_use') return true;
    throw error;
  }
}

async function checkPostgres(url: string): Promise<readonly Found[]> {
  const asked = Date.now();
  const { version, now, maxConnections, ...durability } = await inspectPostgres(url);
  const answered = Date.now();
  return [
    version < OLDEST_VERSION
      ? reportError(`It is PostgreSQL ${version}.`, `Kinora needs PostgreSQL ${OLDEST_VERSION} or later.`)
      : reportOk(`It is PostgreSQL ${version}, and it answers.`),
    maxConnections < FEW_CONNECTIONS
      ? reportWarning(
          `It allows ${maxConnections} connections.`,
          'Set max_connections to four times the number of processes plus 20.',
        )
      : reportOk(`It allows ${maxConnections} connections.`),
    compareClocks(now, asked, answered),
    checkDurability(durability),
  ];
}

/** Checks that a commit reaches the disk of the server before it is acknowledged. */
function checkDurability(durability: Pick<PostgresFacts, 'fsync' | 'synchronousCommit'>): Found {
  const { fsync, synchronousCommit } = durability;
  if (fsync && synchronousCommit) return reportOk('Its commits are on the disk before it acknowledges them.');
  const off = [...(fsync ? [] : ['fsync']), ...(synchronousCommit ? [] : ['synchronous_commit'])];
  return {
    state: fsync ? 'warning' : 'error',
    found: `${off.join(' and ')} ${off.length === 1 ? 'is' : 'are'} off, so a power cut loses work that was accepted.`,
    advice: `Set ${off.map((name) => `${name} = on`).join(' and ')} in postgresql.conf, and reload it.`,
  };
}

/** Compares the time of the database with those of this machine before and after it was asked. */
function compareClocks(now: number, asked: number, answered: number): Found {
  const off = Math.max(asked - now, now - answered, 0);
  if (off <= MAX_CLOCK_MS) return reportOk('Its clock agrees with that of this machine.');
  return reportWarning(
    `Its clock and that of this machine differ by ${(off / 1000).toFixed(1)} s.`,
    'Set both by NTP. Signed addresses and schedules depend on the time.',
  );
}
