import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestServer } from '../server.fixture.ts';
import { toHtml } from './page.ts';

/** The header of a browser that opens a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const PAGE = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

const server = await openTestServer();
afterAll(() => server.close());
const get = (url: string, accept?: string) =>
  server.app.inject({ url, headers: accept === undefined ? {} : { accept } });

describe('the start page', () => {
  it('tells people what to do next', async () => {
    const answer = await get('/', BROWSER);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['vary']]).toEqual([
      200,
      PAGE,
      expect.stringContaining('accept'),
    ]);
    for (const words of [
      'curl https://media.example/edit/v1/render',
      'keys.json',
      'KINORA_HOME',
      'npx kinora render',
      'href="docs"',
      'href="openapi.json"',
      'href="schemas/edit.json"',
      'href="health"',
    ])
      expect(answer.body).toContain(words);
  });

  it('links only to what exists', async () => {
    const { body } = await get('/', BROWSER);
    const links = [...body.matchAll(/href="([^":]+)"/g)].map(([, path]) => path!);
    expect(links.length).toBeGreaterThan(4);
    for (const path of links) expect([path, (await get(`/${path}`)).statusCode]).toEqual([path, 200]);
  });

  it('loads nothing and runs no script', async () => {
    const { body, headers } = await get('/', BROWSER);
    expect(body).not.toMatch(/<script|<link rel="stylesheet"|src=|style="|url\(/);
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(body)!;
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
  });

  it('has an example that the server accepts', async () => {
    const { body } = await get('/', '*/*');
    const [, example = ''] = /-d '([^']+)'/.exec(body)!;
    expect((await server.ask('POST', '/edit/v1/render', example)).statusCode).toBe(201);
  });

  it.each([undefined, '*/*', 'text/plain', 'image/png'])('is a text for %s', async (accept) => {
    const answer = await get('/', accept);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.body).toContain('https://media.example/docs');
    expect(answer.body).toContain('npx kinora validate');
  });

  it('is a list of addresses for programs', async () => {
    const answer = await get('/', 'application/json');
    expect(answer.headers['content-type']).toBe(JSON_TYPE);
    expect(answer.json()).toMatchObject({ name: 'Kinora', docs: 'https://media.example/docs' });
  });

  it('supports no other methods', async () => {
    expect((await server.app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
    const answer = await server.app.inject({ method: 'POST', url: '/' });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('an error outside the APIs', () => {
  it.each(['/nothing', '/a/b?c', '/files/v1/a/b.mp4', '/docs/nothing.js', '/render'])(
    'is a page with the same sentence for a browser: %s',
    async (url) => {
      const [page, body] = [await get(url, BROWSER), await get(url, 'application/json')];
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, PAGE]);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      const { message } = body.json<{ response: { message: string } }>().response;
      expect(page.body).toContain(`<p>${message}</p>`);
      expect(page.body).toContain('href="https://media.example/docs"');
      expect([page.headers['vary'], body.headers['vary']]).toEqual([
        expect.stringContaining('accept'),
        expect.stringContaining('accept'),
      ]);
    },
  );

  it.each([undefined, '*/*', 'application/json', 'image/avif,image/webp,*/*;q=0.8'])(
    'is an error body for %s',
    async (accept) => {
      const answer = await get('/nothing', accept);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, JSON_TYPE]);
    },
  );

  it('shows control characters instead of sending them', () => {
    expect(toHtml('a\u009b\u202e<b')).toBe('a\\u009b\\u202e&lt;b');
  });

  it('never contains markup of the client', async () => {
    const { body } = await get('/<b>&lt;', BROWSER);
    expect(body).not.toContain('<b>');
    expect(body).toContain('&amp;lt;');
  });

  it('is an error body if the request changes something', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/nothing', headers: { accept: BROWSER } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, JSON_TYPE]);
  });
});

describe('an error of an API', () => {
  it.each([
    '/edit/v1/nothing',
    '/edit/v2/render',
    '/edit',
    '/v1/render/x',
    '/v1/nothing',
    '/stage',
    '/serve/v1/nothing',
    '/ingest/v9/sources',
    '/create/nothing',
  ])('is an error body even for a browser: %s', async (url) => {
    expect((await get(url, BROWSER)).headers['content-type']).toBe(JSON_TYPE);
  });

  it.each([
    ['/edit/nothing', '. The version in the path must be v1 or stage. Without a version it is v1.'],
    ['/nothing', '. /docs lists all paths. Those of the Edit API begin with /edit/v1 or /edit/stage.'],
    ['/edit/v1/nothing', '.'],
  ])('says what to do about the path %s', async (path, hint) => {
    const { message } = (await get(path, 'application/json')).json<{ response: { message: string } }>()
      .response;
    expect(message).toBe(`There is no GET ${path}${hint}`);
  });
});
