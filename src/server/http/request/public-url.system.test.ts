import { PassThrough } from 'node:stream';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { beginAttempt } from '../../../store/attempts.ts';
import { finishRender } from '../../../store/finish-render.fixture.ts';
import { openReceivingServer } from '../ingest/receiving-server.fixture.ts';
import { EDIT, KEYS, openTestServer, type TestServer } from '../server.fixture.ts';
import { publicUrlOf } from './public-url.ts';

const LOCAL = 'http://localhost:3000';
const parts = { publicUrl: () => LOCAL, isPublicUrlSet: false };

describe('the public address in a response', () => {
  it.each([
    ['http', 'localhost:3000', 'http://localhost:3000'],
    ['http', '192.168.1.5:3000', 'http://192.168.1.5:3000'],
    ['http', '[fd00::5]:3000', 'http://[fd00::5]:3000'],
    ['https', 'Media.Example.com', 'https://media.example.com'],
    ['https', 'media.example.com:443', 'https://media.example.com'],
    ['http', 'kinora_1:80', 'http://kinora_1'],
  ])('is that of the request: %s %s', (protocol, host, expected) => {
    expect(publicUrlOf({ protocol, host }, parts)).toBe(expected);
    expect(publicUrlOf({ protocol, host }, { ...parts, isPublicUrlSet: true })).toBe(LOCAL);
  });

  it.each([
    ['http', ''],
    ['http', 'a b'],
    ['http', 'a:b'],
    ['http', 'a:99999'],
    ['http', 'me@evil.example'],
    ['http', 'evil.example/x'],
    ['http', 'evil.example?x'],
    ['http', 'evil.example#x'],
    ['http', 'a, b'],
    ['http', '[::1'],
    ['http', '[:::]'],
    ['http', '"><script>'],
    ['http', `${'a'.repeat(300)}.example`],
    ['javascript', 'a.example'],
    ['https, http', 'a.example'],
  ])('is that on this machine if the request names no valid one: %s %s', (protocol, host) => {
    expect(publicUrlOf({ protocol, host }, parts)).toBe(LOCAL);
  });
});

/** Returns the first part of every address in the responses of a server. */
async function findOrigins(server: TestServer, headers: Record<string, string>) {
  const submitted = await server.ask('POST', '/edit/v1/render', EDIT);
  const { id } = submitted.json<{ response: { id: string } }>().response;
  const attempt = (await beginAttempt(server.parts.database.tables, id))!;
  await finishRender(server.parts.database.tables, attempt, {
    output: 'v1/o/a.mp4',
    poster: 'v1/o/a-poster.jpg',
  });
  const answers = [
    await server.ask('GET', `/edit/v1/render/${id}`, undefined, headers),
    await server.ask('GET', '/edit/v1/render', undefined, headers),
    await server.ask('GET', `/edit/v1/render/${id}/events`, undefined, headers),
    await server.ask('POST', '/ingest/v1/upload', {}, headers),
    await server.ask('GET', '/', undefined, { accept: 'text/html', ...headers }),
    await server.ask('GET', '/', undefined, headers),
    await server.ask('GET', '/nothing', undefined, { accept: 'text/html', ...headers }),
    await server.ask('GET', '/schemas/edit.json', undefined, headers),
  ];
  const { servers } = (await server.ask('GET', '/openapi.json', undefined, headers)).json<{
    servers: object[];
  }>();
  const texts = [...answers.map(({ body }) => body), JSON.stringify(servers)];
  const origins = texts.map((text) => [
    ...new Set(
      [...text.replaceAll(/"\$schema": "[^"]*"|xmlns="[^"]*"/g, '').matchAll(/https?:\/\/[^/"'\s]+/g)].map(
        ([found]) => found,
      ),
    ),
  ]);
  expect(origins.map(({ length }) => length)).not.toContain(0);
  return [...new Set(origins.flat())];
}

describe('the addresses in responses', () => {
  let log = '';
  const logged = new PassThrough().setEncoding('utf8').on('data', (line: string) => (log += line));
  const servers: TestServer[] = [];
  const open = async (overrides: object) => {
    const server = await openTestServer(undefined, undefined, overrides);
    servers.push(server);
    return server;
  };
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  const forwarded = {
    host: 'kinora:3000',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-host': 'media.example.com',
    'x-forwarded-proto': 'https',
  };

  it('begin with the address of the request, whoever else it names', async () => {
    const server = await open({ isPublicUrlSet: false });
    expect(await findOrigins(server, { host: '192.168.1.5:3000' })).toEqual(['http://192.168.1.5:3000']);
    expect(await findOrigins(server, forwarded)).toEqual(['http://kinora:3000']);
    expect(await findOrigins(server, { host: 'evil"host' })).toEqual(['https://media.example']);
  });

  it('begin with the address of the request in a resumable upload, too', async () => {
    const server = await openReceivingServer({ isPublicUrlSet: false });
    servers.push(server);
    const origin = server.origin.replace('127.0.0.1', 'localhost');
    const answer = await fetch(`${origin}/ingest/tus`, {
      method: 'POST',
      headers: { 'x-api-key': KEYS.v1, 'tus-resumable': '1.0.0', 'upload-length': '5' },
    });
    expect(answer.headers.get('location')).toMatch(`${origin}/ingest/v1/tus/`);
  });

  it('begin with the forwarded address if a trusted proxy sent it', async () => {
    const trust = { isPublicUrlSet: false, trustProxy: ['10.0.0.0/8', 'loopback'] };
    const server = await open({ ...trust, log: pino({ level: 'info' }, logged) });
    expect(await findOrigins(server, forwarded)).toEqual(['https://media.example.com']);
    expect(log).toContain('"host":"media.example.com","remoteAddress":"203.0.113.7"}');
    log = '';
    const url = '/schemas/edit.json';
    const stranger = await server.app.inject({ url, headers: forwarded, remoteAddress: '192.168.7.7' });
    expect(stranger.body).toContain('http://kinora:3000/schemas/edit.json');
    expect(log).toContain('"remoteAddress":"192.168.7.7"');
    expect(log).not.toContain('203.0.113.7');
  });

  it('begin with the public address in the settings in every case', async () => {
    const server = await open({ isPublicUrlSet: true, trustProxy: ['loopback'] });
    expect(await findOrigins(server, forwarded)).toEqual(['https://media.example']);
  });
});
