import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SILENT } from '../../../base/logger.ts';
import { beginAttempt, type StartedRender, setProgress, setFailed } from '../../../store/attempts.ts';
import { beginAssets } from '../../../store/assets.ts';
import { finishRender } from '../../../store/finish-render.fixture.ts';
import { findPendingDeletions, deletePending } from '../../../store/pending-deletions.ts';
import { TEST_DATABASES, type TestDatabase } from '../../../store/test-databases.fixture.ts';
import { EDIT, openTestServer, type TestServer } from '../server.fixture.ts';

interface Queued {
  readonly response: { readonly id: string };
}

describe.each(TEST_DATABASES)('the renders of the Edit API on $name', ({ missing, start }) => {
  describe.skipIf(missing)('with a server', () => {
    let test: TestDatabase;
    let server: TestServer;
    beforeAll(async () => {
      test = await start();
      server = await openTestServer(test.location, 50);
    });
    afterAll(async () => {
      await server.close();
      await test.stop();
    });

    const tables = () => server.parts.database.tables;
    async function submit(version = 'v1', headers = {}): Promise<string> {
      const answer = await server.ask('POST', `/edit/${version}/render`, EDIT, headers);
      return answer.json<Queued>().response.id;
    }
    async function begin(): Promise<StartedRender> {
      return (await beginAttempt(tables(), await submit()))!;
    }
    /** A finished render with hosted files. */
    async function finish(): Promise<{ id: string; files: readonly string[] }> {
      const attempt = await begin();
      const { id } = attempt;
      const key = `v1/${server.owners.v1}/${id}`;
      const files = { output: `${key}.mp4`, poster: `${key}-poster.jpg` };
      for (const file of Object.values(files)) {
        const path = join(server.parts.storage.folder!, file);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, 'a film');
      }
      const warnings = JSON.stringify([{ field: 'timeline.tracks[0].clips[1]', text: 'Overlaps.' }]);
      await finishRender(tables(), attempt, files, { warnings });
      return { id, files: Object.values(files) };
    }
    async function shown(id: string): Promise<Record<string, unknown>> {
      const answer = await server.ask('GET', `/edit/v1/render/${id}?data=false`);
      return answer.json<{ response: Record<string, unknown> }>().response;
    }
    async function count(what: 'renders' | 'jobs'): Promise<number> {
      const from = what === 'renders' ? sql.table('render') : sql.table('pgboss.job');
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(tables());
      return rows[0]!.n;
    }

    describe('GET /render/{id}', () => {
      it('contains the text of the edit unchanged', async () => {
        const answer = await server.ask('GET', `/edit/v1/render/${await submit()}`);
        expect(answer.body).toContain(EDIT);
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(answer.json()).toMatchObject({ response: { data: JSON.parse(EDIT) as unknown } });
      });

      it('returns the progress and the remaining time', async () => {
        const attempt = await begin();
        expect(await shown(attempt.id)).toMatchObject({ status: 'fetching', progress: 0 });
        expect(await shown(attempt.id)).not.toHaveProperty('eta');
        await setProgress(tables(), attempt, { status: 'rendering', progress: 0.4, eta: 12 });
        expect(await shown(attempt.id)).toMatchObject({ status: 'rendering', progress: 0.4, eta: 12 });
      });

      it('returns the warnings of a finished render', async () => {
        const { id } = await finish();
        const response = await shown(id);
        const warnings = [{ field: 'timeline.tracks[0].clips[1]', text: 'Overlaps.' }];
        expect(response).toMatchObject({
          status: 'done',
          progress: 1,
          url: `https://media.example/files/v1/${server.owners.v1}/${id}.mp4`,
          poster: `https://media.example/files/v1/${server.owners.v1}/${id}-poster.jpg`,
          thumbnail: null,
          warnings,
        });
        expect(response).not.toHaveProperty('eta');
        expect(response).not.toHaveProperty('outputs');
        expect(response).not.toHaveProperty('segments');
      });

      it('tells how many segments were kept from earlier renders, as does the list', async () => {
        const attempt = await begin();
        expect(await shown(attempt.id)).not.toHaveProperty('segments');
        const segments = { reused: 4, made: 0 };
        await finishRender(tables(), attempt, { output: 'v1/o/a.mp4' }, { segments });
        expect(await shown(attempt.id)).toMatchObject({ status: 'done', segments });
        const answer = await server.ask('GET', '/edit/v1/render?limit=1');
        expect(answer.json()).toMatchObject({ response: { renders: [{ id: attempt.id, segments }] } });
      });

      it('lists several outputs in their order, each with its files', async () => {
        const attempt = await begin();
        const { id, owner, stage } = attempt;
        const key = `v1/${owner}/${id}`;
        const further = (position: number, part: 'output' | 'poster', file: string) => ({
          owner,
          stage,
          render: id,
          part,
          position,
          filename: file,
          file,
        });
        await beginAssets(tables(), [
          further(2, 'output', `${key}-2.mp4`),
          further(1, 'output', `${key}-1.gif`),
          further(1, 'poster', `${key}-1-poster.jpg`),
        ]);
        const facts = [
          { format: 'mp4', width: 1280, height: 720, duration: 4 },
          { format: 'gif' },
          { format: 'mp4' },
        ];
        await finishRender(tables(), attempt, { output: `${key}.mp4` }, { outputs: JSON.stringify(facts) });
        const url = (name: string) => `https://media.example/files/${key}${name}`;
        expect(await shown(id)).toMatchObject({
          url: url('.mp4'),
          poster: null,
          outputs: [
            { ...facts[0], url: url('.mp4'), poster: null, thumbnail: null },
            { format: 'gif', url: url('-1.gif'), poster: url('-1-poster.jpg'), thumbnail: null },
            { format: 'mp4', url: url('-2.mp4'), poster: null, thumbnail: null },
          ],
        });
      });
    });

    describe('DELETE /render/{id}', () => {
      it('cancels a queued render, then deletes it', async () => {
        const id = await submit();
        const url = `/edit/v1/render/${id}`;
        expect((await server.ask('DELETE', `/edit/stage/render/${id}`)).statusCode).toBe(404);
        const answer = await server.ask('DELETE', url);
        expect([answer.statusCode, answer.body]).toEqual([204, '']);
        expect(await shown(id)).toMatchObject({ status: 'failed', error: 'Cancelled', code: 'cancelled' });
        expect((await server.ask('DELETE', url)).statusCode).toBe(204);
        expect((await server.ask('GET', url)).statusCode).toBe(404);
        expect((await server.ask('DELETE', url)).statusCode).toBe(404);
      });

      it('cancels a running render', async () => {
        const attempt = await begin();
        await setProgress(tables(), attempt, { status: 'rendering', progress: 0.5, eta: 3 });
        expect((await server.ask('DELETE', `/v1/render/${attempt.id}`)).statusCode).toBe(204);
        expect(await shown(attempt.id)).toMatchObject({ status: 'failed', error: 'Cancelled' });
        expect(await shown(attempt.id)).not.toHaveProperty('eta');
      });

      it('deletes a finished render with its files', async () => {
        const { id, files } = await finish();
        const statuses = async () => {
          const answers = files.map((file) => server.app.inject(`/files/${file}`));
          return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
        };
        expect(await statuses()).toEqual([200, 200]);
        expect((await server.ask('DELETE', `/edit/v1/render/${id}`)).statusCode).toBe(204);
        expect(await statuses()).toEqual([404, 404]);
        expect((await server.ask('GET', `/edit/v1/render/${id}`)).statusCode).toBe(404);
        expect((await server.ask('GET', `/serve/v1/assets/render/${id}`)).statusCode).toBe(404);
      });

      it('deletes a render whose files cannot be deleted now, and deletes them later', async () => {
        const { id, files } = await finish();
        const broken = vi.spyOn(server.parts.storage, 'delete').mockRejectedValue(new Error('disk'));
        expect((await server.ask('DELETE', `/edit/v1/render/${id}`)).statusCode).toBe(204);
        broken.mockRestore();
        expect((await server.ask('GET', `/edit/v1/render/${id}`)).statusCode).toBe(404);
        const findPending = async () =>
          (await findPendingDeletions(tables(), 100)).filter((file) => files.includes(file));
        expect((await findPending()).sort()).toEqual([...files].sort());
        await deletePending(tables(), await findPending(), server.parts.storage, SILENT);
        for (const file of files) expect(await server.parts.storage.stat(file)).toBeUndefined();
        expect(await findPending()).toEqual([]);
      });

      it('works when called twice at the same time', async () => {
        const { id } = await finish();
        const url = `/edit/v1/render/${id}`;
        const answers = await Promise.all([server.ask('DELETE', url), server.ask('DELETE', url)]);
        for (const { statusCode } of answers) expect([204, 404]).toContain(statusCode);
        expect((await server.ask('GET', url)).statusCode).toBe(404);
      });
    });

    describe('GET /render', () => {
      interface Page {
        readonly response: { owner: string; renders: { id: string }[]; cursor: string | null };
      }
      const page = async (query: string) =>
        (await server.ask('GET', `/edit/stage/render?${query}`)).json<Page>().response;

      it('lists the renders of the owner page by page, newest first', async () => {
        const ids: string[] = [];
        for (let n = 0; n < 5; n++) ids.unshift(await submit('stage'));
        const first = await page('limit=3');
        expect(first.owner).toBe(server.owners.stage);
        await submit('stage');
        const second = await page(`limit=3&cursor=${first.cursor}`);
        expect([...first.renders, ...second.renders].map(({ id }) => id)).toEqual(ids);
        expect(second.cursor).toBeNull();
        const whole = { plan: 'sandbox', status: 'queued', progress: 0, poster: null, thumbnail: null };
        expect(first.renders[0]).toMatchObject(whole);
        for (const render of first.renders) expect(render).not.toHaveProperty('data');
      });

      it('lists the renders with one status', async () => {
        const id = await submit('stage');
        await setFailed(tables(), (await beginAttempt(tables(), id))!, 'No.', 'asset_not_found');
        const { renders, cursor } = await page('status=failed');
        expect(renders).toMatchObject([{ id, status: 'failed', error: 'No.', code: 'asset_not_found' }]);
        expect(cursor).toBeNull();
        expect((await page('status=saving')).renders).toEqual([]);
      });

      it.each([
        'status=ready',
        'status=',
        'limit=0',
        'limit=101',
        'limit=1.5',
        'limit=x',
        'cursor=x',
        'limit=1&limit=2',
      ])('rejects ?%s', async (query) => {
        const answer = await server.ask('GET', `/edit/v1/render?${query}`);
        expect(answer.statusCode).toBe(400);
        const [field] = query.split('=');
        expect(answer.json()).toMatchObject({ response: { error: { details: [{ field }] } } });
      });
    });

    describe('Idempotency-Key', () => {
      const send = (key: string, body: unknown = EDIT, url = '/edit/v1/render') =>
        server.ask('POST', url, body, { 'idempotency-key': key });

      it('creates one render and returns the same response again, at every address of the API', async () => {
        const key = uuid();
        const before = [await count('renders'), await count('jobs')];
        const first = await send(key);
        expect(first.statusCode).toBe(201);
        for (const url of ['/edit/v1/render', '/v1/render']) {
          const again = await send(key, EDIT, url);
          expect([again.statusCode, again.body]).toEqual([201, first.body]);
        }
        expect([await count('renders'), await count('jobs')]).toEqual(before.map((number) => number + 1));
      });

      it('creates one render for equal concurrent requests', async () => {
        const key = uuid();
        const before = [await count('renders'), await count('jobs')];
        const answers = await Promise.all(Array.from({ length: 6 }, () => send(key)));
        expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
        for (const { statusCode } of answers) expect(statusCode).toBe(201);
        expect([await count('renders'), await count('jobs')]).toEqual(before.map((number) => number + 1));
      });

      it('is rejected for another body or path, and free for another owner', async () => {
        const key = uuid();
        await send(key);
        const answers = [
          await send(key, `${EDIT} `),
          await send(key, EDIT, '/edit/v1/templates/render'),
          await send(key, { name: 'a' }, '/edit/v1/templates'),
        ];
        for (const answer of answers) {
          expect(answer.statusCode).toBe(409);
          expect(answer.json()).toMatchObject({ response: { error: { code: 'idempotency_conflict' } } });
        }
        expect((await send(key, `${EDIT} `, '/edit/stage/render')).statusCode).toBe(201);
      });

      it('is not used up by rejected requests', async () => {
        const [key, accepted] = [uuid(), uuid()];
        const first = await send(accepted);
        expect((await send(key, '{}')).statusCode).toBe(400);
        await sql`insert into render (id, owner, stage, edit) select gen_random_uuid(), ${server.owners.v1}, 'v1',
          'full' from generate_series(1, 50)`.execute(tables());
        expect((await send(key)).statusCode).toBe(503);
        expect((await send(accepted)).body).toBe(first.body);
        await sql`delete from render where edit = 'full'`.execute(tables());
        expect((await send(key)).statusCode).toBe(201);
      });

      it.each(['', 'x'.repeat(256), 'ümlaut', 'tab\tstop'])('must not be %j', async (key) => {
        const answer = await send(key);
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject({
          response: { error: { details: [{ field: 'idempotency-key' }] } },
        });
      });
    });
  });
});
