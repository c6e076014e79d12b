/** The program of the thread that runs the embedded database. It answers the calls of `embedded-database.ts`. */
import { constants, cpSync, readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { type NumberedCall, type ThreadCall, type ThreadMessage, toThreadError } from './thread-messages.ts';

interface OpenTransaction {
  readonly session: Transaction;
  readonly commit: () => void;
  readonly rollback: () => void;
  /** Settles when the transaction has ended in the database. */
  readonly ended: Promise<void>;
}

// The cast is safe: the only caller is `embedded-database.ts`.
const { folder, dump } = workerData as Readonly<Record<'folder' | 'dump', string | undefined>>;
const database = new PGlite(folder === undefined ? loadDump() : { dataDir: folder });
/** False if the database cannot be opened. Each call then rejects with the reason. */
const opened = database.waitReady.then(
  () => true,
  () => false,
);
const transactions = new Map<number, OpenTransaction>();
const listeners = new Map<number, () => Promise<void>>();

function loadDump(): PGliteOptions {
  return dump === undefined ? {} : { loadDataDir: new Blob([readFileSync(dump)]) };
}

function post(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

async function begin(id: number): Promise<void> {
  const { promise: decided, resolve, reject } = Promise.withResolvers<undefined>();
  const { promise: begun, resolve: hasBegun, reject: hasFailed } = Promise.withResolvers<Transaction>();
  const ended = database.transaction(async (session) => {
    hasBegun(session);
    await decided;
  });
  ended.catch(hasFailed);
  const rollback = (): void => reject(new Error('The transaction was rolled back.'));
  const commit = (): void => resolve(undefined);
  transactions.set(id, { session: await begun, commit, rollback, ended });
}

function transactionOf(id: number): OpenTransaction {
  const found = transactions.get(id);
  if (found === undefined) throw new Error('The transaction has ended.');
  return found;
}

async function end(id: number, how: 'commit' | 'rollback'): Promise<void> {
  const transaction = transactionOf(id);
  transactions.delete(id);
  transaction[how]();
  // A rollback ends the transaction with the error that caused it.
  await (how === 'commit' ? transaction.ended : transaction.ended.catch(() => undefined));
}

/** Copies the files as they are now. Synchronous, so that no statement changes them meanwhile. */
async function copyFiles(target: string): Promise<void> {
  if (folder === undefined) throw new Error('A database in memory has no files.');
  // Otherwise the copy would have to repeat all changes since the last checkpoint when it is opened.
  await database.exec('checkpoint');
  // If the file system supports it, the copy shares its blocks with the original.
  cpSync(folder, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

const rowsOf = ({ rows, affectedRows }: Results): object => ({ rows, affectedRows });

async function answer(call: ThreadCall): Promise<unknown> {
  switch (call.kind) {
    case 'query': {
      const { transaction, text, parameters } = call;
      const session = transaction === undefined ? database : transactionOf(transaction).session;
      return rowsOf(await session.query(text, [...parameters]));
    }
    case 'exec':
      return (await database.exec(call.text)).map(rowsOf);
    case 'begin':
      await begin(call.transaction);
      return undefined;
    case 'commit':
    case 'rollback':
      await end(call.transaction, call.kind);
      return undefined;
    case 'listen': {
      const { channel, listener } = call;
      listeners.set(listener, await database.listen(channel, (payload) => post({ listener, payload })));
      return undefined;
    }
    case 'unlisten':
      await listeners.get(call.listener)?.();
      listeners.delete(call.listener);
      return undefined;
    case 'copy':
      await copyFiles(call.target);
      return undefined;
    case 'close':
      if (await opened) await database.close();
      return undefined;
  }
}

parentPort?.on('message', ({ id, call }: NumberedCall) => {
  answer(call).then(
    (value) => post({ id, value }),
    (error: unknown) => post({ id, error: toThreadError(error) }),
  );
});
