import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskStorage } from '../../../hosting/disk-storage.ts';
import { answerUnknownRoutes } from '../connection/unknown-route.ts';
import { editErrorBody, createErrorHandler } from '../response/errors.ts';
import { ADDRESSES } from '../server.fixture.ts';
import { fileRoutes } from './file-routes.ts';

/** The folder of an HLS that is being made. */
const MADE_NOW = 'v1/owner/01998f6a-1111-7000-8000-000000000001';
const isBeingMade = (render: string): Promise<boolean> => Promise.resolve(MADE_NOW.endsWith(render));

describe('hosted files', () => {
  const bytes = randomBytes(100_000);
  let folder: string;
  let app: FastifyInstance;
  let origin: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-files-'));
    // An answer whose body a test has not read would hold up the end.
    app = fastify({ forceCloseConnections: true });
    app.setErrorHandler(createErrorHandler(editErrorBody));
    answerUnknownRoutes(app, []);
    fileRoutes(app, {
      storage: await openDiskStorage(join(folder, 'files')),
      addresses: ADDRESSES,
      isBeingMade,
      pieceMs: 50,
    });
    await mkdir(join(folder, 'files/v1/owner'), { recursive: true });
    await writeFile(join(folder, 'files/v1/owner/film.mp4'), bytes);
    await writeFile(join(folder, 'files/v1/owner/.hidden'), 'secret');
    await writeFile(join(folder, 'outside.txt'), 'secret');
    await writeFile(join(folder, 'files/keys.json'), 'secret');
    await writeFile(join(folder, 'files/.incoming/waiting'), 'secret');
    await mkdir(join(folder, 'files/database/base'), { recursive: true });
    await writeFile(join(folder, 'files/database/base/1'), 'secret');
    await mkdir(join(folder, 'files/v1/owner/folder'));
    await writeFile(join(folder, 'files/v1/owner/folder/deep.mp4'), 'secret');
    await writeFile(join(folder, 'files/v1/owner/empty.mp4'), '');
    await symlink('nowhere', join(folder, 'files/v1/owner/broken.mp4'));
    await app.listen({ host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const fetchFile = (headers: Record<string, string> = {}) =>
    fetch(`${origin}/files/v1/owner/film.mp4`, { headers });

  it('may take longer than a request waits, which players repeat', async () => {
    const made = join(folder, 'files', MADE_NOW);
    await mkdir(made);
    await writeFile(join(made, 'index-180p.m3u8'), 'index-180p-0.mp4\n');
    const answer = await fetch(`${origin}/files/${MADE_NOW}/index-180p-0.mp4`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await answer.json()).toMatchObject({ response: { error: { code: 'not_made_yet' } } });
    const other = `${origin}/files/${MADE_NOW.replace('0001', '0002')}/index-180p-0.mp4`;
    expect((await fetch(other)).status).toBe(404);
  });

  it('are served whole, without a key', async () => {
    const answer = await fetchFile();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(answer.headers.get('content-length')).toBe('100000');
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="film.mp4"');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it.each([
    ['a.mp4', 'video/mp4'],
    ['a.gif', 'image/gif'],
    ['a.mp3', 'audio/mpeg'],
    ['a.jpg', 'image/jpeg'],
    ['a-poster.jpg', 'image/jpeg'],
    ['a.png', 'image/png'],
    ['a.bmp', 'image/bmp'],
  ])('have a content type: %s', async (name, type) => {
    await writeFile(join(folder, 'files/v1/owner', name), bytes);
    const answer = await fetch(`${origin}/files/v1/owner/${name}`, { headers: { range: 'bytes=5-9' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, type]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(5, 10))).toBe(true);
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=500-1499', 500, 1500],
    ['bytes=99000-', 99_000, 100_000],
    ['bytes=-10', 99_990, 100_000],
    ['bytes=-200000', 0, 100_000],
    ['bytes=99990-200000', 99_990, 100_000],
  ])('are served in ranges: %s', async (range, from, to) => {
    const answer = await fetchFile({ range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/100000`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
  });

  it.each(['bytes=0-0,5-9', 'bytes=5-4', 'bytes=-', 'seconds=1-2'])(
    'are served whole for an invalid range: %s',
    async (range) => {
      const answer = await fetchFile({ range });
      expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '100000']);
      await answer.body?.cancel();
    },
  );

  it('answer HEAD without a body', async () => {
    const answer = await fetch(`${origin}/files/v1/owner/film.mp4`, {
      method: 'HEAD',
      headers: { range: 'bytes=0-5' },
    });
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '100000']);
    expect(answer.headers.get('etag')).toMatch(/^"/);
    expect((await fetch(`${origin}/files/v1/owner/none.mp4`, { method: 'HEAD' })).status).toBe(404);
  });

  it('are revalidated if another upload may replace them', async () => {
    const source = 'v1/owner/019a9f3c-a2b4-7d15-9e3f-1c2d3e4f5a6b';
    await mkdir(join(folder, 'files', source), { recursive: true });
    for (const [name, caching] of [
      ['source.mp4', 'public, no-cache'],
      ['019a9f3c-a2b5-70f6-8b71-6a5b4c3d2e1f.mp4', 'public, max-age=3600'],
    ] as const) {
      await writeFile(join(folder, 'files', source, name), bytes);
      const answer = await fetch(`${origin}/files/${source}/${name}`);
      expect([answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
        caching,
        expect.stringMatching(/^"/),
      ]);
      await answer.body?.cancel();
    }
  });

  it('may be empty', async () => {
    const answer = await fetch(`${origin}/files/v1/owner/empty.mp4`);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('are sent as attachments on request', async () => {
    const answer = await fetch(`${origin}/files/v1/owner/film.mp4?download`, { method: 'HEAD' });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="film.mp4"');
  });

  it.each(['bytes=100000-', 'bytes=-0'])('return 416 for a range beyond their end: %s', async (range) => {
    const answer = await fetchFile({ range });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('cache-control')).toBe(null);
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */100000');
    expect(await answer.json()).toMatchObject({ success: false });
  });

  it('are in a sandbox unless browsers only show or play them', async () => {
    const headersOf = async (name: string) => {
      await writeFile(join(folder, 'files/v1/owner', name), 'x');
      const { headers } = await fetch(`${origin}/files/v1/owner/${name}`);
      return ['content-security-policy', 'content-disposition'].map((header) => headers.get(header));
    };
    for (const ending of 'svg SVG svgz ttml xml xhtml html htm mhtml xsl js wasm pdf json txt vtt srt m3u8 zip swf'
      .split(' ')
      .map((ending) => `.${ending}`)
      .concat('', '.svg.'))
      expect(await headersOf(`a${ending}`)).toEqual([
        'sandbox',
        `${ending === '.pdf' ? 'attachment' : 'inline'}; filename="a${ending}"`,
      ]);
    for (const ending of 'mp4 webm mkv mp3 wav ogg jpg png gif avif webp tif'.split(' '))
      expect(await headersOf(`a.${ending}`)).toEqual([null, `inline; filename="a.${ending}"`]);
  });

  it('are not sent again if they have not changed', async () => {
    const etag = (await fetchFile()).headers.get('etag')!;
    const headers = { 'if-none-match': etag };
    expect((await app.inject({ url: '/files/v1/owner/film.mp4', headers })).statusCode).toBe(304);
  });

  it('support conditional requests', async () => {
    const { headers } = await fetchFile();
    const [etag, modified] = [headers.get('etag')!, headers.get('last-modified')!];
    const other = '"other"';
    const old = 'Thu, 01 Jan 2015 00:00:00 GMT';
    const range = 'bytes=0-4';
    const expected: [number, Record<string, string>][] = [
      [304, { 'if-none-match': `${other}, W/${etag}` }],
      [304, { 'if-none-match': '*' }],
      [200, { 'if-none-match': other, 'if-modified-since': modified }],
      [304, { 'if-modified-since': modified }],
      [200, { 'if-modified-since': old }],
      [200, { 'if-match': `${other}, ${etag}` }],
      [412, { 'if-match': other }],
      [412, { 'if-unmodified-since': old }],
      [200, { 'if-unmodified-since': modified }],
      [206, { range, 'if-range': etag }],
      [206, { range, 'if-range': modified }],
      [200, { range, 'if-range': other }],
      [200, { range, 'if-range': old }],
    ];
    for (const [status, conditions] of expected) {
      const answer = await app.inject({ url: '/files/v1/owner/film.mp4', headers: conditions });
      expect([conditions, answer.statusCode]).toEqual([conditions, status]);
      if (status === 412)
        expect(answer.json()).toMatchObject({ response: { error: { code: 'precondition_failed' } } });
    }
  });

  it('are served completely if they are deleted in the meantime', async () => {
    const path = join(folder, 'files/v1/owner/gone.mp4');
    const large = randomBytes(8_000_000);
    await writeFile(path, large);
    const answer = await fetch(`${origin}/files/v1/owner/gone.mp4`);
    await rm(path);
    expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
    expect((await fetch(`${origin}/files/v1/owner/gone.mp4`)).status).toBe(404);
  });

  it.each([
    '/files/',
    '/files/v1',
    '/files/v1/owner/',
    '/files/v1/owner/folder',
    '/files/v1/owner/.hidden',
    '/files/.unfinished/',
    '/files/.incoming/waiting',
    '/files/v1/owner/folder/deep.mp4',
    '/files/keys.json',
    '/files/database/base/1',
    '/files/v1/owner/../../keys.json',
    '/files/v1/owner/missing.mp4',
    '/files/v1/owner/broken.mp4',
    '/files/../outside.txt',
    '/files/%2e%2e/outside.txt',
    '/files/..%2foutside.txt',
    '/files/v1/%2e%2e/%2e%2e/outside.txt',
    '/files/v1/owner/film.mp4%00',
    '/files//etc/passwd',
  ])('do not expose anything else: %s', async (path) => {
    const { status, body } = await rawGet(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).not.toContain('secret');
    expect(body).not.toContain(folder);
  });

  /** Sends a GET request. Unlike `fetch`, it does not normalize the path. */
  function rawGet(path: string): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      httpRequest(origin, { path }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      })
        .on('error', reject)
        .end();
    });
  }
});
