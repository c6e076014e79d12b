import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { SILENT } from '../base/logger.ts';
import { openDiskStorage } from '../hosting/disk-storage.ts';
import type { Storage } from '../hosting/storage.ts';
import { OFFLINE_CONTEXT } from './worker-context.fixture.ts';
import { openQueue, type Queue } from '../jobs/queue.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { findAssetsOfRender } from '../store/assets.ts';
import { beginAttempt } from '../store/attempts.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../store/test-databases.fixture.ts';
import { cancelRender, findRender, type RenderRow } from '../store/renders.ts';
import type { RenderEdit } from './worker-context.ts';
import { renderJobOf, runRender } from './run-render.fixture.ts';
import { startWorker } from './worker.ts';

const EDIT = JSON.stringify({
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
});

describe.each(TEST_DATABASES)('a worker on $name', ({ missing, start }) => {
  describe.skipIf(missing)('at work', () => {
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
    });
    afterAll(async () => {
      await database.close();
      await test.stop();
    });
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'kinora-worker-'));
      storage = await openDiskStorage(join(folder, 'files'));
      queue = await openQueue(database, { log: SILENT });
    });
    afterEach(async () => {
      await queue.stop();
      await rm(folder, { recursive: true });
      await sql`delete from pgboss.job`.execute(database.tables);
    });

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
    async function submit(edit = EDIT): Promise<string> {
      const id = uuid();
      await queue.renders.submit({ id, owner, stage: 'v1', edit, dialect: 'interface' });
      return id;
    }
    async function shown(id: string): Promise<RenderRow> {
      return (await findRender(database.tables, owner, id))!;
    }
    async function statusOf(id: string): Promise<string> {
      return (await shown(id)).status;
    }
    const job = (render: string, isLastTry: boolean, signal = new AbortController().signal) =>
      renderJobOf(render, { isLastTry, signal });
    /** True if no attempt has left temporary or finished files. */
    async function isCleanedUp(): Promise<boolean> {
      // A folder may be removed while it is read.
      const left = await ignoreMissing(readdir(join(folder, 'tmp'), { recursive: true }));
      return left?.every((name) => name === 'finished') === true;
    }
    const assetsOf = (id: string) => findAssetsOfRender(database.tables, owner, id);

    it('begins with generating if the edit has generated assets', async () => {
      const seen: string[] = [];
      const statuses = ['generating', 'fetching'] as const;
      let id = '';
      const worker = await startWorker(
        partsWith(async (_, to, { onProgress }) => {
          seen.push(await statusOf(id));
          for (const phase of statuses) {
            onProgress({ phase });
            await waitUntil(async () => (await statusOf(id)) === phase);
            seen.push(phase);
          }
          await writeFile(to.output, 'a film');
          return { warnings: [] };
        }),
        { renders: 1, renditions: 1 },
      );
      const asset = { type: 'text-to-speech', text: 'Hi', voice: 'Amy' };
      const timeline = { tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] };
      id = await submit(JSON.stringify({ timeline, output: { format: 'mp4', resolution: 'sd' } }));
      await waitUntil(async () => ['done', 'failed'].includes(await statusOf(id)));
      worker.stop();
      expect(seen).toEqual(['generating', ...statuses]);
    });

    it('records every status in turn, hosts the file and cleans up', async () => {
      const seen: string[] = [];
      let id = '';
      const worker = await startWorker(
        partsWith(async (edit, to, { owner: whose, folder: own, onProgress }) => {
          seen.push(await statusOf(id));
          for (const stage of ['preprocessing', 'rendering'] as const) {
            onProgress({ phase: stage });
            onProgress({ phase: stage });
            await waitUntil(async () => (await statusOf(id)) === stage);
            seen.push(stage);
          }
          expect(edit.outline.output).toMatchObject({ format: 'mp4', resolution: 'sd' });
          expect(whose).toBe(owner);
          expect((await stat(own)).isDirectory()).toBe(true);
          await writeFile(to.output, 'a film');
          expect(await assetsOf(id)).toEqual([]);
          return { duration: 1.25, warnings: [] };
        }),
        { renders: 1, renditions: 1 },
      );
      id = await submit();
      await waitUntil(async () => ['done', 'failed'].includes(await statusOf(id)));
      worker.stop();
      expect(seen).toEqual(['fetching', 'preprocessing', 'rendering']);
      const file = `v1/${owner}/${id}.mp4`;
      const row = await shown(id);
      expect(row).toMatchObject({ status: 'done', error: null, output: file, duration: 1.25 });
      expect(row).toMatchObject({ poster: null, thumbnail: null });
      expect(row.render_time).toBeGreaterThan(0);
      expect(await text(await storage.open(file))).toBe('a film');
      expect(await assetsOf(id)).toMatchObject([
        { status: 'ready', part: 'output', filename: `${id}.mp4`, file, render: id },
      ]);
      await waitUntil(isCleanedUp);
    });

    it.each([
      ['stage', true],
      ['v1', false],
    ] as const)('asks for a watermark on renders of %s: %s', async (stage, expected) => {
      const id = uuid();
      await queue.renders.submit({ id, owner, stage, edit: EDIT, dialect: 'interface' });
      let asked: boolean | undefined;
      await runRender(
        partsWith((_edit, _to, { watermark }) => {
          asked = watermark;
          return Promise.reject(new KinoraError('asset_not_found', 'Enough is known.'));
        }),
        job(id, true),
      );
      expect(asked).toBe(expected);
    });

    it('tells each attempt when the client asked, so that none pays again for what has failed', async () => {
      const id = await submit();
      const asked: Date[] = [];
      const parts = partsWith((_edit, _to, { requestedAt }) => {
        asked.push(requestedAt);
        return Promise.reject(new KinoraError('render_crashed', 'The process has crashed.'));
      });
      expect(await runRender(parts, job(id, false))).toMatchObject({ then: 'again', code: 'render_crashed' });
      await runRender(parts, job(id, true));
      const { created } = await shown(id);
      expect(asked).toEqual([created, created]);
    });

    it.each([
      'asset_not_found',
      // The download itself has already retried these.
      'asset_unreachable',
      'asset_timed_out',
    ] as const)('records the public message of a failure that a retry cannot fix: %s', async (code) => {
      const id = await submit();
      const sentence = 'Clip 1 of track 1: https://a.example/b.mp4 was not found.';
      await runRender(
        partsWith(() => Promise.reject(new KinoraError(code, sentence))),
        job(id, false),
      );
      expect(await shown(id)).toMatchObject({ status: 'failed', error: sentence, output: null });
      expect(await isCleanedUp()).toBe(true);
    });

    it('retries a failure that may pass, and finally records it without internal details', async () => {
      const id = await submit();
      const broken = partsWith(() => Promise.reject(new Error('/secret/path is broken')));
      expect(await runRender(broken, job(id, false))).toMatchObject({ then: 'again', code: 'internal' });
      expect(await shown(id)).toMatchObject({ status: 'queued', error: null });
      await runRender(broken, job(id, true));
      expect(await shown(id)).toMatchObject({
        status: 'failed',
        error: 'Something went wrong on our side.',
      });
    });

    it('fails the asset, too, if the file cannot be stored', async () => {
      const id = await submit();
      const failure = new Error('/secret/path is broken');
      vi.spyOn(storage, 'put').mockRejectedValueOnce(failure);
      await runRender(
        partsWith(async (_edit, to) => {
          await writeFile(to.output, 'a film');
          return { duration: 1, warnings: [] };
        }),
        job(id, true),
      );
      expect(await shown(id)).toMatchObject({ status: 'failed', output: null });
      expect(await assetsOf(id)).toMatchObject([{ status: 'failed' }]);
    });

    it('tells later attempts that others may still help with the earlier one', async () => {
      const id = await submit();
      const asked: boolean[] = [];
      const parts = partsWith((_edit, _to, { isRepeated }) => {
        asked.push(isRepeated);
        return Promise.reject(new KinoraError('render_crashed', 'The process has crashed.'));
      });
      await runRender(parts, job(id, false));
      await runRender(parts, job(id, true));
      expect(asked).toEqual([false, true]);
    });

    it('rejects an edit that this version does not support', async () => {
      const id = await submit('{"timeline":{}}');
      await runRender(
        partsWith(() => Promise.resolve({ duration: 1, warnings: [] })),
        job(id, false),
      );
      expect(await shown(id)).toMatchObject({ status: 'failed' });
      expect((await shown(id)).error).toContain('timeline.tracks');
    });

    it('records nothing after another worker has begun the render, and aborts the work', async () => {
      const id = await submit();
      let aborted = false;
      await runRender(
        partsWith(async (_edit, to, { signal, onProgress }) => {
          await beginAttempt(database.tables, id);
          onProgress({ phase: 'rendering' });
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          aborted = true;
          await writeFile(to.output, 'too late');
          throw new Error('aborted');
        }),
        job(id, true),
      );
      expect(aborted).toBe(true);
      expect(await shown(id)).toMatchObject({ status: 'fetching', error: null });
    });

    it('records the progress of a render and the estimated time left', async () => {
      const id = await submit();
      await runRender(
        partsWith(async (_edit, to, { onProgress }) => {
          onProgress({ phase: 'rendering' });
          for (const frame of [0, 100, 150]) onProgress({ phase: 'rendering', frame, frames: 400 });
          await waitUntil(async () => (await shown(id)).progress === 0.375);
          expect((await shown(id)).eta).toBeGreaterThan(0);
          const { updated } = await shown(id);
          onProgress({ phase: 'rendering', frame: 400, frames: 400 });
          await waitUntil(async () => (await shown(id)).progress === 0.99);
          expect((await shown(id)).updated).toEqual(updated);
          await writeFile(to.output, 'a film');
          return { duration: 1, warnings: [{ field: 'timeline', text: 'Odd.' }] };
        }),
        job(id, true),
      );
      expect(await shown(id)).toMatchObject({
        status: 'done',
        progress: 1,
        eta: null,
        warnings: '[{"field":"timeline","text":"Odd."}]',
      });
    });

    it('ends a render that is cancelled, even while it reports no progress', async () => {
      const id = await submit();
      const errors = vi.fn();
      const parts = partsWith(async (_edit, _to, { signal }) => {
        expect(await cancelRender(database.tables, owner, id)).toBe(true);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw new Error('aborted');
      });
      await runRender({ ...parts, log: { ...SILENT, warn: errors, error: errors } }, job(id, false));
      expect(await shown(id)).toMatchObject({ status: 'failed', error: 'Cancelled' });
      expect(await isCleanedUp()).toBe(true);
      expect(errors).not.toHaveBeenCalled();
    });

    it('never runs a render that was cancelled while it waited', async () => {
      const [cancelled, next] = [await submit(), await submit()];
      await cancelRender(database.tables, owner, cancelled);
      const folders: string[] = [];
      await startWorker(
        partsWith(async (_edit, to, { folder: own }) => {
          folders.push(own);
          await writeFile(to.output, 'a film');
          return { duration: 1, warnings: [] };
        }),
        { renders: 1, renditions: 1 },
      );
      await waitUntil(async () => (await statusOf(next)) === 'done');
      expect(folders).toEqual([expect.stringContaining(next)]);
      expect(await shown(cancelled)).toMatchObject({ status: 'failed', error: 'Cancelled' });
    });

    it('ignores a render that is final', async () => {
      const id = await submit();
      await sql`update render set status = 'failed', error = 'No.' where id = ${id}`.execute(database.tables);
      let rendered = false;
      await runRender(
        partsWith(() => {
          rendered = true;
          return Promise.resolve({ duration: 1, warnings: [] });
        }),
        job(id, false),
      );
      expect(rendered).toBe(false);
      expect(await shown(id)).toMatchObject({ status: 'failed', error: 'No.' });
    });

    it('fails a render whose job ran out of time', async () => {
      const id = await submit();
      const late = AbortSignal.abort();
      await runRender(
        partsWith((_edit, _to, { signal }) => Promise.reject(signal.reason as Error)),
        job(id, false, late),
      );
      expect(await shown(id)).toMatchObject({ status: 'failed' });
      expect((await shown(id)).error).toBe('The work took too long and was stopped.');
    });

    it('gives a running render back when it stops, and the next process finishes it', async () => {
      const id = await submit();
      let begun = 0;
      const patient: RenderEdit = async (_edit, to, { signal, onProgress }) => {
        onProgress({ phase: 'rendering' });
        if (++begun === 1) {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          throw new Error('aborted');
        }
        await writeFile(to.output, 'a film');
        return { duration: 1, warnings: [] };
      };
      await startWorker(partsWith(patient), { renders: 1, renditions: 1 });
      await waitUntil(async () => (await statusOf(id)) === 'rendering');
      await queue.stop();
      expect(await shown(id)).toMatchObject({ status: 'queued', error: null });
      expect(await isCleanedUp()).toBe(true);
      queue = await openQueue(database, { log: SILENT });
      await startWorker(partsWith(patient), { renders: 1, renditions: 1 });
      await waitUntil(async () => (await statusOf(id)) === 'done');
      expect(begun).toBe(2);
    });

    it('removes the folders that dead workers left, and keeps those of living ones', async () => {
      const running = (await beginAttempt(database.tables, await submit()))!;
      const retaken = (await beginAttempt(database.tables, await submit()))!;
      await beginAttempt(database.tables, retaken.id);
      const kept = [`${running.id}.${running.attempt}`, 'something-else'];
      for (const name of [...kept, `${retaken.id}.${retaken.attempt}`, `${uuid()}.1`]) {
        await mkdir(join(folder, 'tmp', name), { recursive: true });
      }
      await startWorker(
        partsWith(() => Promise.reject(new Error('not now'))),
        { renders: 1, renditions: 1 },
      );
      expect((await readdir(join(folder, 'tmp'))).toSorted()).toEqual(expect.arrayContaining(kept));
      expect(await readdir(join(folder, 'tmp'))).not.toContain(`${retaken.id}.${retaken.attempt}`);
    });

    it('fails a render that has no job', async () => {
      const id = await submit();
      await sql`delete from pgboss.job`.execute(database.tables);
      const worker = await startWorker(
        partsWith(() => Promise.resolve({ duration: 1, warnings: [] })),
        { renders: 1, renditions: 1 },
      );
      worker.stop();
      expect(await shown(id)).toMatchObject({ status: 'failed' });
    });
  });
});
