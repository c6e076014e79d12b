import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer } from './server.fixture.ts';

const KEY = 'test-key-v1';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
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

/** Sends bytes as they are. @returns all that comes back until the end of the connection. */
async function send(bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

describe('a method that an address does not have', () => {
  it.each([
    ['DELETE', '/health', 'GET, HEAD, OPTIONS'],
    ['POST', '/ready/', 'GET, HEAD, OPTIONS'],
    ['POST', '/files/v1/a/b.mp4', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/edit/v1/render', 'POST, OPTIONS'],
    ['PATCH', '/edit/v1/render/', 'POST, OPTIONS'],
    ['PATCH', '/v1/render', 'POST, OPTIONS'],
    ['POST', `${RENDER}?data=false`, 'GET, HEAD, OPTIONS'],
    ['PUT', `/serve/stage/assets/render/${uuid()}`, 'GET, HEAD, OPTIONS'],
  ] as const)('is 405 with those that it has: %s %s', async (method, url, allow) => {
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
    expect(answer.body).toContain(`${path} does not answer ${method}; it may be `);
    expect(answer.json()).toHaveProperty(url.startsWith('/serve') ? 'errors' : 'response.error.code');
  });

  it.each(['/edit/v9/render', '/edit/render', '/nothing/render'])(
    'is 404 where there is no such address for any method: %s',
    async (url) => {
      expect((await ask('PATCH', url)).statusCode).toBe(404);
    },
  );

  it('may be one that nobody has heard of', async () => {
    const answer = await send('PROPFIND /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  });
});

describe('an address that is not there', () => {
  it('may be one that cannot be decoded', async () => {
    const answer = await ask('GET', '/edit/v1/render/%zz');
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ response: { message: string } }>().response.message).toContain(
      'The address is not valid',
    );
  });

  it('is found out before the body is read', async () => {
    const answer = await ask('POST', '/nothing', { 'content-type': 'application/json' }, '{');
    expect(answer.statusCode).toBe(404);
  });

  it('is called a file under /files', async () => {
    const answer = await ask('GET', '/files/v1/a/b.mp4');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({
      response: { message: 'There is no such file: /files/v1/a/b.mp4.', error: { code: 'not_found' } },
    });
  });
});

describe('HEAD', () => {
  it.each(['/health', RENDER, '/edit/v1/render/nonsense', '/files/v1/a/b.mp4', '/nothing', '/v1/render/1'])(
    'answers as GET does, without a body: %s',
    async (url) => {
      const [head, get] = [await ask('HEAD', url), await ask('GET', url)];
      expect(head.statusCode).toBe(get.statusCode);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.body).toBe('');
    },
  );
});

describe('a page of another origin', () => {
  const origin = 'https://editor.example';

  it.each(['/edit/v1/render', '/v1/render', '/serve/v1/assets/1', '/files/v1/a/b.mp4', '/nothing'])(
    'may ask for %s with any header, without a key',
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
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
        'access-control-allow-headers': headers['access-control-request-headers'],
        'access-control-max-age': '86400',
      });
    },
  );

  it.each(['/health', RENDER, '/edit/v1/render/%zz', '/files/v1/a/b.mp4', '/nothing'])(
    'can read the answer and its headers: %s',
    async (url) => {
      const answer = await app.inject({ url, headers: { origin } });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['x-request-id']).toMatch(UUID);
      if (!url.includes('%'))
        expect(answer.headers['access-control-expose-headers']).toContain('retry-after');
    },
  );

  it('can read what is wrong with a key', async () => {
    const answer = await app.inject({ method: 'POST', url: '/edit/v1/render', headers: { origin } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

describe('OPTIONS', () => {
  it('says which methods an address has, also to who is no browser', async () => {
    const answer = await app.inject({ method: 'OPTIONS', url: RENDER });
    expect(answer.statusCode).toBe(204);
    expect(String(answer.headers['allow']).split(', ')).toEqual(
      expect.arrayContaining(['GET', 'HEAD', 'OPTIONS']),
    );
  });

  it('says that there is nothing at an address, but lets a browser ask for it', async () => {
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
  it('has an id of ours, in the answer and in every line of the log about it', async () => {
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

  it.each([
    ['/edit/v1/render?token=s3cret', '/edit/v1/render'],
    [
      `/edit/v1/probe/${encodeURIComponent('https://me:s3cret@a.example/b?signature=s3cret')}`,
      '/edit/v1/probe/https://a.example/b',
    ],
    ['/edit/v1/probe/https://me:s3cret@a.example/b?signature=s3cret', '/edit/v1/probe/https://a.example/b'],
    ['/edit/v1/probe/me:s3cret', '/edit/v1/probe/...'],
    ['/edit/v1/probe/s3cret%zz', '/edit/v1/probe/...'],
  ])('is logged without what may be secret: %s', async (url, shown) => {
    log = '';
    await ask('GET', url);
    expect(log).not.toContain('s3cret');
    expect(log).toContain(`"url":"${shown}"`);
  });

  it('may expect what nobody knows', async () => {
    const answer = await send('GET /health HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is counted when its key is known, and only then', async () => {
    const counted = await ask('GET', RENDER);
    expect(counted.headers['ratelimit-limit']).toBe('3000');
    const unknown = await ask('GET', RENDER, { 'x-api-key': 'wrong' });
    expect(unknown.headers).not.toHaveProperty('ratelimit-limit');
  });

  it('may have a body where none is needed', async () => {
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
    'may be called %s',
    async (type) => {
      expect((await post({ 'content-type': type })).statusCode).toBe(201);
    },
  );

  it.each(['text/json', 'application/vnd.api+json', 'application/jsonx', 'json', ''])(
    'may not be called %j',
    async (type) => {
      const answer = await post({ 'content-type': type });
      expect(answer.statusCode).toBe(415);
      expect(answer.json<{ response: { message: string } }>().response.message).toContain(
        'content-type: application/json',
      );
    },
  );

  it.each(['gzip', 'br', 'gzip, identity'])('may not be compressed: %s', async (coding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    const answer = await post(headers, gzipSync(EDIT));
    expect(answer.statusCode).toBe(415);
    expect(answer.headers['accept-encoding']).toBe('identity');
    expect(answer.json<{ response: { message: string } }>().response.message).toContain('not be compressed');
  });

  it('may say that it is not compressed', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
    expect((await post(headers)).statusCode).toBe(201);
  });

  it('may be shorter or longer than it says, to the harm of its sender alone', async () => {
    const head = `POST /edit/v1/render HTTP/1.1\r\nHost: a\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\n`;
    const longer = await send(`${head}Content-Length: 2\r\n\r\n{}${EDIT}`);
    expect(longer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await ask('GET', '/health')).statusCode).toBe(200);
  });

  it('is asked for by who waits for that', async () => {
    const head = `POST /edit/v1/render HTTP/1.1\r\nHost: a\r\nx-api-key: ${KEY}\r\ncontent-type: application/json\r\n`;
    const answer = await send(
      `${head}Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  });
});

describe('a full queue', () => {
  it('says when to try again', async () => {
    const headers = { 'content-type': 'application/json' };
    for (let render = 0; render < 5; render++) await ask('POST', '/edit/v1/render', headers, EDIT);
    const answer = await ask('POST', '/edit/v1/render', headers, EDIT);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('10');
  });
});

describe('what is not HTTP', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400, 'validation_failed'],
    ['no host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'validation_failed'],
    ['a header without an end', 'GET / HTTP/1.1\r\nHost\r\n\r\n', 400, 'validation_failed'],
    [
      'endless headers',
      `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('is answered in the envelope: %s', async (_what, bytes, status, code) => {
    const answer = await send(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as object;
    expect(body).toMatchObject({ success: false, response: { error: { code } } });
  });

  it('is logged without the key in it', async () => {
    log = '';
    await send(`GET / HTTP/1.1\r\nx-api-key: ${KEY}\r\nHost\r\n\r\n`);
    expect(log).toContain('HPE_');
    expect(log).not.toContain('rawPacket');
  });
});

describe('the end of the server', () => {
  it('does not wait for connections on which nothing came', async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    // The server has it as soon as it answers one that came later.
    await send('GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await app.close();
    expect(app.server.listening).toBe(false);
    socket.destroy();
  });
});
