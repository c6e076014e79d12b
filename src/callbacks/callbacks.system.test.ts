import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { KinoraError } from '../base/errors.ts';
import { createAddressRules, openOutbound } from '../outbound/index.ts';
import { type FixtureServer, startFixtureServer } from '../outbound/server.fixture.ts';
import { EDIT, openTestServer, type TestServer } from '../server/http/server.fixture.ts';
import { generateWebhookSecret, ensureWebhookSecret } from '../store/callbacks.ts';
import { TEST_DATABASES, type TestDatabase, waitUntil } from '../store/test-databases.fixture.ts';
import type { RenderEdit } from '../worker/worker-context.ts';
import { OFFLINE_CONTEXT } from '../worker/worker-context.fixture.ts';
import { startWorker, type Worker } from '../worker/worker.ts';

/** The segments of each render. */
const SEGMENTS = { reused: 2, made: 1 };

interface Event {
  readonly type: string;
  readonly action: string;
  readonly id: string;
  readonly status: string;
}

describe.each(TEST_DATABASES)('callbacks on $name', ({ missing, start }) => {
  describe.skipIf(missing)('are', () => {
    let test: TestDatabase;
    let server: TestServer;
    let worker: Worker;
    let folder: string;
    let receiver: FixtureServer;
    /** The status that the receiver responds with. */
    let status: number;
    let failure: KinoraError | undefined;
    let endless: boolean;
    /** The requests that the receiver got. */
    let heard: { event: Event; headers: Record<string, string>; body: string }[];
    const outbound = openOutbound({ allowHosts: ['127.0.0.1'], connectTimeoutMs: 1000 });

    beforeAll(async () => {
      test = await start();
      folder = await mkdtemp(join(tmpdir(), 'kinora-callbacks-'));
      const addressRules = createAddressRules(['127.0.0.1']);
      server = await openTestServer(test.location, undefined, { addressRules });
      receiver = await startFixtureServer((request, response) => {
        void text(request).then((body) => {
          // Node gives each of these headers as a single string.
          const headers = request.headers as Record<string, string>;
          heard.push({ event: JSON.parse(body) as Event, headers, body });
          response.writeHead(status).end();
        });
      });
      const toPublicUrl = (file: string): string => `https://media.example/files/${file}`;
      const own = {
        ...OFFLINE_CONTEXT,
        folder: join(folder, 'tmp'),
        toPublicUrl,
        outbound,
        render,
        log: SILENT,
      };
      worker = await startWorker({ ...server.parts, ...own }, { renders: 1, renditions: 1 });
    });
    afterAll(async () => {
      worker.stop();
      await server.close();
      await outbound.close();
      await receiver.close();
      await test.stop();
      await rm(folder, { recursive: true });
    });
    beforeEach(() => {
      [status, heard, failure, endless] = [200, [], undefined, false];
    });

    const render: RenderEdit = async (_edit, to, { signal }) => {
      if (endless) await once(signal, 'abort');
      if (failure) throw failure;
      for (const path of Object.values(to) as string[]) await writeFile(path, 'made');
      return { duration: 1, segments: SEGMENTS, warnings: [] };
    };
    async function submit(callback = `${receiver.url}/hook?token=hidden`): Promise<string> {
      const edit = JSON.parse(EDIT) as { output: object };
      const output = { ...edit.output, poster: { capture: 0 } };
      const answer = await server.ask('POST', '/edit/v1/render', { ...edit, output, callback });
      expect(answer.statusCode).toBe(201);
      return answer.json<{ response: { id: string } }>().response.id;
    }
    async function list(render: string) {
      const answer = await server.ask('GET', `/edit/v1/render/${render}/callbacks`);
      return answer.json<{
        response: { callbacks: { id: string; status: string; body: object; attempts: object[] }[] };
      }>().response.callbacks;
    }
    /** Makes all waiting jobs due. */
    const hasten = () => sql`update pgboss.job set start_after = now()`.execute(server.parts.database.tables);

    it('sent in order: the render, then each of its files', async () => {
      const render = await submit();
      await waitUntil(() => heard.length === 3);
      expect(heard[0]?.event).toEqual({
        type: 'edit',
        action: 'render',
        id: render,
        owner: server.owners.v1,
        status: 'done',
        url: `https://media.example/files/v1/${server.owners.v1}/${render}.mp4`,
        segments: SEGMENTS,
        error: null,
        completed: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      });
      const hosted = heard.slice(1).map(({ event }) => event);
      for (const event of hosted)
        expect(event).toMatchObject({ type: 'serve', action: 'copy', render, status: 'ready', error: null });
      const assets = await server.ask('GET', `/serve/v1/assets/render/${render}`);
      const ids = assets.json<{ data: { attributes: { id: string } }[] }>().data;
      expect(hosted.map(({ id }) => id)).toEqual(ids.map(({ attributes }) => attributes.id));
      expect((await list(render)).map(({ body }) => body)).toEqual(heard.map(({ event }) => event));
      const { tables } = server.parts.database;
      const secret = await ensureWebhookSecret(tables, server.owners.v1, generateWebhookSecret());
      for (const { body, headers } of heard)
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    });

    it('sent when a render fails', async () => {
      failure = new KinoraError('asset_not_found', 'The film is gone.');
      const failed = await submit();
      await waitUntil(() => heard.length === 1);
      expect(heard[0]?.event).toMatchObject({
        id: failed,
        status: 'failed',
        error: 'The film is gone.',
        url: null,
      });
    });

    it('sent when a render is cancelled', async () => {
      endless = true;
      const render = await submit();
      expect((await server.ask('DELETE', `/edit/v1/render/${render}`)).statusCode).toBe(204);
      await waitUntil(() => heard.length === 1);
      expect(heard[0]?.event).toMatchObject({ id: render, status: 'failed', error: 'Cancelled', url: null });
    });

    it('retried later, listed with every attempt, and sent again on request', async () => {
      status = 503;
      const render = await submit();
      await waitUntil(() => heard.length === 3);
      await waitUntil(async () => (await list(render)).every(({ attempts }) => attempts.length === 1));
      status = 200;
      await hasten();
      await waitUntil(async () => (await list(render)).every((callback) => callback.status === 'delivered'));
      const [first] = await list(render);
      expect(first).toMatchObject({
        event: 'edit/render',
        status: 'delivered',
        url: `${receiver.url}/hook`,
        attempts: [
          { number: 1, code: 503, error: 'The receiver responded with the status 503.' },
          { number: 2, code: 200, error: null },
        ],
      });
      const before = heard.length;
      const again = `/edit/v1/render/${render}/callbacks/${first?.id ?? ''}/resend`;
      expect((await server.ask('POST', again)).statusCode).toBe(200);
      await waitUntil(() => heard.length > before);
      expect(heard.at(-1)?.headers['webhook-id']).toBe(first?.id);
      await waitUntil(async () => (await list(render))[0]?.attempts.length === 3);
      expect((await server.ask('POST', again.replace('/v1/', '/stage/'))).statusCode).toBe(404);
    });

    it('given up after the last attempt of the schedule, and deleted with their render', async () => {
      status = 500;
      const render = await submit();
      await waitUntil(async () => (await list(render)).flatMap(({ attempts }) => attempts).length === 3);
      await sql`update pgboss.job set data = jsonb_set(data, '{tries}', '12') where name = 'callback'`.execute(
        server.parts.database.tables,
      );
      await hasten();
      await waitUntil(async () => (await list(render)).every((callback) => callback.status === 'failed'));
      expect((await server.ask('DELETE', `/edit/v1/render/${render}`)).statusCode).toBe(204);
      expect((await server.ask('GET', `/edit/v1/render/${render}/callbacks`)).statusCode).toBe(404);
    });

    it('not created if the edit has no callback URL', async () => {
      const answer = await server.ask('POST', '/edit/v1/render', EDIT);
      const { id } = answer.json<{ response: { id: string } }>().response;
      await waitUntil(async () => (await server.ask('GET', `/edit/v1/render/${id}`)).body.includes('"done"'));
      expect(await list(id)).toEqual([]);
    });

    it('rejected if their URL is not an http or https URL', async () => {
      const answer = await server.ask('POST', '/edit/v1/render', {
        ...(JSON.parse(EDIT) as object),
        callback: 'ftp://example.com/hook',
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain('callback');
    });
  });
});
