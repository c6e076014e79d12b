import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import type { RunAdminOperation } from '../operations/admin-operations.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { TEST_DATABASES, type TestDatabase } from '../store/test-databases.fixture.ts';
import { findCaller } from '../store/accounts/find-callers.ts';
import { setFirstKeys } from '../store/accounts/keys.ts';
import { testParts } from './administration-parts.fixture.ts';
import { createAdministration } from './operations.ts';
import { createAdministrationHandler, createRemoteAdministration } from './remote-administration.ts';
import { sendToHolder, type HomeLock, lockHome } from '../home/lock.ts';

const FIRST = { v1: 'first-key-of-many-letters-v1', stage: 'short' };

describe.each(TEST_DATABASES)('accounts and keys on $name', ({ missing, start }) => {
  describe.skipIf(missing)('work', () => {
    let test: TestDatabase;
    let database: Database;
    let home: string;
    let lock: HomeLock;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      await setFirstKeys(database.tables, await ensureFirstAccount(database.tables), FIRST, true);
      home = await mkdtemp(join(tmpdir(), 'kinora-accounts-'));
      lock = await lockHome(home);
      lock.handleMessages(
        createAdministrationHandler(createAdministration(database.tables, testParts()), SILENT),
      );
    });
    afterAll(async () => {
      await lock[Symbol.asyncDispose]();
      await database.close();
      await test.stop();
      await rm(home, { recursive: true });
    });

    describe.each<[string, () => RunAdminOperation]>([
      ['directly', () => createAdministration(database.tables, testParts())],
      ['socket', () => createRemoteAdministration((message) => sendToHolder(home, message))],
    ])('%s:', (path, open) => {
      const administer: RunAdminOperation = (name, input) => open()(name, input);

      it('creates an account with an owner for each stage, and keys for those owners', async () => {
        const { owners, created } = await administer('createAccount', { name: path });
        expect(owners.v1).toMatch(/^[a-z0-9]{10}$/);
        expect(owners.stage).toMatch(/^[a-z0-9]{10}$/);
        expect(Math.abs(Date.parse(created) - Date.now())).toBeLessThan(60_000);
        const listed = await administer('listAccounts', {});
        expect(listed[0]).toMatchObject({ name: 'first' });
        expect(listed.at(-1)).toEqual({ name: path, owners, share: 1, created });
        expect(new Set(listed.flatMap((account) => Object.values(account.owners))).size).toBe(
          listed.length * 2,
        );

        const { key, account } = await administer('createKey', { account: path, stage: 'stage' });
        expect(account).toBe(path);
        expect(key).toMatch(/^[A-Za-z0-9]{40}$/);
        expect(await findCaller(database.tables, key)).toEqual({
          owner: owners.stage,
          stage: 'stage',
          share: 1,
          dialect: null,
          key: expect.any(String) as string,
          scope: 'full',
        });
        const loose = await administer('createKey', { account: path, stage: 'v1', dialect: 'shotstack' });
        expect(await findCaller(database.tables, loose.key)).toMatchObject({ dialect: 'shotstack' });
        const keys = await administer('listKeys', { account: path });
        expect(keys.map(({ dialect }) => dialect)).toEqual([null, 'shotstack']);
      });

      it('creates a key for the first account by default, and stores it in no table', async () => {
        const { id, key, account } = await administer('createKey', { stage: 'v1' });
        expect(account).toBe('first');
        const { rows } = await sql<{ row: string }>`select api_key::text as row from api_key`.execute(
          database.tables,
        );
        expect(rows.map(({ row }) => row).join()).not.toContain(key);
        const listed = await administer('listKeys', { account: 'first' });
        expect(listed.find((one) => one.id === id)).toMatchObject({
          account: 'first',
          stage: 'v1',
          ending: key.slice(-4),
          first: false,
          revoked: null,
        });
      });

      it('creates keys with a scope and a name, and lists both', async () => {
        const made = await administer('createKey', { stage: 'v1', scope: 'read', name: 'Statistics' });
        expect(await findCaller(database.tables, made.key)).toMatchObject({ scope: 'read', key: made.id });
        const listed = (await administer('listKeys', {})).find(({ id }) => id === made.id);
        expect(listed).toMatchObject({
          scope: 'read',
          name: 'Statistics',
          used: null,
          beginning: made.key.slice(0, 4),
        });
      });

      it('rejects a key as soon as it is revoked', async () => {
        const { id, key } = await administer('createKey', { stage: 'v1' });
        const other = await administer('createKey', { stage: 'v1' });
        expect(await findCaller(database.tables, key)).toBeDefined();
        expect((await administer('revokeKey', { id })).revoked).not.toBeNull();
        expect(await findCaller(database.tables, key)).toBeUndefined();
        expect(await findCaller(database.tables, other.key)).toBeDefined();
        await expect(administer('revokeKey', { id })).rejects.toThrow(`The key ${id} is already revoked.`);
      });

      it('lists the first keys, with their endings if they are long, and does not revoke them', async () => {
        const keys = await administer('listKeys', {});
        const listed = keys.filter(({ first, revoked }) => first && revoked === null);
        expect(listed.map(({ stage, ending }) => [stage, ending]).toSorted()).toEqual([
          ['stage', null],
          ['v1', 's-v1'],
        ]);
        const revoked = administer('revokeKey', { id: listed[0]!.id });
        await expect(revoked).rejects.toThrow('set KINORA_KEYS to new keys and restart Kinora.');
        expect(await findCaller(database.tables, FIRST.v1)).toBeDefined();
      });

      it('treats a key that is also in KINORA_KEYS as one of the first keys', async () => {
        const { id, key } = await administer('createKey', { stage: 'v1' });
        const owners = await ensureFirstAccount(database.tables);
        await setFirstKeys(database.tables, owners, { ...FIRST, v1: key }, true);
        await expect(administer('revokeKey', { id })).rejects.toThrow('one of the first keys');
        await setFirstKeys(database.tables, owners, FIRST, true);
        expect(await findCaller(database.tables, key)).toBeUndefined();
        await expect(administer('revokeKey', { id })).rejects.toThrow('is already revoked');
      });

      it.each<[string, (administer: RunAdminOperation) => Promise<unknown>, string]>([
        [
          'an account twice',
          (a) => a('createAccount', { name: 'first' }),
          'The account "first" already exists.',
        ],
        [
          'a bad name',
          (a) => a('createAccount', { name: 'Ac me' }),
          'The name of an account must be 1 to 64 lower-case letters',
        ],
        [
          'an unknown account',
          (a) => a('createKey', { account: 'x', stage: 'v1' }),
          'There is no account "x". ',
        ],
        [
          'the keys of an unknown account',
          (a) => a('listKeys', { account: 'x' }),
          'There is no account "x". ',
        ],
        [
          'an unknown key',
          (a) => a('revokeKey', { id: UNKNOWN }),
          `There is no key with the id "${UNKNOWN}". `,
        ],
        ['an invalid id', (a) => a('revokeKey', { id: 'x' }), 'There is no key with the id "x". '],
      ])('rejects %s with a message', async (_what, act, sentence) => {
        await expect(act(administer)).rejects.toThrow(sentence);
      });
    });
  });
});

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
