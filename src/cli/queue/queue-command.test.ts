import { expect, it } from 'vitest';
import type { AdminOperation, RunAdminOperation } from '../../operations/admin-operations.ts';
import { runIn } from '../run.fixture.ts';
import type { QueueReport } from '../../operations/queue-report.ts';

const ID = '019a9f3c-6d1e-7c5a-b2a4-3f0f5f6b7c8d';
const NONE = { waiting: 0, later: 0, running: 0, oldestMs: null };
const owner = (account: string, share: number, waiting: number) => ({
  owner: 'owner00001',
  account,
  stage: 'v1' as const,
  share,
  waiting,
  later: 0,
  running: 1,
  oldestMs: 65_000,
});
const worker = { started: '2026-11-20T15:20:07.123Z', silentMs: 800, slots: 2, problem: null, holds: [] };
const REPORT: QueueReport = {
  queues: [
    {
      queue: 'render',
      ...NONE,
      waiting: 5,
      running: 2,
      oldestMs: 65_000,
      owners: [owner('acme', 3, 4), owner('first', 1, 1)],
    },
    { queue: 'render-short', ...NONE, owners: [] },
  ],
  workers: [
    {
      ...worker,
      name: 'films:7',
      alive: true,
      holds: [{ kind: 'render', subject: ID, account: 'acme', stage: 'v1', tookMs: 12_400 }],
    },
    { ...worker, name: 'films:8', alive: true, problem: 'The disk is full.' },
    { ...worker, name: 'films:9', alive: false, silentMs: 14_000, slots: null },
  ],
  segments: { reused: 90, made: 30 },
  problems: ['films:8: The disk is full.'],
};

async function queue(args: readonly string[], report: QueueReport) {
  const runAdminOperation = ((name: AdminOperation) =>
    // The answer has the type of the operation, but the compiler cannot see that.
    Promise.resolve(name === 'showQueue' ? report : undefined)) as unknown as RunAdminOperation;
  return await runIn('/', ['queue', ...args], { runAdminOperation });
}

it('shows the queues, who waits, what the workers do, and what is wrong', async () => {
  const { code, out } = await queue([], REPORT);
  expect(code).toBe(0);
  expect(out).toBe(`QUEUE          WAITING  RUNNING  LATER  OLDEST WAIT
renders        5        2        0      1 min 05 s
short renders  0        0        0      -

QUEUE    ACCOUNT  STAGE  SHARE     WAITING  RUNNING  LATER  OLDEST WAIT
renders  acme     v1     3 (75 %)  4        1        0      1 min 05 s
renders  first    v1     1 (25 %)  1        1        0      1 min 05 s

WORKER   STATE              RENDER SLOTS  HOLDS  STARTED (UTC)
films:7  working            2             1      2026-11-20 15:20:07
films:8  problem            2             0      2026-11-20 15:20:07
films:9  silent for 14.0 s  -             0      2026-11-20 15:20:07

WORKER   HOLDS   ID                                    ACCOUNT  STAGE  FOR
films:7  render  ${ID}  acme     v1     12.4 s

Segments of the last 24 hours: 90 of 120 (75 %) kept from earlier renders.

Problem: films:8: The disk is full.
`);
});

it('says that there is no worker, and prints JSON for programs', async () => {
  const idle = { ...REPORT, workers: [], segments: { reused: 0, made: 0 }, problems: [] };
  expect((await queue([], idle)).out).toMatch(/\n\nThere are no workers\.\n$/);
  expect(JSON.parse((await queue(['--json'], REPORT)).out)).toEqual(REPORT);
});
