import { describe, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import type { RunAdminOperation, AdminOperation } from '../operations/admin-operations.ts';
import { runIn } from './run.fixture.ts';

const KEY = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN';
const ANSWERS: Partial<Record<AdminOperation, unknown>> = {
  createAccount: account('acme'),
  setAccountShare: account('acme'),
  listAccounts: [account('first'), account('a-longer-name')],
  createKey: { id: 'id-3', account: 'acme', key: KEY },
  listKeys: [
    { ...key('id-1'), account: 'first', beginning: null, ending: null, first: true },
    {
      ...key('id-2'),
      scope: 'read',
      name: 'Render farm',
      used: '2026-11-20T15:20:00.000Z',
      dialect: 'shotstack',
      revoked: '2026-11-20T15:20:07.123Z',
    },
  ],
  webhookSecret: { secret: 'whsec_c2VjcmV0' },
  revokeKey: { ...key('id-2'), revoked: '2026-11-20T15:20:07.123Z' },
};

function account(name: string) {
  return {
    name,
    owners: { v1: 'owner00001', stage: 'owner00002' },
    share: 2,
    created: '2026-11-20T08:00:00.000Z',
  };
}

function key(id: string) {
  const created = '2026-11-20T09:00:00.000Z';
  const ends = { beginning: 'abcd', ending: 'KLMN' };
  const optional = { name: null, used: null, revoked: null };
  return { id, account: 'acme', stage: 'v1', scope: 'full', ...ends, first: false, created, ...optional };
}

async function kinora(args: string) {
  const asked: unknown[] = [];
  const runAdminOperation = ((name: AdminOperation, input: object) => {
    asked.push([name, input]);
    return Promise.resolve(ANSWERS[name]);
    // Each answer has the type of its operation, but the compiler cannot see that through a table.
  }) as unknown as RunAdminOperation;
  return { ...(await runIn('/', args.split(' '), { runAdminOperation })), asked };
}

describe('kinora accounts and kinora keys', () => {
  it('prints accounts in columns', async () => {
    const { code, out } = await kinora('accounts list');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'ACCOUNT        OWNER IN V1  OWNER IN STAGE  SHARE  CREATED (UTC)',
      'first          owner00001   owner00002      2      2026-11-20 08:00:00',
      'a-longer-name  owner00001   owner00002      2      2026-11-20 08:00:00',
      '',
    ]);
  });

  it('prints keys in columns, with only the ends of each key', async () => {
    const { out, asked } = await kinora('keys list --account acme');
    expect(asked).toEqual([['listKeys', { account: 'acme' }]]);
    expect(out.split('\n')).toEqual([
      'ID    ACCOUNT  STAGE  SCOPE  KEY          CREATED (UTC)        USED (UTC)           REVOKED (UTC)        DIALECT    FIXED BY  NAME',
      'id-1  first    v1     full   -            2026-11-20 09:00:00  -                    -                    -          settings  -',
      'id-2  acme     v1     read   abcd...KLMN  2026-11-20 09:00:00  2026-11-20 15:20:00  2026-11-20 15:20:07  shotstack  -         Render farm',
      '',
    ]);
  });

  it('creates a key with a dialect', async () => {
    const { asked } = await kinora('keys create --stage v1 --dialect shotstack');
    expect(asked).toEqual([['createKey', { account: 'first', stage: 'v1', dialect: 'shotstack' }]]);
    const { code, err } = await kinora('keys create --stage v1 --dialect French');
    expect(code).toBe(1);
    expect(err).toContain('Allowed choices are interface, shotstack');
  });

  it('creates a key with a scope and a name', async () => {
    const { asked, err } = await kinora('keys create --stage v1 --scope render --name Farm');
    const expected = { account: 'first', stage: 'v1', scope: 'render', name: 'Farm' };
    expect(asked).toEqual([['createKey', expected]]);
    expect(err).toContain('is for v1 and has the scope render.');
    const wrong = await kinora('keys create --stage v1 --scope write');
    expect([wrong.code, wrong.asked]).toEqual([1, []]);
    expect(wrong.err).toContain('Allowed choices are full, render, read.');
    const long = await kinora(`keys create --stage v1 --name ${'n'.repeat(101)}`);
    expect(long.err).toContain('It must have 1 to 100 characters in one line.');
  });

  it('lists the keys of all accounts by default', async () => {
    expect((await kinora('keys list')).asked).toEqual([['listKeys', {}]]);
  });

  it('prints a new key alone on its line, and notes about it to stderr', async () => {
    const { out, err, asked } = await kinora('keys create --account acme --stage v1');
    expect(asked).toEqual([['createKey', { account: 'acme', stage: 'v1' }]]);
    expect(out).toBe(`${KEY}\n`);
    expect(err).toContain('it will not be shown again');
    expect(err).toContain('kinora keys revoke id-3\n');
    expect(err).not.toContain(KEY);
  });

  it('prints the callback secret alone on its line', async () => {
    const { out, asked } = await kinora('webhooks secret --stage v1 --renew');
    expect(asked).toEqual([['webhookSecret', { account: 'first', stage: 'v1', renew: true }]]);
    expect(out).toBe('whsec_c2VjcmV0\n');
  });

  it('sets the share of an account', async () => {
    const { out, asked } = await kinora('accounts share acme 2');
    expect(asked).toEqual([['setAccountShare', { name: 'acme', share: 2 }]]);
    expect(out).toBe('The account acme has the share 2 from now on. Waiting work keeps its place.\n');
  });

  it('creates accounts, and revokes keys by their id', async () => {
    const made = await kinora('accounts create acme');
    expect(made.asked).toEqual([['createAccount', { name: 'acme' }]]);
    expect(made.out).toContain('kinora keys create --account acme --stage v1');
    const ended = await kinora('keys revoke id-2');
    expect(ended.asked).toEqual([['revokeKey', { id: 'id-2' }]]);
    expect(ended.out).toBe('Revoked the key id-2 of the account acme for v1.\n');
  });

  it('prints what a second account changes about the addresses of files', async () => {
    // The command runs only this operation.
    const answer: unknown = { ...account('acme'), notice: 'Set KINORA_FILES.' };
    const runAdminOperation = (() => Promise.resolve(answer)) as RunAdminOperation;
    const { out } = await runIn('/', ['accounts', 'create', 'acme'], { runAdminOperation });
    expect(out).toMatch(/^Created the account acme\..*\nSet KINORA_FILES\.\n$/s);
  });

  it.each([
    ['keys create', "error: required option '--stage <stage>' not specified"],
    ['keys create --stage v2', 'Allowed choices are v1, stage.'],
    ['keys revoke', "error: missing required argument 'id'"],
    ['accounts create', "error: missing required argument 'name'"],
    ['accounts share acme', "error: missing required argument 'weight'"],
    ['accounts share acme 0', 'It must be a whole number from 1 to 100.'],
    ['accounts share acme 2.5', 'It must be a whole number from 1 to 100.'],
    ['accounts share acme 101', 'It must be a whole number from 1 to 100.'],
    ['keys dance', "error: unknown command 'dance'"],
  ])('rejects %s with an error', async (args, sentence) => {
    const { code, out, err, asked } = await kinora(args);
    expect([code, out, asked]).toEqual([1, '', []]);
    expect(err).toContain(sentence);
  });

  it('prints why an operation failed, and ends with 1', async () => {
    const runAdminOperation = () => Promise.reject(new KinoraError('not_found', 'There is no account "x".'));
    expect(await runIn('/', ['keys', 'list', '--account', 'x'], { runAdminOperation })).toMatchObject({
      code: 1,
      out: '',
      err: 'There is no account "x".\n',
    });
  });
});
