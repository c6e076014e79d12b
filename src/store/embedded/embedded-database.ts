import { Worker } from 'node:worker_threads';
import { createAwayError } from '../connection/away.ts';
import {
  fromThreadError,
  type StatementResult,
  type ThreadCall,
  type ThreadData,
  type ThreadMessage,
} from './thread-messages.ts';

/** The rows of one statement, as Kysely takes them. It does not read the descriptions of the columns. */
interface EmbeddedResult<Row> extends StatementResult<Row> {
  readonly fields: { dataTypeID: number; name: string }[];
}

/** The part of the embedded database that the queue uses. */
export type EmbeddedSession = Pick<EmbeddedDatabase, 'query' | 'exec' | 'listen'>;

/** The queries of one transaction. */
interface EmbeddedTransaction extends Pick<EmbeddedDatabase, 'query'> {
  rollback(): Promise<void>;
}

/** The first content of an embedded database. */
export interface EmbeddedContent {
  /** The file with the content of a database in memory. Default: none. */
  readonly dump?: string | undefined;
  /** True to create a database in a folder that has none. Otherwise, such a folder cannot be opened. */
  readonly creates?: boolean | undefined;
}

interface EmbeddedEnd {
  /** Called if the database ends before it is closed, as it does if its disk fails. */
  readonly onEnd?: (reason: Error) => void;
}

interface Listener {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onReopened: () => void;
}

interface WaitingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The embedded database, in a thread of its own. To store an edit of 10 MB takes it up to a second, in which
 * the server could not answer. Has the methods of PGlite that Kysely and the queue use, and rejects with its
 * errors.
 */
export class EmbeddedDatabase implements EmbeddedSession {
  /** For Kysely. Each call waits in the thread until the database is open. */
  readonly ready = true;
  readonly waitReady = Promise.resolve();
  private readonly start: () => Worker;
  private readonly onEnd: (reason: Error) => void;
  private thread: Worker;
  private readonly waiting = new Map<number, WaitingCall>();
  private readonly listeners = new Map<number, Listener>();
  private lastId = 0;
  private hasOpened = false;
  /** The reason why the thread takes no more calls. */
  private ending: Error | undefined;
  private closing: Promise<void> | undefined;

  /** @param folder the folder of the database. `undefined` keeps it in memory. */
  constructor(
    folder: string | undefined,
    { dump, creates, onEnd = () => undefined }: EmbeddedContent & EmbeddedEnd = {},
  ) {
    this.start = () => this.startThread({ folder, dump, creates: false });
    this.onEnd = onEnd;
    this.thread = this.startThread({ folder, dump, creates });
  }

  get closed(): boolean {
    return this.closing !== undefined;
  }

  query<Row>(text: string, parameters: unknown[] = []): Promise<EmbeddedResult<Row>> {
    return this.run<Row>(text, parameters);
  }

  async exec(text: string): Promise<StatementResult[]> {
    return (await this.call({ kind: 'exec', text })) as StatementResult[];
  }

  /**
   * Runs work in a transaction, which keeps out all other statements. Rolls back if the work rejects. If the
   * transaction cannot begin, its first query rejects: Kysely would wait for ever for work that never starts.
   */
  async transaction<Value>(work: (transaction: EmbeddedTransaction) => Promise<Value>): Promise<Value> {
    const transaction = (this.lastId += 1);
    const begun = this.call({ kind: 'begin', transaction });
    // The work may never await it, so handle the rejection here.
    begun.catch(() => undefined);
    const rollback = async (): Promise<void> => {
      await this.call({ kind: 'rollback', transaction });
    };
    let value: Value;
    try {
      value = await work({
        query: async (text, parameters?: unknown[]) => {
          await begun;
          return await this.run(text, parameters ?? [], transaction);
        },
        rollback,
      });
      await begun;
    } catch (error) {
      // Fails only if there is no transaction: it could not begin, or it has ended with the database.
      await rollback().catch(() => undefined);
      throw error;
    }
    await this.call({ kind: 'commit', transaction });
    return value;
  }

  /** @param onReopened called if messages may have been missed, because the database was opened again. */
  async listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReopened: () => void = () => undefined,
  ): Promise<() => Promise<void>> {
    const listener = (this.lastId += 1);
    this.listeners.set(listener, { channel, onMessage, onReopened });
    await this.call({ kind: 'listen', channel, listener });
    return async () => {
      this.listeners.delete(listener);
      // A database that has ended calls no listener.
      if (this.ending === undefined) await this.call({ kind: 'unlisten', listener });
    };
  }

  /**
   * Checks that the database answers. Opens it again if it has ended: PostgreSQL then repeats what its log has.
   *
   * @throws the reason if the database cannot be used.
   */
  async reopen(): Promise<void> {
    if (this.ending === undefined) {
      await this.exec('select 1');
      return;
    }
    this.thread = this.start();
    try {
      await this.send({ kind: 'exec', text: 'select 1' });
      for (const [listener, { channel }] of this.listeners)
        await this.send({ kind: 'listen', channel, listener });
    } catch (error) {
      await this.thread.terminate();
      throw error;
    }
    this.ending = undefined;
    for (const { onReopened } of this.listeners.values()) onReopened();
  }

  /** Copies the files of the database to a folder that does not exist yet. No statement runs meanwhile. */
  async copyFiles(target: string): Promise<void> {
    await this.call({ kind: 'copy', target });
  }

  /** Closes the database and ends the thread. */
  close(): Promise<void> {
    this.closing ??= this.closeThread();
    return this.closing;
  }

  private startThread(workerData: ThreadData): Worker {
    const thread = new Worker(new URL('./database-thread.ts', import.meta.url), { workerData });
    const end = (reason: Error): void => {
      if (this.thread === thread) this.end(reason);
    };
    thread.on('message', (message: ThreadMessage) => this.receive(message));
    thread.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
    thread.on('exit', () => end(new Error('The embedded database has ended.')));
    // An idle database must not keep the process from ending.
    thread.unref();
    return thread;
  }

  private async closeThread(): Promise<void> {
    try {
      if (this.ending === undefined) await this.call({ kind: 'close' });
    } finally {
      await this.thread.terminate();
    }
  }

  private async run<Row>(
    text: string,
    parameters: unknown[],
    transaction?: number,
  ): Promise<EmbeddedResult<Row>> {
    const result = await this.call({ kind: 'query', text, parameters, transaction });
    return { ...(result as StatementResult<Row>), fields: [] };
  }

  private call(call: ThreadCall): Promise<unknown> {
    return this.ending === undefined ? this.send(call) : Promise.reject(this.explain(this.ending));
  }

  private send(call: ThreadCall): Promise<unknown> {
    const id = (this.lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    // First, because a value that no message can carry makes it throw.
    this.thread.postMessage({ id, call });
    if (this.waiting.size === 0) this.thread.ref();
    this.waiting.set(id, { resolve, reject });
    return promise;
  }

  private receive(message: ThreadMessage): void {
    if ('lastWords' in message) {
      this.end(new Error(message.lastWords));
      return;
    }
    if ('listener' in message) {
      this.listeners.get(message.listener)?.onMessage(message.payload);
      return;
    }
    const call = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (this.waiting.size === 0) this.thread.unref();
    if ('error' in message) call?.reject(fromThreadError(message.error));
    else {
      this.hasOpened = true;
      call?.resolve(message.value);
    }
  }

  /**
   * Creates the error of a call that the database cannot answer. Each call has its own, because the queue writes
   * into errors. A database that was never open is not away: it cannot be opened.
   */
  private explain(reason: Error): Error {
    return this.hasOpened ? createAwayError(reason) : reason;
  }

  /** Rejects all waiting and all further calls. */
  private end(reason: Error): void {
    for (const { reject } of this.waiting.values()) reject(this.explain(reason));
    this.waiting.clear();
    if (this.ending !== undefined) return;
    this.ending = reason;
    if (!this.closed) this.onEnd(reason);
  }
}
