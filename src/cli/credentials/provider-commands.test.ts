import { describe, expect, test } from 'vitest';
import type { AdminOperation, RunAdminOperation } from '../../operations/admin-operations.ts';
import { runIn } from '../run.fixture.ts';

const ROW = {
  account: 'acme',
  stage: 'v1',
  name: 'openai',
  addedNames: { models: ['gpt-9', 'gpt-10'], voices: [], avatars: [] },
  updated: '2026-11-20T15:20:07.123Z',
};
const ANSWERS: Partial<Record<AdminOperation, unknown>> = {
  setCredentials: { account: 'acme', stages: ['v1'] },
  listCredentials: {
    stored: [ROW],
    defaults: [{ account: 'acme', stage: 'v1', type: 'text-to-image', name: 'openai' }],
    fromSettings: ['fal'],
  },
  removeCredentials: { account: 'acme', removedDefaults: ['text-to-image'] },
  setDefaultProvider: { account: 'acme', stages: ['v1', 'stage'] },
};

async function kinora(args: string, { input = '', isTerminal = false } = {}) {
  const asked: unknown[] = [];
  const runAdminOperation = ((name: AdminOperation, given: object) => {
    asked.push([name, given]);
    return Promise.resolve(ANSWERS[name]);
    // Each answer has the type of its operation, but the compiler cannot see that through a table.
  }) as unknown as RunAdminOperation;
  return { ...(await runIn('/', args.split(' '), { runAdminOperation, input, isTerminal })), asked };
}

describe('kinora providers set', () => {
  test('reads the key from standard input and does not print it', async () => {
    const { code, out, err, asked } = await kinora('providers set openai --account acme --stage v1', {
      input: '{"key":"hidden"}',
    });
    expect(code).toBe(0);
    expect(out).toBe('Stored the credentials of the account acme for openai in v1.\n');
    expect(out + err).not.toContain('hidden');
    const given = { kind: 'provider', account: 'acme', stage: 'v1', name: 'openai' };
    expect(asked).toEqual([['setCredentials', { ...given, credentials: { key: 'hidden' } }]]);
  });

  test('adds only names if there is no input', async () => {
    const { out, asked } = await kinora('providers set openai --models gpt-9,gpt-10,');
    expect(out).toContain('Stored the added names');
    const addedNames = { models: ['gpt-9', 'gpt-10'] };
    const given = { kind: 'provider', name: 'openai', account: 'first', addedNames };
    expect(asked).toEqual([['setCredentials', given]]);
  });

  test('adds only names on a terminal if a key is stored, and prompts for it otherwise', async () => {
    const stored = await kinora('providers set openai --account acme --stage v1 --models x', {
      input: '{"key":"unread"}',
      isTerminal: true,
    });
    expect([stored.err, stored.asked.at(-1)]).toEqual([
      '',
      [
        'setCredentials',
        { kind: 'provider', name: 'openai', account: 'acme', stage: 'v1', addedNames: { models: ['x'] } },
      ],
    ]);
    // The answer has a key only for one stage.
    const prompted = await kinora('providers set openai --models x', {
      input: '{"key":"a"}',
      isTerminal: true,
    });
    expect(prompted.err).toContain('press Ctrl+D');
    expect(prompted.asked.at(-1)).toMatchObject(['setCredentials', { credentials: { key: 'a' } }]);
  });

  test.each(['', '["hidden"'])('rejects the input %j and lists the fields', async (input) => {
    const { code, err, asked } = await kinora('providers set openai', { input });
    expect([code, asked]).toEqual([1, []]);
    expect(err).toContain('  key: API key of the service');
    expect(err).not.toContain('hidden');
  });
});

test('lists providers, services of the settings and defaults', async () => {
  expect((await kinora('providers list')).out.split('\n')).toEqual([
    'ACCOUNT  STAGE  PROVIDER  ADDED NAMES            STORED (UTC)',
    'acme     v1     openai    models: gpt-9, gpt-10  2026-11-20 15:20:07',
    '',
    'From the settings, for all accounts: fal',
    '',
    'ACCOUNT  STAGE  TYPE           DEFAULT',
    'acme     v1     text-to-image  openai',
    '',
  ]);
});

test('removes a provider and names the defaults that it was', async () => {
  const { out, asked } = await kinora('providers remove openai --account acme');
  expect(out).toBe(
    'Removed the credentials of the account acme for openai.\nIt is no longer the default for text-to-image.\n',
  );
  expect(asked).toEqual([['removeCredentials', { kind: 'provider', name: 'openai', account: 'acme' }]]);
});

test('sets and removes a default', async () => {
  const { out, asked } = await kinora('providers set-default text-to-image openai');
  expect(out).toBe('openai is now the default for text-to-image of the account acme in v1 and stage.\n');
  expect(asked).toEqual([
    ['setDefaultProvider', { type: 'text-to-image', name: 'openai', account: 'first' }],
  ]);
  expect((await kinora('providers set-default text-to-image built-in')).out).toMatch(/^No provider is the/);
});
