import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NO_QUOTAS, type Quotas } from '../../store/quotas/quotas.ts';
import { TEST_DATABASES, type TestDatabase } from '../../store/test-databases.fixture.ts';
import { sumUploads } from '../../store/uploads/reserve-upload.ts';
import { buildServer } from './app.ts';
import { EDIT, KEYS, openTestServer, type TestServer } from './server.fixture.ts';

let database: TestDatabase;
let server: TestServer;

async function open(quotas: Partial<Quotas>): Promise<void> {
  server = await openTestServer(database.location, 1000, { quotas: { ...NO_QUOTAS, ...quotas } });
}

const askAtOnce = (
  count: number,
  url: string,
  body: unknown,
  headers?: (i: number) => Record<string, string>,
) => Promise.all(Array.from({ length: count }, (_, i) => server.ask('POST', url, body, headers?.(i))));
const countOf = (answers: Awaited<ReturnType<typeof askAtOnce>>, status: number) =>
  answers.filter(({ statusCode }) => statusCode === status).length;

describe.each(TEST_DATABASES)('on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with a server', () => {
    beforeAll(async () => {
      database = await start();
    });
    afterEach(async () => {
      const { tables } = server.parts.database;
      // PostgreSQL is shared by the tests of this file.
      for (const table of ['render', 'render_use', 'source', 'upload'] as const)
        await tables.deleteFrom(table).execute();
      await server.close();
    });
    afterAll(() => database.stop());

    it('50 renders at once do not exceed the quota of waiting renders', async () => {
      await open({ waitingRenders: 7 });
      const answers = await askAtOnce(50, '/edit/v1/render', EDIT, (i) => ({ 'idempotency-key': `k${i}` }));
      expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([7, 43]);
      const refused = answers.find(({ statusCode }) => statusCode === 429);
      expect(refused?.headers['retry-after']).toBe('10');
      expect(refused?.body).toContain('This account has 7 waiting renders, and its limit is 7.');
      // The other environment is another owner.
      expect((await server.ask('POST', '/edit/stage/render', EDIT)).statusCode).toBe(201);
    });

    it('an idempotency key of a refused render is not used up', async () => {
      await open({ waitingRenders: 1 });
      const { body } = await server.ask('POST', '/edit/v1/render', EDIT);
      const { id } = (JSON.parse(body) as { response: { id: string } }).response;
      const key = { 'idempotency-key': 'k' };
      expect((await server.ask('POST', '/edit/v1/render', EDIT, key)).statusCode).toBe(429);
      await server.ask('DELETE', `/edit/v1/render/${id}`);
      expect((await server.ask('POST', '/edit/v1/render', EDIT, key)).statusCode).toBe(201);
    });

    it('50 renders at once do not exceed the quota of minutes, and deleting them does not help', async () => {
      await open({ dailyMinutes: 1 });
      const long = EDIT.replace('"length": 1.50', '"length": 20');
      const answers = await askAtOnce(50, '/edit/v1/render', long);
      expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([3, 47]);
      for (const { statusCode, body } of answers) {
        if (statusCode !== 201) continue;
        await server.ask(
          'DELETE',
          `/edit/v1/render/${(JSON.parse(body) as { response: { id: string } }).response.id}`,
        );
      }
      const refused = await server.ask('POST', '/edit/v1/render', long);
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
      expect(refused.body).toContain(
        'This account has rendered 1 minutes within 24 hours, this render would add about 0.3, and its limit is 1.',
      );
    });

    it('50 sources at once do not exceed the quota of sources', async () => {
      await open({ sources: 5 });
      const answers = await askAtOnce(50, '/ingest/v1/sources', { url: 'https://a.example/b.mp4' });
      expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([5, 45]);
      expect(answers.find(({ statusCode }) => statusCode === 429)?.body).toContain(
        'This account has 5 sources, and its limit is 5. Delete a source that you do not need.',
      );
    });

    it('50 uploads at once, to two servers, do not exceed the quota of bytes', async () => {
      await open({ storedBytes: 5500 });
      const { parts, app, owners } = server;
      const other = await buildServer(parts);
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000', 'x-api-key': KEYS.v1 };
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          [app, other][n % 2]!.inject({ method: 'POST', url: '/ingest/v1/tus', headers }),
        ),
      );
      expect([countOf(answers, 201), countOf(answers, 507)]).toEqual([5, 45]);
      expect(answers.find(({ statusCode }) => statusCode === 507)?.body).toContain(
        'This account has stored 0 bytes, its unfinished uploads have 5000, this file has 1000, and its limit is 5500. Finish or cancel uploads, or delete files that you do not need.',
      );
      // Uploads that were imported after the storage was measured count, too.
      const later = new Date(Date.now() + 3_600_000);
      const imported = { status: 'imported', updated: later } as const;
      await parts.database.tables.updateTable('upload').set(imported).execute();
      const late = await app.inject({ method: 'POST', url: '/ingest/v1/tus', headers });
      expect(late.statusCode).toBe(507);
      expect((await server.ask('POST', '/edit/v1/render', EDIT)).statusCode).toBe(201);
      expect(await sumUploads(parts.database.tables, owners.v1)).toBe(0);
      await other.close();
    });

    it('an account that has stored too much gets 507', async () => {
      await open({ storedBytes: 1000 });
      expect((await server.ask('POST', '/edit/stage/render', EDIT)).statusCode).toBe(201);
      const file = join(tmpdir(), `kinora-quota-${process.pid}`);
      await writeFile(file, Buffer.alloc(1000));
      await server.parts.storage.put(`v1/${server.owners.v1}/01a1f98f-b920-709d-9057-4b0f61c507b0.mp4`, file);
      const answer = await server.ask('POST', '/edit/v1/render', EDIT);
      expect(answer.statusCode).toBe(507);
      expect(answer.body).toContain('This account has stored 1000 bytes, and its limit is 1000.');
      const speech = { text: 'Hello', voice: 'Amy' };
      expect((await server.ask('POST', '/edit/v1/speech', speech)).statusCode).toBe(507);
      const clip = { asset: { type: 'text-to-speech', ...speech }, start: 0, length: 2 };
      const spoken = { ...(JSON.parse(EDIT) as object), timeline: { tracks: [{ clips: [clip] }] } };
      const free = '/edit/v1/render?dryRun=true&generate=free';
      expect((await server.ask('POST', free, spoken)).statusCode).toBe(507);
      // Requests that store no file are still accepted.
      expect((await server.ask('POST', free, EDIT)).statusCode).toBe(200);
      const template = { name: 'a', template: {} };
      expect((await server.ask('POST', '/edit/v1/templates', template)).statusCode).toBe(201);
      const kept = { name: 'a', edit: {} };
      expect((await server.ask('POST', '/edit/v1/edits', kept)).statusCode).toBe(201);
    });

    it('an account that keeps too many edits gets 429, also with requests at the same time', async () => {
      await open({ edits: 3 });
      const keep = () => server.ask('POST', '/edit/stage/edits', { name: 'a', edit: {} });
      const answers = await Promise.all(Array.from({ length: 8 }, keep));
      expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([3, 5]);
      expect(answers.find(({ statusCode }) => statusCode === 429)?.body).toContain(
        'This account keeps 3 edits, and its limit is 3. Delete an edit that you do not need.',
      );
      expect((await server.ask('POST', '/edit/v1/edits', { name: 'a', edit: {} })).statusCode).toBe(201);
    });

    it('a file for an existing upload gets 507 if it would exceed the quota, however it is sent', async () => {
      await open({ storedBytes: 3500 });
      const file = join(tmpdir(), `kinora-quota-${process.pid}`);
      await writeFile(file, Buffer.alloc(1000));
      const stored = '01a1f98f-b920-709d-9057-4b0f61c507b1.mp4';
      await server.parts.storage.put(`v1/${server.owners.v1}/${stored}`, file);
      const { data } = (await server.ask('POST', '/ingest/v1/upload')).json<{
        data: { id: string; attributes: { url: string } };
      }>();
      const { pathname, search } = new URL(data.attributes.url);
      const put = (body: Buffer | Readable) =>
        server.app.inject({ method: 'PUT', url: pathname + search, body });
      const begin = (length: number) =>
        server.app.inject({
          method: 'POST',
          url: `/ingest/v1/tus${search}&upload=${data.id}`,
          headers: { 'tus-resumable': '1.0.0', 'upload-length': String(length) },
        });
      const bytes = Buffer.alloc(3000, 1);
      for (const refused of [await put(bytes), await put(Readable.from([bytes])), await begin(3000)]) {
        expect(refused.statusCode).toBe(507);
        expect(refused.body).toContain(
          'This account has stored 1000 bytes, this file has 3000, and its limit is 3500. Delete files that you do not need.',
        );
      }
      expect(await server.parts.storage.incoming.list()).toEqual([]);
      expect(await server.parts.database.tables.selectFrom('upload').select('id').execute()).toEqual([]);
      // The upload has not failed: it takes a smaller file.
      expect((await put(bytes.subarray(0, 2000))).statusCode).toBe(200);
    });
  });
});
