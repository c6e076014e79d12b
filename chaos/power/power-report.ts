import { median } from '../../bench/ratios.ts';
import type { Problem } from '../checks/problem.ts';
import { PROMISE_KINDS, type PromiseKind } from './ledger.ts';

/** The result of a run with power cuts. */
export interface PowerResult {
  readonly seed: number;
  readonly database: string;
  /** The reason why power cuts could not be simulated. Undefined if they were. */
  readonly skipped?: string;
  readonly cuts: number;
  /** Number of cuts during the first start of a new home. */
  readonly newHomes: number;
  /** Number of homes that opened afterwards. */
  readonly opened: number;
  /** Number of promises that were checked, by kind. */
  readonly checked: Readonly<Partial<Record<PromiseKind, number>>>;
  /** Number of times that work still went on when a check ended. */
  readonly open: number;
  /** Seconds from each start to the first answer. */
  readonly recoveries: readonly number[];
  readonly problems: readonly Problem[];
}

/** Formats the result for people. */
export function formatPower(result: PowerResult): string {
  const { seed, database, skipped, cuts, newHomes, opened, checked, open, recoveries, problems } = result;
  if (skipped !== undefined) return `Power cuts (${database}): SKIPPED, because ${skipped}.`;
  const counts = PROMISE_KINDS.map((kind) => `${kind} ${checked[kind] ?? 0}`).join(', ');
  const seconds = [Math.min(...recoveries), median(recoveries), Math.max(...recoveries)];
  return [
    `Power cuts: ${cuts}, seed ${seed}, ${database}, ${newHomes} of them in the first start of a new home.`,
    `Homes that opened: ${opened} of ${cuts}.`,
    `Promises checked: ${counts}. ${open} times work still went on.`,
    ...(recoveries.length === 0
      ? []
      : [
          `Seconds until it answered: ${seconds.map((each) => each.toFixed(1)).join(' / ')} (min, median, max).`,
        ]),
    problems.length === 0 ? 'Nothing is lost.' : `${problems.length} problems:`,
    ...problems.map(({ check, what }) => `  ${check}: ${what}`),
  ].join('\n');
}
