import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import type { GenerationOptions, GenerationRequest } from '../../create/model.ts';
import type { CreationContext, MediaGenerator } from '../../generation/media-generator.ts';
import { ADDRESSES, openTestServer, type TestServer } from '../../server/http/server.fixture.ts';
import { findAssetsOfRender } from '../../store/assets.ts';
import {
  addCreatedAsset,
  type CreatedAssetRow,
  deleteCreatedAsset,
  findCreatedAsset,
} from '../../store/generation/created-assets.ts';
import { addGeneration } from '../../store/generation/generation-jobs.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../../store/test-databases.fixture.ts';
import { OFFLINE_CONTEXT } from '../worker-context.fixture.ts';
import { startWorker, type Worker } from '../worker.ts';

const SPEECH: GenerationOptions = { type: 'text-to-speech', text: 'Hello', voice: 'Amy' };

describe.each(TEST_DATABASES)('created assets on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with a worker', () => {
    let test: TestDatabase;
    let folder: string;
    let server: TestServer;
    let worker: Worker;
    let obtain: MediaGenerator['obtain'];
    let obtained: CreationContext[];

    beforeAll(async () => {
      test = await start();
      folder = await mkdtemp(join(tmpdir(), 'kinora-create-'));
      server = await openTestServer(test.location);
      worker = await startWorker(
        {
          ...server.parts,
          ...OFFLINE_CONTEXT,
          folder: join(folder, 'tmp'),
          log: SILENT,
          render: () => Promise.reject(new Error('This test renders nothing.')),
          toPublicUrl: (file) => ADDRESSES.urlOf(file),
          convert: async (_path, { format }, to) => {
            const path = join(to.folder, `${to.name}.${format}`);
            await writeFile(path, `${format}`);
            return { path, extension: `.${format}` };
          },
          generated: {
            obtain: (request, context) => {
              obtained.push(context);
              return obtain(request, context);
            },
            find: () => Promise.resolve(undefined),
            findOrMake: () => Promise.resolve(undefined),
          },
        },
        { renders: 1, renditions: 1 },
      );
    });
    afterAll(async () => {
      worker.stop();
      await server.close();
      await test.stop();
      await rm(folder, { recursive: true });
    });
    beforeEach(() => {
      obtained = [];
      obtain = async (_request, context) => {
        const path = join(context.folder, 'speech.wav');
        await writeFile(path, 'wav');
        return { path, extension: '.wav', warnings: ['A remark.'] };
      };
    });
    // Every job cleans up after itself.
    afterEach(() => waitUntil(async () => (await readdir(join(folder, 'tmp'))).length === 0));

    const tables = () => server.parts.database.tables;
    async function submit(options = SPEECH): Promise<string> {
      const id = uuid();
      const owner = server.owners.v1;
      const callback = 'https://client.example/hook';
      await tables()
        .transaction()
        .execute(async (transaction) => {
          const request = { provider: 'shotstack', type: options.type, options: JSON.stringify(options) };
          const created = new Date();
          await addCreatedAsset(transaction, { id, owner, stage: 'v1', callback, created, ...request });
          await server.parts.queue.creations.submit(transaction, { kind: 'created', id, owner });
        });
      return id;
    }
    const find = (id: string): Promise<CreatedAssetRow | undefined> =>
      findCreatedAsset(tables(), server.owners.v1, id);
    async function ended(id: string): Promise<CreatedAssetRow> {
      await waitUntil(async () => ['done', 'failed'].includes((await find(id))?.status ?? ''));
      const row = await find(id);
      if (row === undefined) throw new Error('The asset is gone.');
      return row;
    }
    async function callbacksOf(id: string): Promise<unknown[]> {
      const rows = await tables().selectFrom('callback').select('body').where('subject', '=', id).execute();
      return rows.map(({ body }) => JSON.parse(body) as unknown);
    }

    it('are converted, hosted, shown by the Serve API and reported', async () => {
      const id = await submit();
      const row = await ended(id);
      const file = `v1/${server.owners.v1}/${id}.mp3`;
      expect(row).toMatchObject({ status: 'done', file, warnings: '["A remark."]', error: null });
      expect(await text(await server.parts.storage.open(file))).toBe('mp3');
      expect(obtained[0]).toMatchObject({ owner: server.owners.v1, requestedAt: row.created });
      const [asset] = await findAssetsOfRender(tables(), server.owners.v1, id);
      expect(asset).toMatchObject({ status: 'ready', file, filename: `${id}.mp3` });
      expect(await callbacksOf(id)).toEqual([
        {
          type: 'create',
          action: 'asset',
          id,
          owner: server.owners.v1,
          status: 'done',
          url: ADDRESSES.urlOf(file),
          error: null,
          completed: row.updated.toISOString(),
        },
      ]);
    });

    it('fail with the reason of the service, once', async () => {
      obtain = () => Promise.reject(new KinoraError('provider_quota', 'The service has no credit left.'));
      const id = await submit();
      expect(await ended(id)).toMatchObject({ status: 'failed', error: 'The service has no credit left.' });
      expect(obtained).toHaveLength(1);
      expect(await callbacksOf(id)).toMatchObject([{ status: 'failed', url: null }]);
    });

    it('are attempted again while the service is away', async () => {
      const answer = obtain;
      obtain = () => {
        obtain = answer;
        return Promise.reject(new KinoraError('provider_unreachable', 'The service is away.'));
      };
      const id = await submit();
      await waitUntil(async () => (await find(id))?.status === 'queued' && obtained.length === 1);
      expect(await ended(id)).toMatchObject({ status: 'done', attempt: 2 });
    }, 20_000);

    it('of models may start with any image, and those with a key are takes of their own', async () => {
      const requests: GenerationRequest[] = [];
      const make = obtain;
      obtain = (request, context) => {
        requests.push(request);
        return make(request, context);
      };
      const id = uuid();
      const { v1: owner } = server.owners;
      const options = JSON.stringify(SPEECH);
      const asset = { id, owner, stage: 'v1', provider: 'kinora', type: SPEECH.type, options } as const;
      const more = { model: 'kinora-speech', content: 'c', take: 'my key', created: new Date() };
      await addGeneration(tables(), { ...asset, ...more }, (transaction) =>
        server.parts.queue.creations.submit(transaction, { kind: 'created', id, owner }),
      );
      expect(await ended(id)).toMatchObject({ status: 'done' });
      expect(requests).toMatchObject([{ model: 'kinora-speech', take: id }]);
      expect(obtained[0]?.checkImage).toBeUndefined();
    });

    it('end when they are deleted, and leave no file', async () => {
      obtain = (_request, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
      const id = await submit();
      await waitUntil(() => Promise.resolve(obtained.length === 1));
      await deleteCreatedAsset(tables(), server.owners.v1, id);
      await waitUntil(() => Promise.resolve(obtained[0]?.signal.aborted === true));
      expect(await find(id)).toBeUndefined();
      expect(await callbacksOf(id)).toEqual([]);
    });

    it('are deleted with their asset', async () => {
      const id = await submit();
      const { file } = await ended(id);
      const [asset] = await findAssetsOfRender(tables(), server.owners.v1, id);
      expect((await server.ask('DELETE', `/serve/v1/assets/${asset?.id}`)).statusCode).toBe(204);
      expect(await find(id)).toBeUndefined();
      expect(await server.parts.storage.stat(file ?? '')).toBeUndefined();
    });

    it.each<[number, number, 'done' | 'failed']>([
      [1024, 576, 'done'],
      [1000, 576, 'failed'],
    ])('from an image of %i x %i pixels are %s', async (width, height, status) => {
      obtain = async (_request, context) => {
        const release = (): Promise<void> => Promise.resolve();
        const refusal = context.checkImage?.({ path: '', mediaType: 'image/png', width, height, release });
        if (refusal !== undefined) throw new KinoraError('asset_refused', refusal);
        const path = join(context.folder, 'video.mp4');
        await writeFile(path, 'mp4');
        return { path, extension: '.mp4', warnings: [] };
      };
      const id = await submit({ type: 'image-to-video', imageUrl: 'https://a.example/b.png' });
      expect((await ended(id)).status).toBe(status);
    });
  });
});
