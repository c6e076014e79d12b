import type { Command } from 'commander';
import { showInLine } from '../../base/text/show-controls.ts';
import type { CommandDependencies } from '../command-dependencies.ts';
import { formatJson } from '../format-json.ts';
import { formatTable } from '../format-table.ts';
import { formatElapsed, formatTime } from '../renders/format-time.ts';
import type { QueueCounts, QueueReport, WorkerReport } from '../../operations/queue-report.ts';

const HELP = `
SHARE is the weight of an account: kinora accounts share NAME WEIGHT changes it. docs/queue-and-log.md
explains the rest.`;

/** Adds `kinora queue`, which shows what waits, what runs and what is wrong. */
export function addQueueCommand(kinora: Command, { terminal, runAdminOperation }: CommandDependencies): void {
  kinora
    .command('queue')
    .description('show what waits and runs for which account, what each worker does, and what is wrong')
    .option('--json', 'print JSON, with times in milliseconds', false)
    .addHelpText('after', HELP)
    .action(async ({ json }: { json: boolean }) => {
      const report = await runAdminOperation('showQueue', {});
      terminal.stdout.write(json ? formatJson(report) : formatQueueReport(report));
    });
}

/** The queues by their names, for people. Others keep their names. */
const TITLES = new Map(
  Object.entries({
    render: 'renders',
    'render-short': 'short renders',
    'render-help': 'help with long renders',
    callback: 'callbacks',
    copy: 'copies and transfers',
    import: 'imports',
    rendition: 'renditions',
    creation: 'created files',
  }),
);

/** Callbacks are limited by their receivers, not by shares. */
const UNSHARED = 'callback';

function formatQueueReport({ queues, workers, segments, problems }: QueueReport): string {
  const owners = formatOwners(queues);
  const wrong = problems.map((problem) => `Problem: ${showInLine(problem)}\n`).join('');
  const sections = [
    ...[formatQueues(queues), owners, formatWorkers(workers), formatWork(workers)],
    ...[formatSegments(segments), wrong],
  ];
  return sections.filter((section) => section !== '').join('\n');
}

function formatQueues(queues: readonly QueueCounts[]): string {
  const rows = queues.map(({ queue, waiting, running, later, oldestMs }) => [
    titleOf(queue),
    ...[waiting, running, later].map(String),
    formatWait(oldestMs),
  ]);
  return formatTable(['QUEUE', 'WAITING', 'RUNNING', 'LATER', 'OLDEST WAIT'], rows);
}

function formatOwners(queues: readonly QueueCounts[]): string {
  const rows = queues.flatMap(({ queue, owners }) => {
    const weights = owners.reduce((sum, { share }) => sum + share, 0);
    return owners.map(({ account, owner, stage, share, waiting, running, later, oldestMs }) => [
      titleOf(queue),
      account ?? (owner === '' ? '-' : owner),
      stage ?? '-',
      queue === UNSHARED ? '-' : `${share} (${Math.round((100 * share) / weights)} %)`,
      ...[waiting, running, later].map(String),
      formatWait(oldestMs),
    ]);
  });
  if (rows.length === 0) return '';
  const headings = ['QUEUE', 'ACCOUNT', 'STAGE', 'SHARE', 'WAITING', 'RUNNING', 'LATER', 'OLDEST WAIT'];
  return formatTable(headings, rows);
}

function formatWorkers(workers: readonly WorkerReport[]): string {
  if (workers.length === 0) return 'There are no workers.\n';
  const rows = workers.map(({ name, alive, slots, holds, started, silentMs, problem }) => [
    name,
    alive ? (problem === null ? 'working' : 'problem') : `silent for ${formatElapsed(silentMs)}`,
    slots === null ? '-' : String(slots),
    String(holds.length),
    formatTime(started),
  ]);
  return formatTable(['WORKER', 'STATE', 'RENDER SLOTS', 'HOLDS', 'STARTED (UTC)'], rows);
}

function formatWork(workers: readonly WorkerReport[]): string {
  const rows = workers.flatMap(({ name, holds }) =>
    holds.map(({ kind, subject, account, stage, tookMs }) => [
      name,
      kind,
      subject,
      account ?? '-',
      stage ?? '-',
      formatElapsed(tookMs),
    ]),
  );
  if (rows.length === 0) return '';
  return formatTable(['WORKER', 'HOLDS', 'ID', 'ACCOUNT', 'STAGE', 'FOR'], rows);
}

function formatSegments({ reused, made }: QueueReport['segments']): string {
  const all = reused + made;
  if (all === 0) return '';
  const percent = Math.round((100 * reused) / all);
  const share = `${reused} of ${all} (${percent} %)`;
  return `Segments of the last 24 hours: ${share} kept from earlier renders.\n`;
}

function titleOf(queue: string): string {
  return TITLES.get(queue) ?? queue;
}

function formatWait(ms: number | null): string {
  return ms === null ? '-' : formatElapsed(Math.max(0, ms));
}
