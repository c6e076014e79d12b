import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { KinoraError } from '../../base/errors.ts';
import type { Schema, Tables } from '../schema.ts';
import { checkRights } from './check-rights.ts';
import { describePostgresFailure } from './describe-failure.ts';
import { createNewerDatabaseError, findNewerMigrations, isMigrated } from './prepare-tables.ts';

/** Facts about a PostgreSQL server. */
export interface PostgresFacts {
  /** Its major version. */
  readonly version: number;
  /** Its time, in milliseconds since 1970. */
  readonly now: number;
  readonly maxConnections: number;
  /** True if it forces committed data to the disk. */
  readonly fsync: boolean;
  /** True if a commit waits for that. */
  readonly synchronousCommit: boolean;
}

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Finds out facts about a PostgreSQL server. Changes nothing.
 *
 * @throws {KinoraError} `invalid_setting` if it cannot be reached, if a newer version of Kinora has changed it,
 *   or if its role lacks rights.
 */
export async function inspectPostgres(url: string): Promise<PostgresFacts> {
  return await readPostgres(url, async (tables) => {
    const { rows } = await sql<{
      version: string;
      now: Date;
      connections: string;
      fsync: string;
      synchronousCommit: string;
    }>`
      select current_setting('server_version_num') as version, clock_timestamp() as now,
        current_setting('max_connections') as connections, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as "synchronousCommit"`.execute(tables);
    const [row] = rows;
    if (!row) throw new Error('The database gave no answer.');
    return {
      version: Math.floor(Number(row.version) / 10_000),
      now: row.now.getTime(),
      maxConnections: Number(row.connections),
      fsync: row.fsync === 'on',
      synchronousCommit: row.synchronousCommit !== 'off',
    };
  });
}

/**
 * Reads from the tables of a PostgreSQL server. Changes nothing. Returns undefined if the tables are not all there
 * yet.
 *
 * @throws {KinoraError} as {@link inspectPostgres}.
 */
export async function readPostgresTables<Outcome>(
  url: string,
  read: (tables: Tables) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  return await readPostgres(url, async (tables) =>
    (await isMigrated(tables)) ? await read(tables) : undefined,
  );
}

async function readPostgres<Outcome>(
  url: string,
  read: (tables: Tables) => Promise<Outcome>,
): Promise<Outcome> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: CONNECT_TIMEOUT_MS,
  });
  // A connection that breaks while it is idle must not end the process. The next query fails.
  pool.on('error', () => undefined);
  const tables = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    // First, because the look for migrations needs rights.
    await checkRights(tables, url);
    const newer = await findNewerMigrations(tables);
    if (newer.length > 0) throw createNewerDatabaseError(newer.join(', '));
    return await read(tables);
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    throw new KinoraError('invalid_setting', describePostgresFailure(url, error), { cause: error });
  } finally {
    await tables.destroy();
  }
}
