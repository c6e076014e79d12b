import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import type { Storage } from '../hosting/storage.ts';
import { OFFLINE_CONTEXT } from './worker-context.fixture.ts';
import { openQueue, type Queue } from '../jobs/queue.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { deleteAsset, findAssetsOfRender } from '../store/assets.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { TEST_DATABASES, type TestDatabase } from '../store/test-databases.fixture.ts';
import { cancelRender, findRender, deleteRender, type RenderRow } from '../store/renders.ts';
import type { RenderEdit } from './worker-context.ts';
import { listEditFiles, listFiles } from '../edit/index.ts';
import { renderJobOf, runRender } from './run-render.fixture.ts';
import { startWorker, sweepFiles } from './worker.ts';

const TIMELINE = { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 1 }] }] };
const OUTPUT = { format: 'mp4', resolution: 'sd' };
const EDIT = JSON.stringify({ timeline: TIMELINE, output: OUTPUT });
/** The same with a poster and a thumbnail. */
const STILLS = JSON.stringify({
  timeline: TIMELINE,
  output: { ...OUTPUT, poster: { capture: 0 }, thumbnail: { capture: 0, scale: 0.5 } },
});

/** Writes its part's name into each file. */
const threeFiles: RenderEdit = async (_edit, to) => {
  for (const [part, made] of listEditFiles(to).flatMap(({ ...files }) => Object.entries(files)))
    for (const [index, path] of [made].flat().entries()) await writeFile(path, `the ${part} ${index}`);
  return { duration: 1, warnings: [] };
};

describe.each(TEST_DATABASES)('the files of a render on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with a worker', () => {
    let test: TestDatabase;
    let database: Database;
    let owner: string;
    let folder: string;
    let storage: Storage;
    let queue: Queue;
    beforeAll(async () => {
      test = await start();
      database = await openDatabase(test.location, SILENT);
      owner = (await ensureFirstAccount(database.tables)).v1;
      queue = await openQueue(database, { log: SILENT });
    });
    afterAll(async () => {
      await queue.stop();
      await database.close();
      await test.stop();
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kinora-publication-'));
      storage = await openDiskStorage(join(folder, 'files'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    const partsWith = (render: RenderEdit) => ({
      database,
      queue,
      storage,
      render,
      folder: join(folder, 'tmp'),
      log: SILENT,
      toPublicUrl: (file: string) => `https://kinora.example/files/${file}`,
      ...OFFLINE_CONTEXT,
    });
    async function submit(edit: string): Promise<string> {
      const id = uuid();
      const { callback } = JSON.parse(edit) as { callback?: string };
      await queue.renders.submit({ id, owner, stage: 'v1', edit, dialect: 'interface', callback });
      return id;
    }
    async function shown(id: string): Promise<RenderRow> {
      return (await findRender(database.tables, owner, id))!;
    }
    const job = (render: string, isLastTry: boolean) => renderJobOf(render, { isLastTry });
    const assetsOf = (id: string) => findAssetsOfRender(database.tables, owner, id);
    const stored = () => readdir(join(folder, 'files/v1', owner));

    it('hosts the poster and the thumbnail as assets of their own', async () => {
      const id = await submit(STILLS);
      const key = `v1/${owner}/${id}`;
      await runRender(partsWith(threeFiles), job(id, true));
      expect(await shown(id)).toMatchObject({ status: 'done', output: `${key}.mp4` });
      expect(await shown(id)).toMatchObject({ poster: `${key}-poster.jpg`, thumbnail: `${key}-thumb.jpg` });
      const assets = await assetsOf(id);
      expect(assets).toMatchObject([
        { status: 'ready', part: 'output', filename: `${id}.mp4`, file: `${key}.mp4` },
        { status: 'ready', part: 'poster', filename: `${id}-poster.jpg`, file: `${key}-poster.jpg` },
        { status: 'ready', part: 'thumbnail', filename: `${id}-thumb.jpg`, file: `${key}-thumb.jpg` },
      ]);
      expect(new Set(assets.map((asset) => asset.id)).size).toBe(3);
      const contents = assets.map(async ({ file }) => text(await storage.open(file)));
      expect(await Promise.all(contents)).toEqual(['the output 0', 'the poster 0', 'the thumbnail 0']);
    });

    it('hosts captions as an asset of their own, and shows their URL', async () => {
      const edit = { timeline: TIMELINE, output: { ...OUTPUT, captions: { format: 'srt', burn: false } } };
      const id = await submit(JSON.stringify(edit));
      const key = `v1/${owner}/${id}`;
      await runRender(partsWith(threeFiles), job(id, true));
      expect(await shown(id)).toMatchObject({ status: 'done', poster: null, captions: `${key}.srt` });
      const assets = await assetsOf(id);
      expect(assets).toMatchObject([{ part: 'output' }, { part: 'captions', filename: `${id}.srt` }]);
      expect(await text(await storage.open(`${key}.srt`))).toBe('the captions 0');
    });

    describe('of an HLS', () => {
      const HLS = JSON.stringify({ timeline: TIMELINE, output: { ...OUTPUT, format: 'hls' } });
      const ends = ['576p.m3u8', '576p.mp4', '360p.m3u8', '360p.mp4', 'sound.m3u8', 'sound.m4a'];
      const names = ends.map((end) => `index-${end}`);
      const storedIn = (id: string) => readdir(join(folder, 'files/v1', owner, id));

      it('are one asset, and its main list is stored last', async () => {
        const id = await submit(HLS);
        const put = vi.spyOn(storage, 'put');
        await runRender(partsWith(threeFiles), job(id, true));
        const keys = put.mock.calls.map(([key]) => key);
        put.mockRestore();
        expect(keys).toEqual([...names, 'index.m3u8'].map((name) => `v1/${owner}/${id}/${name}`));
        expect(await shown(id)).toMatchObject({ status: 'done', output: `v1/${owner}/${id}/index.m3u8` });
        const [asset, ...others] = await assetsOf(id);
        expect(others).toEqual([]);
        expect(asset).toMatchObject({ part: 'output', filename: 'index.m3u8' });
        expect(await text(await storage.open(keys[1]!))).toBe('the parts 1');
        await deleteAsset(database.tables, owner, asset!.id);
        await sweepFiles(partsWith(threeFiles));
        expect(await stored()).not.toContain(id);
      });

      it('of two outputs have a folder for each, and are found again after a kill', async () => {
        const outputs = [1, 2].map(() => ({ ...OUTPUT, format: 'hls' }));
        const id = await submit(JSON.stringify({ timeline: TIMELINE, outputs }));
        vi.spyOn(storage, 'put').mockRejectedValueOnce(
          new KinoraError('worker_lost', 'The worker has died.'),
        );
        await runRender(partsWith(threeFiles), job(id, false));
        const rendered = vi.fn(threeFiles);
        await runRender(partsWith(rendered), job(id, true));
        expect(rendered).not.toHaveBeenCalled();
        const all = ['index.m3u8', ...names].toSorted();
        expect((await storedIn(id)).toSorted()).toEqual(all);
        expect((await storedIn(`${id}-1`)).toSorted()).toEqual(all);
        const assets = await assetsOf(id);
        expect(assets.map(({ file }) => file)).toEqual(
          [id, `${id}-1`].map((set) => `v1/${owner}/${set}/index.m3u8`),
        );
        for (const asset of assets) await deleteAsset(database.tables, owner, asset.id);
        await sweepFiles(partsWith(threeFiles));
        expect((await stored()).filter((name) => name.startsWith(id))).toEqual([]);
      });

      it('without sound have none of its files', async () => {
        const id = await submit(HLS);
        const silent: RenderEdit = async (_edit, to) => {
          for (const path of listFiles(to).filter((file) => !file.includes('sound')))
            await writeFile(path, 'made');
          return { duration: 1, warnings: [] };
        };
        await runRender(partsWith(silent), job(id, true));
        expect((await storedIn(id)).toSorted()).toEqual([...names.slice(0, 4), 'index.m3u8'].toSorted());
      });

      it('are all removed if one of them cannot be stored, and none was shown', async () => {
        const id = await submit(HLS);
        const real = storage.put.bind(storage);
        vi.spyOn(storage, 'put')
          .mockImplementationOnce(real)
          .mockImplementationOnce(real)
          .mockRejectedValueOnce(new KinoraError('internal', 'The disk is slow.'));
        expect(await runRender(partsWith(threeFiles), job(id, false))).toMatchObject({ then: 'again' });
        expect(await storedIn(id)).toHaveLength(2);
        expect(await shown(id)).toMatchObject({ output: null });
        await cancelRender(database.tables, owner, id);
        await runRender(partsWith(threeFiles), job(id, false));
        expect(await stored()).not.toContain(id);
      });
    });

    describe('of an edit with several outputs', () => {
      const outputs = [{ ...OUTPUT, poster: { capture: 0 } }, { format: 'gif', resolution: 'sd' }, OUTPUT];
      const edit = JSON.stringify({ timeline: TIMELINE, outputs, callback: 'https://client.example/hook' });
      const threeOutputs: RenderEdit = async (given, to, options) => {
        const summary = await threeFiles(given, to, options);
        return { ...summary, width: 1024, others: [{ duration: 2, width: 512 }, { duration: 3 }] };
      };

      it('hosts the files of each output, and tells of them in their order', async () => {
        const id = await submit(edit);
        const key = `v1/${owner}/${id}`;
        await runRender(partsWith(threeOutputs), job(id, true));
        const row = await shown(id);
        expect(row).toMatchObject({ output: `${key}.mp4`, poster: `${key}-poster.jpg`, duration: 1 });
        expect(row.further).toHaveLength(2);
        expect(JSON.parse(row.outputs ?? '')).toEqual([
          { format: 'mp4', width: 1024, duration: 1 },
          { format: 'gif', width: 512, duration: 2 },
          { format: 'mp4', duration: 3 },
        ]);
        const names = (await assetsOf(id)).map(({ filename, position }) => [filename, position]);
        expect(names).toEqual([
          [`${id}.mp4`, 0],
          [`${id}-poster.jpg`, 0],
          [`${id}-1.gif`, 1],
          [`${id}-2.mp4`, 2],
        ]);
        const [callback] = await listCallbacks(id);
        expect(callback?.outputs?.map(({ url }) => url)).toEqual(
          [`${key}.mp4`, `${key}-1.gif`, `${key}-2.mp4`].map(
            (file) => `https://kinora.example/files/${file}`,
          ),
        );
      });

      it('keeps the assets of an attempt that was killed while it stored the second output', async () => {
        const id = await submit(edit);
        const real = storage.put.bind(storage);
        const put = vi.spyOn(storage, 'put').mockImplementation(async (key, from) => {
          if (key.endsWith('-1.gif')) throw new KinoraError('worker_lost', 'The worker has died.');
          await real(key, from);
        });
        await runRender(partsWith(threeOutputs), job(id, false));
        put.mockRestore();
        const before = await assetsOf(id);
        expect(before).toHaveLength(4);
        expect(await shown(id)).toMatchObject({ output: null, outputs: null, further: null });
        const rendered = vi.fn(threeOutputs);
        await runRender(partsWith(rendered), job(id, true));
        expect(rendered).not.toHaveBeenCalled();
        expect(await shown(id)).toMatchObject({ status: 'done' });
        expect((await assetsOf(id)).map((asset) => asset.id)).toEqual(before.map((asset) => asset.id));
        expect((await stored()).sort()).toEqual(
          ['-1.gif', '-2.mp4', '-poster.jpg', '.mp4'].map((ending) => `${id}${ending}`),
        );
      });

      /** The bodies of the callbacks of a render. */
      async function listCallbacks(id: string) {
        const rows = await database.tables
          .selectFrom('callback')
          .select('body')
          .where('subject', '=', id)
          .orderBy('id')
          .execute();
        return rows.map(({ body }) => JSON.parse(body) as { outputs?: { url: string }[] });
      }
    });

    it('shows the files of a render only after all of them are stored, and none if one fails', async () => {
      const id = await submit(STILLS);
      const real = storage.put.bind(storage);
      const seen: unknown[] = [];
      const put = vi.spyOn(storage, 'put').mockImplementation(async (key, from) => {
        const { output, poster, thumbnail } = await shown(id);
        seen.push(output, poster, thumbnail, ...(await assetsOf(id)).map(({ status }) => status));
        if (key.endsWith('-thumb.jpg')) throw new KinoraError('internal', 'The disk is full.');
        await real(key, from);
      });
      await runRender(partsWith(threeFiles), job(id, true));
      put.mockRestore();
      expect(new Set(seen)).toEqual(new Set([null, 'importing']));
      const none = { output: null, poster: null, thumbnail: null };
      expect(await shown(id)).toMatchObject({ status: 'failed', ...none });
      expect((await assetsOf(id)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
      expect(await stored()).toEqual([]);
    });

    it('hosts its files under the same ids if storing them is retried', async () => {
      const id = await submit(STILLS);
      vi.spyOn(storage, 'put').mockRejectedValueOnce(new KinoraError('internal', 'The disk is slow.'));
      expect(await runRender(partsWith(threeFiles), job(id, false))).toMatchObject({ then: 'again' });
      const ids = (await assetsOf(id)).map((asset) => asset.id);
      expect(ids).toHaveLength(3);
      await runRender(partsWith(threeFiles), job(id, true));
      expect(await assetsOf(id)).toMatchObject(ids.map((own) => ({ id: own, status: 'ready' })));
    });

    it('removes the files of an earlier attempt if the render is cancelled during the next one', async () => {
      const id = await submit(STILLS);
      const real = storage.put.bind(storage);
      vi.spyOn(storage, 'put')
        .mockImplementationOnce(real)
        .mockImplementationOnce(real)
        .mockRejectedValueOnce(new KinoraError('internal', 'The disk is slow.'));
      expect(await runRender(partsWith(threeFiles), job(id, false))).toMatchObject({ then: 'again' });
      expect(await stored()).toHaveLength(2);
      const cancelled = partsWith(async (_edit, _to, { signal }) => {
        await cancelRender(database.tables, owner, id);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw new Error('aborted');
      });
      // Another machine has no finished files, so it renders again.
      await runRender({ ...cancelled, folder: join(folder, 'elsewhere') }, job(id, false));
      expect(await stored()).toEqual([]);
    });

    /** Makes an attempt that stores two of three files and is to be retried. Returns the id of its render. */
    async function halfStored(): Promise<string> {
      const id = await submit(STILLS);
      const real = storage.put.bind(storage);
      const put = vi
        .spyOn(storage, 'put')
        .mockImplementationOnce(real)
        .mockImplementationOnce(real)
        .mockRejectedValueOnce(new KinoraError('internal', 'The disk is slow.'));
      expect(await runRender(partsWith(threeFiles), job(id, false))).toMatchObject({ then: 'again' });
      put.mockRestore();
      expect(await stored()).toHaveLength(2);
      return id;
    }

    it('removes the files of an attempt if the render is cancelled before the next one', async () => {
      const id = await halfStored();
      await cancelRender(database.tables, owner, id);
      await runRender(partsWith(threeFiles), job(id, false));
      expect(await stored()).toEqual([]);
      expect((await assetsOf(id)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
    });

    it('removes the files of all attempts if the render is given up', async () => {
      const id = await halfStored();
      vi.spyOn(queue.renders, 'findOrphaned').mockResolvedValueOnce([id]);
      vi.spyOn(queue.renders, 'startWorkers').mockResolvedValueOnce();
      (await startWorker(partsWith(threeFiles), { renders: 1, renditions: 1 })).stop();
      expect(await shown(id)).toMatchObject({ status: 'failed' });
      expect(await stored()).toEqual([]);
    });

    it.each(['first', 'second', 'third'])(
      'keeps the files that another machine has published if this one stalls before the %s file',
      async (which) => {
        const id = await submit(STILLS);
        const later: RenderEdit = async (_edit, to) => {
          for (const path of listFiles(to)) await writeFile(path, 'newer');
          return { duration: 2, warnings: [] };
        };
        const real = storage.put.bind(storage);
        let puts = 0;
        const put = vi.spyOn(storage, 'put').mockImplementation(async (...given) => {
          if (puts++ === ['first', 'second', 'third'].indexOf(which)) {
            put.mockRestore();
            await runRender({ ...partsWith(later), folder: join(folder, 'elsewhere') }, job(id, true));
          }
          await real(...given);
        });
        await runRender(partsWith(threeFiles), job(id, true));
        expect(await shown(id)).toMatchObject({ status: 'done', duration: 2 });
        const contents = (await assetsOf(id)).map(async ({ file }) => text(await storage.open(file)));
        expect(await Promise.all(contents)).toEqual(['newer', 'newer', 'newer']);
      },
    );

    it.each([
      ['cancelled', (id: string) => cancelRender(database.tables, owner, id)],
      [
        'deleted',
        async (id: string) => {
          await cancelRender(database.tables, owner, id);
          await deleteRender(database.tables, id);
        },
      ],
    ])('keeps no file of a render that is %s while its files are being stored', async (what, end) => {
      const id = await submit(STILLS);
      const parts = partsWith(threeFiles);
      const put = vi.spyOn(storage, 'put').mockImplementationOnce(async (key, from) => {
        await end(id);
        put.mockRestore();
        await storage.put(key, from);
      });
      await runRender(parts, job(id, false));
      expect(await stored()).toEqual([]);
      const row = await findRender(database.tables, owner, id);
      if (what === 'cancelled')
        expect(row).toMatchObject({ status: 'failed', error: 'Cancelled', output: null });
      else expect(row).toBeUndefined();
      expect((await assetsOf(id)).map(({ status }) => status)).toEqual(
        what === 'cancelled' ? ['failed', 'failed', 'failed'] : [],
      );
    });

    it('removes the files of a cancelled render later if they cannot be removed now', async () => {
      const id = await halfStored();
      const broken = vi.spyOn(storage, 'delete').mockRejectedValue(new Error('down'));
      await cancelRender(database.tables, owner, id);
      await runRender(partsWith(threeFiles), job(id, false));
      await sweepFiles(partsWith(threeFiles));
      expect(await stored()).toHaveLength(2);
      broken.mockRestore();
      await sweepFiles(partsWith(threeFiles));
      expect(await stored()).toEqual([]);
    });

    it('keeps no file of a cancelled render, even if storing it fails with a retryable error', async () => {
      const id = await submit(EDIT);
      const parts = partsWith(async (_edit, to) => {
        await writeFile(to.output, 'a film');
        return { duration: 1, warnings: [] };
      });
      const put = vi.spyOn(storage, 'put').mockImplementationOnce(async (key, from) => {
        await cancelRender(database.tables, owner, id);
        put.mockRestore();
        await storage.put(key, from);
        throw new KinoraError('internal', 'The disk is slow.');
      });
      // The attempt sees the cancellation or the failure first: both are right, and neither may keep the file.
      expect(['again', 'failed']).toContain((await runRender(parts, job(id, false))).then);
      expect(await storage.stat(`v1/${owner}/${id}.mp4`)).toBeUndefined();
    });

    it('keeps the file of the worker that has taken over', async () => {
      const id = await submit(EDIT);
      const film: RenderEdit = async (_edit, to) => {
        await writeFile(to.output, 'a film');
        return { duration: 1, warnings: [] };
      };
      const late = partsWith(async (...given) => {
        await runRender(partsWith(film), job(id, true));
        return await film(...given);
      });
      await runRender(late, job(id, true));
      expect(await shown(id)).toMatchObject({ status: 'done' });
      expect(await text(await storage.open(`v1/${owner}/${id}.mp4`))).toBe('a film');
    });
  });
});
