import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { openDiskStorage } from '../../hosting/disk-storage.ts';
import type { Storage } from '../../hosting/storage.ts';
import { ensureFirstAccount } from '../../store/accounts/accounts.ts';
import { beginAssets, findAsset, findAssetsOfRender, setAssetsReady } from '../../store/assets.ts';
import { beginAttempt } from '../../store/attempts.ts';
import { addCallbacks, findCallbacks } from '../../store/callbacks.ts';
import { beginCopies, endCopy } from '../../store/copies.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { finishRender } from '../../store/finish-render.fixture.ts';
import { addRender, findRender } from '../../store/renders.ts';
import { findRenditions } from '../../store/renditions.ts';
import type { Retention } from '../../store/settings.ts';
import { addSource, findSource } from '../../store/sources.ts';
import { addKeptEdit, listKeptEdits } from '../../store/edits/kept-edits.ts';
import { NO_QUOTAS } from '../../store/quotas/quotas.ts';
import { addTemplate } from '../../store/templates.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../../store/test-databases.fixture.ts';
import { sweepFiles } from '../worker.ts';
import { createFilesInUse } from './files-in-use.ts';
import { type RetentionSweep, startRetention, sweepExpired } from './retention.ts';

const DAY_MS = 24 * 3_600_000;
const FOREVER: Retention = { renders: undefined, files: undefined, sources: undefined, edits: undefined };

describe.each(TEST_DATABASES)('retention on $name', ({ missing, start }) => {
  describe.skipIf(missing)('at work', () => {
    let test: TestDatabase;
    let database: Database;
    let owner: string;
    let folder: string;
    let storage: Storage;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      owner = (await ensureFirstAccount(database.tables)).v1;
    });
    afterAll(async () => {
      await database.close();
      await test.stop();
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kinora-retention-'));
      storage = await openDiskStorage(join(folder, 'files'));
      await writeFile(join(folder, 'film'), 'film');
    });
    afterEach(async () => {
      await rm(folder, { recursive: true });
      for (const table of [
        'asset',
        'render',
        'template',
        'kept_edit',
        'source',
        'callback',
        'unwanted_file',
        'agreement',
      ])
        await sql`delete from ${sql.table(table)}`.execute(database.tables);
    });

    const sweepWith = (keep: Partial<Retention>): RetentionSweep => ({
      keep: { ...FOREVER, ...keep },
      findInUse: createFilesInUse(database.tables),
      holder: uuid(),
      signal: new AbortController().signal,
    });
    const sweep = (keep: Partial<Retention>, log = SILENT) =>
      sweepExpired({ database, storage, log }, sweepWith(keep));
    const edit = (text: string) => JSON.stringify({ timeline: { text } });

    async function submit(text = 'film'): Promise<string> {
      const id = uuid();
      await addRender(database.tables, { id, owner, stage: 'v1', edit: edit(text), dialect: 'interface' });
      return id;
    }
    /** Makes a render that is done, with a stored file. */
    async function render(ending = '.mp4'): Promise<{ id: string; file: string }> {
      const id = await submit();
      const attempt = await beginAttempt(database.tables, id);
      const file = `v1/${owner}/${id}${ending}`;
      await storage.put(file, join(folder, 'film'));
      await finishRender(database.tables, attempt!, { output: file });
      return { id, file };
    }
    async function age(
      table: 'asset' | 'render' | 'source' | 'rendition' | 'kept_edit',
      days: number,
      id?: string,
    ) {
      const which =
        id === undefined ? sql`` : sql`where ${sql.ref(table === 'asset' ? 'render' : 'id')} = ${id}`;
      await sql`update ${sql.table(table)} set updated = now() - make_interval(days => ${days}) ${which}`.execute(
        database.tables,
      );
    }
    const isStored = async (file: string) => (await storage.stat(file)) !== undefined;
    const assetsOf = (id: string) => findAssetsOfRender(database.tables, owner, id);

    it('removes old hosted files like a client does, and says so in the log', async () => {
      const old = await render();
      const young = await render();
      await age('asset', 8, old.id);
      await age('asset', 6, young.id);
      const log = { ...SILENT, info: vi.fn() };
      await sweep({ files: 7 * DAY_MS }, log);
      expect(await Promise.all([old.file, young.file].map(isStored))).toEqual([false, true]);
      expect((await assetsOf(old.id)).map(({ status }) => status)).toEqual(['deleted']);
      const shown = await findRender(database.tables, owner, old.id);
      expect(shown).toMatchObject({ status: 'done', output: null });
      expect(log.info.mock.calls).toEqual([
        [
          { removed: 1, inUse: 0, setting: 'KINORA_KEEP_FILES', after: '7d' },
          'Removed hosted files whose time is over.',
        ],
      ]);
    });

    it('removes old sets of files', async () => {
      const { id, file } = await render('/index.m3u8');
      await age('asset', 8, id);
      await sweep({ files: 7 * DAY_MS });
      expect(await isStored(file)).toBe(false);
    });

    it('begins at the start of a worker, and ends with it', async () => {
      const { file } = await render();
      await age('asset', 3);
      const log = { ...SILENT, info: vi.fn() };
      const running = startRetention({ database, storage, log }, { ...FOREVER, files: DAY_MS });
      expect(log.info.mock.calls[0]?.[0]).toEqual({ KINORA_KEEP_FILES: '24h' });
      await waitUntil(async () => !(await isStored(file)));
      await running.stop();
    });

    it('removes nothing that stays forever', async () => {
      const { id, file } = await render();
      for (const table of ['asset', 'render'] as const) await age(table, 10_000);
      await startRetention({ database, storage, log: SILENT }, FOREVER).stop();
      await sweep({});
      expect([await isStored(file), (await assetsOf(id)).length]).toEqual([true, 1]);
      expect(await findRender(database.tables, owner, id)).toBeDefined();
    });

    it('leaves files that unfinished work or a template names, also at the start of a long list', async () => {
      const named = [await render(), await render()];
      const others = [];
      for (let made = 0; made < 60; made++) others.push(await render());
      await age('asset', 3);
      for (const { id } of named) await age('asset', 4, id);
      await submit(`https://kinora.example/files/${named[0]!.file}`);
      const template = { id: uuid(), owner, name: 'a', dialect: 'interface' as const };
      await addTemplate(database.tables, { ...template, template: edit(named[1]!.file.toUpperCase()) });
      await sweep({ files: DAY_MS });
      expect(await Promise.all(named.map(({ file }) => isStored(file)))).toEqual([true, true]);
      expect(await Promise.all(others.map(({ file }) => isStored(file)))).toEqual(others.map(() => false));
    });

    it('leaves files that new work names while others are being removed', async () => {
      for (let made = 0; made < 60; made++) await render();
      await age('asset', 4);
      const last = await render();
      await age('asset', 3, last.id);
      const slow = {
        async delete(file: string) {
          if (Date.now() < end) {
            vi.setSystemTime(end);
            await submit(`https://kinora.example/files/${last.file}`);
          }
          await storage.delete(file);
        },
      };
      const end = Date.now() + 60_000;
      vi.useFakeTimers({ toFake: ['Date'] });
      try {
        const context = { database, storage: Object.assign(Object.create(storage) as Storage, slow) };
        await sweepExpired({ ...context, log: SILENT }, sweepWith({ files: DAY_MS }));
      } finally {
        vi.useRealTimers();
      }
      expect(await isStored(last.file)).toBe(true);
    });

    async function keep(text: string): Promise<string> {
      const kept = { id: uuid(), owner, name: 'a', dialect: 'interface', autosaved: false } as const;
      await addKeptEdit(database.tables, { ...kept, edit: edit(text) }, { quotas: NO_QUOTAS });
      return kept.id;
    }

    it('leaves files that a version of a kept edit names', async () => {
      const [named, other] = [await render(), await render()];
      await keep(`https://kinora.example/files/${named.file}`);
      await age('asset', 3);
      await sweep({ files: DAY_MS });
      expect(await Promise.all([named, other].map(({ file }) => isStored(file)))).toEqual([true, false]);
    });

    it('removes kept edits some time after their last save', async () => {
      const [old, young] = [await keep('old'), await keep('young')];
      await age('kept_edit', 3, old);
      await sweep({ renders: DAY_MS });
      expect(await listKeptEdits(database.tables, owner)).toHaveLength(2);
      await sweep({ edits: DAY_MS });
      expect(await listKeptEdits(database.tables, owner)).toMatchObject([{ id: young }]);
    });

    it('reads templates once, and then only those that have changed', async () => {
      const findInUse = createFilesInUse(database.tables);
      const [first, second] = [uuid(), uuid()];
      const template = { owner, name: 'a', dialect: 'interface' as const };
      await addTemplate(database.tables, { ...template, id: uuid(), template: edit(first) });
      expect(await findInUse()).toEqual(new Set([first]));
      await addTemplate(database.tables, { ...template, id: uuid(), template: edit(second) });
      expect(await findInUse()).toEqual(new Set([first, second]));
    });

    it('leaves files until their copies have arrived, and never counts those of sources', async () => {
      const { id, file } = await render();
      const copy = { owner, stage: 'v1' as const, render: id, file, filename: 'a.mp4' };
      const [copyId = ''] = await beginCopies(database.tables, [
        { ...copy, part: 'output', destination: 1, provider: 's3', options: null },
      ]);
      const source = `v1/${owner}/${uuid()}/source.mp4`;
      await storage.put(source, join(folder, 'film'));
      await beginAssets(database.tables, [
        { owner, stage: 'v1', render: uuid(), part: 'output', filename: 'source.mp4', file: source },
      ]);
      await sql`update asset set status = 'ready' where file = ${source}`.execute(database.tables);
      await age('asset', 3);
      await sweep({ files: DAY_MS, renders: DAY_MS });
      expect(await isStored(file)).toBe(true);
      await endCopy(database.tables, copyId, { status: 'ready', provider_id: 'a', url: null });
      await sweep({ files: DAY_MS });
      expect([await isStored(file), await isStored(source)]).toEqual([false, true]);
      expect((await assetsOf(id)).map(({ status }) => status)).toEqual(['deleted', 'ready']);
    });

    it('removes old ended renders with their callbacks, but not their files', async () => {
      const old = await render();
      const waiting = await render();
      const active = await submit();
      const callback = { owner, event: 'edit/render', url: 'https://example.com', body: '{}' };
      for (const { id } of [old, waiting])
        await addCallbacks(database.tables, [{ ...callback, id: uuid(), subject: id }]);
      await sql`update callback set status = 'delivered' where subject = ${old.id}`.execute(database.tables);
      await age('render', 31);
      await sweep({ renders: 30 * DAY_MS });
      const found = await Promise.all(
        [old.id, waiting.id, active].map((id) => findRender(database.tables, owner, id)),
      );
      expect(found.map((row) => row?.status)).toEqual([undefined, 'done', 'queued']);
      expect(await findCallbacks(database.tables, owner, old.id)).toEqual([]);
      const [asset] = await assetsOf(old.id);
      expect([asset?.status, await isStored(old.file)]).toEqual(['ready', true]);

      await age('asset', 31);
      await sweep({ files: 30 * DAY_MS });
      expect(await isStored(old.file)).toBe(false);
      // Nothing stands for the render any more, so nothing is left of it.
      expect(await findAsset(database.tables, owner, asset!.id)).toBeUndefined();
      expect((await assetsOf(waiting.id)).map(({ status }) => status)).toEqual(['deleted']);
    });

    it('removes old sources with their renditions, and leaves those with younger renditions', async () => {
      const ids = [uuid(), uuid(), uuid()];
      const files: string[] = [];
      for (const id of ids) {
        const outputs = { renditions: [{ format: 'webm' }] };
        const request = {
          input: 'https://example.com/a.mp4',
          outputs,
          destinations: [],
          callback: undefined,
        };
        await addSource(database.tables, { id, owner, stage: 'v1', ...request, created: new Date() });
        const file = `v1/${owner}/${id}/source.mp4`;
        files.push(file);
        await storage.put(file, join(folder, 'film'));
        await sql`update source set status = 'ready', file = ${file} where id = ${id}`.execute(
          database.tables,
        );
        await sql`update rendition set status = 'ready' where source = ${id}`.execute(database.tables);
      }
      await age('source', 3);
      await age('rendition', 3);
      const [young] = await findRenditions(database.tables, [ids[1]!]);
      await age('rendition', 0, young!.id);
      await submit(`https://kinora.example/files/${files[2]!}`);
      await sweep({ sources: DAY_MS });
      const statuses = ids.map(async (id) => (await findSource(database.tables, owner, id))?.status);
      expect(await Promise.all(statuses)).toEqual(['deleted', 'ready', 'ready']);
      expect((await findRenditions(database.tables, [ids[0]!])).map(({ status }) => status)).toEqual([
        'deleted',
      ]);
      expect(await Promise.all(files.map(isStored))).toEqual([false, true, true]);
    });

    it('continues after its process was killed between the mark and the deletion', async () => {
      const { id, file } = await render();
      await age('asset', 3);
      const broken = { ...storage, delete: () => Promise.reject(new Error('The process was killed.')) };
      await sweepExpired({ database, storage: broken, log: SILENT }, sweepWith({ files: DAY_MS }));
      expect([(await assetsOf(id))[0]?.status, await isStored(file)]).toEqual(['deleted', true]);
      await sweepFiles({ database, storage, log: SILENT });
      expect(await isStored(file)).toBe(false);
    });

    it('leaves the work to the one worker that has begun it', async () => {
      const { file } = await render();
      await age('asset', 3);
      const context = { database, storage, log: SILENT };
      await sql`insert into agreement (name, value) values ('retention_sweep', 'another')`.execute(
        database.tables,
      );
      await sweep({ files: DAY_MS });
      expect(await isStored(file)).toBe(database.engine.kind === 'postgres');
      await sql`update agreement set kept = now() - interval '3 minutes'`.execute(database.tables);
      await Promise.all([
        sweepExpired(context, sweepWith({ files: DAY_MS })),
        sweepExpired(context, sweepWith({ files: DAY_MS })),
      ]);
      expect(await isStored(file)).toBe(false);
    });

    it('keeps files of a transfer until their time is over, from when they were ready', async () => {
      const id = uuid();
      const file = `v1/${owner}/${id}.mp4`;
      await storage.put(file, join(folder, 'film'));
      await beginAssets(database.tables, [
        { owner, stage: 'v1', render: id, part: 'output', filename: `${id}.mp4`, file },
      ]);
      await age('asset', 3);
      await sweep({ files: DAY_MS });
      expect(await isStored(file)).toBe(true);
      await setAssetsReady(database.tables, id);
      await sweep({ files: DAY_MS });
      expect(await isStored(file)).toBe(true);
      await age('asset', 3);
      await sweep({ files: DAY_MS });
      expect(await isStored(file)).toBe(false);
    });
  });
});
