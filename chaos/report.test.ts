import { describe, expect, it } from 'vitest';
import type { RecordedAttempt } from './checks/read-record.ts';
import type { InjectedFault } from './faults/fault.ts';
import { type ChaosResult, formatFaults, formatResult } from './report.ts';
import { type RunFacts, summariseFaults } from './summary.ts';

const attempt = (
  subject: string,
  pid: number,
  [started, ended]: readonly [number, number],
  outcome: string,
): RecordedAttempt => ({
  subject,
  kind: 'render',
  pid,
  started,
  ended,
  outcome,
  code: undefined,
  stages: {},
});

const kill = (at: number, pid: number): InjectedFault => ({
  name: 'kill -9 worker',
  at,
  until: at,
  pids: [pid],
  subjects: [],
  load: 1,
});

/** Two workers. The first is killed at 5,000 ms with two jobs, one of which is a rendition. */
const FACTS: RunFacts = {
  faults: [
    kill(5_000, 1),
    { name: 'storage: 503', at: 8_000, until: 9_000, pids: undefined, subjects: [], load: 1 },
  ],
  jobs: [
    { id: 'a', verdict: 'done' },
    { id: 'source', verdict: 'failed' },
    { id: 'c', verdict: 'lost' },
    { id: 'd', verdict: 'doubled' },
  ],
  record: {
    attempts: [
      attempt('a', 1, [1_000, 15_000], 'lost'),
      attempt('rendition', 1, [2_000, 15_000], 'lost'),
      attempt('c', 2, [3_000, 6_000], 'done'),
      attempt('a', 2, [17_000, 18_000], 'done'),
      attempt('rendition', 2, [8_500, 20_000], 'failed'),
    ],
    jobOf: new Map([['rendition', 'source']]),
  },
};

describe('the summary of faults', () => {
  it('counts the jobs of the killed process only, and the time until they go on', () => {
    expect(summariseFaults(FACTS)[0]).toEqual({
      fault: 'kill -9 worker',
      injected: 1,
      accepted: 2,
      done: 1,
      failed: 1,
      lost: 0,
      doubled: 0,
      recoveries: [12, 3.5],
    });
  });

  it('counts the time of an outage from its end', () => {
    const storage = summariseFaults(FACTS)[1];
    expect(storage).toMatchObject({ fault: 'storage: 503', accepted: 2, recoveries: [8, 0] });
  });

  it('has all jobs in the last row', () => {
    expect(summariseFaults(FACTS).at(-1)).toMatchObject({
      fault: 'all',
      injected: 2,
      accepted: 4,
      done: 1,
      failed: 1,
      lost: 1,
      doubled: 1,
    });
  });

  it('takes the jobs that were seen if the database has no record of attempts', () => {
    const faults = [{ ...kill(5_000, 1), subjects: ['c'] }];
    const [row] = summariseFaults({ ...FACTS, faults, record: { attempts: [], jobOf: new Map() } });
    expect(row).toMatchObject({ accepted: 1, lost: 1, recoveries: [] });
  });
});

describe('the report', () => {
  it('has the median and the worst recovery', () => {
    const lines = formatFaults(summariseFaults(FACTS)).split('\n');
    expect(lines[0]).toContain('recovery median');
    expect(lines[2]).toMatch(/kill -9 worker +\| 1 +\| 2 .*12\.0 s +\| 12\.0 s/);
  });

  it('lists every problem', () => {
    const result: ChaosResult = {
      seed: 4,
      minutes: 2,
      database: 'postgres',
      storage: 's3',
      rows: summariseFaults(FACTS),
      outside: {},
      missed: {},
      orders: { mp4: 3 },
      answers: { 201: 4 },
      settled: 12,
      recoveries: { compared: 5, disturbed: 2, busy: 0 },
      callbacks: { callbacks: 2, taken: 3, duplicates: 1, outOfOrder: 0 },
      problems: [{ check: 'storage', what: 'The stored file x belongs to nothing.' }],
    };
    expect(formatResult(result)).toContain('Seed 4, 2 minutes, postgres, s3.');
    expect(formatResult(result)).toContain('1 problems:\n  storage: The stored file x belongs to nothing.');
    expect(formatResult({ ...result, problems: [] })).toContain('Everything is right.');
  });
});
