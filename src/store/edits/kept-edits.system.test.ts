import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { ensureFirstAccount, type Owners } from '../accounts/accounts.ts';
import { type Database, openDatabase } from '../database.ts';
import { NO_QUOTAS } from '../quotas/quotas.ts';
import { TEST_DATABASES, type TestDatabase } from '../test-databases.fixture.ts';
import { findVersion, listVersions } from './edit-versions.ts';
import {
  addKeptEdit,
  type EditSave,
  findKeptEdit,
  findKeptText,
  listKeptEdits,
  removeKeptEdit,
  saveKeptEdit,
} from './kept-edits.ts';

describe.each(TEST_DATABASES)('the store on $name', ({ missing, start }) => {
  describe.skipIf(missing)('keeps edits', () => {
    let test: TestDatabase;
    let database: Database;
    let tables: Database['tables'];
    let owners: Owners;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      tables = database.tables;
      owners = await ensureFirstAccount(tables);
    });
    afterAll(async () => {
      await database.close();
      await test.stop();
    });

    async function keep(name = 'Film', edit = '{"a":1}', limit?: number): Promise<string> {
      const id = uuid();
      const kept = { id, owner: owners.v1, name, dialect: 'interface', edit, autosaved: false } as const;
      const options = { quotas: NO_QUOTAS, ...(limit !== undefined && { limit }) };
      await tables.transaction().execute((transaction) => addKeptEdit(transaction, kept, options));
      return id;
    }
    const save = (id: string, edit: string, more: Partial<EditSave> = {}) =>
      saveKeptEdit(tables, {
        ...{ id, owner: owners.v1, name: 'Film', dialect: 'interface', autosaved: false, expected: true },
        edit,
        ...more,
      });
    const versionsOf = async (id: string) => (await listVersions(tables, id)).map(({ version }) => version);
    const age = (id: string, minutes: number) =>
      sql`update edit_version set begun = begun - make_interval(mins => ${minutes}) where kept_edit = ${id}`.execute(
        tables,
      );

    it('of each owner private, and the one that was saved last is the first', async () => {
      const [first, second] = [await keep('One'), await keep('Two')];
      expect(await save(first, '{"a":2}', { name: 'One' })).toBe(2);
      expect((await listKeptEdits(tables, owners.v1)).map(({ id }) => id)).toEqual([first, second]);
      expect(await findKeptText(tables, owners.v1, first)).toMatchObject({
        name: 'One',
        version: 2,
        edit: '{"a":2}',
      });
      expect(await listKeptEdits(tables, owners.stage)).toEqual([]);
      expect(await findKeptEdit(tables, owners.stage, first)).toBeUndefined();
      expect(await findKeptText(tables, owners.stage, first)).toBeUndefined();
      expect(await save(first, '{}', { owner: owners.stage })).toBeUndefined();
      expect(await removeKeptEdit(tables, owners.stage, first)).toBe(false);
      expect(await removeKeptEdit(tables, owners.v1, first)).toBe(true);
      expect(await listVersions(tables, first)).toEqual([]);
      expect(await removeKeptEdit(tables, owners.v1, first)).toBe(false);
      await removeKeptEdit(tables, owners.v1, second);
    });

    it('in every version that was asked for, and none of them silently', async () => {
      const id = await keep();
      expect(await save(id, '{"a":2}', { expected: [1] })).toBe(2);
      await expect(save(id, '{"a":3}', { expected: [1] })).rejects.toMatchObject({
        code: 'precondition_failed',
        message: expect.stringContaining('its version is 2, and your change is based on 1') as string,
      });
      expect(await save(id, '{"a":3}', { expected: [1, 2] })).toBe(3);
      expect(await versionsOf(id)).toEqual([3, 2, 1]);
      expect((await findVersion(tables, id, 1))?.edit).toBe('{"a":1}');
    });

    it('once, if a save is repeated or changes nothing', async () => {
      const id = await keep();
      expect(await save(id, '{"a":2}', { expected: [1] })).toBe(2);
      expect(await save(id, '{"a":2}', { expected: [1] })).toBe(2);
      expect(await save(id, '{"a":2}', { expected: [1], name: 'Other' }).catch(() => 'stale')).toBe('stale');
      expect(await save(id, '{"a":2}', { name: 'Other' })).toBe(3);
      expect(await findKeptEdit(tables, owners.v1, id)).toMatchObject({ name: 'Other', version: 3 });
      expect(await versionsOf(id)).toEqual([3, 1]);
    });

    it('with automatic saves of 10 minutes as one version, which never replaces one that was asked for', async () => {
      const id = await keep();
      const auto = { autosaved: true } as const;
      for (const version of [2, 3, 4])
        expect(await save(id, `{"a":${version}}`, { ...auto, expected: [version - 1] })).toBe(version);
      expect(await versionsOf(id)).toEqual([4, 1]);
      await age(id, 11);
      expect(await save(id, '{"a":5}', auto)).toBe(5);
      expect(await versionsOf(id)).toEqual([5, 4, 1]);
      // The user asks for what was saved automatically before.
      expect(await save(id, '{"a":5}')).toBe(6);
      expect(await save(id, '{"a":7}', auto)).toBe(7);
      expect(await versionsOf(id)).toEqual([7, 6, 4, 1]);
    });

    it('in at most 100 versions', async () => {
      const id = await keep();
      for (let version = 2; version <= 103; version++) await save(id, `{"a":${version}}`);
      const versions = await versionsOf(id);
      expect([versions.length, versions[0], versions.at(-1)]).toEqual([100, 103, 4]);
    });

    it('in at most 50 MB of versions, and always the latest', async () => {
      const id = await keep();
      const large = (letter: string) => JSON.stringify({ text: letter.repeat(20_000_000) });
      for (const letter of ['b', 'c', 'd']) await save(id, large(letter));
      expect(await versionsOf(id)).toEqual([4, 3]);
    });

    it('at most the maximum number of one owner', async () => {
      for (const { id } of await listKeptEdits(tables, owners.v1))
        await removeKeptEdit(tables, owners.v1, id);
      await keep('One', '{}', 1);
      await expect(keep('Two', '{}', 1)).rejects.toMatchObject({
        code: 'limit_reached',
        message: 'There are already 1 edits, which is the maximum. Delete an edit that you do not need.',
      });
    });

    it('for one of two that save at the same time', async () => {
      for (const { id } of await listKeptEdits(tables, owners.v1))
        await removeKeptEdit(tables, owners.v1, id);
      const id = await keep();
      const saves = ['{"a":2}', '{"a":3}'].map((edit) => save(id, edit, { expected: [1] }));
      const outcomes = (await Promise.allSettled(saves)).map(({ status }) => status).toSorted();
      expect(outcomes).toEqual(['fulfilled', 'rejected']);
      expect(await versionsOf(id)).toEqual([2, 1]);
    });
  });
});
