import { formatTable } from '../bench/table.ts';
import { median } from '../bench/ratios.ts';
import type { CallbackCounts } from './checks/check-deliveries.ts';
import type { RecoveryCounts } from './checks/check-recoveries.ts';
import type { Problem } from './checks/problem.ts';
import type { FaultRow } from './summary.ts';

/** The result of a run. */
export interface ChaosResult {
  readonly seed: number;
  readonly minutes: number;
  readonly database: string;
  readonly storage: string;
  readonly rows: readonly FaultRow[];
  /** Number of faults of the services around Kinora, by kind. They touch whatever uses the service. */
  readonly outside: Readonly<Record<string, number>>;
  /** Number of faults that were planned but found nothing to break, by kind and reason. */
  readonly missed: Readonly<Record<string, number>>;
  readonly orders: Readonly<Record<string, number>>;
  /** Number of answers to clients by status, and of broken connections. */
  readonly answers: Readonly<Record<string, number>>;
  readonly callbacks: CallbackCounts;
  readonly recoveries: RecoveryCounts;
  /** Seconds from the end of the faults until everything had settled. */
  readonly settled: number;
  readonly problems: readonly Problem[];
}

/** Formats the table of faults. */
export function formatFaults(rows: readonly FaultRow[]): string {
  const head = [
    'fault',
    'injected',
    'accepted',
    'done',
    'failed with reason',
    'lost',
    'doubled',
    'recovery median',
    'worst',
  ];
  const cells = rows.map(({ fault, injected, accepted, done, failed, lost, doubled, recoveries }) => [
    fault,
    ...[injected, accepted, done, failed, lost, doubled].map(String),
    formatSeconds(recoveries.length > 0 ? median(recoveries) : undefined),
    formatSeconds(recoveries.length > 0 ? Math.max(...recoveries) : undefined),
  ]);
  return formatTable([head, ...cells]);
}

function formatSeconds(seconds: number | undefined): string {
  return seconds === undefined ? '' : `${seconds.toFixed(1)} s`;
}

/** Formats the whole result for people. */
export function formatResult(result: ChaosResult): string {
  const { seed, minutes, database, storage, rows, outside, missed, orders, answers, callbacks } = result;
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const { callbacks: sent, taken, duplicates, outOfOrder } = callbacks;
  const lines = [
    formatFaults(rows),
    '',
    `Seed ${seed}, ${minutes} minutes, ${database}, ${storage}. Settled ${result.settled.toFixed(0)} s after the last fault.`,
    `Orders: ${list(orders)}.`,
    `Answers to clients: ${list(answers)}.`,
    `Callbacks: ${sent}, taken ${taken}, of these ${duplicates} duplicates, ${outOfOrder} out of order.`,
  ];
  const { compared, disturbed, busy } = result.recoveries;
  lines.push(
    `Recoveries from kills: ${compared} compared with their limits, ${disturbed} left out because of other faults, ${busy} because the machine was overloaded.`,
  );
  if (Object.keys(outside).length > 0) lines.push(`Faults of services around Kinora: ${list(outside)}.`);
  if (Object.keys(missed).length > 0) lines.push(`Faults that found nothing to break: ${list(missed)}.`);
  const { problems } = result;
  lines.push('', problems.length === 0 ? 'Everything is right.' : `${problems.length} problems:`);
  return [...lines, ...problems.map(({ check, what }) => `  ${check}: ${what}`)].join('\n');
}

/** Counts equal names. */
export function countNames(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
