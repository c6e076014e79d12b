import { expect, test } from 'vitest';
import type { RunAdminOperation, AdminOperation } from '../../operations/admin-operations.ts';
import { runIn } from '../run.fixture.ts';

const ANSWERS: Partial<Record<AdminOperation, unknown>> = {
  destinationFields: [{ name: 'token', description: 'What opens it.', required: true }],
  setCredentials: { account: 'acme', stages: ['v1'] },
  listCredentials: {
    stored: [{ account: 'acme', stage: 'v1', name: 's3', updated: '2026-11-20T15:20:07.123Z' }],
  },
  removeCredentials: { account: 'acme', removedDefaults: [] },
};

async function kinora(args: string, input = '') {
  const asked: unknown[] = [];
  const runAdminOperation = ((name: AdminOperation, input: object) => {
    asked.push([name, input]);
    return Promise.resolve(ANSWERS[name]);
    // Each answer has the type of its operation, but the compiler cannot see that through a table.
  }) as unknown as RunAdminOperation;
  return { ...(await runIn('/', args.split(' '), { runAdminOperation, input })), asked };
}

test('reads credentials from standard input and does not print them', async () => {
  const { code, out, err, asked } = await kinora(
    'destinations set s3 --account acme --stage v1',
    '{"token":"hidden"}',
  );
  expect(code).toBe(0);
  expect(out).toBe('Stored the credentials of the account acme for s3 in v1.\n');
  expect(out + err).not.toContain('hidden');
  const wanted = { kind: 'destination', name: 's3', account: 'acme', stage: 'v1' };
  expect(asked.at(-1)).toEqual(['setCredentials', { ...wanted, credentials: { token: 'hidden' } }]);
});

test('rejects input that is not an object, and lists the fields', async () => {
  const { code, err, asked } = await kinora('destinations set s3', '["hidden"');
  expect(code).toBe(1);
  expect(err).toContain('  token: What opens it.');
  expect(err).not.toContain('hidden');
  expect(asked).toEqual([['destinationFields', { name: 's3' }]]);
});

test('lists and removes credentials', async () => {
  expect((await kinora('destinations list')).out).toBe(
    'ACCOUNT  STAGE  PROVIDER  STORED (UTC)\nacme     v1     s3        2026-11-20 15:20:07\n',
  );
  const { out, asked } = await kinora('destinations remove s3 --account acme');
  expect(out).toBe('Removed the credentials of the account acme for s3.\n');
  expect(asked).toEqual([['removeCredentials', { kind: 'destination', name: 's3', account: 'acme' }]]);
});
