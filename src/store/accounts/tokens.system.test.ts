import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { newId } from '../../base/new-id.ts';
import { SILENT } from '../../base/logger.ts';
import { type Database, openDatabase } from '../database.ts';
import { TEST_DATABASES, type TestDatabase } from '../test-databases.fixture.ts';
import { ensureFirstAccount, type Owners } from './accounts.ts';
import { findCallers } from './find-callers.ts';
import { addKey } from './keys.ts';
import { addToken, listTokens, type NewToken } from './tokens.ts';

describe.each(TEST_DATABASES)('tokens on $name', ({ missing, start }) => {
  describe.skipIf(missing)('of an owner', () => {
    let test: TestDatabase;
    let database: Database;
    let owners: Owners;
    let values: Pick<NewToken, 'owner' | 'key' | 'expires' | 'origin'>;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      owners = await ensureFirstAccount(database.tables);
      const owner = owners.v1;
      const key = await addKey(database.tables, { owner, key: 'the-key-of-the-tokens' });
      values = { owner, key, origin: null, expires: new Date(Date.now() + 60_000) };
    });
    afterAll(async () => {
      await database.close();
      await test.stop();
    });

    it('are found beside keys, in the order of the request', async () => {
      const { tables } = database;
      const subject = newId();
      const { id, token } = await addToken(tables, { ...values, scope: 'edit', subject });
      const found = await findCallers(tables, [
        token,
        'unknown',
        'the-key-of-the-tokens',
        `${token}x`,
        token,
      ]);
      const caller = {
        owner: owners.v1,
        stage: 'v1',
        scope: 'render',
        key: values.key,
        token: { id, scope: 'edit', subject, origin: null, expires: values.expires },
      };
      expect(found).toEqual([
        expect.objectContaining(caller),
        undefined,
        expect.objectContaining({ scope: 'full', key: values.key }),
        undefined,
        expect.objectContaining(caller),
      ]);
    });

    it('have a limit, for which expired ones do not count', async () => {
      const { tables } = database;
      const owner = owners.stage;
      const add = (expires: Date) =>
        addToken(tables, { ...values, owner, expires, scope: 'form', subject: newId() }, 1);
      await add(new Date(0));
      await add(values.expires);
      expect(await failureOf(add(values.expires))).toMatch(/^limit_reached/);
      expect(await listTokens(tables, { owner, key: undefined })).toHaveLength(1);
    });

    it('end with the row of their key', async () => {
      const { tables } = database;
      await tables.deleteFrom('api_key').where('id', '=', values.key).execute();
      expect(await listTokens(tables, { owner: owners.v1, key: undefined })).toEqual([]);
    });
  });
});
