import { Kysely, PGliteDialect, sql } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { checkRights } from './connection/check-rights.ts';
import {
  createRightsError,
  describePostgresFailure,
  RECOVERY_ADVICE,
  isRightMissing,
} from './connection/describe-failure.ts';
import type { Listening, OnMessage } from './connection/listener.ts';
import { createRetryUntilAvailable, type RetryUntilAvailable } from './connection/retry-until-available.ts';
import { openPostgres, type SqlSession } from './connection/postgres.ts';
import { prepareTables } from './connection/prepare-tables.ts';
import { DatabaseWatch } from './connection/watch.ts';
import { startCheckpoints } from './embedded/checkpoints.ts';
import {
  type EmbeddedContent,
  EmbeddedDatabase,
  type EmbeddedSession,
} from './embedded/embedded-database.ts';
import type { Schema, Tables } from './schema.ts';

/**
 * The location of the database: a folder of this machine (undefined for in-memory), or a PostgreSQL server.
 */
export type DatabaseLocation =
  | ({ readonly kind: 'embedded'; readonly folder: string | undefined } & EmbeddedContent)
  | { readonly kind: 'postgres'; readonly url: string };

/** The database for the queue: the embedded instance, or connections to the server. */
export type DatabaseEngine =
  | { readonly kind: 'embedded'; readonly pglite: EmbeddedSession }
  | { readonly kind: 'postgres'; readonly session: SqlSession };

/** An open database with the tables of this version of Kinora. */
export interface Database {
  readonly tables: Tables;
  readonly engine: DatabaseEngine;
  /**
   * Repeats work while the database is away, and after a conflict with another transaction. The work must be
   * one transaction or statement that may run twice.
   */
  readonly retryUntilAvailable: RetryUntilAvailable;
  /**
   * Subscribes to a channel of notifications. After a broken connection, the subscription is made again, and
   * `onMessage` is called once without a message.
   */
  listen(channel: string, onMessage: OnMessage): Promise<Listening>;
  /**
   * Copies the files of the embedded database to a folder that does not exist yet. No statement runs meanwhile.
   * Absent for PostgreSQL.
   */
  readonly copyFiles?: (target: string) => Promise<void>;
  /** Checks that the database answers a query. Rejects if not. */
  check(): Promise<void>;
  /** Closes all connections, and the embedded database itself. */
  close(): Promise<void>;
}

interface Connections extends Omit<Database, 'check'> {
  /** Rejects if the database cannot be used. Comes before everything else, and writes nothing to the log. */
  readonly probe: (signal: AbortSignal | undefined) => Promise<void>;
}

function connect(location: DatabaseLocation, log: Logger): Connections {
  if (location.kind === 'postgres') {
    const { queue, ...connections } = openPostgres(location.url, log);
    return { ...connections, engine: { kind: 'postgres', session: queue } };
  }
  return connectEmbedded(location, log);
}

function connectEmbedded(
  { folder, dump, creates }: Extract<DatabaseLocation, { kind: 'embedded' }>,
  log: Logger,
): Connections {
  const watch: DatabaseWatch = new DatabaseWatch(
    { probe: () => pglite.reopen(), breakConnections: () => undefined },
    log,
  );
  const pglite = new EmbeddedDatabase(folder, { dump, creates, onEnd: (reason) => noteEnd(reason) });
  const noteEnd = (reason: Error): void => {
    log.error({ err: reason }, 'The embedded database stopped unexpectedly. Kinora opens it again.');
    watch.suspect(reason);
  };
  // PGlite has one connection. Kysely guards the connection with a lock. The queue bypasses Kysely, but the
  // transaction lock of PGlite keeps the statements of the queue out of open transactions.
  const tables = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) });
  const checkpoints = startCheckpoints(pglite, log);
  return {
    tables,
    engine: { kind: 'embedded', pglite },
    retryUntilAvailable: createRetryUntilAvailable(watch),
    probe: async () => {
      await sql`select 1`.execute(tables);
    },
    async listen(channel, onMessage) {
      return { close: await pglite.listen(channel, onMessage, onMessage) };
    },
    copyFiles: (target) => pglite.copyFiles(target),
    close: async () => {
      checkpoints.stop();
      // Ends an opening that is under way, too, for which the watch would wait.
      await Promise.all([watch.close(), pglite.close()]);
      await tables.destroy();
    },
  };
}

/** The options for opening a database. */
export interface OpeningLimits {
  /** Ends the waiting for a database that does not answer. Does not end a migration. */
  readonly signal?: AbortSignal;
  /** Called when the database has answered. The migration follows. */
  readonly onAnswer?: () => void;
  /** False to leave the tables as they are. Default: true. */
  readonly migrates?: boolean;
}

/**
 * Opens the database, waits until it answers, and migrates its tables by default.
 *
 * @throws {KinoraError} `invalid_setting` if the database cannot be opened or reached, if a newer version of Kinora
 *   has changed it, or if its role lacks rights.
 */
export async function openDatabase(
  location: DatabaseLocation,
  log: Logger,
  { signal, onAnswer, migrates = true }: OpeningLimits = {},
): Promise<Database> {
  const { probe, ...connections } = connect(location, log);
  const { tables } = connections;
  try {
    await probe(signal);
    onAnswer?.();
  } catch (error) {
    await connections.close();
    throw new KinoraError('invalid_setting', describeFailure(location, error), { cause: error });
  }
  try {
    if (migrates && location.kind === 'postgres') await checkRights(tables, location.url);
    if (migrates) await prepareTables(tables);
  } catch (error) {
    await connections.close();
    if (location.kind !== 'postgres' || !isRightMissing(error)) throw error;
    throw createRightsError(location.url, { lacks: 'it may not change the tables' }, error);
  }
  return {
    ...connections,
    async check() {
      await sql`select 1`.execute(tables);
    },
  };
}

function describeFailure(location: DatabaseLocation, error: unknown): string {
  if (location.kind === 'embedded') {
    return `The database in KINORA_HOME cannot be opened: its files are damaged. ${RECOVERY_ADVICE}`;
  }
  return describePostgresFailure(location.url, error);
}
