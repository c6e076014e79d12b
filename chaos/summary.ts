import type { JobRecord, RecordedAttempt } from './checks/read-record.ts';
import type { InjectedFault } from './faults/fault.ts';

/** The final state of a job. */
export type Verdict = 'done' | 'failed' | 'lost' | 'doubled';

/** A job of a run. Times are milliseconds since 1970. */
export interface JudgedJob {
  readonly id: string;
  readonly verdict: Verdict;
}

/** The facts about the faults and jobs of a run. */
export interface RunFacts {
  readonly faults: readonly InjectedFault[];
  readonly jobs: readonly JudgedJob[];
  readonly record: JobRecord;
}

/** A row of the table of faults. */
export interface FaultRow {
  readonly fault: string;
  readonly injected: number;
  /** Accepted jobs that a fault of this kind has touched: each job once. */
  readonly accepted: number;
  readonly done: number;
  readonly failed: number;
  readonly lost: number;
  readonly doubled: number;
  /** Seconds from the fault until the job goes on: each broken attempt that was followed by another one. */
  readonly recoveries: readonly number[];
}

/** Outcomes of attempts that did not come to their end. */
const BROKEN = ['lost', 'later', 'again', 'back'];

/** Counts faults and jobs by kind of fault, in the order of their names. The last row has the totals. */
export function summariseFaults(facts: RunFacts): FaultRow[] {
  const touched = facts.faults.map((fault) => ({ fault, ...touch(fault, facts) }));
  const names = [...new Set(facts.faults.map(({ name }) => name))].sort();
  const rows = names.map((name) =>
    countRow(
      name,
      touched.filter(({ fault }) => fault.name === name),
      facts,
    ),
  );
  const all = facts.jobs.map(({ id }) => id);
  return [...rows, { ...countRow('all', touched, facts), ...countVerdicts(new Set(all), facts) }];
}

interface Touched {
  readonly jobs: ReadonlySet<string>;
  readonly recoveries: readonly number[];
}

function countRow(fault: string, touched: readonly Touched[], facts: RunFacts): FaultRow {
  const jobs = new Set(touched.flatMap((each) => [...each.jobs]));
  return {
    fault,
    injected: touched.length,
    ...countVerdicts(jobs, facts),
    recoveries: touched.flatMap(({ recoveries }) => recoveries),
  };
}

function countVerdicts(
  ids: ReadonlySet<string>,
  { jobs }: RunFacts,
): Omit<FaultRow, 'fault' | 'injected' | 'recoveries'> {
  const among = jobs.filter(({ id }) => ids.has(id));
  const count = (verdict: Verdict): number => among.filter((job) => job.verdict === verdict).length;
  return {
    accepted: among.length,
    done: count('done'),
    failed: count('failed'),
    lost: count('lost'),
    doubled: count('doubled'),
  };
}

/** Finds the attempts that were open during a fault, their jobs, and when these went on. */
function touch(fault: InjectedFault, { record }: RunFacts): Touched {
  const open = record.attempts.filter((attempt) => isTouched(attempt, fault));
  const jobs = [...open.map(({ subject }) => subject), ...fault.subjects];
  const recoveries = open
    .filter((attempt) => isBroken(attempt, fault))
    .flatMap((attempt) => {
      const next = record.attempts.find(
        ({ subject, kind, started }) =>
          subject === attempt.subject && kind === attempt.kind && started > attempt.started,
      );
      return next === undefined ? [] : [Math.max(0, next.started - fault.until) / 1000];
    });
  return { jobs: new Set(jobs.map((subject) => record.jobOf.get(subject) ?? subject)), recoveries };
}

/** True if the fault may have ended an attempt. The death of an API ends none. */
function isBroken({ subject, pid, outcome }: RecordedAttempt, { pids, subjects }: InjectedFault): boolean {
  if (outcome === undefined || !BROKEN.includes(outcome)) return false;
  if (pids === undefined) return true;
  return pids.length === 0 ? subjects.includes(subject) : pid !== undefined && pids.includes(pid);
}

function isTouched({ subject, pid, started, ended }: RecordedAttempt, fault: InjectedFault): boolean {
  if (started > fault.until || (ended !== undefined && ended < fault.at)) return false;
  if (fault.subjects.includes(subject)) return true;
  return fault.pids === undefined || (pid !== undefined && fault.pids.includes(pid));
}
