import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import type { FileToSend } from '../../destinations/destination-adapter.ts';
import type { DestinationAdapters } from '../../destinations/destination-adapters.ts';
import { createSecretBox } from '../../hosting/secret-box.ts';
import { openQueue } from '../../jobs/queue.ts';
import { ADDRESSES, openTestServer, type TestServer } from '../../server/http/server.fixture.ts';
import { credentialsContext, setCredentials } from '../../store/credentials.ts';
import { findRenditions } from '../../store/renditions.ts';
import { receiveUpload } from '../../store/sources.ts';
import { recordBegunUpload } from '../../store/uploads/begun-upload.fixture.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../../store/test-databases.fixture.ts';
import { OFFLINE_CONTEXT } from '../worker-context.fixture.ts';
import type { WorkerContext } from '../worker-context.ts';
import { startWorker, type Worker } from '../worker.ts';
import { sweepUploads } from './sweep-uploads.ts';

interface ShownRendition {
  readonly id: string;
  readonly status: string;
  readonly url?: string;
  readonly error?: string;
  readonly width?: number;
  readonly executionTime?: number;
  readonly transformation: object;
}
interface ShownSource extends Omit<ShownRendition, 'transformation' | 'url'> {
  readonly source?: string;
  readonly input?: string;
  readonly duration?: number;
  readonly outputs?: {
    readonly renditions?: readonly ShownRendition[];
    readonly transcription?: ShownRendition;
  };
}

const PUBLIC = 'https://media.example/files/';

describe.each(TEST_DATABASES)('ingested files on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with a worker', () => {
    let test: TestDatabase;
    let folder: string;
    let server: TestServer;
    let worker: Worker;
    /** The transformations that were made. */
    let converted: object[];
    let sent: string[];
    /** Runs before a rendition is made. */
    let onConvert: (signal: AbortSignal) => Promise<unknown>;

    const seal = createSecretBox(Buffer.alloc(32, 1));
    const destinations: DestinationAdapters = {
      s3: {
        credentialsSchema: z.strictObject({ token: z.string() }),
        accepts: () => true,
        async send(file: FileToSend) {
          sent.push(`${file.name}${file.suffix}: ${(await buffer(await file.open())).toString()}`);
          return { id: 'there', url: 'https://s3.example/there' };
        },
      },
    };
    const convert: WorkerContext['convert'] = async (path, transformation, to, { signal }) => {
      converted.push(transformation);
      await onConvert(signal);
      if (transformation.format === 'wav') throw new KinoraError('validation_failed', 'There is no sound.');
      const made = join(to.folder, `${to.name}.webm`);
      await writeFile(made, `webm of ${await readFile(path, 'utf8')}`);
      return { path: made, extension: '.webm', width: 640, height: 360, duration: 2, fps: 25 };
    };

    beforeAll(async () => {
      test = await start();
      folder = await mkdtemp(join(tmpdir(), 'kinora-ingest-'));
      server = await openTestServer(test.location);
      const owner = server.owners.v1;
      const sealed = seal.encrypt('{"token":"secret"}', credentialsContext('destination', owner, 's3'));
      await setCredentials(server.parts.database.tables, 'destination', 's3', [{ owner, sealed }]);
      worker = await startWorker(workerParts(), { renders: 1, renditions: 2 });
    });
    afterAll(async () => {
      worker.stop();
      await server.close();
      await test.stop();
      await rm(folder, { recursive: true });
    });
    beforeEach(() => {
      converted = [];
      sent = [];
      onConvert = () => Promise.resolve();
    });
    // Every job cleans up after itself.
    afterEach(async () => {
      await waitUntil(async () => (await readdir(join(folder, 'tmp'))).every((name) => name === 'finished'));
      await waitUntil(async () => (await server.parts.storage.incoming.list()).length === 0);
    });

    function workerParts(): WorkerContext {
      return {
        ...server.parts,
        ...OFFLINE_CONTEXT,
        folder: join(folder, 'tmp'),
        log: SILENT,
        destinations,
        seal,
        convert,
        render: () => Promise.reject(new Error('This test renders nothing.')),
        toPublicUrl: (file) => ADDRESSES.urlOf(file),
        fetch: (url) => fetchFake(url),
        inspectSource: async (path) => {
          const text = await readFile(path, 'utf8');
          if (text.startsWith('bad')) throw new KinoraError('asset_not_media', 'The file is text.');
          const extension = text.startsWith('mov') ? '.mov' : '.mp4';
          return { kind: 'video', extension, width: 1280, height: 720, duration: 4, fps: 30 };
        },
        transcribe: (_path, { to }) => writeFile(to, 'WEBVTT\n'),
      };
    }
    /** Reads files of Kinora from the storage. The content of another URL is its path. */
    async function fetchFake(url: string) {
      const path = url.startsWith(PUBLIC)
        ? join(server.parts.storage.folder ?? '', url.slice(PUBLIC.length))
        : join(folder, `fetched-${Math.random()}`);
      if (url.endsWith('/large')) throw new KinoraError('asset_too_large', 'This URL is too large.');
      if (!url.startsWith(PUBLIC)) await writeFile(path, new URL(url).pathname.slice(1));
      return { path, release: () => Promise.resolve() };
    }

    const ingest = (body: object): Promise<string> => post('sources', body, 201);
    const beginUpload = (body?: object): Promise<string> => post('upload', body, 200);
    async function post(path: string, body: object | undefined, status: number): Promise<string> {
      const answer = await server.ask('POST', `/ingest/v1/${path}`, body);
      expect(answer.statusCode, answer.body).toBe(status);
      return answer.json<{ data: { id: string } }>().data.id;
    }
    async function upload(id: string, text: string): Promise<void> {
      const { storage, database, queue } = server.parts;
      const name = `upload-${Math.random().toString(36).slice(2)}`;
      await recordBegunUpload(database, { id: name, owner: server.owners.v1, source: id });
      await storage.incoming.receive(name, Readable.from([Buffer.from(text)]), 1000);
      await database.tables.transaction().execute(async (transaction) => {
        const source = await receiveUpload(transaction, id, { name, bytes: text.length });
        await queue.imports.submit(transaction, { kind: 'source', id: source!.id, owner: source!.owner });
      });
    }
    async function show(id: string): Promise<ShownSource> {
      const answer = await server.ask('GET', `/ingest/v1/sources/${id}`);
      return answer.json<{ data: { attributes: ShownSource } }>().data.attributes;
    }
    async function settled(id: string): Promise<ShownSource> {
      const isOpen = ({ status }: { readonly status: string }) => ['queued', 'importing'].includes(status);
      await waitUntil(async () => {
        const source = await show(id);
        const { renditions = [], transcription } = source.outputs ?? {};
        return ![source, ...renditions, ...(transcription ? [transcription] : [])].some(isOpen);
      });
      return await show(id);
    }
    async function stored(url: string | undefined): Promise<string | undefined> {
      if (url === undefined) return undefined;
      const key = url.slice(PUBLIC.length);
      // The worker may delete the file at any moment, also after a look at it.
      const [file] = await Promise.allSettled([server.parts.storage.open(key)]);
      if (file.status === 'fulfilled') return (await buffer(file.value)).toString();
      expect(file.reason).toMatchObject({ code: 'not_found' });
      return undefined;
    }
    async function assetsOf(id: string): Promise<{ readonly [name: string]: unknown }[]> {
      const answer = await server.ask('GET', `/serve/v1/assets/render/${id}`);
      if (answer.statusCode !== 200) return [];
      const { data } = answer.json<{ data: { attributes: object }[] }>();
      return data.map(({ attributes }) => ({ ...attributes }));
    }
    async function callbacksOf(id: string): Promise<{ readonly [name: string]: unknown }[]> {
      const rows = await server.parts.database.tables
        .selectFrom('callback')
        .select('body')
        .where('subject', '=', id)
        .orderBy('id')
        .execute();
      return rows.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    }

    it('imports a URL, makes its outputs and sends callbacks', async () => {
      const callback = 'https://receiver.example/';
      const renditions = [{ format: 'webm', quality: 50 }];
      const outputs = { renditions, transcription: { format: 'vtt' } };
      const id = await ingest({ url: 'https://films.example/one', outputs, callback });
      const owner = server.owners.v1;
      const base = `${PUBLIC}v1/${owner}/${id}`;
      const source = await settled(id);
      expect(source).toMatchObject({
        status: 'ready',
        input: 'https://films.example/one',
        source: `${base}/source.mp4`,
        duration: 4,
        width: 1280,
      });
      const [rendition] = source.outputs?.renditions ?? [];
      expect(rendition).toMatchObject({
        status: 'ready',
        url: `${base}/${rendition?.id}.webm`,
        transformation: renditions[0],
        width: 640,
      });
      expect(rendition?.executionTime).toBeGreaterThan(0);
      const { transcription } = source.outputs ?? {};
      expect(transcription).toMatchObject({ status: 'ready', url: `${base}/${transcription?.id}.vtt` });
      expect(await stored(source.source)).toBe('one');
      expect(await stored(rendition?.url)).toBe('webm of one');
      const [first, ...others] = await callbacksOf(id);
      expect(first).toMatchObject({ type: 'ingest', action: 'source', id, owner });
      expect(first).toMatchObject({ status: 'ready', url: source.source, error: null });
      expect(others.map(({ action }) => action).sort()).toEqual(['rendition', 'transcription']);
    });

    it('shows its files as assets of the Serve API, and deletes them there', async () => {
      const id = await ingest({
        url: 'https://films.example/two',
        outputs: { renditions: [{ fit: 'crop' }] },
      });
      const { outputs, source } = await settled(id);
      const rendition = outputs?.renditions?.[0]?.id ?? '';
      expect(await assetsOf(rendition)).toMatchObject([{ status: 'ready', filename: `${rendition}.webm` }]);
      const [asset] = await assetsOf(id);
      expect(asset).toMatchObject({ status: 'ready', filename: 'source.mp4', url: source });
      await server.ask('DELETE', `/serve/v1/assets/${String(asset?.['id'])}`);
      expect(await show(id)).toMatchObject({ status: 'deleted' });
      expect(await stored(source)).toBeUndefined();
    });

    it('fails a file that is no media with its reason, and its outputs with it', async () => {
      const outputs = { renditions: [{ format: 'mp4' }] };
      const id = await ingest({ url: 'https://films.example/bad', outputs, callback: 'https://r.example/' });
      const source = await settled(id);
      expect(source).toMatchObject({ status: 'failed', error: 'The file is text.' });
      expect(source.outputs?.renditions).toMatchObject([{ status: 'failed' }]);
      expect(source).not.toHaveProperty('source');
      expect((await callbacksOf(id)).map(({ action, status, url }) => [action, status, url])).toEqual([
        ['source', 'failed', null],
        ['rendition', 'failed', null],
      ]);
    });

    it('fails a file that is too large, and names the limit', async () => {
      const limited =
        'The file is too large: it must have at most 100,000,000 bytes (KINORA_INGEST_MAX_BYTES).';
      const id = await ingest({ url: 'https://films.example/large' });
      expect(await settled(id)).toMatchObject({ status: 'failed', error: limited });
    });

    it('fails only the rendition that does not fit its source', async () => {
      const outputs = { renditions: [{ format: 'wav' }, { format: 'webm' }] };
      const source = await settled(await ingest({ url: 'https://films.example/three', outputs }));
      expect(source.status).toBe('ready');
      expect(source.outputs?.renditions).toMatchObject([
        { status: 'failed', error: 'There is no sound.' },
        { status: 'ready' },
      ]);
    });

    it('imports an upload, and overwrites it with the next one', async () => {
      const id = await beginUpload({ outputs: { renditions: [{ quality: 10 }] } });
      expect(await show(id)).toMatchObject({ status: 'queued' });
      await upload(id, 'first');
      const first = await settled(id);
      expect(first).not.toHaveProperty('input');
      const [old] = first.outputs?.renditions ?? [];
      expect(await stored(old?.url)).toBe('webm of first');
      await upload(id, 'mov second');
      await waitUntil(async () => (await show(id)).source?.endsWith('.mov') === true);
      const second = await settled(id);
      expect(await stored(second.source)).toBe('mov second');
      expect(second.outputs?.renditions?.map(({ status }) => status)).toEqual(['ready', 'overwritten']);
      expect(await stored(second.outputs?.renditions?.[0]?.url)).toBe('webm of mov second');
      await waitUntil(async () => (await stored(old?.url)) === undefined);
      await waitUntil(async () => (await stored(first.source)) === undefined);
      // The name of the first file comes back.
      await upload(id, 'third');
      await waitUntil(async () => (await show(id)).source?.endsWith('.mp4') === true);
      expect(await stored((await settled(id)).source)).toBe('third');
    });

    it('fails an upload with a bad file, also after a good one, and takes another good one', async () => {
      const id = await beginUpload({ outputs: { renditions: [{ quality: 11 }] } });
      await upload(id, 'good');
      const { source } = await settled(id);
      await upload(id, 'bad');
      await waitUntil(async () => (await show(id)).status === 'failed');
      await waitUntil(async () => (await stored(source)) === undefined);
      expect(await assetsOf(id)).toMatchObject([{ status: 'failed' }]);
      await upload(id, 'better');
      await waitUntil(async () => (await show(id)).status === 'ready');
      expect(await stored((await settled(id)).source)).toBe('better');
      expect(await assetsOf(id)).toMatchObject([{ status: 'ready' }]);
    });

    it('makes equal renditions of equal bytes once', async () => {
      const outputs = {
        renditions: [
          { quality: 77, fps: 25 },
          { fps: 25, quality: 77, filename: 'again' },
        ],
      };
      onConvert = () => sleep(300);
      const body = { url: 'https://films.example/same', outputs };
      const [one, other] = await Promise.all([ingest(body), ingest(body)]);
      const sources = [await settled(one), await settled(other)];
      expect(sources.flatMap(({ outputs: made }) => made?.renditions ?? [])).toMatchObject(
        Array.from({ length: 4 }, () => ({ status: 'ready', width: 640 })),
      );
      expect(converted).toHaveLength(1);
      for (const { outputs: made } of sources)
        for (const { url } of made?.renditions ?? []) expect(await stored(url)).toBe('webm of same');
    });

    it('makes what an equal rendition could not provide, because it was deleted meanwhile', async () => {
      const outputs = { renditions: [{ quality: 78 }] };
      const begun = Promise.withResolvers<undefined>();
      const proceed = Promise.withResolvers<undefined>();
      onConvert = () => {
        begun.resolve(undefined);
        return converted.length === 1 ? proceed.promise : Promise.resolve();
      };
      const one = await ingest({ url: 'https://films.example/alike', outputs });
      await begun.promise;
      const other = await ingest({ url: 'https://films.example/alike', outputs });
      const { tables } = server.parts.database;
      // It waits for the first one then.
      await waitUntil(async () => (await findRenditions(tables, [other]))[0]?.recipe != null);
      await server.ask('DELETE', `/ingest/v1/sources/${one}`);
      proceed.resolve(undefined);
      expect((await settled(other)).outputs?.renditions).toMatchObject([{ status: 'ready' }]);
      expect(converted).toHaveLength(2);
      const left = await readdir(join(server.parts.storage.folder ?? '', 'v1', server.owners.v1, one));
      expect(left).toEqual([]);
    });

    it('stops making a rendition whose source is deleted', async () => {
      const begun = Promise.withResolvers<undefined>();
      const aborted = Promise.withResolvers<undefined>();
      onConvert = (signal) => {
        begun.resolve(undefined);
        signal.addEventListener('abort', () => aborted.resolve(undefined));
        return aborted.promise;
      };
      const id = await ingest({ url: 'https://films.example/long', outputs: { renditions: [{ fps: 60 }] } });
      await begun.promise;
      await server.ask('DELETE', `/ingest/v1/sources/${id}`);
      await aborted.promise;
    });

    it('deletes a source with its files', async () => {
      const id = await ingest({ url: 'https://films.example/gone', outputs: { renditions: [{ fps: 12 }] } });
      const { source, outputs } = await settled(id);
      const [rendition] = outputs?.renditions ?? [];
      expect((await server.ask('DELETE', `/ingest/v1/sources/${id}`)).statusCode).toBe(204);
      expect([await stored(source), await stored(rendition?.url)]).toEqual([undefined, undefined]);
      const shown = await show(id);
      expect(shown).toMatchObject({ status: 'deleted', outputs: { renditions: [{ status: 'deleted' }] } });
      expect(shown).not.toHaveProperty('source');
      expect((await assetsOf(id)).map(({ status }) => status)).toEqual(['deleted']);
      const list = await server.ask('GET', '/ingest/v1/sources');
      expect(list.body).not.toContain(id);
    });

    it('sends sources and renditions to destinations under their own names', async () => {
      const id = await ingest({
        url: 'https://films.example/far',
        outputs: { renditions: [{ format: 'webm', filename: 'near' }] },
        destinations: [{ provider: 's3', options: { region: 'r', bucket: 'bucket', filename: 'holiday' } }],
      });
      await settled(id);
      await waitUntil(() => Promise.resolve(sent.length === 2));
      const assets = await assetsOf(id);
      expect(assets).toMatchObject([{ provider: 'shotstack' }, { provider: 's3', filename: 'holiday.mp4' }]);
      expect(sent.sort()).toEqual([`${id}.mp4: far`, 'near.webm: webm of far']);
    });

    it('fails an upload that never came', async () => {
      const id = await beginUpload({ outputs: { renditions: [{}] }, callback: 'https://r.example/' });
      await server.parts.database.tables
        .updateTable('source')
        .set({ upload_expires: new Date(Date.now() - 1000) })
        .where('id', '=', id)
        .execute();
      await sweepUploads(workerParts());
      expect(await show(id)).toMatchObject({
        status: 'failed',
        error: 'No complete file was uploaded before the upload expired.',
      });
      expect(await callbacksOf(id)).toHaveLength(2);
    });

    it('gives its work back when it stops, and the next process finishes it', async () => {
      const begun = Promise.withResolvers<undefined>();
      const { parts } = server;
      const queue = await openQueue(parts.database, { log: SILENT });
      const stopping: WorkerContext['convert'] = async (_path, _transformation, _to, { signal }) => {
        begun.resolve(undefined);
        await sleep(60_000, undefined, { signal });
        throw new Error('The worker did not stop.');
      };
      const ours = await startWorker(
        { ...workerParts(), queue, convert: stopping },
        { renders: 1, renditions: 8 },
      );
      const bytes = createHash('sha256').update(String(Math.random())).digest('hex');
      const outputs = { renditions: Array.from({ length: 6 }, (_, index) => ({ quality: index + 1 })) };
      const id = await ingest({ url: `https://films.example/${bytes}`, outputs });
      await begun.promise;
      ours.stop();
      await queue.stop();
      const source = await settled(id);
      expect(source.outputs?.renditions?.map(({ status }) => status)).toEqual(
        Array.from({ length: 6 }, () => 'ready'),
      );
    });
  });
});
