/** The program of the thread that runs the embedded database. It answers the calls of `embedded-database.ts`. */
import { constants, cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions, type Results, type Transaction } from '@electric-sql/pglite';
import { durableOptions } from './durable-files.ts';
import {
  type NumberedCall,
  type ThreadCall,
  type ThreadData,
  type ThreadMessage,
  toThreadError,
} from './thread-messages.ts';

interface OpenTransaction {
  readonly session: Transaction;
  readonly commit: () => void;
  readonly rollback: () => void;
  /** Settles when the transaction has ended in the database. */
  readonly ended: Promise<void>;
}

// The cast is safe: the only caller is `embedded-database.ts`.
const { folder, dump, creates } = workerData as ThreadData;
if (folder !== undefined && creates !== true) checkExists(folder);
const database = new PGlite(folder === undefined ? loadDump() : openFolder(folder));
/** False if the database cannot be opened. Each call then rejects with the reason. */
const opened = database.waitReady.then(
  () => {
    endWithPostgres();
    return true;
  },
  () => false,
);
/** The status of the error that PGlite throws to leave a statement that failed. */
const STATEMENT_FAILED = 100;
/** The reason of PostgreSQL why it cannot go on. */
let lastWords = 'PostgreSQL has ended.';
const transactions = new Map<number, OpenTransaction>();
const listeners = new Map<number, () => Promise<void>>();

function loadDump(): PGliteOptions {
  return dump === undefined ? {} : { loadDataDir: new Blob([readFileSync(dump)]) };
}

/** PGlite would create a database where there is none, for example because a disk is no longer mounted. */
function checkExists(path: string): void {
  if (!existsSync(join(path, 'PG_VERSION'))) throw new Error(`There is no database in ${path}.`);
}

function openFolder(path: string): PGliteOptions {
  return {
    ...durableOptions(path),
    onStderr: (text) => {
      lastWords = /(?:PANIC|FATAL): .*/.exec(text)?.[0] ?? lastWords;
      return true;
    },
  };
}

/**
 * Ends this thread if PostgreSQL cannot go on, for example because its disk has failed. PGlite would repeat the
 * call in an endless loop.
 */
function endWithPostgres(): void {
  const { Module } = database;
  const runOnce = Module._PostgresMainLoopOnce;
  Module._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      // Errors of statements jump back to the loop of PostgreSQL, with a status of its own.
      if ((error as { status?: unknown }).status === STATEMENT_FAILED) throw error;
      post({ lastWords });
      process.exit(1);
    }
  };
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

/**
 * Returns the error of a statement. The only role may do everything, so a right that is missing is one of the disk:
 * PostgreSQL reports a read-only file system in this way.
 */
function blameDisk(error: unknown): unknown {
  const isRightMissing = error instanceof Error && 'code' in error && error.code === '42501';
  return isRightMissing ? Object.assign(error, { code: '58030' }) : error;
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
    (error: unknown) => post({ id, error: toThreadError(blameDisk(error)) }),
  );
});
