import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import pg from 'pg';
import { codeOf } from '../base/code-of.ts';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

/** Where the database is: a folder of this machine (`undefined` keeps it in memory), or a PostgreSQL server. */
export type DatabasePlace =
  | { readonly kind: 'embedded'; readonly folder: string | undefined }
  | { readonly kind: 'postgres'; readonly url: string };

/** What the queue needs to work on the same database: the one embedded instance, or the server's address. */
export type DatabaseEngine =
  | { readonly kind: 'embedded'; readonly pglite: PGlite }
  | { readonly kind: 'postgres'; readonly url: string };

/** An open database with all tables as this version of Kinora knows them. */
export interface Database {
  readonly tables: Kysely<Schema>;
  readonly engine: DatabaseEngine;
  /** Resolves when the database has answered a query. Rejects when it cannot. */
  check(): Promise<void>;
  /** Ends every connection; on an embedded database also the database itself. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;

function connect(place: DatabasePlace, log: Logger): { tables: Kysely<Schema>; engine: DatabaseEngine } {
  if (place.kind === 'embedded') {
    const pglite = new PGlite(place.folder === undefined ? {} : { dataDir: place.folder });
    // PGlite has one connection. Kysely hands it out under a lock, and PGlite's own transaction lock keeps
    // the queue's statements, which come from outside kysely, out of a transaction.
    return {
      tables: new Kysely({ dialect: new PGliteDialect({ pglite }) }),
      engine: { kind: 'embedded', pglite },
    };
  }
  const pool = new pg.Pool({
    connectionString: place.url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'kinora',
  });
  // Without a listener a connection that breaks while idle would end the process; the pool replaces it.
  pool.on('error', (error) => log.warn({ err: error }, 'A database connection broke.'));
  return {
    tables: new Kysely({ dialect: new PostgresDialect({ pool }) }),
    engine: { kind: 'postgres', url: place.url },
  };
}

async function migrate(tables: Kysely<Schema>): Promise<void> {
  if (await isMigrated(tables)) return;
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  const { error } = await new Migrator({ db: tables, provider }).migrateToLatest();
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migration failed', { cause: error });
}

/** Whether there is nothing to migrate, which the migrator takes half a second of an embedded database to find out. */
async function isMigrated(tables: Kysely<Schema>): Promise<boolean> {
  const known = await sql<{
    known: boolean;
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as known`.execute(tables);
  if (known.rows[0]?.known !== true) return false;
  const done = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(tables);
  return JSON.stringify(done.rows.map(({ name }) => name)) === JSON.stringify(Object.keys(MIGRATIONS));
}

/**
 * Opens the database, waits until it answers and brings its tables up to date.
 *
 * @throws {KinoraError} `setting_wrong` when it cannot be opened or reached.
 */
export async function openDatabase(place: DatabasePlace, log: Logger): Promise<Database> {
  const { tables, engine } = connect(place, log);
  const check = async (): Promise<void> => {
    await sql`select 1`.execute(tables);
  };
  const close = (): Promise<void> => tables.destroy();
  try {
    await check();
  } catch (error) {
    await close();
    throw new KinoraError('setting_wrong', unreachable(place, error), { cause: error });
  }
  try {
    await migrate(tables);
  } catch (error) {
    await close();
    throw error;
  }
  return { tables, engine, check, close };
}

function unreachable(place: DatabasePlace, error: unknown): string {
  if (place.kind === 'embedded') {
    return 'KINORA_HOME holds a database that cannot be opened; move its folder "database" away to start afresh.';
  }
  const { host, pathname } = new URL(place.url);
  const code = codeOf(error) ?? 'no answer';
  return `DATABASE_URL names ${host}${pathname}, which cannot be used (${code}); it may be the address of a PostgreSQL database.`;
}
