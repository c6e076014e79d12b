import { Worker } from 'node:worker_threads';
import {
  fromThreadError,
  type StatementResult,
  type ThreadCall,
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

interface WaitingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The embedded database, in a thread of its own. To store an edit of 10 MB takes it up to a second, in which
 * the server could answer nobody. Has the methods of PGlite that Kysely and the queue use, and rejects with its
 * errors.
 */
export class EmbeddedDatabase implements EmbeddedSession {
  /** For Kysely. Each call waits in the thread until the database is open. */
  readonly ready = true;
  readonly waitReady = Promise.resolve();
  private readonly thread: Worker;
  private readonly waiting = new Map<number, WaitingCall>();
  private readonly listeners = new Map<number, (payload: string) => void>();
  private lastId = 0;
  /** The reason why the thread takes no more calls. */
  private ending: Error | undefined;
  private closing: Promise<void> | undefined;

  /**
   * @param folder the folder of the database. `undefined` keeps it in memory.
   * @param dump the file with the first content of a database in memory. Default: none.
   */
  constructor(folder: string | undefined, dump?: string) {
    const program = new URL('./database-thread.ts', import.meta.url);
    this.thread = new Worker(program, { workerData: { folder, dump } });
    this.thread.on('message', (message: ThreadMessage) => this.receive(message));
    this.thread.on('error', (error) => this.end(error instanceof Error ? error : new Error(String(error))));
    this.thread.on('exit', () => this.end(new Error('The thread of the database has ended.')));
    // An idle database must not keep the process from ending.
    this.thread.unref();
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

  /** Runs work in a transaction, which keeps out all other statements. Rolls back if the work rejects. */
  async transaction<Value>(work: (transaction: EmbeddedTransaction) => Promise<Value>): Promise<Value> {
    const transaction = (this.lastId += 1);
    await this.call({ kind: 'begin', transaction });
    const rollback = async (): Promise<void> => {
      await this.call({ kind: 'rollback', transaction });
    };
    let value: Value;
    try {
      value = await work({
        query: (text, parameters?: unknown[]) => this.run(text, parameters ?? [], transaction),
        rollback,
      });
    } catch (error) {
      await rollback();
      throw error;
    }
    await this.call({ kind: 'commit', transaction });
    return value;
  }

  async listen(channel: string, onMessage: (payload: string) => void): Promise<() => Promise<void>> {
    const listener = (this.lastId += 1);
    this.listeners.set(listener, onMessage);
    await this.call({ kind: 'listen', channel, listener });
    return async () => {
      this.listeners.delete(listener);
      await this.call({ kind: 'unlisten', listener });
    };
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
    if (this.ending !== undefined) return Promise.reject(this.ending);
    const id = (this.lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    // First, because a value that no message can carry makes it throw.
    this.thread.postMessage({ id, call });
    if (this.waiting.size === 0) this.thread.ref();
    this.waiting.set(id, { resolve, reject });
    return promise;
  }

  private receive(message: ThreadMessage): void {
    if ('listener' in message) {
      this.listeners.get(message.listener)?.(message.payload);
      return;
    }
    const call = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (this.waiting.size === 0) this.thread.unref();
    if ('error' in message) call?.reject(fromThreadError(message.error));
    else call?.resolve(message.value);
  }

  /** Rejects all calls that wait, and those that come. */
  private end(reason: Error): void {
    this.ending ??= reason;
    for (const { reject } of this.waiting.values()) reject(this.ending);
    this.waiting.clear();
  }
}
