import { describe, expect, it } from 'vitest';
import type { Order } from '../clients/order.ts';
import type { InjectedFault } from '../faults/fault.ts';
import { checkAttempts, checkReasons, checkUnknownPayments } from './check-attempts.ts';
import { checkDoubles } from './check-doubles.ts';
import { checkRecoveries } from './check-recoveries.ts';
import type { RecordedAttempt } from './read-record.ts';

const attempt = (changes: Partial<RecordedAttempt>): RecordedAttempt => ({
  subject: 'a',
  kind: 'render',
  pid: 1,
  started: 1_000,
  ended: 9_000,
  outcome: 'done',
  code: undefined,
  stages: {},
  ...changes,
});
const fault = (name: string, at: number, changes: Partial<InjectedFault> = {}): InjectedFault => ({
  name,
  at,
  until: at,
  pids: [1],
  subjects: [],
  load: 1,
  ...changes,
});
const recordOf = (...attempts: RecordedAttempt[]) => ({ attempts, jobOf: new Map<string, string>() });
const whatOf = (problems: readonly { readonly check: string }[]) => problems.map(({ check }) => check);

describe('the check of attempts', () => {
  const homes: Readonly<Record<number, string>> = { 1: 'one', 2: 'one', 3: 'other' };
  const check = (attempts: RecordedAttempt[], faults: InjectedFault[] = []) =>
    whatOf(checkAttempts({ record: recordOf(...attempts), faults, homeOf: (pid) => homes[pid] }));

  it('finds tries that an outage has used up', () => {
    expect(check([attempt({ outcome: 'again', code: 'storage_failed' })])).toEqual(['tries']);
    expect(check([attempt({ outcome: 'failed', code: 'internal' })])).toEqual(['tries']);
    expect(check([attempt({ outcome: 'later', code: 'storage_failed' })])).toEqual([]);
    expect(check([attempt({ outcome: 'again', code: 'render_crashed' })])).toEqual([]);
  });

  it('finds renders that were made again beside their finished files', () => {
    const finished = attempt({ outcome: 'lost', stages: { rendering: 9, saving: 2 } });
    const again = attempt({ pid: 2, started: 10_000, stages: { rendering: 9, saving: 1 } });
    expect(check([finished, again])).toEqual(['repeats']);
    expect(check([finished, { ...again, stages: { saving: 1 } }])).toEqual([]);
    expect(check([finished, { ...again, pid: 3 }])).toEqual([]);
    expect(check([{ ...finished, stages: { rendering: 9 } }, again])).toEqual([]);
    expect(check([finished, again], [fault('disk full', 2_000, { pids: undefined })])).toEqual([]);
  });
});

describe('the check of recoveries', () => {
  const check = (
    killed: InjectedFault,
    lost: RecordedAttempt,
    others: InjectedFault[] = [],
    next?: number,
  ) => {
    const facts = { record: recordOf(lost), faults: [killed, ...others], nextStart: () => next };
    const { problems, counts } = checkRecoveries(facts);
    return { problems: whatOf(problems), ...counts };
  };
  const right = { problems: [], compared: 1, disturbed: 0, busy: 0 };
  const wrong = { ...right, problems: ['recovery'] };
  const kill = fault('kill -9 worker', 5_000);
  const lost = (ended: number) => attempt({ outcome: 'lost', code: 'worker_lost', ended });

  it('compares the work of a killed worker', () => {
    expect(check(kill, lost(27_000))).toEqual(right);
    expect(check(kill, lost(29_000))).toEqual(wrong);
  });

  it('compares the work of a worker that came back', () => {
    expect(check(kill, lost(21_000), [], 6_000)).toEqual(right);
    expect(check(kill, lost(25_000), [], 6_000)).toEqual(wrong);
    const server = fault('kill -9 server, rendering', 5_000);
    expect(check(server, lost(60_000), [], 46_000)).toEqual(right);
    expect(check(server, lost(62_000), [], 46_000)).toEqual(wrong);
  });

  it('compares the work of a killed media process', () => {
    const child = fault('kill -9 child', 5_000, { pids: [], subjects: ['a'] });
    const crashed = (ended: number) => attempt({ outcome: 'again', code: 'render_crashed', ended });
    expect(check(child, crashed(9_000))).toEqual(right);
    expect(check(child, crashed(11_000))).toEqual(wrong);
  });

  it('leaves out what other faults or an overloaded machine explain', () => {
    const database = fault('database restarted, fast', 20_000, { pids: undefined });
    const nothing = { problems: [], compared: 0 };
    expect(check(kill, lost(40_000), [database])).toMatchObject({ ...nothing, disturbed: 1 });
    expect(check({ ...kill, load: 20 }, lost(40_000))).toMatchObject({ ...nothing, busy: 1 });
    expect(check(kill, lost(40_000), [fault('kill -9 api', 6_000)])).toEqual(wrong);
  });
});

// Orders have more fields, which these checks do not read.
const order = (number: number, way: string, ids: string[], more: object = {}): Order =>
  ({ plan: { number, sending: { way } }, ids: new Set(ids), ...more }) as unknown as Order;

describe('the check of doubles', () => {
  const orders = [order(1, 'render', ['r1']), order(2, 'render', []), order(3, 'tus', ['t3'])];
  const check = async (rows: { renders?: object[]; uploads?: object[] }) =>
    (
      await checkDoubles((sql) => {
        if (sql.includes('from render')) return Promise.resolve((rows.renders ?? []) as never);
        return Promise.resolve((sql.includes('imported') ? (rows.uploads ?? []) : []) as never);
      }, orders)
    ).map(({ what }) => what);
  const render = (id: string, number: number) => ({ id, mark: `{"text":"${number}"}` });

  it('excuses one row of an order that was never answered, and no other', async () => {
    expect(await check({ renders: [render('r1', 1), render('r2', 2)] })).toEqual([]);
    expect(await check({ renders: [render('r2', 2), render('again', 2)] })).toEqual([
      'The render again belongs to no order.',
    ]);
    expect(await check({ renders: [render('r1', 1), render('again', 1)] })).toHaveLength(1);
  });

  it('knows uploads whose bytes arrived twice', async () => {
    expect(await check({ uploads: [{ id: 't3' }] })).toEqual([]);
    expect(await check({ uploads: [{ id: 't3' }, { id: 't4' }] })).toEqual([
      'The uploaded source t4 belongs to no order.',
    ]);
  });
});

it('a payment may be unknown only if its process was hit', () => {
  const error = 'It is unknown whether elevenlabs has taken the request.';
  const orders = [order(1, 'create', ['a'], { outcome: 'failed', error })];
  orders[0] = { ...orders[0]!, plan: { ...orders[0]!.plan, paid: 'Speech 1' } };
  const check = (outcome: string, faults: InjectedFault[]) =>
    whatOf(checkUnknownPayments(orders, { record: recordOf(attempt({ outcome })), faults }));
  expect(check('lost', [])).toEqual([]);
  expect(check('failed', [fault('SIGSTOP worker', 4_000)])).toEqual([]);
  expect(check('failed', [fault('kill -9 api', 4_000, { pids: [7] })])).toEqual(['payments']);
  expect(check('failed', [fault('storage: 503', 4_000, { pids: undefined })])).toEqual(['payments']);
});

it('an order may fail because its media processes were killed every time', () => {
  const killed = fault('kill -9 child', 8_000, { pids: [] });
  const crashed = attempt({ subject: 'part', outcome: 'again', code: 'render_crashed' });
  const check = (error: string, attempts: RecordedAttempt[], faults = [killed], reason?: RegExp) => {
    const failed = order(1, 'put', ['a'], { outcome: 'failed', error });
    Object.assign(failed.plan, { end: { reason } });
    const record = { ...recordOf(...attempts), jobOf: new Map([['part', 'a']]) };
    return whatOf(checkReasons([failed], { record, faults }));
  };
  const error = 'The render process ended unexpectedly.';
  expect(check(error, [crashed, attempt({ subject: 'part', outcome: 'lost' })])).toEqual([]);
  expect(check('The source is missing.', [], [], /missing/)).toEqual([]);
  expect(check('Something else.', [crashed])).toEqual(['orders']);
  expect(check(error, [crashed, { ...crashed, started: 20_000, ended: 21_000 }])).toEqual(['orders']);
  expect(check(error, [{ ...crashed, code: 'render_failed' }])).toEqual(['orders']);
  expect(check(error, [crashed], [])).toEqual(['orders']);
  expect(check(error, [])).toEqual(['orders']);
});

it('an order may fail because three of its workers were killed', () => {
  const killed = [1, 2, 3].map((pid) => fault('kill -9 server, rendering', pid * 10_000, { pids: [pid] }));
  const lost = [1, 2, 3].map((pid) =>
    attempt({ pid, outcome: 'lost', started: pid * 10_000 - 500, ended: pid * 10_000 + 9_000 }),
  );
  const check = (attempts: RecordedAttempt[], faults: InjectedFault[]) => {
    const error = 'The render failed: none of several attempts finished.';
    const failed = order(1, 'spoken', ['a'], { outcome: 'failed', error });
    Object.assign(failed.plan, { end: {} });
    return whatOf(checkReasons([failed], { record: recordOf(...attempts), faults }));
  };
  expect(check(lost, killed)).toEqual([]);
  expect(check(lost.slice(1), killed)).toEqual(['orders']);
  expect(check(lost, killed.slice(1))).toEqual(['orders']);
  expect(check(lost, [...killed.slice(1), fault('SIGTERM server', 10_000, { pids: [1] })])).toEqual([
    'orders',
  ]);
  expect(check(lost, [...killed.slice(1), fault('kill -9 server', 30_000, { pids: [1] })])).toEqual([
    'orders',
  ]);
});
