import type { LookupAddress } from 'node:dns';
import { afterEach, expect, test } from 'vitest';
import { failureOf } from '../base/failure-of.fixture.ts';
import { openOutbound } from './outbound.ts';
import type { Outbound, OutboundConfig, OutboundRequest } from './outbound.ts';
import { sendForever, startFixtureServer } from './server.fixture.ts';

const HERE: LookupAddress = { address: '127.0.0.1', family: 4 };
const PRIVATE: LookupAddress = { address: '10.0.0.1', family: 4 };

/** The error of a name that does not exist or has a private address. */
const UNUSABLE = /^asset_unreachable: .* does not exist, or its address is private\./;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

function open(config: Partial<OutboundConfig> = {}): Outbound {
  const outbound = openOutbound({ allowHosts: ['127.0.0.1'], connectTimeoutMs: 2000, ...config });
  opened.push(outbound);
  return outbound;
}

async function started(
  ...args: Parameters<typeof startFixtureServer>
): ReturnType<typeof startFixtureServer> {
  const server = await startFixtureServer(...args);
  opened.push(server);
  return server;
}

async function get(outbound: Outbound, url: string, options: Partial<OutboundRequest> = {}): Promise<string> {
  const response = await outbound.request(new URL(url), { stallTimeoutMs: 2000, ...options });
  return `${response.statusCode} ${await response.body.text()}`;
}

test.each([
  'http://127.0.0.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost/',
  'https://192.168.0.1:8443/',
])('%s is rejected, and the error names the setting', async (url) => {
  expect(await failureOf(get(open({ allowHosts: [] }), url))).toMatch(/^asset_refused: .*KINORA_ALLOW_HOSTS/);
});

test.each(['ftp://example.com/a', 'file:///etc/passwd', 'data:text/plain,a'])(
  '%s is rejected',
  async (url) => {
    expect(await failureOf(get(open(), url))).toMatch(/^asset_refused: /);
  },
);

test('a host with one private address among public ones is rejected', async () => {
  const outbound = open({
    allowHosts: [],
    resolve: () => Promise.resolve([{ address: '8.8.8.8', family: 4 }, PRIVATE]),
  });
  expect(await failureOf(get(outbound, 'http://mixed.example/'))).toMatch(UNUSABLE);
});

test('the client connects to the checked address, and checks a later address again', async () => {
  const server = await started((_request, response) => response.setHeader('connection', 'close').end('here'));
  const answers = [[HERE], [PRIVATE]];
  let asked = 0;
  const outbound = open({ resolve: () => Promise.resolve(answers[asked++]!) });
  const url = server.url.replace('127.0.0.1', 'rebinding.example');

  expect(await get(outbound, url)).toBe('200 here');
  expect(asked).toBe(1);
  expect(await failureOf(get(outbound, url))).toMatch(UNUSABLE);
  expect(server.requests).toHaveLength(1);
});

test('an allowed name may have private addresses', async () => {
  const server = await started((_request, response) => response.end('here'));
  const outbound = open({ allowHosts: ['store.internal'], resolve: () => Promise.resolve([HERE]) });
  expect(await get(outbound, server.url.replace('127.0.0.1', 'store.internal'))).toBe('200 here');
});

test('redirects are followed, including relative ones', async () => {
  const server = await started((request, response) => {
    if (request.url === '/end') response.end('end');
    else response.writeHead(302, { location: '/end' }).end('elsewhere');
  });
  expect(await get(open(), `${server.url}/start`)).toBe('200 end');
});

test.each([
  'http://10.0.0.1/',
  'http://[::ffff:10.0.0.1]/',
  'http://169.254.169.254/',
  'file:///etc/passwd',
  'ftp://x/',
])('a redirect to %s is rejected', async (location) => {
  const server = await started((_request, response) => response.writeHead(301, { location }).end());
  expect(await failureOf(get(open(), server.url))).toContain(`asset_refused: ${server.url}`);
});

test('more than five redirects are an error', async () => {
  const server = await started((request, response) =>
    response.writeHead(302, { location: `${request.url}x` }).end(),
  );
  expect(await failureOf(get(open(), server.url))).toMatch(/^asset_unreachable: /);
  expect(server.requests).toHaveLength(6);
});

test('the body of a redirect is not read', async () => {
  const server = await started((request, response) => {
    if (request.url === '/end') response.end('end');
    else sendForever(response.writeHead(302, { location: '/end' }));
  });
  expect(await get(open(), server.url)).toBe('200 end');
});

test('only a GET follows redirects', async () => {
  const server = await started((_request, response) => response.writeHead(307, { location: '/end' }).end());
  expect(await get(open(), server.url, { method: 'POST', body: '{}' })).toBe('307 ');
  expect(server.requests).toHaveLength(1);
});

test('credentials in the URL are sent only to their origin', async () => {
  const other = await started((_request, response) => response.end('other'));
  const server = await started((request, response) =>
    response.writeHead(302, { location: request.url === '/' ? '/second' : other.url }).end(),
  );
  const url = server.url.replace('//', '//user:p%40ss@');
  await get(open(), `${url}/`, { headers: { cookie: 'a=b', range: 'bytes=1-' } });

  const basic = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([basic, basic]);
  expect(other.requests[0]!.headers).toMatchObject({ range: 'bytes=1-' });
  expect(other.requests[0]!.headers).not.toHaveProperty('authorization');
  expect(other.requests[0]!.headers).not.toHaveProperty('cookie');
});
