import { expect, test } from 'vitest';
import type { RunAdminOperation, AdminOperation } from './admin-operations.ts';
import { runIn } from './run.fixture.ts';

const ANSWERS: Partial<Record<AdminOperation, unknown>> = {
  destinationFields: [{ name: 'token', description: 'What opens it.', required: true }],
  setDestination: { account: 'acme', stages: ['v1'] },
  listDestinations: [{ account: 'acme', stage: 'v1', provider: 's3', updated: '2026-11-20T15:20:07.123Z' }],
  removeDestination: { account: 'acme', removed: 1 },
};

async function kinora(args: string, input = '') {
  const asked: unknown[] = [];
  const runAdminOperation = ((name: AdminOperation, input: object) => {
    asked.push([name, input]);
    return Promise.resolve(ANSWERS[name]);
    // The answers fit their names, which the compiler cannot follow through a table.
  }) as unknown as RunAdminOperation;
  return { ...(await runIn('/', args.split(' '), { runAdminOperation, input })), asked };
}

test('credentials come from standard input, and are not repeated', async () => {
  const { code, out, err, asked } = await kinora(
    'destinations set s3 --account acme --stage v1',
    '{"token":"hidden"}',
  );
  expect(code).toBe(0);
  expect(out).toBe('The credentials of the account acme for s3 in v1 are stored.\n');
  expect(out + err).not.toContain('hidden');
  const wanted = { provider: 's3', account: 'acme', stage: 'v1', credentials: { token: 'hidden' } };
  expect(asked.at(-1)).toEqual(['setDestination', wanted]);
});

test('what is no object is refused with what is wanted', async () => {
  const { code, err, asked } = await kinora('destinations set s3', '["hidden"');
  expect(code).toBe(1);
  expect(err).toContain('  token: What opens it.');
  expect(err).not.toContain('hidden');
  expect(asked).toEqual([['destinationFields', { provider: 's3' }]]);
});

test('what there is can be listed and removed', async () => {
  expect((await kinora('destinations list')).out).toBe(
    'ACCOUNT  STAGE  PROVIDER  STORED (UTC)\nacme     v1     s3        2026-11-20 15:20:07\n',
  );
  const { out, asked } = await kinora('destinations remove s3 --account acme');
  expect(out).toBe('The credentials of the account acme for s3 are forgotten.\n');
  expect(asked).toEqual([['removeDestination', { provider: 's3', account: 'acme' }]]);
});
