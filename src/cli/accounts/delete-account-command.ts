import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import type { RunAdminOperation } from '../../operations/admin-operations.ts';
import { formatTable, formatBytes } from '../format.ts';
import type { Terminal } from '../terminal.ts';

interface DeletionParts {
  readonly terminal: Terminal;
  readonly run: RunAdminOperation;
  /** Stops the command. */
  readonly signal: AbortSignal;
}

/** The words for the tables that people know, in the order in which they are shown. */
const WORDS = new Map([
  ['render', 'renders'],
  ['template', 'templates'],
  ['kept_edit', 'kept edits, with their versions'],
  ['source', 'sources'],
  ['rendition', 'renditions and transcriptions'],
  ['created_asset', 'created assets'],
  ['generation', 'generated media'],
  ['transfer', 'transfers'],
  ['asset', 'hosted files and copies elsewhere'],
  ['callback', 'callbacks'],
  ['credentials', 'credentials of destinations'],
  ['provider', 'credentials of providers'],
  ['api_key', 'keys'],
  ['token', 'tokens'],
  ['brand', 'palettes, fonts and logos'],
]);

/** Lists the data of an account, and deletes all of it if the user wants that. */
export async function deleteAccountCommand(
  name: string,
  isConfirmed: boolean,
  { terminal, run, signal }: DeletionParts,
): Promise<void> {
  const { stdout } = terminal;
  const { rows } = await run('countAccount', { name });
  const stored = await measureFiles(name, run, signal);
  stdout.write(`The account ${name} has:\n`);
  const lines = [...WORDS].flatMap(([table, word]) => {
    const count = rows[table] ?? 0;
    return count === 0 ? [] : [[word, String(count)]];
  });
  stdout.write(
    formatTable(
      ['WHAT', 'NUMBER'],
      [...lines, ['stored files', `${stored.count} (${formatBytes(stored.bytes)})`]],
    ),
  );
  if (!isConfirmed && !(await askToDelete(name, terminal, signal)))
    throw new KinoraError(
      'validation_failed',
      'Nothing was deleted. To delete the account with all of this, run the command again with --yes.',
    );
  await deleteAll(name, { terminal, run, signal });
}

async function deleteAll(name: string, { terminal, run, signal }: DeletionParts): Promise<void> {
  const sum = { rows: 0, files: 0, segments: 0 };
  for (;;) {
    if (signal.aborted)
      throw new KinoraError(
        'validation_failed',
        `The account ${name} is deleted in part. Run the command again.`,
      );
    const { isDone, rows, files, filesLeft, segments } = await run('deleteAccount', { name });
    sum.rows += rows;
    sum.files += files;
    sum.segments += segments ?? 0;
    if (!isDone) continue;
    const later = filesLeft > 0 ? ' The workers remove the other files within minutes.' : '';
    const left =
      segments === null
        ? ' Its coded segments could not be removed. Clients cannot download them, and others take their place.'
        : '';
    terminal.stdout.write(
      `Deleted the account ${name}: ${sum.rows} records, ${sum.files} files, ${sum.segments} segments.${later}${left}\n`,
    );
    return;
  }
}

async function measureFiles(
  account: string,
  run: RunAdminOperation,
  signal: AbortSignal,
): Promise<{ count: number; bytes: number }> {
  const { report: id } = await run('beginStorageReport', { account });
  for (;;) {
    signal.throwIfAborted();
    const { report } = await run('awaitStorageReport', { report: id });
    if (report === null) continue;
    const sum = { count: 0, bytes: 0 };
    for (const { count, bytes } of report.rows) {
      sum.count += count;
      sum.bytes += bytes;
    }
    return sum;
  }
}

/** Asks on a terminal. Returns false without one. */
async function askToDelete(name: string, { stdin, screen }: Terminal, signal: AbortSignal): Promise<boolean> {
  if (!('isTTY' in stdin) || stdin.isTTY !== true) return false;
  const lines = createInterface({ input: stdin, output: screen });
  try {
    const question = `This cannot be undone. Type the name of the account to delete all of it: `;
    const answer = await Promise.race([lines.question(question, { signal }), once(lines, 'close')]);
    return String(answer).trim() === name;
  } catch (error) {
    // By Ctrl+C, which the question handles, or by a signal.
    if (errorCodeOf(error) !== 'ABORT_ERR') throw error;
    throw new KinoraError('cancelled', 'The deletion was stopped.', { cause: error });
  } finally {
    lines.close();
  }
}
