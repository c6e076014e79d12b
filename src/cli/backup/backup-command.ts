import { resolve } from 'node:path';
import { pluralize } from '../pluralize.ts';
import { formatBytes } from '../format-bytes.ts';
import { createUploadDisplay } from '../ingest/upload-display.ts';
import { formatTime } from '../renders/format-time.ts';
import type { Terminal } from '../terminal.ts';
import type {
  BackupContent,
  BackupReport,
  BackupTools,
  BackupWatch,
  RestoreReport,
} from '../../operations/backup-tools.ts';

const QUIET_MS = 1_000;

interface BackupCommandParts {
  readonly terminal: Terminal;
  readonly tools: BackupTools;
  /** Stops the command. */
  readonly signal: AbortSignal;
}

/** Writes a backup and lists its content. @param files false to leave the stored files out. */
export async function backupCommand(
  file: string,
  files: boolean,
  { terminal, tools, signal }: BackupCommandParts,
): Promise<void> {
  const begun = performance.now();
  const target = resolve(terminal.cwd, file);
  if (terminal.screen.isTTY === true) terminal.stderr.write('Reading the database ...\n');
  const report = await withDisplay('Writing the files', terminal, signal, (watch) =>
    tools.backup(target, { files }, watch),
  );
  terminal.stderr.write(describeGaps(report));
  terminal.stdout.write(
    `Wrote ${report.path}: ${describeContent(report)} and ${report.secrets.length} secrets of the home, ${formatBytes(report.size)} in ${formatSeconds(begun)}.\n`,
  );
}

/** Restores a backup and lists the restored content with its places. */
export async function restoreCommand(
  file: string,
  replaces: boolean,
  { terminal, tools, signal }: BackupCommandParts,
): Promise<void> {
  const begun = performance.now();
  const path = resolve(terminal.cwd, file);
  const checked = await withDisplay('Checking', terminal, signal, (watch) =>
    tools.check(path, { replaces }, watch),
  );
  const report = await withDisplay('Restoring', terminal, signal, (watch) => checked.restore(watch));
  terminal.stderr.write(describeRestored(report));
  terminal.stdout.write(
    `Restored ${report.database}: ${describeContent(report)}, in ${formatSeconds(begun)}. Made by Kinora ${report.version} at ${formatTime(report.created.toISOString())} UTC. Start Kinora now.\n`,
  );
}

async function withDisplay<Value>(
  title: string,
  { screen }: Terminal,
  signal: AbortSignal,
  work: (watch: BackupWatch) => Promise<Value>,
): Promise<Value> {
  const display = createUploadDisplay(title, screen, 'beginning');
  let begun: number | undefined;
  const onProgress = (done: number, total: number): void => {
    // Quick work needs no progress bar.
    begun ??= performance.now();
    if (performance.now() - begun > QUIET_MS && done < total) display.report({ sent: done, total });
  };
  try {
    return await work({ signal, onProgress });
  } finally {
    display.end();
  }
}

function describeContent({ rows, jobs, files }: BackupContent): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const known = [pluralize(rows['account'] ?? 0, 'account'), pluralize(rows['render'] ?? 0, 'render')];
  return `${pluralize(all, 'row')} (${known.join(', ')}), ${pluralize(jobs, 'job')}, ${pluralize(files.count, 'file')} (${formatBytes(files.bytes)})`;
}

function describeGaps({ without, missing, skipped, settings }: BackupReport): string {
  const lines: string[] = [];
  if (without === 's3')
    lines.push(
      'The stored files are in S3, and not in this backup. Protect the bucket by versions or a copy.',
    );
  if (without === 'option') lines.push('The stored files are not in this backup.');
  if (missing.count > 0)
    lines.push(
      `Warning: missing in the storage, although the database has a record: ${pluralize(missing.count, 'file')}, ${missing.names.join(', ')}${missing.count > missing.names.length ? ', ...' : ''}`,
    );
  if (skipped.count > 0)
    // Other programs may have chosen these names, which can have any character.
    lines.push(
      `Warning: left out, because Kinora gives no such names: ${pluralize(skipped.count, 'file')}, ${JSON.stringify(skipped.names[0])}${skipped.count > 1 ? ', ...' : ''}`,
    );
  if (settings.length > 0)
    lines.push(`Keep these settings yourself, because no backup has them: ${settings.join(', ')}.`);
  return lines.map((line) => `${line}\n`).join('');
}

function describeRestored({ hasFiles, missing, replaced }: RestoreReport): string {
  const lines: string[] = [];
  if (!hasFiles)
    lines.push('The backup has no stored files. KINORA_STORAGE must be the storage that they are in.');
  if (missing > 0)
    lines.push(`Warning: ${pluralize(missing, 'file')} already missing when the backup was made.`);
  for (const folder of replaced)
    lines.push(`What was there before is now in ${folder}. Remove it when all is well.`);
  return lines.map((line) => `${line}\n`).join('');
}

function formatSeconds(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`;
}
