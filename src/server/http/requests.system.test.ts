import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer } from './server.fixture.ts';

const KEY = 'test-key-v1';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const RENDER = `/edit/v1/render/${uuid()}`;
const EDIT = JSON.stringify({
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'a' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
});

let log = '';
const logged = new PassThrough().setEncoding('utf8').on('data', (line: string) => (log += line));
const overrides = { rateLimits: 1, log: pino({ level: 'info' }, logged) };
const server = await openTestServer(undefined, 5, overrides);
const { app } = server;
beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => server.close());

function ask(
  method: NonNullable<InjectOptions['method']>,
  url: string,
  headers: Record<string, string> = {},
  body = '',
) {
  return app.inject({ method, url, headers: { 'x-api-key': KEY, ...headers }, body });
}

/** Sends raw bytes. Returns everything that is received until the connection is closed. */
async function send(bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

describe('an unsupported method', () => {
  it.each([
    ['DELETE', '/health', 'GET, HEAD, OPTIONS'],
    ['POST', '/ready/', 'GET, HEAD, OPTIONS'],
    ['POST', '/files/v1/a/b.mp4', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/edit/v1/render', 'POST, OPTIONS'],
    ['PATCH', '/edit/v1/render/', 'POST, OPTIONS'],
    ['PATCH', '/v1/render', 'POST, OPTIONS'],
    ['PUT', '/ingest/v1/sources', 'GET, HEAD, POST, OPTIONS'],
    ['PUT', '/create/v1/assets', 'GET, HEAD, POST, OPTIONS'],
    ['POST', `${RENDER}?data=false`, 'GET, HEAD, OPTIONS'],
    ['PUT', `/serve/stage/assets/render/${uuid()}`, 'GET, HEAD, OPTIONS'],
  ] as const)('returns 405 with the supported methods: %s %s', async (method, url, allow) => {
    const answer = await app.inject({
      method,
      url,
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(answer.statusCode).toBe(405);
    const wanted = allow.split(', ');
    expect(String(answer.headers['allow']).split(', ')).toEqual(expect.arrayContaining(wanted));
    const path = url.split('?', 1)[0] ?? '';
    expect(answer.body).toContain(`${path} does not support ${method}. Use `);
    expect(answer.json()).toHaveProperty(
      /^\/(serve|ingest|create)/.test(url) ? 'errors' : 'response.error.code',
    );
  });

  it.each(['/edit/v9/render', '/edit/renders', '/nothing/render'])(
    'returns 404 if the path supports no method at all: %s',
    async (url) => {
      expect((await ask('PATCH', url)).statusCode).toBe(404);
    },
  );

  it('returns 405 for a method that the framework does not know', async () => {
    const answer = await send('PROPFIND /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  });
});

describe('an unknown path', () => {
  it('returns 400 if it cannot be decoded', async () => {
    const answer = await ask('GET', '/edit/v1/render/%zz');
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ response: { message: string } }>().response.message).toContain(
      'The URL of the request is not valid',
    );
  });

  it('is rejected before the body is read', async () => {
    const answer = await ask('POST', '/nothing', { 'content-type': 'application/json' }, '{');
    expect(answer.statusCode).toBe(404);
  });

  it('is reported as a missing file under /files', async () => {
    const answer = await ask('GET', '/files/v1/a/b.mp4');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({
      response: { message: 'There is no such file: /files/v1/a/b.mp4.', error: { code: 'not_found' } },
    });
  });
});

describe('HEAD', () => {
  it.each(['/health', RENDER, '/edit/v1/render/nonsense', '/files/v1/a/b.mp4', '/nothing', '/v1/render/1'])(
    'returns the same as GET, without a body: %s',
    async (url) => {
      const [head, get] = [await ask('HEAD', url), await ask('GET', url)];
      expect(head.statusCode).toBe(get.statusCode);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.body).toBe('');
    },
  );
});

describe('a page from another origin', () => {
  const origin = 'https://editor.example';

  it.each(['/edit/v1/render', '/v1/render', '/serve/v1/assets/1', '/files/v1/a/b.mp4', '/nothing'])(
    'may send a preflight for %s with any header, without a key',
    async (url) => {
      const headers = {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'content-type,x-api-key,idempotency-key,x-shotstack-origin',
      };
      const answer = await app.inject({ method: 'OPTIONS', url, headers });
      expect(answer.statusCode).toBe(204);
      expect(answer.body).toBe('');
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': headers['access-control-request-headers'],
        'access-control-max-age': '86400',
      });
    },
  );

  it.each(['/health', RENDER, '/edit/v1/render/%zz', '/files/v1/a/b.mp4', '/nothing'])(
    'can read the response and its headers: %s',
    async (url) => {
      const answer = await app.inject({ url, headers: { origin } });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['x-request-id']).toMatch(UUID);
      if (!url.includes('%'))
        expect(answer.headers['access-control-expose-headers']).toContain('retry-after');
    },
  );

  it('can read the error about its key', async () => {
    const answer = await app.inject({ method: 'POST', url: '/edit/v1/render', headers: { origin } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('a response', () => {
  const accept = { 'accept-encoding': 'gzip, deflate, br' };

  it('is compressed if it is JSON above a kilobyte', async () => {
    const plain = await ask('GET', '/openapi.json');
    const packed = await ask('GET', '/openapi.json', accept);
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual([
      'br',
      expect.stringContaining('accept-encoding'),
    ]);
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  });

  it('has its headers, but no body, for HEAD', async () => {
    const answer = await ask('HEAD', '/openapi.json', accept);
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 0]);
  });

  it('stays as it is if it is short, or a hosted file', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'kinora-requests-'));
    const file = join(folder.path, 'long.json');
    await writeFile(file, JSON.stringify('a'.repeat(5_000)));
    await server.parts.storage.put('v1/a/long.json', file);
    for (const url of ['/health', '/files/v1/a/long.json'])
      expect((await ask('GET', url, accept)).headers).not.toHaveProperty('content-encoding');
  });
});

describe('OPTIONS', () => {
  it('returns the supported methods, also without a preflight', async () => {
    const answer = await app.inject({ method: 'OPTIONS', url: RENDER });
    expect(answer.statusCode).toBe(204);
    expect(String(answer.headers['allow']).split(', ')).toEqual(
      expect.arrayContaining(['GET', 'HEAD', 'OPTIONS']),
    );
  });

  it('returns 404 for an unknown path, but allows preflights', async () => {
    const answer = await app.inject({ method: 'OPTIONS', url: '/nothing' });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).not.toHaveProperty('allow');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.json()).toMatchObject({ response: { error: { code: 'not_found' } } });
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    expect((await app.inject({ method: 'OPTIONS', url: '/nothing', headers })).statusCode).toBe(204);
  });
});

describe('a request', () => {
  it('gets an id of the server, in the response and in all of its log lines', async () => {
    log = '';
    const answer = await ask('GET', RENDER, { 'x-request-id': 'theirs' });
    const id = String(answer.headers['x-request-id']);
    expect(id).toMatch(UUID);
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) expect(line).toMatchObject({ reqId: id, clientRequestId: 'theirs' });
  });

  it('is logged with its account once its key is known', async () => {
    log = '';
    await ask('GET', RENDER);
    const lines = log.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      owner: expect.stringMatching(/^[a-z0-9]{10}$/) as string,
      res: { statusCode: 404 },
    });
    log = '';
    await ask('GET', RENDER, { 'x-api-key': 'wrong' });
    expect(log).toContain('"statusCode":401');
    expect(log).not.toContain('"owner"');
  });

  it.each([
    ['/edit/v1/render?token=s3cret', '/edit/v1/render'],
    [
      `/edit/v1/probe/${encodeURIComponent('https://me:s3cret@a.example/b?signature=s3cret')}`,
      '/edit/v1/probe/https://a.example/b',
    ],
    ['/edit/v1/probe/https://me:s3cret@a.example/b?signature=s3cret', '/edit/v1/probe/https://a.example/b'],
    ['/edit/v1/probe/me:s3cret', '/edit/v1/probe/...'],
    ['/edit/v1/probe/s3cret%zz', '/edit/v1/probe/...'],
  ])('is logged without possible secrets: %s', async (url, shown) => {
    log = '';
    await ask('GET', url);
    expect(log).not.toContain('s3cret');
    expect(log).toContain(`"url":"${shown}"`);
  });

  it('may have an unknown Expect header', async () => {
    const answer = await send('GET /health HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is counted only if its key is known', async () => {
    const counted = await ask('GET', RENDER);
    expect(counted.headers['ratelimit-limit']).toBe('3000');
    const unknown = await ask('GET', RENDER, { 'x-api-key': 'wrong' });
    expect(unknown.headers).not.toHaveProperty('ratelimit-limit');
  });

  it('may have a body on routes that need none', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await ask('GET', '/health', json, '{"a":')).statusCode).toBe(200);
    const bytes = `GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab`;
    expect(await send(bytes)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('the body of a request', () => {
  const post = (headers: Record<string, string>, body: string | Buffer = EDIT) =>
    app.inject({ method: 'POST', url: '/edit/v1/render', headers: { 'x-api-key': KEY, ...headers }, body });

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    'may have the content type %s',
    async (type) => {
      expect((await post({ 'content-type': type })).statusCode).toBe(201);
    },
  );

  it.each(['text/json', 'application/vnd.api+json', 'application/jsonx', 'json', ''])(
    'must not have the content type %j',
    async (type) => {
      const answer = await post({ 'content-type': type });
      expect(answer.statusCode).toBe(415);
      expect(answer.json<{ response: { message: string } }>().response.message).toContain(
        'content-type: application/json',
      );
    },
  );

  it.each(['gzip', 'br', 'gzip, identity'])('must not be compressed: %s', async (coding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    const answer = await post(headers, gzipSync(EDIT));
    expect(answer.statusCode).toBe(415);
    expect(answer.headers['accept-encoding']).toBe('identity');
    expect(answer.json<{ response: { message: string } }>().response.message).toContain('not be compressed');
  });

  it('may have the content encoding identity', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
    expect((await post(headers)).statusCode).toBe(201);
  });

  it('may have a wrong content length without effect on other clients', async () => {
    const head = `POST /edit/v1/render HTTP/1.1\r\nHost: a\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\n`;
    const longer = await send(`${head}Content-Length: 2\r\n\r\n{}${EDIT}`);
    expect(longer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await ask('GET', '/health')).statusCode).toBe(200);
  });

  it('is requested with 100 Continue if the client expects it', async () => {
    const head = `POST /edit/v1/render HTTP/1.1\r\nHost: a\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\n`;
    const answer = await send(
      `${head}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  });
});

describe('a full queue', () => {
  it('returns retry-after', async () => {
    const headers = { 'content-type': 'application/json' };
    for (let render = 0; render < 5; render++) await ask('POST', '/edit/v1/render', headers, EDIT);
    const answer = await ask('POST', '/edit/v1/render', headers, EDIT);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('10');
  });
});

describe('invalid HTTP', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400, 'validation_failed'],
    ['no host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'validation_failed'],
    ['an incomplete header', 'GET / HTTP/1.1\r\nHost\r\n\r\n', 400, 'validation_failed'],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('gets an error in the envelope: %s', async (_what, bytes, status, code) => {
    const answer = await send(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as object;
    expect(body).toMatchObject({ success: false, response: { error: { code } } });
  });

  it('is logged without the key', async () => {
    log = '';
    await send(`GET / HTTP/1.1\r\nx-api-key: ${KEY}\r\nHost\r\n\r\n`);
    expect(log).toContain('HPE_');
    expect(log).not.toContain('rawPacket');
  });
});

describe('the shutdown of the server', () => {
  it('does not wait for connections without a request', async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    // The server has accepted the socket once it answers a later request.
    await send('GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await app.close();
    expect(app.server.listening).toBe(false);
    socket.destroy();
  });
});
