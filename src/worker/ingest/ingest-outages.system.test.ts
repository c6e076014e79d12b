import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import type { AttemptReport } from '../../jobs/attempt-job.ts';
import { openTestServer, type TestServer } from '../../server/http/server.fixture.ts';
import { TEST_DATABASES, type TestDatabase } from '../../store/test-databases.fixture.ts';
import { OFFLINE_CONTEXT } from '../worker-context.fixture.ts';
import type { WorkerContext } from '../worker-context.ts';
import { makeAttempt } from '../attempt-handlers.ts';
import { IMPORT } from './import-job.ts';
import { RENDITION } from './rendition-job.ts';

const AWAY = () => new KinoraError('storage_failed', 'The storage of Kinora could not store the file.');

describe.each(TEST_DATABASES)('outages during an ingest on $name', ({ missing, start }) => {
  describe.skipIf(missing)('without a worker', () => {
    let test: TestDatabase;
    let folder: string;
    let server: TestServer;
    const made = { fetched: 0, converted: 0 };
    beforeAll(async () => {
      test = await start();
      folder = await mkdtemp(join(tmpdir(), 'kinora-ingest-outages-'));
      server = await openTestServer(test.location);
    });
    afterAll(async () => {
      await server.close();
      await test.stop();
      await rm(folder, { recursive: true });
    });
    afterEach(() => {
      vi.restoreAllMocks();
      Object.assign(made, { fetched: 0, converted: 0 });
    });

    function context(): WorkerContext {
      return {
        ...server.parts,
        ...OFFLINE_CONTEXT,
        folder: join(folder, 'tmp'),
        log: SILENT,
        toPublicUrl: (file) => file,
        storageRetryLimits: { limitMs: 60_000, refusalLimitMs: 60_000, firstPauseMs: 1, maxPauseMs: 2 },
        render: () => Promise.reject(new Error('This test renders nothing.')),
        fetch: async () => {
          made.fetched += 1;
          const path = join(folder, `fetched-${uuid()}`);
          // Equal bytes would give equal renditions, which are copied.
          await writeFile(path, path);
          return { path, release: () => rm(path) };
        },
        inspectSource: () => Promise.resolve({ kind: 'video', extension: '.mp4', width: 640, height: 360 }),
        convert: async (path, _transformation, to) => {
          made.converted += 1;
          const file = join(to.folder, `${to.name}.webm`);
          await writeFile(file, `webm of ${await readFile(path, 'utf8')}`);
          return { path: file, extension: '.webm', width: 320, height: 180, duration: 2, fps: 25 };
        },
      };
    }
    const job = <Kind extends string>(kind: Kind, id: string) => ({
      kind,
      id,
      owner: server.owners.v1,
      job: uuid(),
      tries: 4,
      isLastTry: true,
      cost: { seconds: 1 },
      signal: new AbortController().signal,
    });
    async function ingest(): Promise<{ source: string; rendition: string }> {
      const outputs = { renditions: [{ format: 'webm' }] };
      const body = { url: `https://films.example/${uuid()}.mp4`, outputs };
      const answer = await server.ask('POST', '/ingest/v1/sources', body);
      const source = answer.json<{ data: { id: string } }>().data.id;
      const { id: rendition } = await server.parts.database.tables
        .selectFrom('rendition')
        .select('id')
        .where('source', '=', source)
        .executeTakeFirstOrThrow();
      return { source, rendition };
    }
    async function record({ record, cleanUp, ...report }: AttemptReport): Promise<AttemptReport> {
      if (record) await server.parts.database.tables.transaction().execute(record);
      await cleanUp?.();
      return report;
    }
    const statusOf = async (table: 'source' | 'rendition', id: string) =>
      (
        await server.parts.database.tables
          .selectFrom(table)
          .select('status')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).status;

    it('stores a source and a rendition again and again, and makes them once', async () => {
      const { source, rendition } = await ingest();
      const put = vi.spyOn(server.parts.storage, 'put').mockRejectedValueOnce(AWAY());
      await record(await makeAttempt(context(), IMPORT, job('source', source)));
      expect(await statusOf('source', source)).toBe('ready');
      put.mockRejectedValueOnce(AWAY()).mockRejectedValueOnce(AWAY());
      const { stages } = await record(await makeAttempt(context(), RENDITION, job('rendition', rendition)));
      expect(await statusOf('rendition', rendition)).toBe('ready');
      expect(Object.keys(stages ?? {})).toEqual(['making', 'saving']);
      // The rendition fetches its source.
      expect(made).toEqual({ fetched: 2, converted: 1 });
      expect(await readdir(join(folder, 'tmp/finished'))).toEqual([]);
    });

    it('makes nothing again if the process died before it recorded the end', async () => {
      const { source, rendition } = await ingest();
      await makeAttempt(context(), IMPORT, job('source', source));
      expect(await statusOf('source', source)).toBe('importing');
      await record(await makeAttempt(context(), IMPORT, job('source', source)));
      expect(await statusOf('source', source)).toBe('ready');
      expect(made.fetched).toBe(1);
      await makeAttempt(context(), RENDITION, job('rendition', rendition));
      await record(await makeAttempt(context(), RENDITION, job('rendition', rendition)));
      expect(await statusOf('rendition', rendition)).toBe('ready');
      expect(made).toEqual({ fetched: 2, converted: 1 });
      expect(await readdir(join(folder, 'tmp/finished'))).toEqual([]);
    });

    it('waits with a source that the storage cannot tell, without counting the attempt', async () => {
      const { source } = await ingest();
      const failing = { ...context(), fetch: () => Promise.reject(AWAY()) };
      const report = await record(await makeAttempt(failing, IMPORT, job('source', source)));
      expect(report).toMatchObject({ then: 'later', code: 'storage_failed' });
      expect(await statusOf('source', source)).toBe('queued');
    });
  });
});
