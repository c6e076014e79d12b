import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { ensureFirstAccount, type Owners } from './accounts/accounts.ts';
import {
  beginAssets,
  failUnfinishedAssets,
  findAsset,
  findAssetsOfRender,
  type NewAsset,
  setAssetsReady,
} from './assets.ts';
import { beginAttempt, setDone } from './attempts.ts';
import { type Database, openDatabase } from './database.ts';
import { TEST_DATABASES, type TestDatabase } from './test-databases.fixture.ts';
import { FINISHED } from './finish-render.fixture.ts';
import { addRender, findRender, findRendersById, listRenders } from './renders.ts';
import type { AssetPart } from './schema.ts';

describe.each(TEST_DATABASES)('assets on $name', ({ missing, start }) => {
  describe.skipIf(missing)('of a render', () => {
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
    async function newRender(): Promise<string> {
      const id = uuid();
      await addRender(tables, { id, owner: owners.v1, stage: 'v1', edit: '{}', dialect: 'interface' });
      return id;
    }
    function assetsOf(render: string, parts: readonly AssetPart[]): NewAsset[] {
      const of = { owner: owners.v1, stage: 'v1', render } as const;
      return parts.map((part) => ({ ...of, part, filename: part, file: `v1/a/${render}-${part}` }));
    }

    it('keep their ids if the publication begins again', async () => {
      const render = await newRender();
      const files = assetsOf(render, ['output', 'poster', 'thumbnail']);
      await beginAssets(tables, files);
      await failUnfinishedAssets(tables, render);
      const found = await findAssetsOfRender(tables, owners.v1, render);
      expect(found).toMatchObject(files.map((file) => ({ ...file, status: 'failed' })));
      const ids = found.map(({ id }) => id);
      expect(new Set(ids).size).toBe(3);
      await beginAssets(tables, files);
      for (const [index, id] of ids.entries()) {
        const again = { ...files[index], id, status: 'importing' };
        expect(await findAsset(tables, owners.v1, id)).toMatchObject(again);
        expect(await findAsset(tables, owners.stage, id)).toBeUndefined();
      }
      await setAssetsReady(tables, render);
      await failUnfinishedAssets(tables, render);
      expect(await findAssetsOfRender(tables, owners.v1, render)).toMatchObject(
        ids.map((id) => ({ id, status: 'ready' })),
      );
      expect(await findAssetsOfRender(tables, owners.stage, render)).toEqual([]);
    });

    it('appear in the row of the render when they are hosted', async () => {
      const attempt = (await beginAttempt(tables, await newRender()))!;
      const { id } = attempt;
      await beginAssets(tables, assetsOf(id, ['output', 'thumbnail']));
      const none = { output: null, poster: null, thumbnail: null };
      expect(await findRender(tables, owners.v1, id)).toMatchObject(none);
      await setDone(tables, attempt, FINISHED);
      await setAssetsReady(tables, id);
      const own = { id, output: `v1/a/${id}-output`, poster: null, thumbnail: `v1/a/${id}-thumbnail` };
      expect(await findRender(tables, owners.v1, id)).toMatchObject(own);
      expect(await listRenders(tables, owners.v1, { limit: 1 })).toMatchObject([own]);
      const other = await newRender();
      const both = await findRendersById(tables, [id, other]);
      expect(both.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([own, { id: other, ...none }]);
    });
  });
});
