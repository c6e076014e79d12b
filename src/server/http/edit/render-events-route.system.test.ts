import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { beginAttempt, setProgress, setFailed } from '../../../store/attempts.ts';
import { finishRender } from '../../../store/finish-render.fixture.ts';
import { waitUntil } from '../../../store/test-databases.fixture.ts';
import { createCallerLookup, requireKey } from '../access/authentication.ts';
import { buildServer } from '../app.ts';
import { editErrorBody, createErrorHandler } from '../response/errors.ts';
import { EDIT, KEYS, openTestServer, type TestServer } from '../server.fixture.ts';
import { renderEventsRoute } from './render-events-route.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  hangUp(server.app);
  await server.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const tables = () => server.parts.database.tables;
async function submitted(stage: keyof typeof KEYS = 'v1'): Promise<string> {
  const answer = await server.ask('POST', `/edit/${stage}/render`, EDIT);
  return answer.json<{ response: { id: string } }>().response.id;
}

/**
 * Closes all connections. After each aborted request, `fetch` opens another one in advance, which counts as
 * busy.
 */
function hangUp(app: FastifyInstance): void {
  app.server.closeAllConnections();
}

/** Opens the event stream of a render. */
async function listen(id: string, app = server.app, stage: keyof typeof KEYS = 'v1') {
  const leave = new AbortController();
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/edit/${stage}/render/${id}/events`, {
    headers: { 'x-api-key': KEYS[stage] },
    signal: leave.signal,
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  return {
    answer,
    leave: () => leave.abort(),
    /** Returns the next chunk; `undefined` at the end. */
    next: async () => (await reader.read()).value,
  };
}

function event(id: string, more: object, stills: object = {}): string {
  const data = { id, status: '', progress: 0, eta: null, error: null, url: null, ...more };
  return `event: status\ndata: ${JSON.stringify({ ...data, poster: null, thumbnail: null, ...stills })}\n\n`;
}

describe('GET /render/{id}/events', () => {
  it('sends every change until the render is done', async () => {
    const id = await submitted();
    const { answer, next } = await listen(id);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('cache-control')).toContain('no-cache');
    expect(await next()).toBe(event(id, { status: 'queued', progress: 0 }));
    const attempt = (await beginAttempt(tables(), id))!;
    expect(await next()).toBe(event(id, { status: 'fetching', progress: 0 }));
    await setProgress(tables(), attempt, { status: 'rendering', progress: 0.25, eta: 6 });
    expect(await next()).toBe(event(id, { status: 'rendering', progress: 0.25, eta: 6 }));
    const files = { output: 'v1/o/a.mp4', thumbnail: 'v1/o/a-thumb.jpg' };
    const segments = { reused: 2, made: 1 };
    await finishRender(tables(), attempt, files, { segments });
    const url = 'https://media.example/files/v1/o/a.mp4';
    const thumbnail = 'https://media.example/files/v1/o/a-thumb.jpg';
    expect(await next()).toBe(event(id, { status: 'done', progress: 1, url }, { thumbnail, segments }));
    expect(await next()).toBeUndefined();
  });

  it('sends the final state of a failed render and ends', async () => {
    const id = await submitted();
    await setFailed(tables(), (await beginAttempt(tables(), id))!, 'No.');
    const answer = await server.ask('GET', `/v1/render/${id}/events`);
    expect(answer.body).toBe(event(id, { status: 'failed', progress: 0, error: 'No.' }));
  });

  it('sends the fields that docs/renders.md shows, in every status', async () => {
    const documented = await readFile(join(import.meta.dirname, '../../../../docs/renders.md'), 'utf8');
    const example = JSON.parse(/^data: (.+)$/m.exec(documented)![1]!) as object;
    const id = await submitted();
    const { next } = await listen(id);
    const fields = Object.keys(example);
    const receive = async () => JSON.parse((await next())!.split('data: ')[1]!) as object;
    expect(Object.keys(await receive())).toEqual(fields);
    const attempt = (await beginAttempt(tables(), id))!;
    expect(Object.keys(await receive())).toEqual(fields);
    await setProgress(tables(), attempt, { status: 'rendering', progress: 0.42, eta: 3 });
    expect(await receive()).toEqual({ ...example, id });
    await setFailed(tables(), attempt, 'No.');
    expect(await receive()).toEqual({ ...example, id, status: 'failed', eta: null, error: 'No.' });
  });

  it('sends the same events to all listeners, and ends when the render is deleted', async () => {
    const id = await submitted();
    const listeners = [await listen(id), await listen(id)];
    for (const { next } of listeners) expect(await next()).toContain('queued');
    await server.ask('DELETE', `/edit/v1/render/${id}`);
    for (const { next } of listeners) {
      expect(await next()).toBe(event(id, { status: 'failed', progress: 0, error: 'Cancelled' }));
      expect(await next()).toBeUndefined();
    }
    const gone = await submitted();
    const { next } = await listen(gone);
    expect(await next()).toContain('queued');
    await sql`delete from render where id = ${gone}`.execute(tables());
    expect(await next()).toBeUndefined();
  });

  it('sends heartbeats while nothing changes', async () => {
    const id = await submitted();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { leave, next } = await listen(id);
    expect(await next()).toContain('queued');
    vi.advanceTimersByTime(15_000);
    expect(await next()).toBe(':\n\n');
    leave();
  });

  it('stops polling the database when the last listener has left', async () => {
    const { leave, next } = await listen(await submitted());
    expect(await next()).toContain('queued');
    leave();
    const queries = vi.spyOn(tables(), 'selectFrom');
    await waitUntil(async () => {
      const before = queries.mock.calls.length;
      // Longer than the polling interval.
      await wait(700);
      return queries.mock.calls.length === before;
    });
    queries.mockRestore();
  });

  it('returns 404 for an unknown render, and no body for HEAD', async () => {
    expect((await server.ask('GET', `/edit/v1/render/${uuid()}/events`)).statusCode).toBe(404);
    const head = await server.ask('HEAD', `/edit/v1/render/${await submitted()}/events`);
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('limits the number of open streams', async () => {
    const app = fastify();
    await app.register(
      (scope, _options, done) => {
        requireKey(scope, createCallerLookup(server.parts), server.parts);
        scope.setErrorHandler(createErrorHandler(editErrorBody));
        renderEventsRoute(scope, { ...server.parts }, 1);
        done();
      },
      { prefix: '/edit/:version' },
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    const id = await submitted();
    const first = await listen(id, app);
    expect(await first.next()).toContain('queued');
    const refused = await listen(await submitted('stage'), app, 'stage');
    expect(refused.answer.status).toBe(503);
    refused.leave();
    first.leave();
    await waitUntil(async () => {
      const { answer, leave } = await listen(id, app);
      leave();
      return answer.status === 200;
    });
    hangUp(app);
    await app.close();
  });

  it('limits the share of one owner at both addresses together', async () => {
    const app = fastify();
    const parts = { ...server.parts };
    for (const prefix of ['/edit/:version', '/:version'])
      await app.register(
        (scope, _options, done) => {
          requireKey(scope, createCallerLookup(server.parts), server.parts);
          scope.setErrorHandler(createErrorHandler(editErrorBody));
          renderEventsRoute(scope, parts, 11);
          done();
        },
        { prefix },
      );
    await app.listen({ host: '127.0.0.1', port: 0 });
    const id = await submitted();
    const old = await app.inject({
      method: 'HEAD',
      url: `/v1/render/${id}/events`,
      headers: { 'x-api-key': KEYS.v1 },
    });
    expect(old.statusCode).toBe(200);
    const all = [await listen(id, app), await listen(id, app)];
    expect(all.map(({ answer }) => answer.status)).toEqual([200, 200]);
    const refused = await app.inject({ url: `/v1/render/${id}/events`, headers: { 'x-api-key': KEYS.v1 } });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
    expect(refused.body).toContain('This account has 2 event streams open, which is the limit.');
    for (const { leave } of all) leave();
    hangUp(app);
    await app.close();
  });

  it('ends when the server closes', async () => {
    const id = await submitted();
    const other = await buildServer(server.parts);
    await other.listen({ host: '127.0.0.1', port: 0 });
    const { next } = await listen(id, other);
    expect(await next()).toContain('queued');
    await other.close();
    expect(await next()).toBeUndefined();
  });
});
