import type { InjectedFault } from '../faults/fault.ts';
import type { Problem } from './problem.ts';
import type { JobRecord, RecordedAttempt } from './read-record.ts';

/** Seconds from the kill of a process until its attempt is given to others. */
const LIMITS = { worker: 20, child: 2 };
/** Seconds after the start of the next process of a killed worker, within which it takes up its own work. */
const OWN_LIMIT = 5;
/** Seconds that a loaded machine may add: a beat of another worker and a transaction wait for a processor. */
const ALLOWANCE = 3;
/** Seconds from the start of a process until Kinora runs in it: loading its code on a loaded machine. */
const START_SECONDS = 10;
/** Seconds of a SIGSTOP at most. */
const STOP_SECONDS = 15;
/** Processes that want a processor, per processor, above which times say nothing about Kinora. */
const BUSY = 6;

/** The facts for the check of recoveries. */
export interface RecoveryFacts {
  readonly record: JobRecord;
  readonly faults: readonly InjectedFault[];
  /** Returns when the successor of a process was started, in milliseconds since 1970. */
  readonly nextStart: (pid: number) => number | undefined;
}

/** The recoveries of a run from kills of workers and of media processes. */
export interface RecoveryCounts {
  /** Compared with their limits. */
  readonly compared: number;
  /** Left out, because another fault hit the database or a worker in the same seconds. */
  readonly disturbed: number;
  /** Left out, because the machine was overloaded. */
  readonly busy: number;
}

/**
 * Compares the time from each kill until its attempt has ended in the record with the limits. The next attempt can
 * begin then. When it does begin also depends on how many others wait for the slots, so that says nothing.
 */
export function checkRecoveries(facts: RecoveryFacts): {
  readonly problems: Problem[];
  readonly counts: RecoveryCounts;
} {
  const counts = { compared: 0, disturbed: 0, busy: 0 };
  const problems: Problem[] = [];
  for (const fault of facts.faults)
    for (const attempt of facts.record.attempts.filter((each) => isEndedBy(each, fault))) {
      const { ended = fault.at, kind, subject } = attempt;
      if (isDisturbed(fault, ended, facts.faults)) counts.disturbed++;
      else if (fault.load > BUSY) counts.busy++;
      else {
        counts.compared++;
        const limit = limitOf(fault, attempt, facts);
        const seconds = (ended - fault.at) / 1000;
        if (seconds > limit)
          problems.push({
            check: 'recovery',
            what: `${fault.name}: the ${kind} ${subject} was given to others after ${seconds.toFixed(1)} s, not within ${limit.toFixed(1)} s.`,
          });
      }
    }
  return { problems, counts };
}

/** True if a kill has ended an attempt. */
function isEndedBy(
  { started, ended, outcome, code, pid, subject }: RecordedAttempt,
  fault: InjectedFault,
): boolean {
  if (ended === undefined || started > fault.at || ended < fault.at) return false;
  if (isOfChild(fault)) return code === 'render_crashed' && fault.subjects.includes(subject);
  const isOfWorker = /^kill -9 (?:worker|server)/.test(fault.name);
  return isOfWorker && outcome === 'lost' && pid !== undefined && fault.pids?.includes(pid) === true;
}

function isOfChild({ name }: InjectedFault): boolean {
  return name.startsWith('kill -9 child');
}

/** True if another fault hit what a recovery needs: the database and workers that run. */
function isDisturbed(fault: InjectedFault, ended: number, faults: readonly InjectedFault[]): boolean {
  const needed = isOfChild(fault) ? /database|SIGSTOP/ : /database|SIGSTOP|worker|server/;
  return faults.some(
    (other) => other !== fault && needed.test(other.name) && other.at < ended && settledAt(other) > fault.at,
  );
}

/** Milliseconds since 1970 when a service runs again as before. */
function settledAt({ name, until }: InjectedFault): number {
  return until + (name.startsWith('SIGSTOP') ? STOP_SECONDS : 0) * 1000 + START_SECONDS * 1000;
}

/** Returns the seconds from a kill within which an attempt must have ended. */
function limitOf(fault: InjectedFault, { pid = 0 }: RecordedAttempt, { nextStart }: RecoveryFacts): number {
  if (isOfChild(fault)) return LIMITS.child + ALLOWANCE;
  const next = nextStart(pid);
  const own = next === undefined ? Infinity : (next - fault.at) / 1000 + START_SECONDS + OWN_LIMIT;
  // Beside a single server, there is no other process that could take over its work.
  return fault.name.includes('server') ? own : Math.min(LIMITS.worker, own) + ALLOWANCE;
}
