import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { listFiles } from '../edit/index.ts';
import type { FileToSend } from '../destinations/destination-adapter.ts';
import type { DestinationAdapters } from '../destinations/destination-adapters.ts';
import { createSecretBox } from '../hosting/secret-box.ts';
import { openQueue } from '../jobs/queue.ts';
import { openTestServer, type TestServer } from '../server/http/server.fixture.ts';
import { setCredentials } from '../store/credentials.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../store/test-databases.fixture.ts';
import { credentialsContext } from '../store/credentials.ts';
import type { RenderEdit, WorkerContext } from './worker-context.ts';
import { OFFLINE_CONTEXT } from './worker-context.fixture.ts';
import { sweepFiles, startWorker, type Worker } from './worker.ts';

/** Maximum number of waiting renders, and of waiting transfers. */
const WAITING = 8;

interface Received {
  readonly provider: string;
  readonly name: string;
  readonly text: string;
  readonly rest: string;
  readonly options: unknown;
  readonly credentials: unknown;
}

interface Asset {
  readonly id: string;
  readonly renderId: string;
  readonly provider: string;
  readonly providerId?: string;
  readonly filename: string;
  readonly url?: string;
  readonly status: string;
  readonly error?: string;
}

describe.each(TEST_DATABASES)('copies on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with a worker', () => {
    let test: TestDatabase;
    let folder: string;
    let server: TestServer;
    let worker: Worker;
    let received: Received[];
    /** Runs in a destination before it accepts a file. */
    let before: (provider: string, file: FileToSend, signal: AbortSignal) => Promise<unknown>;
    let fetches: () => Promise<string>;
    /** The extension that matches the content of the fetched file. */
    let extension: string | undefined;

    const seal = createSecretBox(Buffer.alloc(32, 1));
    const accept = (provider: string, type = '') => ({
      credentialsSchema: z.strictObject({ token: z.string() }),
      accepts: (given: string) => given.startsWith(type),
      async send(file: FileToSend, sending: { options: unknown; credentials: unknown; signal: AbortSignal }) {
        await before(provider, file, sending.signal);
        const text = (await buffer(await file.open())).toString();
        const rest = (await buffer(await file.open(2))).toString();
        const { options, credentials } = sending;
        received.push({ provider, name: `${file.name}${file.suffix}`, text, rest, options, credentials });
        return { id: `there-${received.length}`, url: `https://${provider}.example/${file.suffix}` };
      },
    });
    const destinations: DestinationAdapters = {
      s3: accept('s3'),
      vimeo: accept('vimeo', 'video/'),
      'google-drive': accept('google-drive'),
    };
    const makeFiles: RenderEdit = async (_edit, to) => {
      for (const path of listFiles(to)) await writeFile(path, 'made');
      return { duration: 1, warnings: [] };
    };

    beforeAll(async () => {
      test = await start();
      folder = await mkdtemp(join(tmpdir(), 'kinora-copies-'));
      server = await openTestServer(test.location, WAITING);
      for (const provider of Object.keys(destinations)) {
        const owner = server.owners.v1;
        const sealed = seal.encrypt('{"token":"secret"}', credentialsContext('destination', owner, provider));
        await setCredentials(server.parts.database.tables, 'destination', provider, [{ owner, sealed }]);
      }
      worker = await startWorker(workerParts(), { renders: 1, renditions: 1 });
    });
    afterAll(async () => {
      worker.stop();
      await server.close();
      await test.stop();
      await rm(folder, { recursive: true });
    });
    beforeEach(() => {
      received = [];
      before = () => Promise.resolve();
      extension = undefined;
      fetches = async () => {
        await writeFile(join(folder, 'fetched'), 'fetched');
        return join(folder, 'fetched');
      };
    });

    function workerParts(): WorkerContext {
      return {
        ...server.parts,
        ...OFFLINE_CONTEXT,
        folder: join(folder, 'tmp'),
        render: makeFiles,
        log: SILENT,
        destinations,
        seal,
        toPublicUrl: (file) => `https://media.example/files/${file}`,
        fetch: async () => ({ path: await fetches(), ending: extension, release: () => Promise.resolve() }),
      };
    }
    async function render(list: readonly object[], callback?: string, format = 'mp4'): Promise<string> {
      const clip = { asset: { type: 'text', text: 'x' }, start: 0, length: 1 };
      const output = { format, resolution: 'sd', poster: { capture: 0 }, destinations: list };
      const edit = { timeline: { tracks: [{ clips: [clip] }] }, output, callback };
      const answer = await server.ask('POST', '/edit/v1/render', edit);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json<{ response: { id: string } }>().response.id;
    }
    async function rendered(id: string): Promise<{ status: string; url?: string; poster: string | null }> {
      const answer = await server.ask('GET', `/edit/v1/render/${id}?data=false`);
      return answer.json<{ response: { status: string; url?: string; poster: string | null } }>().response;
    }
    async function assetsOf(id: string): Promise<Asset[]> {
      const answer = await server.ask('GET', `/serve/v1/assets/render/${encodeURIComponent(id)}`);
      if (answer.statusCode !== 200) return [];
      return answer.json<{ data: { attributes: Asset }[] }>().data.map(({ attributes }) => attributes);
    }
    async function settled(id: string, count: number): Promise<Asset[]> {
      await waitUntil(async () => {
        const assets = await assetsOf(id);
        return assets.length === count && assets.every(({ status }) => status !== 'importing');
      });
      return await assetsOf(id);
    }
    const S3 = { provider: 's3', options: { region: 'eu-1', bucket: 'films', filename: 'film' } };

    it('go from a render to every destination, with an asset for each file and destination', async () => {
      const id = await render([S3, { provider: 'vimeo' }, { provider: 'kinora' }]);
      const assets = await settled(id, 5);
      expect(assets.map(({ provider, filename, status }) => [provider, filename, status]).sort()).toEqual([
        ['s3', 'film-poster.jpg', 'ready'],
        ['s3', 'film.mp4', 'ready'],
        ['shotstack', `${id}-poster.jpg`, 'ready'],
        ['shotstack', `${id}.mp4`, 'ready'],
        ['vimeo', `${id}.mp4`, 'ready'],
      ]);
      expect(new Set(assets.map((asset) => asset.id)).size).toBe(5);
      for (const asset of assets) expect(asset.renderId).toBe(id);
      const film = assets.find(({ provider, filename }) => provider === 's3' && filename === 'film.mp4');
      expect(film).toMatchObject({
        url: 'https://s3.example/.mp4',
        providerId: expect.stringMatching(/^there/) as string,
      });
      const sent = received.find(({ provider, name }) => provider === 's3' && name === `${id}.mp4`);
      expect(sent).toMatchObject({ text: 'made', rest: 'de' });
      expect(sent).toMatchObject({ options: S3.options, credentials: { token: 'secret' } });
    });

    it('of an HLS have all of its files in a folder, with the main list last', async () => {
      const id = await render([S3], undefined, 'hls');
      const assets = await settled(id, 4);
      const list = assets.find(({ provider, filename }) => provider === 's3' && filename === 'index.m3u8');
      expect(list).toMatchObject({ status: 'ready', url: 'https://s3.example//index.m3u8' });
      const names = received.map(({ name }) => name).filter((name) => name.startsWith(`${id}/`));
      expect(names).toHaveLength(7);
      expect(names.at(-1)).toBe(`${id}/index.m3u8`);
    });

    it('go nowhere if hosting is excluded, but the file has a temporary URL for a day', async () => {
      const id = await render([{ provider: 'shotstack', exclude: true }]);
      await waitUntil(async () => (await rendered(id)).status === 'done');
      expect(await assetsOf(id)).toEqual([]);
      const { url } = await rendered(id);
      const path = new URL(url!).pathname;
      expect((await server.ask('GET', path)).body).toBe('made');
      const { tables } = server.parts.database;
      const left = await sql<{ hours: number }>`select
        extract(epoch from expires - now())::float8 / 3600 as hours from asset where render = ${id}`.execute(
        tables,
      );
      for (const { hours } of left.rows) expect(hours).toBeCloseTo(24, 1);
      await sweepFiles(workerParts());
      expect((await rendered(id)).url).toBe(url);
      await sql`update asset set expires = now() - interval '1 second' where render = ${id}`.execute(tables);
      await sweepFiles(workerParts());
      expect(await rendered(id)).toMatchObject({ status: 'done', poster: null });
      expect((await rendered(id)).url).toBeUndefined();
      expect((await server.ask('GET', path)).statusCode).toBe(404);
    });

    it('go to the other destinations if one refuses and gives its reason', async () => {
      before = (provider) =>
        provider === 's3'
          ? Promise.reject(new KinoraError('destination_refused', 'S3 refused the file: no such bucket.'))
          : Promise.resolve();
      const id = await render([S3, { provider: 'google-drive' }], 'https://receiver.example/');
      const assets = await settled(id, 6);
      for (const asset of assets) {
        const failed = asset.provider === 's3';
        expect(asset.status).toBe(failed ? 'failed' : 'ready');
        expect(asset.error).toBe(failed ? 'S3 refused the file: no such bucket.' : undefined);
      }
      expect((await rendered(id)).status).toBe('done');
      const { tables } = server.parts.database;
      const callbacks = await tables.selectFrom('callback').selectAll().where('subject', '=', id).execute();
      const bodies = callbacks.map(
        ({ body }) =>
          JSON.parse(body) as { action: string; status: string; error: string | null; url: string | null },
      );
      expect(bodies.map(({ action, status }) => `${action} ${status}`).sort()).toEqual([
        ...Array.from({ length: 2 }, () => 'copy failed'),
        ...Array.from({ length: 4 }, () => 'copy ready'),
        'render done',
      ]);
      const failure = bodies.find(({ status }) => status === 'failed');
      expect(failure).toMatchObject({ url: null, error: 'S3 refused the file: no such bucket.' });
    });

    it('are retried after a failure that may pass, and sent only once', async () => {
      let tries = 0;
      before = () =>
        ++tries < 2
          ? Promise.reject(new KinoraError('destination_failed', 'S3 is busy.'))
          : Promise.resolve();
      const id = await render([{ provider: 'shotstack', exclude: true }, { provider: 'vimeo' }]);
      await waitUntil(() => tries === 1);
      const { tables } = server.parts.database;
      await waitUntil(async () => {
        const due =
          await sql`update pgboss.job set start_after = now() where name = 'copy' and state = 'created'
          and start_after > now() returning id`.execute(tables);
        return due.rows.length === 1;
      });
      const [only] = await settled(id, 1);
      expect(only).toMatchObject({ status: 'ready', filename: `${id}.mp4` });
      expect(tries).toBe(2);
    });

    it('go from any URL by a transfer', async () => {
      const body = { url: 'https://files.example/a/clip.MP4?x=1', id: 'my clip', destinations: [S3] };
      const answer = await server.ask('POST', '/serve/v1/assets', body);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.json()).toEqual({
        data: {
          type: 'asset',
          attributes: {
            id: 'my clip',
            owner: server.owners.v1,
            status: 'queued',
            created: expect.any(String) as string,
          },
        },
      });
      const assets = await settled('my clip', 2);
      expect(assets.map(({ provider, status }) => [provider, status])).toEqual([
        ['shotstack', 'ready'],
        ['s3', 'ready'],
      ]);
      const [hosted] = assets;
      expect((await server.ask('GET', new URL(hosted!.url!).pathname)).body).toBe('fetched');
      expect(received).toMatchObject([{ provider: 's3', name: 'my clip.mp4', text: 'fetched' }]);
      expect(await assetsOf(hosted!.renderId)).toEqual(assets);
    });

    it('get an extension that matches their content, whatever the URL says', async () => {
      extension = '.mp4';
      const film = { provider: 's3', options: { region: 'eu-1', bucket: 'films', filename: 'film' } };
      const destinations = [film, { provider: 'vimeo' }];
      const body = { url: 'https://files.example/picture.jpg', id: 'really a film', destinations };
      expect((await server.ask('POST', '/serve/v1/assets', body)).statusCode).toBe(200);
      const assets = await settled('really a film', 3);
      const [{ renderId, url } = { renderId: '', url: '' }] = assets;
      expect(assets.map(({ filename, status }) => [filename, status])).toEqual([
        [`${renderId}.mp4`, 'ready'],
        ['film.mp4', 'ready'],
        ['really a film.mp4', 'ready'],
      ]);
      expect(received.map(({ name }) => name)).toEqual(['really a film.mp4', 'really a film.mp4']);
      const served = await server.ask('GET', new URL(url!).pathname);
      expect([served.headers['content-type'], served.body]).toEqual(['video/mp4', 'fetched']);
    });

    it('are made once for one idempotency key, and refused if too many wait', async () => {
      const body = { url: 'https://files.example/a.mp4', id: 'one order', destinations: [] };
      const ask = (more = {}, key: object = { 'idempotency-key': 'order-1' }) =>
        server.ask('POST', '/serve/v1/assets', { ...body, ...more }, { ...key });
      const [first, again] = [await ask(), await ask()];
      expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 200, first.body]);
      expect(await settled('one order', 1)).toHaveLength(1);
      const other = await ask({ id: 'another order' });
      expect([other.statusCode, other.json()]).toMatchObject([
        409,
        { errors: [{ status: '409', title: 'Conflict' }] },
      ]);

      const gate = Promise.withResolvers<string>();
      fetches = () => gate.promise;
      await writeFile(join(folder, 'late'), 'late');
      const statuses: number[] = [];
      for (let sent = 0; sent <= WAITING; sent++) statuses.push((await ask({ id: 'crowd' }, {})).statusCode);
      expect(statuses).toEqual([...Array.from({ length: WAITING }, () => 200), 503]);
      gate.resolve(join(folder, 'late'));
      expect(await settled('crowd', WAITING)).toHaveLength(WAITING);
      expect((await ask({ id: 'later' }, {})).statusCode).toBe(200);
      await settled('later', 1);
    });

    it('fail if the URL of a transfer has no file', async () => {
      fetches = () => Promise.reject(new KinoraError('asset_not_found', 'There is nothing at that address.'));
      const own = '019a9f3c-7c1e-7b52-8d0a-0f6f4b1c2d3e';
      const body = { url: 'https://files.example/a.mp4', id: own, destinations: [{ provider: 'vimeo' }] };
      expect((await server.ask('POST', '/serve/v1/assets', body)).statusCode).toBe(200);
      for (const asset of await settled(own, 2))
        expect(asset).toMatchObject({ status: 'failed', error: 'There is nothing at that address.' });
      expect(received).toEqual([]);
    });

    it('are deleted one by one: hosted files from the storage, others only in the database', async () => {
      const id = await render([S3]);
      const [film, poster] = await settled(id, 4);
      const remove = (asset: Asset) => server.ask('DELETE', `/serve/v1/assets/${asset.id}`);
      expect((await remove(film!)).statusCode).toBe(204);
      expect((await remove(film!)).statusCode).toBe(204);
      expect((await server.ask('GET', new URL(film!.url!).pathname)).statusCode).toBe(404);
      expect((await server.ask('GET', new URL(poster!.url!).pathname)).body).toBe('made');
      expect((await rendered(id)).url).toBeUndefined();
      const there = (await assetsOf(id)).find(({ provider }) => provider === 's3')!;
      expect((await remove(there)).statusCode).toBe(204);
      const statuses = (await assetsOf(id)).map(({ status }) => status).sort();
      expect(statuses).toEqual(['deleted', 'deleted', 'ready', 'ready']);
    });

    it('are deleted later if the storage fails', async () => {
      const [hosted] = await settled(await render([]), 2);
      const kept = await render([{ provider: 'shotstack', exclude: true }]);
      await waitUntil(async () => (await rendered(kept)).status === 'done');
      const paths = [hosted!.url!, (await rendered(kept)).url!].map((url) => new URL(url).pathname);
      const statuses = async () =>
        (await Promise.all(paths.map((path) => server.ask('GET', path)))).map((answer) => answer.statusCode);
      const broken = vi.spyOn(server.parts.storage, 'delete').mockRejectedValue(new Error('down'));
      expect((await server.ask('DELETE', `/serve/v1/assets/${hosted!.id}`)).statusCode).toBe(204);
      const { tables } = server.parts.database;
      await sql`update asset set expires = now() - interval '1 second' where render = ${kept}`.execute(
        tables,
      );
      await sweepFiles(workerParts());
      expect(await statuses()).toEqual([200, 200]);
      broken.mockRestore();
      await sweepFiles(workerParts());
      expect(await statuses()).toEqual([404, 404]);
    });

    it('stay deleted if they are deleted while being sent', async () => {
      const held = Promise.withResolvers<undefined>();
      const sending = vi.fn(() => held.promise);
      before = sending;
      const id = await render([{ provider: 'vimeo' }]);
      await waitUntil(() => sending.mock.calls.length > 0);
      const copy = (await assetsOf(id)).find(({ provider }) => provider === 'vimeo')!;
      expect(copy.status).toBe('importing');
      await server.ask('DELETE', `/serve/v1/assets/${copy.id}`);
      held.resolve(undefined);
      await waitUntil(() => received.length === 1);
      const answer = await server.ask('GET', `/serve/v1/assets/${copy.id}`);
      expect(answer.json<{ data: { attributes: Asset } }>().data.attributes.status).toBe('deleted');
    });

    it('are refused without credentials for the destination, or if the request is invalid', async () => {
      const edit = {
        timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'x' }, start: 0, length: 1 }] }] },
        output: { format: 'mp4', resolution: 'sd', destinations: [S3, { provider: 'mux' }] },
      };
      const refused = await server.ask('POST', '/edit/v1/render', edit);
      expect(refused.statusCode).toBe(400);
      expect(refused.body).toContain('/output/destinations/1/provider');
      expect(refused.body).toContain('kinora destinations set mux');
      const wrong = await server.ask('POST', '/serve/v1/assets', {
        url: 'ftp://x',
        destinations: [{ provider: 'x' }],
      });
      expect(wrong.statusCode).toBe(400);
      const { errors } = wrong.json<{ errors: { source: { pointer: string } }[] }>();
      expect(errors.map(({ source }) => source.pointer)).toEqual(['/url', '/id', '/destinations/0/provider']);
      const mux = { url: 'https://a.example/b.mp4', id: 'x', destinations: [{ provider: 'mux' }] };
      expect((await server.ask('POST', '/serve/v1/assets', mux)).body).toContain('no credentials');
      expect((await server.ask('POST', '/serve/v1/assets', '[]')).statusCode).toBe(400);
    });

    it('are continued by the next process if one stops in the middle', async () => {
      let begun = 0;
      before = (_provider, _file, signal) => {
        if (++begun > 1) return Promise.resolve();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        });
      };
      const id = await render([{ provider: 'vimeo' }]);
      await waitUntil(() => begun === 1);
      worker.stop();
      await server.parts.queue.stop();
      expect((await assetsOf(id)).map(({ status }) => status)).toEqual(['ready', 'ready', 'importing']);
      const queue = await openQueue(server.parts.database, { log: SILENT });
      try {
        worker = await startWorker({ ...workerParts(), queue }, { renders: 1, renditions: 1 });
        const assets = await settled(id, 3);
        expect(assets.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
        expect(received).toHaveLength(1);
      } finally {
        await queue.stop();
      }
    });
  });
});
