import type { Command } from 'commander';
import type { RunAdminOperation } from '../../operations/admin-operations.ts';
import type { StorageReport, StorageReportRow } from '../../operations/storage-report.ts';
import type { CommandDependencies } from '../command-dependencies.ts';
import { formatBytes } from '../format-bytes.ts';
import { formatJson } from '../format-json.ts';
import { formatTable } from '../format-table.ts';
import type { Terminal } from '../terminal.ts';

const HELP = `
It works whether or not Kinora is running, and only reads. With DATABASE_URL, the folders of KINORA_HOME are
those of this machine. docs/storage.md says how to remove what takes too much.`;

/** Adds `kinora storage`, which shows the use of the storage. */
export function addStorageCommand(
  kinora: Command,
  { terminal, storageSession, stopSignal }: CommandDependencies,
): void {
  kinora
    .command('storage')
    .description('show what takes how much disk space, and how long it stays')
    .option('--account <name>', 'show only the stored files of this account')
    .option('--json', 'print JSON, with sizes in bytes', false)
    .addHelpText('after', HELP)
    .action(async ({ json, ...options }: { account?: string; json: boolean }) => {
      const signal = stopSignal();
      await using session = await storageSession();
      const report = await awaitReport(session.run, options, terminal.screen, signal);
      terminal.stdout.write(json ? formatJson(report) : formatReport(report));
    });
}

/** Waits for a report on the storage. Shows the number of the files that were counted. */
async function awaitReport(
  run: RunAdminOperation,
  options: { readonly account?: string },
  screen: Terminal['screen'],
  signal: AbortSignal,
): Promise<StorageReport> {
  const { report: id } = await run('beginStorageReport', options);
  const progress = createCounter(screen);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { report, files } = await run('awaitStorageReport', { report: id });
      if (report !== null) return report;
      progress.show(files);
    }
  } finally {
    progress.end();
  }
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
