import { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from '../../base/logger.ts';
import type { Schema, Tables } from '../schema.ts';
import { createAwayError, isConnectionLost, isDatabaseAway, markLostConnection } from './away.ts';
import { DatabaseListener, type Listening, type OnMessage } from './listener.ts';
import { createRetryUntilAvailable, type RetryUntilAvailable } from './retry-until-available.ts';
import { DatabaseWatch } from './watch.ts';

/** Statements for a library that writes its own SQL, such as the queue. */
export interface SqlSession {
  /** Runs one statement, or several without values. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Subscribes to a channel. Calls `onReconnect` if notifications may have been missed. */
  listen(
    channel: string,
    onNotification: (payload: string) => void,
    onReconnect: () => void,
  ): Promise<Listening>;
}

/** The connections to a PostgreSQL server. */
export interface PostgresConnections {
  readonly tables: Tables;
  /** Checks that the server can be used, with a connection of its own. Rejects if not. */
  readonly probe: (signal?: AbortSignal) => Promise<void>;
  /** Connections of the queue, apart from those of the tables, so that neither waits for the other. */
  readonly queue: SqlSession;
  readonly retryUntilAvailable: RetryUntilAvailable;
  listen(channel: string, onMessage: OnMessage): Promise<Listening>;
  close(): Promise<void>;
}

/** Time to open a connection. A server on another continent needs a fifth of it. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Time to wait for a free connection of the pool. */
const POOL_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/**
 * A process that stalls or loses its network inside a transaction must not lock rows, such as the clock of a
 * queue, until the server notices the dead connection, which takes hours. As long as a worker may be silent.
 */
const IDLE_TRANSACTION_TIMEOUT_MS = 10_000;
/** Time for the answer to a statement that needs no time. */
const PROBE_TIMEOUT_MS = 3_000;
const QUEUE_CONNECTIONS = 5;

/** A client that gives up connecting sooner than the pool gives up waiting for a free connection. */
class ImpatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/** Prepares the connections. Opens none before it is needed. */
export function openPostgres(url: string, log: Logger): PostgresConnections {
  const sockets = new Set<Socket>();
  const config = {
    connectionString: url,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    application_name: 'kinora',
    keepAlive: true,
    stream: () => openTrackedSocket(sockets),
  } satisfies pg.ClientConfig;
  const watch: DatabaseWatch = new DatabaseWatch(
    {
      probe: () => probe(url),
      breakConnections: () => breakConnections(sockets),
    },
    log,
  );
  const main = new WatchedPool(config, watch);
  const queue = new WatchedPool(
    { ...config, application_name: 'kinora-queue', max: QUEUE_CONNECTIONS },
    watch,
  );
  const listener = new DatabaseListener({
    createClient: () =>
      new ImpatientClient({ ...config, application_name: 'kinora-listen', query_timeout: PROBE_TIMEOUT_MS }),
    onLost: (error) => watch.suspect(markLostConnection(error)),
    wait: (pauseMs, signal) => watch.waitUntilBack(pauseMs, signal),
  });
  const tables = new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { options: {}, connect: () => main.lend(), end: () => main.end() },
    }),
  });
  return {
    tables,
    probe: (signal) => probe(url, signal),
    queue: {
      executeSql: (text, values) => queue.execute(text, values),
      listen: (channel, onNotification, onReconnect) =>
        listener.listen(channel, (payload) =>
          payload === undefined ? onReconnect() : onNotification(payload),
        ),
    },
    retryUntilAvailable: createRetryUntilAvailable(watch),
    listen: (channel, onMessage) => listener.listen(channel, onMessage),
    async close() {
      await watch.close();
      await listener.close();
      await queue.end();
      await tables.destroy();
      // A server that does not answer must not keep this process alive.
      for (const socket of sockets) socket.unref();
    },
  };
}

function openTrackedSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

function breakConnections(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy(new Error('Connection terminated: the database is away.'));
}

/** A pool whose connections may break at any time, also while they are lent. */
class WatchedPool extends pg.Pool {
  private readonly watch: DatabaseWatch;

  constructor(config: pg.PoolConfig, watch: DatabaseWatch) {
    super({ ...config, Client: ImpatientClient, connectionTimeoutMillis: POOL_TIMEOUT_MS });
    this.watch = watch;
    const onLost = (error: Error): void => watch.suspect(markLostConnection(error));
    // The pool listens only to connections that are idle. Without a listener of its own, a connection that
    // breaks while it is lent would end the process.
    this.on('connect', (client) => client.on('error', onLost));
    this.on('error', onLost);
  }

  /** Lends a connection. Rejects at once while the database is away. */
  async lend(): Promise<pg.PoolClient> {
    const reason = this.watch.awayBecause;
    // Do not wait for a server that does not answer: the watch knows when it is back.
    if (reason !== undefined)
      throw markLostConnection(new Error('Connection terminated: the database is away.', { cause: reason }));
    try {
      return await this.connect();
    } catch (error) {
      if (isDatabaseAway(markLostConnection(error))) this.watch.suspect(error);
      throw error;
    }
  }

  /** Runs one statement, or several without values. */
  async execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    const client = await this.lend().catch((error: unknown) => {
      throw isConnectionLost(error) ? createAwayError(error) : error;
    });
    try {
      const result = await client.query(text, values);
      client.release();
      return result;
    } catch (error) {
      // Several statements may have begun a transaction, which ends with its connection.
      client.release(error instanceof Error ? error : true);
      // The library copies the fields of errors, and the copy of a lost connection would be unknown.
      if (isConnectionLost(error)) throw createAwayError(error);
      throw error;
    }
  }
}

/** Rejects if the database cannot be used. @param signal ends the waiting for an answer. */
async function probe(url: string, signal?: AbortSignal): Promise<void> {
  const socket = new Socket();
  const onAbort = (): void => void socket.destroy(new Error('Connection terminated: no answer.'));
  signal?.addEventListener('abort', onAbort);
  const client = new pg.Client({
    connectionString: url,
    application_name: 'kinora-probe',
    connectionTimeoutMillis: PROBE_TIMEOUT_MS,
    query_timeout: PROBE_TIMEOUT_MS,
    stream: () => socket,
  });
  // The calls below reject with the same error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only === 'on') throw createAwayError(new Error('It is read-only.'));
    await client.end();
  } catch (error) {
    socket.destroy();
    throw markLostConnection(error);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
