import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import pg from 'pg';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

/**
 * The location of the database: a folder of this machine (undefined for in-memory), or a PostgreSQL server.
 */
export type DatabaseLocation =
  | { readonly kind: 'embedded'; readonly folder: string | undefined }
  | { readonly kind: 'postgres'; readonly url: string };

/** The database for the queue: the embedded instance, or the address of the server. */
export type DatabaseEngine =
  | { readonly kind: 'embedded'; readonly pglite: PGlite }
  | { readonly kind: 'postgres'; readonly url: string };

/** An open database with the tables of this version of Kinora. */
export interface Database {
  readonly tables: Kysely<Schema>;
  readonly engine: DatabaseEngine;
  /** Checks that the database answers a query. Rejects if not. */
  check(): Promise<void>;
  /** Closes all connections, and the embedded database itself. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;

function connect(
  location: DatabaseLocation,
  log: Logger,
): { tables: Kysely<Schema>; engine: DatabaseEngine } {
  if (location.kind === 'embedded') {
    const pglite = new PGlite(location.folder === undefined ? {} : { dataDir: location.folder });
    // PGlite has one connection. Kysely guards the connection with a lock. The queue bypasses Kysely, but the
    // transaction lock of PGlite keeps the statements of the queue out of open transactions.
    return {
      tables: new Kysely({ dialect: new PGliteDialect({ pglite }) }),
      engine: { kind: 'embedded', pglite },
    };
  }
  const pool = new pg.Pool({
    connectionString: location.url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'kinora',
  });
  // Without a listener, a connection that breaks while idle would end the process. The pool replaces it.
  pool.on('error', (error) => log.warn({ err: error }, 'A database connection broke.'));
  return {
    tables: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    engine: { kind: 'postgres', url: location.url },
  };
}

async function migrate(tables: Kysely<Schema>): Promise<void> {
  if (await isMigrated(tables)) return;
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  const { error } = await new Migrator({ db: tables, provider }).migrateToLatest();
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migration failed', { cause: error });
}

/**
 * True if all migrations are done. Does not ask the migrator, which needs half a second to answer on an
 * embedded database.
 */
async function isMigrated(tables: Kysely<Schema>): Promise<boolean> {
  const table = await sql<{
    found: boolean;
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as found`.execute(tables);
  if (table.rows[0]?.found !== true) return false;
  const done = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(tables);
  return JSON.stringify(done.rows.map(({ name }) => name)) === JSON.stringify(Object.keys(MIGRATIONS));
}

/**
 * Opens the database, waits until it answers, and migrates its tables.
 *
 * @throws {KinoraError} `invalid_setting` if the database cannot be opened or reached.
 */
export async function openDatabase(location: DatabaseLocation, log: Logger): Promise<Database> {
  const { tables, engine } = connect(location, log);
  const check = async (): Promise<void> => {
    await sql`select 1`.execute(tables);
  };
  const close = (): Promise<void> => tables.destroy();
  try {
    await check();
  } catch (error) {
    await close();
    throw new KinoraError('invalid_setting', describeFailure(location, error), { cause: error });
  }
  try {
    await migrate(tables);
  } catch (error) {
    await close();
    throw error;
  }
  return { tables, engine, check, close };
}

function describeFailure(location: DatabaseLocation, error: unknown): string {
  if (location.kind === 'embedded') {
    return 'The database in KINORA_HOME cannot be opened. To start with an empty one, move the folder "database" out of KINORA_HOME.';
  }
  const { host, pathname } = new URL(location.url);
  const code = errorCodeOf(error) ?? 'no response';
  return `The database ${host}${pathname} in DATABASE_URL cannot be used (${code}). Set DATABASE_URL to the address of a running PostgreSQL database.`;
}
