import type { Order } from '../clients/order.ts';
import type { InjectedFault } from '../faults/fault.ts';
import { describeOrder } from './check-orders.ts';
import type { Problem } from './problem.ts';
import type { JobRecord, RecordedAttempt } from './read-record.ts';

/** The facts for the checks of attempts. */
export interface AttemptFacts {
  readonly record: JobRecord;
  readonly faults: readonly InjectedFault[];
  /** Returns the home of a worker by its process. */
  readonly homeOf: (pid: number) => string | undefined;
}

/** The codes of faults that must not use up a try. `internal` is one that Kinora does not understand. */
const FREE_CODES: readonly (string | undefined)[] = [
  'database_unavailable',
  'storage_failed',
  'disk_full',
  'internal',
];

/** Checks that no attempt was counted because of an outage, and that nothing finished was made again. */
export function checkAttempts(facts: AttemptFacts): Problem[] {
  return [...checkTries(facts), ...checkRepeats(facts)];
}

function checkTries({ record }: AttemptFacts): Problem[] {
  return record.attempts
    .filter(({ outcome, code }) => (outcome === 'again' || outcome === 'failed') && FREE_CODES.includes(code))
    .map(({ kind, subject, code, outcome }) => ({
      check: 'tries',
      what: `An attempt at the ${kind} ${subject} was counted as "${outcome}" because of ${code}.`,
    }));
}

/** Finds renders that were made again in the home that had their finished files. */
function checkRepeats({ record, faults, homeOf }: AttemptFacts): Problem[] {
  const problems: Problem[] = [];
  const renders = Map.groupBy(
    record.attempts.filter(({ kind }) => kind === 'render'),
    ({ subject }) => subject,
  );
  for (const [subject, attempts] of renders)
    for (const [index, attempt] of attempts.entries()) {
      const before = attempts.slice(0, index).find((earlier) => hasFinished(earlier, attempt));
      if (before !== undefined && attempt.stages['rendering'] !== undefined)
        problems.push({
          check: 'repeats',
          what: `The render ${subject} was made again in its attempt ${index + 1}, although an earlier one had finished its files there.`,
        });
    }
  return problems;

  /** True if an earlier attempt has left finished files where this one could find them. */
  function hasFinished(earlier: RecordedAttempt, attempt: RecordedAttempt): boolean {
    const [home, other] = [earlier, attempt].map(({ pid }) => (pid === undefined ? undefined : homeOf(pid)));
    return (
      earlier.stages['saving'] !== undefined && home !== undefined && home === other && !wasDiskFull(earlier)
    );
  }

  /** A full disk has no room to keep finished files. */
  function wasDiskFull({ started, ended = Infinity }: RecordedAttempt): boolean {
    return faults.some(({ name, at, until }) => name === 'disk full' && at < ended && until > started);
  }
}

/** The error of a paid request with an unknown outcome, as a client sees it. */
const UNKNOWN = /unknown whether/;

/**
 * Checks that a paid request has an unknown outcome only if a process was ended or stopped while it worked on it.
 */
export function checkUnknownPayments(
  orders: readonly Order[],
  { record, faults }: Pick<AttemptFacts, 'record' | 'faults'>,
): Problem[] {
  const unknown = orders.filter(
    ({ plan, outcome, error }) =>
      plan.paid !== undefined && outcome === 'failed' && UNKNOWN.test(error ?? ''),
  );
  return unknown
    .filter(({ ids }) => !record.attempts.some((each) => ids.has(each.subject) && isInterrupted(each)))
    .map(({ plan, ids }) => ({
      check: 'payments',
      what: `It is unknown whether order ${plan.number} (${[...ids].join(', ')}) was paid, but no fault has hit its process.`,
      order: plan.number,
    }));

  function isInterrupted({ outcome, pid, started, ended = Infinity }: RecordedAttempt): boolean {
    if (outcome === 'lost' || outcome === 'back') return true;
    return faults.some(
      ({ pids, at, until }) =>
        pid !== undefined && pids?.includes(pid) === true && at < ended && until >= started,
    );
  }
}

/** The message of an attempt whose media process was killed. */
const CRASHED = /ended unexpectedly/;
/** The message of work whose worker died again and again. */
const ABANDONED = /none of several attempts finished/;
/** Number of dead workers after which work is given up, because it may be the cause. */
const MAX_DEAD_WORKERS = 3;
/** Milliseconds between the kill of a media process and the end of its attempt. */
const CRASH_MS = 5_000;

/**
 * Checks that each order that failed has a true reason: that of its plan, a media process that this run has
 * killed in every attempt that counted, or workers that it has killed as often as work survives.
 */
export function checkReasons(
  orders: readonly Order[],
  { record, faults }: Pick<AttemptFacts, 'record' | 'faults'>,
): Problem[] {
  return orders
    .filter(({ outcome, plan, error }) => outcome === 'failed' && plan.end.reason?.test(error ?? '') !== true)
    .filter((order) => !isKilled(order) && !isAbandoned(order))
    .map((order) => ({
      check: 'orders',
      what: `${describeOrder(order)}: It failed without a true reason: ${order.error ?? 'no reason'}`,
      order: order.plan.number,
    }));

  function isKilled({ ids, error }: Order): boolean {
    if (!CRASHED.test(error ?? '')) return false;
    const counted = attemptsAt(ids, ['again', 'failed']);
    return counted.length > 0 && counted.every(wasChildKilled);
  }

  function isAbandoned({ ids, error }: Order): boolean {
    if (!ABANDONED.test(error ?? '')) return false;
    const lost = Map.groupBy(attemptsAt(ids, ['lost']), ({ subject }) => subject);
    return [...lost.values()].some((each) => each.filter(wasWorkerKilled).length >= MAX_DEAD_WORKERS);
  }

  function attemptsAt(ids: ReadonlySet<string>, outcomes: readonly string[]): RecordedAttempt[] {
    return record.attempts.filter(
      ({ subject, outcome = '' }) =>
        ids.has(record.jobOf.get(subject) ?? subject) && outcomes.includes(outcome),
    );
  }

  function wasWorkerKilled({ pid, started, ended = Infinity }: RecordedAttempt): boolean {
    return faults.some(
      ({ name, pids, at }) =>
        /^kill -9 (server|worker)/.test(name) &&
        pid !== undefined &&
        pids?.includes(pid) === true &&
        at >= started &&
        at <= ended,
    );
  }

  function wasChildKilled({ code, started, ended = Infinity }: RecordedAttempt): boolean {
    return (
      code === 'render_crashed' &&
      faults.some(
        ({ name, at }) =>
          name.startsWith('kill -9 child') && at >= started && ended >= at && ended <= at + CRASH_MS,
      )
    );
  }
}
