import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { listFiles } from '../edit/index.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import type { Storage } from '../hosting/storage.ts';
import { openQueue, type Queue } from '../jobs/queue.ts';
import type { RenderJob } from '../jobs/render-queue.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { findAssetsOfRender } from '../store/assets.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { cancelRender, findRender } from '../store/renders.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../store/test-databases.fixture.ts';
import { handleRenderJob } from './render-job.ts';
import { renderJobOf, runRender } from './run-render.fixture.ts';
import { OFFLINE_CONTEXT } from './worker-context.fixture.ts';
import type { WorkerContext } from './worker-context.ts';

const EDIT = JSON.stringify({
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'sd', poster: { capture: 0 } },
});
const AWAY = () => new KinoraError('storage_failed', 'The storage of Kinora could not store the file.');
const FAST = { limitMs: 60_000, refusalLimitMs: 60_000, firstPauseMs: 1, maxPauseMs: 2 };

describe.each(TEST_DATABASES)('outages at the end of a render on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with a queue', () => {
    let test: TestDatabase;
    let database: Database;
    let owner: string;
    let folder: string;
    let storage: Storage;
    let queue: Queue;
    /** Number of times that the renderer has made the files. */
    let rendered: number;
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
      folder = await mkdtemp(join(tmpdir(), 'kinora-outages-'));
      storage = await openDiskStorage(join(folder, 'files'));
      rendered = 0;
    });
    afterEach(() => rm(folder, { recursive: true }));

    function context(more: Partial<WorkerContext> = {}): WorkerContext {
      return {
        database,
        queue,
        storage,
        folder: join(folder, 'tmp'),
        log: SILENT,
        storageRetryLimits: FAST,
        ...OFFLINE_CONTEXT,
        toPublicUrl: (file) => `https://kinora.example/files/${file}`,
        render: async (_edit, to, { onProgress }) => {
          rendered += 1;
          onProgress({ phase: 'rendering' });
          for (const path of listFiles(to)) await writeFile(path, 'a film');
          return { duration: 1, warnings: [] };
        },
        ...more,
      };
    }
    async function submit(): Promise<string> {
      const id = uuid();
      await queue.renders.submit({ id, owner, stage: 'v1', edit: EDIT, dialect: 'interface' });
      return id;
    }
    const shown = async (id: string) => (await findRender(database.tables, owner, id))!;
    const stored = () => readdir(join(folder, 'files/v1', owner));
    const kept = async () => (await readdir(join(folder, 'tmp'), { recursive: true })).toSorted();

    /** Expects that a render is done, with one asset and one stored file for each of its two parts. */
    async function expectDone(id: string): Promise<void> {
      expect(await shown(id)).toMatchObject({ status: 'done', error: null, duration: 1 });
      const assets = await findAssetsOfRender(database.tables, owner, id);
      expect(assets.map(({ status }) => status)).toEqual(['ready', 'ready']);
      expect(await stored()).toHaveLength(2);
      expect(await kept()).toEqual(['finished']);
    }

    it('stores finished files again and again, and shows that they are being saved', async () => {
      const id = await submit();
      const put = vi.spyOn(storage, 'put');
      for (let failures = 0; failures < 3; failures += 1)
        put.mockImplementationOnce(async () => {
          expect((await shown(id)).status).toBe('saving');
          throw AWAY();
        });
      const { then, stages } = await runRender(context(), renderJobOf(id));
      expect(then).toBe('done');
      expect(Object.keys(stages ?? {})).toEqual(['fetching', 'rendering', 'saving']);
      expect(rendered).toBe(1);
      await expectDone(id);
    });

    it.each([
      ['stored nothing', 0],
      ['stored one of two files', 1],
    ])('does not render again after the death of a process that had %s', async (_what, files) => {
      const id = await submit();
      const real = storage.put.bind(storage);
      const put = vi.spyOn(storage, 'put');
      const dead = Promise.withResolvers<undefined>();
      for (let at = 0; at < files; at += 1) put.mockImplementationOnce(real);
      put.mockImplementationOnce(() => {
        dead.resolve(undefined);
        return new Promise(() => undefined);
      });
      const stop = new AbortController();
      // A dead process never comes to an end.
      void handleRenderJob(context(), renderJobOf(id, { signal: stop.signal })).catch(() => undefined);
      await dead.promise;
      put.mockRestore();
      await runRender(context(), renderJobOf(id));
      expect(rendered).toBe(1);
      await expectDone(id);
    });

    it('does not render again if the process died before it recorded the end', async () => {
      const id = await submit();
      await handleRenderJob(context(), renderJobOf(id));
      expect((await shown(id)).status).toBe('saving');
      await runRender(context(), renderJobOf(id));
      expect(rendered).toBe(1);
      await expectDone(id);
    });

    it('gives the render back if the process stops, and stores the same files later', async () => {
      const id = await submit();
      const stop = new AbortController();
      const put = vi.spyOn(storage, 'put').mockImplementation(() => {
        stop.abort(new KinoraError('stopping', 'The server is stopping.'));
        return Promise.reject(AWAY());
      });
      const job = renderJobOf(id, { signal: stop.signal });
      expect(await runRender(context(), job)).toMatchObject({ then: 'back', code: 'stopping' });
      expect((await shown(id)).status).toBe('queued');
      put.mockRestore();
      await runRender(context(), renderJobOf(id));
      expect(rendered).toBe(1);
      await expectDone(id);
    });

    it('ends at once if the render is cancelled while the storage is away', async () => {
      const id = await submit();
      vi.spyOn(storage, 'put').mockRejectedValue(AWAY());
      const limits = { ...FAST, firstPauseMs: 60_000, maxPauseMs: 60_000 };
      const ending = runRender(context({ storageRetryLimits: limits }), renderJobOf(id));
      await waitUntil(async () => (await shown(id)).status === 'saving');
      await cancelRender(database.tables, owner, id);
      expect(await ending).toMatchObject({ then: 'failed', code: 'cancelled' });
      expect(await shown(id)).toMatchObject({ status: 'failed', error: 'Cancelled', code: 'cancelled' });
      expect(await kept()).toEqual(['finished']);
    });

    it('fails with the true reason if the storage stays away too long', async () => {
      const id = await submit();
      vi.spyOn(storage, 'put').mockRejectedValue(AWAY());
      const impatient = context({ storageRetryLimits: { ...FAST, limitMs: 5 } });
      expect(await runRender(impatient, renderJobOf(id))).toMatchObject({ then: 'failed' });
      expect(await shown(id)).toMatchObject({ code: 'storage_failed', error: AWAY().message });
      expect(await kept()).toEqual(['finished']);
    });

    it('does not count an attempt that the disk or the storage of a source prevented', async () => {
      const id = await submit();
      const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      for (const [error, code] of [
        [full, 'disk_full'],
        [AWAY(), 'storage_failed'],
      ] as const) {
        const failing = context({ render: () => Promise.reject(error) });
        const job = renderJobOf(id, { isLastTry: true });
        expect(await runRender(failing, job)).toMatchObject({ then: 'later', code });
        expect(await shown(id)).toMatchObject({ status: 'queued', error: null });
      }
    });

    it('tells why a render failed', async () => {
      const id = await submit();
      const failing = context({
        render: () => Promise.reject(new KinoraError('render_crashed', 'The process has crashed.')),
      });
      await runRender(failing, renderJobOf(id, { isLastTry: true }));
      expect(await shown(id)).toMatchObject({ error: 'The process has crashed.', code: 'render_crashed' });
    });

    /** A database that goes away after each piece of work, before it has sent the result. */
    function forgetful(): Database {
      const retryUntilAvailable: Database['retryUntilAvailable'] = (work, options) => {
        let isLost = false;
        return database.retryUntilAvailable(async () => {
          const result = await work();
          if (isLost) return result;
          isLost = true;
          throw Object.assign(new Error('terminating connection'), { code: '57P01' });
        }, options);
      };
      return { ...database, retryUntilAvailable };
    }

    it('renders once if the database goes away during every write', async () => {
      const id = await submit();
      const job: RenderJob = renderJobOf(id);
      const flaky = context({ database: forgetful() });
      const { record, cleanUp } = await handleRenderJob(flaky, job);
      // The queue repeats this transaction, too.
      const write = () => database.tables.transaction().execute(record!);
      await forgetful().retryUntilAvailable(write);
      await cleanUp?.();
      expect(rendered).toBe(1);
      await expectDone(id);
    });
  });
});
