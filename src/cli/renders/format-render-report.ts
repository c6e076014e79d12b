import { showInLine } from '../../base/text/show-controls.ts';
import { formatTable } from '../format-table.ts';
import { formatBytes } from '../format-bytes.ts';
import { pluralize } from '../pluralize.ts';
import { formatElapsed, formatTime } from './format-time.ts';
import type { RenderReport, ShownAttempt } from '../../operations/render-reports.ts';

/** Formats a report on a render. @param now the time to which the age of a running attempt counts. */
export function formatRenderReport(report: RenderReport, now: Date): string {
  const sections = [
    formatFacts(report),
    formatWarnings(report),
    formatAttempts(report, now),
    formatFiles(report),
    formatCallbacks(report),
  ];
  return sections.filter((section) => section !== '').join('\n');
}

function formatFacts(report: RenderReport): string {
  const { id, account, owner, stage, status, progress, error, code, cost, renderTime, retried } = report;
  const isRunning = !['queued', 'done', 'failed'].includes(status);
  const rows: (readonly [string, string | null])[] = [
    ['render', id],
    ['account', `${account} (owner ${owner}, ${stage})`],
    ['status', isRunning ? `${status}, ${Math.floor(progress * 100)} %` : status],
    ['error', error],
    ['code', code],
    ['edit', describeEdit(report)],
    ['output', describeOutcome(report)],
    ['created', `${formatTime(report.created)} UTC`],
    ['updated', `${formatTime(report.updated)} UTC`],
    ['retried', retried === null ? null : `${formatTime(retried)} UTC`],
    ['predicted', cost === null ? null : formatElapsed(cost * 1000)],
    ['took', renderTime === null ? null : formatElapsed(renderTime)],
    ['segments', describeSegments(report)],
    ['callback', report.callback],
  ];
  const shown = rows.flatMap(([name, value]) =>
    value === null ? [] : [`${name.padEnd(10)} ${showInLine(value)}\n`],
  );
  return shown.join('');
}

function describeEdit({ edit, dialect }: RenderReport): string {
  const assets = Object.entries(edit.assets).map(([type, number]) => `${number} ${type}`);
  const parts = [
    `${pluralize(edit.clips, 'clip')} on ${pluralize(edit.tracks, 'track')}`,
    ...(assets.length === 0 ? [] : [`(${assets.join(', ')})`]),
  ];
  return `${parts.join(' ')}, ${formatBytes(edit.length)}${dialect === null ? '' : `, dialect ${dialect}`}`;
}

function describeOutcome({ edit, duration }: RenderReport): string {
  const to = edit.destinations.length === 0 ? '' : `, to ${edit.destinations.join(', ')}`;
  return `${edit.output}${duration === null ? '' : `, ${duration} s`}${to}`;
}

function describeSegments({ segments }: RenderReport): string | null {
  if (segments === null) return null;
  return `${segments.reused} kept from earlier renders, ${segments.made} made`;
}

function formatWarnings({ warnings }: RenderReport): string {
  if (warnings.length === 0) return '';
  return `Warnings:\n${warnings.map(({ field, text }) => `  ${showInLine(`${field}: ${text}`)}\n`).join('')}`;
}

/** Consecutive attempts with the same end. */
interface AttemptGroup {
  readonly first: ShownAttempt;
  last: ShownAttempt;
  number: number;
}

function formatAttempts({ attempts, lastAttempts }: RenderReport, now: Date): string {
  if (lastAttempts.length === 0) return 'No worker has begun it yet.\n';
  const groups: AttemptGroup[] = [];
  for (const attempt of lastAttempts) {
    const before = groups.at(-1);
    if (before && isAlike(before.last, attempt)) {
      before.last = attempt;
      before.number++;
    } else groups.push({ first: attempt, last: attempt, number: 1 });
  }
  let number = attempts - lastAttempts.length + 1;
  const rows = groups.map((group) => {
    const from = number;
    number += group.number;
    return toRow(group, from, now);
  });
  const table = formatTable(['TRY', 'WORKER', 'STARTED (UTC)', 'TOOK', 'END', 'STAGES', 'REASON'], rows);
  const omitted = attempts - lastAttempts.length;
  return `${omitted > 0 ? `The newest ${lastAttempts.length} of ${attempts} attempts:\n` : ''}${table}`;
}

/** True if an attempt adds nothing to the one before. While the storage is away, there is one every minute. */
function isAlike(one: ShownAttempt, other: ShownAttempt): boolean {
  return (
    one.outcome === 'later' &&
    other.outcome === 'later' &&
    one.code === other.code &&
    one.reason === other.reason &&
    one.worker === other.worker
  );
}

const OUTCOMES = {
  done: 'done',
  failed: 'failed',
  again: 'failed, tried again',
  later: 'put off, does not count',
  back: 'given back: worker stopped',
  lost: 'worker died',
} as const;

function toRow({ first, last, number }: AttemptGroup, from: number, now: Date): string[] {
  const { outcome, code, reason, stages, worker } = last;
  const took = findLength(last, now);
  return [
    number === 1 ? String(from) : `${from}-${from + number - 1}`,
    worker,
    formatTime(first.started),
    formatElapsed(Math.max(0, took)),
    outcome === null ? 'running' : OUTCOMES[outcome],
    stages === null ? '-' : formatStages(stages),
    [code === null ? '' : `${code}:`, reason ?? ''].join(' ').trim() || '-',
  ];
}

/** Returns the milliseconds of an attempt. If its worker died, they end with its last sign of life. */
function findLength({ started, ended, outcome, stages }: ShownAttempt, now: Date): number {
  if (outcome === 'lost' && stages !== null)
    return Object.values(stages).reduce((sum, milliseconds) => sum + milliseconds, 0);
  return Date.parse(ended ?? now.toISOString()) - Date.parse(started);
}

function formatStages(stages: Readonly<Record<string, number>>): string {
  const parts = Object.entries(stages).map(([name, ms]) => `${name} ${formatElapsed(ms)}`);
  return parts.length === 0 ? '-' : parts.join(', ');
}

function formatFiles({ files }: RenderReport): string {
  if (files.length === 0) return '';
  const rows = files.map(({ part, provider, status, file, error }) => [
    part,
    provider === 'shotstack' ? 'Kinora' : provider,
    status,
    file,
    error ?? '',
  ]);
  return formatTable(['FILE', 'AT', 'STATUS', 'KEY', 'ERROR'], rows);
}

function formatCallbacks({ callbacks }: RenderReport): string {
  if (callbacks.length === 0) return '';
  const rows = callbacks.map(({ event, url, status, attempts, ended, error }) => [
    event,
    status,
    String(attempts),
    ended === null ? '-' : formatTime(ended),
    url,
    error ?? '',
  ]);
  return formatTable(['CALLBACK', 'STATUS', 'TRIES', 'LAST TRY (UTC)', 'TO', 'ERROR'], rows);
}
