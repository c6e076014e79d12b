import { describe, expect, it } from 'vitest';
import { parseChaosArguments } from '../arguments.ts';
import { createRandom } from '../random.ts';
import { checkPromises, pickPromises } from './check-promises.ts';
import { Ledger, type Survivor, type Verdict, type DurablePromise } from './ledger.ts';
import { formatPower } from './power-report.ts';

/** No check of this file looks at it. */
const SURVIVOR = {} as Survivor;

function promise(
  name: string,
  verdict: Verdict | Error,
  kind: DurablePromise['kind'] = 'file',
  since = 0,
): DurablePromise {
  const check = (): Promise<Verdict> =>
    verdict instanceof Error ? Promise.reject(verdict) : Promise.resolve(verdict);
  return { name, kind, since, check };
}

describe('the ledger', () => {
  it('has the last promise of each name, and none that was forgotten', () => {
    const ledger = new Ledger();
    ledger.note('accepted', 'a', promise('a', 'open').check);
    ledger.note('done', 'a', promise('a', 'kept').check);
    ledger.note('file', 'b', promise('b', 'kept').check);
    ledger.forget('b');
    expect(ledger.list()).toMatchObject([{ name: 'a', kind: 'done' }]);
  });
});

describe('checking promises', () => {
  it('names what is broken, and counts what goes on', async () => {
    const promises = [
      promise('a', 'kept'),
      promise('b', { broken: 'It is gone.' }),
      promise('c', 'open', 'accepted'),
    ];
    const result = await checkPromises(SURVIVOR, [...promises, promise('d', new Error('No.'))], 0, false);
    expect(result.broken).toEqual(['file: b: It is gone.', 'file: d: Error: No.']);
    expect(result.open).toBe(1);
    expect(Object.fromEntries(result.checked)).toEqual({ file: 3, accepted: 1 });
  });

  it('calls work that does not end a broken promise if it must end', async () => {
    const result = await checkPromises(SURVIVOR, [promise('c', 'open', 'accepted')], 0, true);
    expect(result.broken).toEqual(['accepted: c: It does not end.']);
  });

  it('picks all young promises, and of the old ones all that are not done', () => {
    const old = Array.from({ length: 100 }, (_, index) => promise(`old ${index}`, 'kept'));
    const always = [promise('new', 'kept', 'file', 99_000), promise('waits', 'open', 'accepted')];
    const picked = pickPromises([...old, ...always], createRandom(1), 100_000);
    expect(picked).toEqual(expect.arrayContaining(always));
    expect(picked).toHaveLength(42);
  });
});

describe('the report of power cuts', () => {
  it('says why there are none', () => {
    const nothing = { cuts: 0, newHomes: 0, opened: 0, checked: {}, open: 0, recoveries: [], problems: [] };
    const text = formatPower({ ...nothing, seed: 1, database: 'embedded', skipped: 'this user may not' });
    expect(text).toBe('Power cuts (embedded): SKIPPED, because this user may not.');
  });

  it('has the seconds to recover and the broken promises', () => {
    const problems = [{ check: 'power cut 2', what: 'file: b: It is gone.' }];
    const facts = { cuts: 3, newHomes: 1, opened: 2, checked: { file: 7 }, open: 0, problems };
    const text = formatPower({ ...facts, seed: 1, database: 'embedded', recoveries: [2, 1.5] });
    expect(text).toContain('Homes that opened: 2 of 3.');
    expect(text).toContain('1.5 / 2.0 / 2.0 (min, median, max)');
    expect(text).toContain('1 problems:\n  power cut 2: file: b: It is gone.');
  });
});

describe('the number of power cuts', () => {
  it.each([
    [[], true, { embedded: 50, postgres: 50 }],
    [['--power-cuts', '5'], true, { embedded: 3, postgres: 2 }],
    [[], false, { embedded: 100 }],
    [['--database', 'postgres'], true, { postgres: 100 }],
    [['--database', 'embedded'], true, { embedded: 100 }],
    [['--minutes', '0', '--power-cuts', '0'], false, { embedded: 0 }],
  ])('%j with PostgreSQL %j', (args, hasPostgres, expected) => {
    expect(parseChaosArguments(args, '/', hasPostgres).powerCuts).toEqual(expected);
  });
});
