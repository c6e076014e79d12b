import { expect, it } from 'vitest';
import type { AdminOperation, RunAdminOperation } from '../../operations/admin-operations.ts';
import { runIn } from '../run.fixture.ts';

const REPORT = {
  account: 'acme',
  storage: 'files',
  problem: null,
  disks: [],
  rows: [
    {
      kind: 'renders',
      title: 'renders',
      count: 2,
      bytes: 3000,
      oldest: null,
      stays: 'forever',
      settings: [],
    },
  ],
};

async function kinora(args: string, input = '', isTerminal = false, segments: number | null = 3) {
  const asked: string[] = [];
  let steps = 0;
  const answers: Partial<Record<AdminOperation, () => unknown>> = {
    countAccount: () => ({ rows: { render: 3, api_key: 1, attempt: 9 } }),
    beginStorageReport: () => ({ report: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }),
    awaitStorageReport: () => ({ files: 2, report: REPORT }),
    deleteAccount: () => ({ isDone: (steps += 1) === 2, rows: 10, files: 1, filesLeft: 0, segments }),
  };
  const runAdminOperation = ((name: AdminOperation) => {
    asked.push(name);
    return Promise.resolve(answers[name]?.());
    // Each answer has the type of its operation, but the compiler cannot see that through a table.
  }) as unknown as RunAdminOperation;
  return { ...(await runIn('/', args.split(' '), { runAdminOperation, input, isTerminal })), asked };
}

const LIST = [
  'The account acme has:',
  'WHAT          NUMBER',
  'renders       3',
  'keys          1',
  'stored files  2 (3.0 kB)',
];

it('tells what would go, and deletes nothing without --yes and without a terminal', async () => {
  const { code, out, err, asked } = await kinora('accounts delete acme');
  expect([code, out.split('\n').slice(0, 5)]).toEqual([1, LIST]);
  expect(err).toContain('Nothing was deleted.');
  expect(asked).not.toContain('deleteAccount');
});

it('deletes step by step with --yes', async () => {
  const { code, out, asked } = await kinora('accounts delete acme --yes');
  expect(code).toBe(0);
  expect(out).toContain('Deleted the account acme: 20 records, 2 files, 6 segments.\n');
  expect(asked.filter((name) => name === 'deleteAccount')).toHaveLength(2);
});

it('says if segments stay', async () => {
  const { code, out } = await kinora('accounts delete acme --yes', '', false, null);
  expect([code, out]).toEqual([0, expect.stringContaining('Its coded segments could not be removed.')]);
});

it('asks on a terminal for the name of the account', async () => {
  expect(await kinora('accounts delete acme', 'acme\n', true)).toMatchObject({ code: 0 });
  const other = await kinora('accounts delete acme', 'yes\n', true);
  expect([other.code, other.asked.includes('deleteAccount')]).toEqual([1, false]);
});
