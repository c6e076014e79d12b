import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import { ADDRESSES, openTestServer, type TestServer } from '../../server/http/server.fixture.ts';
import { findRenditions, type RenditionRow } from '../../store/renditions.ts';
import { waitUntil } from '../../store/test-databases.fixture.ts';
import { OFFLINE_CONTEXT } from '../worker-context.fixture.ts';
import { startWorker, type Worker } from '../worker.ts';

let folder: string;
let server: TestServer;
let worker: Worker;
/** Runs before a rendition is made. */
let onConvert: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-deletion-'));
  server = await openTestServer();
  const context = {
    ...server.parts,
    ...OFFLINE_CONTEXT,
    folder: join(folder, 'tmp'),
    log: SILENT,
    render: () => Promise.reject(new Error('This test renders nothing.')),
    toPublicUrl: (file: string) => ADDRESSES.urlOf(file),
    async fetch(url: string) {
      const path = join(folder, encodeURIComponent(url));
      await writeFile(path, url);
      return { path, release: () => Promise.resolve() };
    },
    inspectSource: () => Promise.resolve({ kind: 'video', extension: '.mp4' } as const),
    async convert(_path: string, _settings: object, to: { readonly folder: string }) {
      await onConvert();
      const path = join(to.folder, 'rendition.webm');
      await writeFile(path, 'webm');
      return { path, extension: '.webm' };
    },
  };
  worker = await startWorker(context, { renders: 1, renditions: 2 });
});
afterAll(async () => {
  worker.stop();
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  onConvert = () => Promise.resolve();
});

/** Ingests a file by its name, with equal renditions. */
async function ingest(name: string, count = 1): Promise<string> {
  // Files with other bytes have other renditions.
  const outputs = { renditions: Array.from({ length: count }, () => ({ quality: 50 })) };
  const answer = await server.ask('POST', '/ingest/v1/sources', {
    url: `https://films.example/${name}`,
    outputs,
  });
  return answer.json<{ data: { id: string } }>().data.id;
}
const deleteSource = (id: string) => server.ask('DELETE', `/ingest/v1/sources/${id}`);
const renditionsOf = (source: string): Promise<RenditionRow[]> =>
  findRenditions(server.parts.database.tables, [source]);
async function waitForRenditions(
  source: string,
  isTrue: (rendition: RenditionRow) => boolean,
): Promise<void> {
  await waitUntil(async () => (await renditionsOf(source)).every(isTrue));
}

it('makes a rendition whose equal one was deleted while it waited for its next attempt', async () => {
  const begun = Promise.withResolvers<undefined>();
  const proceed = Promise.withResolvers<undefined>();
  onConvert = async () => {
    onConvert = () => Promise.resolve();
    begun.resolve(undefined);
    await proceed.promise;
    throw new KinoraError('internal', 'The child process has ended.');
  };
  const one = await ingest('twin');
  await begun.promise;
  const other = await ingest('twin');
  // It waits now.
  await waitForRenditions(other, ({ recipe }) => recipe !== null);
  proceed.resolve(undefined);
  await waitForRenditions(one, ({ status }) => status === 'queued');
  await deleteSource(one);
  await waitForRenditions(other, ({ status }) => status === 'ready');
});

it('enqueues equal renditions one after the other', async () => {
  const { tables } = server.parts.database;
  const countJobs = async (): Promise<number> => {
    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from pgboss.job where name = 'rendition'`.execute(tables);
    return rows[0]?.jobs ?? 0;
  };
  const proceed = Promise.withResolvers<undefined>();
  onConvert = () => proceed.promise.then(() => undefined);
  const before = await countJobs();
  const id = await ingest('many', 20);
  await waitForRenditions(id, ({ recipe }) => recipe !== null);
  proceed.resolve(undefined);
  await waitForRenditions(id, ({ status }) => status === 'ready');
  expect((await countJobs()) - before).toBeLessThan(60);
});

it.each(['source.mp4', '.webm'])('leaves no file if %s is stored during the deletion', async (end) => {
  const { storage } = server.parts;
  const put = storage.put.bind(storage);
  const stored = Promise.withResolvers<undefined>();
  const storing = vi.spyOn(storage, 'put').mockImplementation(async (key, file, check) => {
    await check?.();
    if (key.endsWith(end)) await deleteSource(key.split('/')[2] ?? '');
    await put(key, file);
    if (key.endsWith(end)) stored.resolve(undefined);
  });
  try {
    const id = await ingest(`late${end}`);
    await stored.promise;
    const path = join(storage.folder ?? '', 'v1', server.owners.v1, id);
    await waitUntil(async () => (await readdir(path)).length === 0);
  } finally {
    storing.mockRestore();
  }
});
