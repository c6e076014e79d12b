import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { SILENT } from '../../base/logger.ts';
import { addAccount, findAccounts } from './accounts.ts';
import { type Database, openDatabase } from '../database.ts';
import { addKey, recordKeyUse } from './keys.ts';
import { TEST_DATABASES, type TestDatabase } from '../test-databases.fixture.ts';
import { addOwnKey, listOwnKeys, revokeOwnKey } from './own-keys.ts';

describe.each(TEST_DATABASES)('an owner on $name', ({ missing, start }) => {
  describe.skipIf(missing)('has keys:', () => {
    let test: TestDatabase;
    let database: Database;
    let tables: Database['tables'];
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      ({ tables } = database);
    });
    afterAll(async () => {
      await database.close();
      await test.stop();
    });

    /** Creates an account without keys. Returns its owner in v1. */
    async function openOwner(name: string): Promise<string> {
      await addAccount(tables, name);
      const [account] = await findAccounts(tables, name);
      return account!.owners.v1;
    }

    it('keeps one full key, even if all are revoked at once', async () => {
      const owner = await openOwner('many-keys');
      const ids = await Promise.all(
        ['a', 'b', 'c'].map((key) => addOwnKey(tables, { owner, key: `many-keys-${key}` })),
      );
      await addOwnKey(tables, { owner, key: 'many-keys-d', scope: 'render' });
      const outcomes = await Promise.all(ids.map((id) => revokeOwnKey(tables, owner, id)));
      expect(outcomes.filter((outcome) => outcome === 'last full key')).toHaveLength(1);
      const left = await listOwnKeys(tables, owner);
      expect(left.map(({ scope }) => scope).toSorted()).toEqual(['full', 'render']);
    });

    it('has the last use of a key, recorded at most once a minute', async () => {
      const owner = await openOwner('used-keys');
      const id = await addKey(tables, { owner, key: 'used-key' });
      const used = async () => (await listOwnKeys(tables, owner)).find((key) => key.id === id)?.used;
      expect(await used()).toBeNull();
      await recordKeyUse(tables, [id]);
      const first = await used();
      await recordKeyUse(tables, [id]);
      expect(await used()).toEqual(first);
      await tables
        .updateTable('api_key')
        .set({ used: sql`now() - interval '2 minutes'` })
        .where('id', '=', id)
        .execute();
      await recordKeyUse(tables, [id]);
      expect(Number(await used())).toBeGreaterThanOrEqual(Number(first));
    });

    it('has at most 100 keys', async () => {
      const owner = await openOwner('too-many-keys');
      for (let number = 0; number < 100; number++)
        await addOwnKey(tables, { owner, key: `too-many-${number}` });
      expect(await failureOf(addOwnKey(tables, { owner, key: 'one-more' }))).toBe(
        'limit_reached: There are already 100 keys, which is the maximum. Revoke a key that you do not need.',
      );
    });
  });
});
