import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../base/log.ts';
import { firstAccount, type Owners } from './accounts.ts';
import { beginAsset, failUnfinishedAssets, findAsset, findAssetsOfRender, setAssetReady } from './assets.ts';
import { type Database, openDatabase } from './database.ts';
import { TEST_DATABASES, type TestDatabase } from './databases.fixture.ts';
import { findCaller, setFirstKeys } from './keys.ts';
import {
  abandonRender,
  addRender,
  beginAttempt,
  countWaiting,
  findRender,
  findRenderEdit,
  isCurrent,
  setDone,
  setFailed,
  setStatus,
} from './renders.ts';

describe.each(TEST_DATABASES)('the store on $name', ({ missing, start }) => {
  describe.skipIf(missing)('keeps', () => {
    let test: TestDatabase;
    let database: Database;
    let tables: Database['tables'];
    let owners: Owners;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.place, SILENT);
      tables = database.tables;
      owners = await firstAccount(tables);
    });
    afterAll(async () => {
      await database.close();
      await test.end();
    });

    async function newRender(edit = '{}'): Promise<string> {
      const id = uuid();
      await addRender(tables, { id, owner: owners.v1, stage: 'v1', edit });
      return id;
    }
    async function begun(): Promise<{ id: string; attempt: number }> {
      return (await beginAttempt(tables, await newRender()))!;
    }

    it('a query outside of an open transaction', async () => {
      const id = uuid();
      const rolledBack = tables.transaction().execute(async (transaction) => {
        await addRender(transaction, { id: uuid(), owner: owners.v1, stage: 'v1', edit: '1' });
        await new Promise((resolve) => setTimeout(resolve, 50));
        throw new Error('roll back');
      });
      const outside = addRender(tables, { id, owner: owners.v1, stage: 'v1', edit: '2' });
      const other = tables.transaction().execute((transaction) => beginAttempt(transaction, id));
      await expect(rolledBack).rejects.toThrow('roll back');
      await outside;
      await other;
      expect(await findRenderEdit(tables, owners.v1, id)).toBe('2');
    });

    it('one owner of ten letters and digits for each stage, however many processes start at once', async () => {
      expect(owners.v1).toMatch(/^[a-z0-9]{10}$/);
      expect(owners.stage).toMatch(/^[a-z0-9]{10}$/);
      expect(owners.stage).not.toBe(owners.v1);
      const again = await Promise.all([firstAccount(tables), firstAccount(tables), firstAccount(tables)]);
      expect(again).toEqual([owners, owners, owners]);
    });

    it('keys as hashes that find their owner and stage', async () => {
      await setFirstKeys(tables, owners, { v1: 'key-one', stage: 'key-two' }, true);
      expect(await findCaller(tables, 'key-one')).toEqual({ owner: owners.v1, stage: 'v1' });
      expect(await findCaller(tables, 'key-two')).toEqual({ owner: owners.stage, stage: 'stage' });
      expect(await findCaller(tables, 'key-on')).toBeUndefined();
      const { rows } = await sql<{ row: string }>`select api_key::text as row from api_key`.execute(tables);
      expect(rows.map(({ row }) => row).join()).not.toContain('key-one');
    });

    it('the first keys in force until others replace them, and again when they come back', async () => {
      await setFirstKeys(tables, owners, { v1: 'old-1', stage: 'old-2' }, true);
      await setFirstKeys(tables, owners, { v1: 'more-1', stage: 'more-2' }, false);
      expect(await findCaller(tables, 'old-1')).toBeDefined();
      await setFirstKeys(tables, owners, { v1: 'new-1', stage: 'old-2' }, true);
      expect(await findCaller(tables, 'old-1')).toBeUndefined();
      expect(await findCaller(tables, 'more-1')).toBeUndefined();
      expect(await findCaller(tables, 'new-1')).toBeDefined();
      expect(await findCaller(tables, 'old-2')).toEqual({ owner: owners.stage, stage: 'stage' });
    });

    it('the edit exactly as it was submitted', async () => {
      const edit = '{ "a": 2.20,\n\t"ü": "\\u0000 😀", "a": 1e400 }';
      expect(await findRenderEdit(tables, owners.v1, await newRender(edit))).toBe(edit);
    });

    it('a render to its owner', async () => {
      const id = await newRender();
      expect(await findRender(tables, owners.stage, id)).toBeUndefined();
      expect(await findRenderEdit(tables, owners.stage, id)).toBeUndefined();
      const render = await findRender(tables, owners.v1, id);
      expect(render).toMatchObject({ id, owner: owners.v1, status: 'queued', error: null, file: null });
      expect(Math.abs(render!.created.getTime() - Date.now())).toBeLessThan(60_000);
    });

    it('the right to write with the latest attempt', async () => {
      const first = await begun();
      expect(await setStatus(tables, first, 'rendering')).toBe(true);
      const second = (await beginAttempt(tables, first.id))!;
      expect(await setStatus(tables, first, 'saving')).toBe(false);
      expect(await setFailed(tables, first, 'no')).toBe(false);
      expect(await isCurrent(tables, first)).toBe(false);
      expect(await isCurrent(tables, second)).toBe(true);
      expect(await findRender(tables, owners.v1, first.id)).toMatchObject({ status: 'fetching' });
    });

    it('a final status for ever', async () => {
      const attempt = await begun();
      expect(await setDone(tables, attempt, { file: 'v1/a/b.mp4', duration: 2.5, renderTime: 90.25 })).toBe(
        true,
      );
      await abandonRender(tables, attempt.id, 'given up');
      expect(await beginAttempt(tables, attempt.id)).toBeUndefined();
      expect(await setFailed(tables, attempt, 'late')).toBe(false);
      const done = { status: 'done', error: null, file: 'v1/a/b.mp4', duration: 2.5, render_time: 90.25 };
      expect(await findRender(tables, owners.v1, attempt.id)).toMatchObject(done);
      expect(await isCurrent(tables, attempt)).toBe(false);
    });

    it('the sentence of a failure, even one that quotes what a database cannot store', async () => {
      const attempt = await begun();
      expect(await setFailed(tables, attempt, 'The alias "a\0b" is wrong.')).toBe(true);
      const failed = { status: 'failed', error: 'The alias "ab" is wrong.' };
      expect(await findRender(tables, owners.v1, attempt.id)).toMatchObject(failed);
    });

    it('count of the waiting renders, up to a limit', async () => {
      const before = await countWaiting(tables, 1000);
      await newRender();
      await newRender();
      await begun();
      expect(await countWaiting(tables, 1000)).toBe(before + 2);
      expect(await countWaiting(tables, 1)).toBe(1);
    });

    it('one asset for a file, however often its publishing begins', async () => {
      const render = await newRender();
      const file = { owner: owners.v1, stage: 'v1', render, filename: 'a.mp4', file: 'v1/x/a.mp4' } as const;
      const id = await beginAsset(tables, file);
      await failUnfinishedAssets(tables, render);
      expect(await findAsset(tables, owners.v1, id)).toMatchObject({ ...file, status: 'failed' });
      expect(await beginAsset(tables, file)).toBe(id);
      expect(await findAsset(tables, owners.v1, id)).toMatchObject({ status: 'importing' });
      await setAssetReady(tables, id);
      await failUnfinishedAssets(tables, render);
      expect(await findAssetsOfRender(tables, owners.v1, render)).toMatchObject([{ id, status: 'ready' }]);
      expect(await findAssetsOfRender(tables, owners.stage, render)).toEqual([]);
      expect(await findAsset(tables, owners.stage, id)).toBeUndefined();
    });
  });
});

describe('a database that cannot be reached', () => {
  it('is named without its password', async () => {
    const place = { kind: 'postgres', url: 'postgres://me:secret@127.0.0.1:1/films' } as const;
    const opening = openDatabase(place, SILENT);
    await expect(opening).rejects.toMatchObject({ code: 'setting_wrong' });
    await expect(opening).rejects.toThrow(
      'DATABASE_URL names 127.0.0.1:1/films, which cannot be used (ECONNREFUSED); it may be',
    );
  });
});
