import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { enqueueCopyCallback } from '../callbacks/enqueue-callbacks.ts';
import type { AttemptJob, RecordResult } from '../jobs/attempt-job.ts';
import { openTestServer, type TestServer } from '../server/http/server.fixture.ts';
import { type AssetRow, findStoredFiles } from '../store/assets.ts';
import { beginCopies, endCopy } from '../store/copies.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../store/test-databases.fixture.ts';
import { addRender, deleteRender } from '../store/renders.ts';
import type { WorkerContext } from './worker-context.ts';
import { OFFLINE_CONTEXT } from './worker-context.fixture.ts';
import { createAttemptHandlers, makeAttempt } from './attempt-handlers.ts';
import { TRANSFER } from './transfer-job.ts';
import { sweepFiles } from './worker.ts';

describe.each(TEST_DATABASES)('superseded work on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with a server', () => {
    let test: TestDatabase;
    let folder: string;
    let server: TestServer;
    beforeAll(async () => {
      test = await start();
      folder = await mkdtemp(join(tmpdir(), 'kinora-overtaken-'));
      server = await openTestServer(test.location);
    });
    afterAll(async () => {
      await server.close();
      await test.stop();
      await rm(folder, { recursive: true });
    });

    /** Returns the context of a worker whose fetched files have the given text. */
    function fetching(text: () => Promise<string>): WorkerContext {
      return {
        ...server.parts,
        ...OFFLINE_CONTEXT,
        folder,
        log: SILENT,
        toPublicUrl: (file) => file,
        render: () => Promise.reject(new Error('This test must not render anything.')),
        fetch: async () => {
          const path = join(folder, 'fetched');
          await writeFile(path, await text());
          return { path, release: () => Promise.resolve() };
        },
      };
    }
    const FETCHES = fetching.bind(undefined, () => Promise.resolve('fetched'));
    /** Creates a waiting transfer and returns its job. No worker runs, so only the test takes it. */
    async function transfer(name: string): Promise<AttemptJob<'transfer'>> {
      const body = { url: 'https://files.example/a.mp4', id: name, destinations: [] };
      expect((await server.ask('POST', '/serve/v1/assets', body)).statusCode).toBe(200);
      const { id, owner } = await server.parts.database.tables
        .selectFrom('transfer')
        .selectAll()
        .where('own_id', '=', name)
        .executeTakeFirstOrThrow();
      return {
        kind: 'transfer',
        id,
        owner,
        job: uuid(),
        tries: 6,
        isLastTry: true,
        cost: { seconds: 1 },
        signal: new AbortController().signal,
      };
    }
    async function record(end: RecordResult | undefined): Promise<void> {
      if (end) await server.parts.database.tables.transaction().execute(end);
    }
    async function hosted({ id }: AttemptJob<'transfer'>): Promise<AssetRow> {
      return (await findStoredFiles(server.parts.database.tables, id))[0]!;
    }

    it('keeps the file of a transfer if an earlier attempt ends later, successfully or not', async () => {
      const job = await transfer('taken over');
      const held = Promise.withResolvers<string>();
      const begun = Promise.withResolvers<undefined>();
      const stale = makeAttempt(
        fetching(() => {
          begun.resolve(undefined);
          return held.promise;
        }),
        TRANSFER,
        job,
      );
      await begun.promise;
      await record((await makeAttempt(FETCHES(), TRANSFER, job)).record);
      const { file, status } = await hosted(job);
      const { storage } = server.parts;
      const stored = await storage.stat(file);
      expect([status, stored?.size]).toEqual(['ready', 7]);
      held.resolve('something else');
      // The result of the earlier attempt is not recorded, because its job belongs to another worker.
      await stale;
      const error = new KinoraError('asset_not_found', 'There is nothing at that address.');
      await makeAttempt(
        fetching(() => Promise.reject(error)),
        TRANSFER,
        job,
      );
      await sweepFiles(FETCHES());
      expect(await storage.stat(file)).toEqual(stored);
    });

    it('keeps no file of a transfer that is given up, before or after the file is stored', async () => {
      for (const name of ['stored before', 'stored after']) {
        const job = await transfer(name);
        const why = { code: 'worker_lost', reason: 'The process ended.' };
        const abandon = async (): Promise<string> => {
          await record((transaction) =>
            createAttemptHandlers(FETCHES(), TRANSFER).abandon(job, transaction, why),
          );
          await sweepFiles(FETCHES());
          return 'fetched';
        };
        await makeAttempt(name === 'stored after' ? fetching(abandon) : FETCHES(), TRANSFER, job);
        if (name === 'stored before') await abandon();
        const { file, status } = await hosted(job);
        expect(status).toBe('failed');
        expect(await server.parts.storage.stat(file)).toBeUndefined();
      }
    });

    it('leaves no rows of a copy that ends while its render is deleted', async (context) => {
      const { database, queue } = server.parts;
      const { tables } = database;
      context.skip(
        database.engine.kind === 'embedded',
        'It has only one connection, so there is no lock to wait for.',
      );
      const [id, owner, callback] = [uuid(), server.owners.v1, 'https://receiver.example/'];
      await addRender(tables, { id, owner, stage: 'v1', edit: '{}', dialect: 'interface', callback });
      await sql`update render set status = 'done' where id = ${id}`.execute(tables);
      const about = { owner, stage: 'v1', render: id, part: 'output', destination: 1 } as const;
      const copy = { ...about, provider: 's3', options: null, filename: 'a.mp4', file: 'v1/a/a.mp4' };
      const [asset] = await beginCopies(tables, [copy]);
      const earlier = { id: uuid(), owner, subject: id, url: callback, event: 'edit/render', body: '{}' };
      await tables.insertInto('callback').values(earlier).execute();
      let deletion: Promise<unknown> | undefined;
      await tables.transaction().execute(async (transaction) => {
        const ended = await endCopy(transaction, asset!, { status: 'ready', provider_id: 'x', url: null });
        deletion = deleteRender(tables, id);
        await waitUntil(async () => {
          const waiting = await sql`select from pg_stat_activity
            where wait_event_type = 'Lock' and query like 'delete from "asset"%'`.execute(tables);
          return waiting.rows.length === 1;
        });
        await enqueueCopyCallback(queue.callbacks, transaction, ended!, (file) => file);
      });
      await deletion;
      const left = await sql`select id from asset where render = ${id} union all
        select id from callback where subject = ${id}`.execute(tables);
      expect(left.rows).toEqual([]);
    });
  });
});
