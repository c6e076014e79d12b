import type { RunAdminOperation } from '../../operations/admin-operations.ts';
import { formatTable } from '../format-table.ts';
import { formatBytes } from '../format-bytes.ts';
import type { Terminal } from '../terminal.ts';
import type { StorageReport, StorageReportRow } from '../../operations/storage-report.ts';

/** The options of `kinora storage`. */
interface StorageOptions {
  /** The account to report on. Undefined for everything. */
  readonly account?: string;
  /** True for JSON. */
  readonly json: boolean;
}

interface StorageCommandParts {
  readonly terminal: Terminal;
  readonly run: RunAdminOperation;
  /** Stops the command. */
  readonly signal: AbortSignal;
}

/** Prints the use of the storage. */
export async function storageCommand(
  { account, json }: StorageOptions,
  { terminal, run, signal }: StorageCommandParts,
): Promise<void> {
  const { report: id } = await run('beginStorageReport', account === undefined ? {} : { account });
  const progress = createCounter(terminal.screen);
  let report: StorageReport | null = null;
  try {
    while (report === null) {
      signal.throwIfAborted();
      const state = await run('awaitStorageReport', { report: id });
      report = state.report;
      if (report === null) progress.show(state.files);
    }
  } finally {
    progress.end();
  }
  terminal.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : formatReport(report));
}

const LINE_MS = 5_000;

/** Shows the number of files: in a line that is overwritten, or outside a terminal in a line every 5 s. */
function createCounter(stream: Terminal['screen']): { show: (files: number) => void; end: () => void } {
  let isShown = false;
  let printedAt = performance.now();
  return {
    show(files) {
      const text = `Counting the stored files: ${files}`;
      if (stream.isTTY === true) {
        stream.write(`\r${text}`);
        isShown = true;
      } else if (performance.now() - printedAt >= LINE_MS) {
        stream.write(`${text}\n`);
        printedAt = performance.now();
      }
    },
    end() {
      if (isShown) stream.write('\r\u001b[K');
    },
  };
}

function formatReport(report: StorageReport): string {
  const shown = report.rows.filter(
    ({ count, bytes, settings }) => count > 0 || bytes > 0 || settings.length > 0,
  );
  const total = report.rows.reduce((sum, { bytes }) => sum + bytes, 0);
  const rows = [...shown.map(toCells), ['in all', '', formatBytes(total), '', '']];
  const disks = report.disks.map(
    ({ folder, freeBytes, totalBytes }) =>
      `Free: ${formatBytes(freeBytes)} of ${formatBytes(totalBytes)} on the disk of ${folder}\n`,
  );
  return [
    formatTable(['WHAT', 'NUMBER', 'SIZE', 'OLDEST (UTC)', 'STAYS'], rows),
    `\nStored files: ${report.storage}\n`,
    ...disks,
    ...(report.problem === null ? [] : [`The numbers of stored files are too low. ${report.problem}\n`]),
  ].join('');
}

function toCells({ title, count, bytes, oldest, stays, settings }: StorageReportRow): string[] {
  const decided = settings.length === 0 ? stays : `${stays} (${settings.join(', ')})`;
  return [title, String(count), formatBytes(bytes), oldest?.slice(0, 10) ?? '-', decided];
}
