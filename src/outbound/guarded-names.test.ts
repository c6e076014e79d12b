import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../base/failure-of.fixture.ts';
import type { Logger } from '../base/logger.ts';
import { type DnsAnswer, type DnsQuestion, startDnsServer } from './names/dns-server.fixture.ts';
import { openAddressFinder } from './names/find-addresses.ts';
import { createLookUps } from './names/look-ups.ts';
import { createNameFiles } from './names/name-files.fixture.ts';
import { openOutbound, type Outbound, sendFor } from './outbound.ts';
import { startFixtureServer } from './server.fixture.ts';

vi.mock('node:dns/promises', { spy: true });
vi.mock('node:timers/promises', { spy: true });

const LIMITS = { atOnce: 128, perOwner: 8, waiting: 1000, timeMs: 8000, failureMs: 3000 };
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** Opens a client that asks a name server of its own. */
async function open(answer: (question: DnsQuestion) => DnsAnswer, allowHosts: string[] = [], log?: Logger) {
  const server = await startDnsServer(answer);
  const files = await createNameFiles(server.port);
  const lookUp = createLookUps(openAddressFinder(files), LIMITS);
  const outbound = openOutbound({ allowHosts, connectTimeoutMs: 9000, resolve: lookUp, ...(log && { log }) });
  opened.push(
    { close: async () => server[Symbol.asyncDispose]() },
    { close: async () => files[Symbol.asyncDispose]() },
    outbound,
  );
  return { outbound, server, files };
}

async function startHttp(): ReturnType<typeof startFixtureServer> {
  const server = await startFixtureServer((_request, response) =>
    response.setHeader('connection', 'close').end('here'),
  );
  opened.push(server);
  return server;
}

async function get(outbound: Outbound, url: string, signal?: AbortSignal): Promise<string> {
  const response = await outbound.request(new URL(url), { stallTimeoutMs: 2000, ...(signal && { signal }) });
  return `${response.statusCode} ${await response.body.text()}`;
}

test('300 names that are never answered do not hold up another owner, or the work with files', async () => {
  const http = await startHttp();
  const { outbound, server } = await open(
    ({ name }) => (name.startsWith('dead') ? undefined : { records: ['127.0.0.1'] }),
    ['127.0.0.1'],
  );
  const leaving = new AbortController();
  const attacks = Array.from({ length: 300 }, (_, at) =>
    get(sendFor('attacker', outbound), `http://dead-${at}.example/`, leaving.signal).catch(() => 'ended'),
  );
  await expect.poll(() => server.questions.length).toBeGreaterThanOrEqual(8);
  const url = http.url.replace('127.0.0.1', 'good.example');
  expect(await get(sendFor('victim', outbound), url)).toBe('200 here');
  // Eight names at once, each for two families.
  expect(
    new Set(server.questions.map(({ name }) => name).filter((name) => name.startsWith('dead'))).size,
  ).toBe(8);
  leaving.abort();
  expect(new Set(await Promise.all(attacks))).toEqual(new Set(['ended']));
  expect(lookup).not.toHaveBeenCalled();
});

describe('a name with a private address and one that does not exist', () => {
  const answer = ({ name }: DnsQuestion): DnsAnswer =>
    name === 'private.example' ? { records: ['10.0.0.1', 'fd00::1'] } : { status: 'NXDOMAIN' };

  test('fail with the same sentence and the same wait, and the log tells them apart', async () => {
    const logged: object[] = [];
    const log = { debug() {}, info: (fields: object) => void logged.push(fields), warn() {}, error() {} };
    const { outbound } = await open(answer, [], log);
    const failures: string[] = [];
    const waits: number[] = [];
    for (const name of ['private.example', 'absent.example']) {
      vi.mocked(wait).mockClear();
      failures.push((await failureOf(get(outbound, `http://${name}/a`))).replaceAll(name, 'NAME'));
      // No other wait is that short.
      waits.push(vi.mocked(wait).mock.calls.filter(([milliseconds = 0]) => milliseconds <= 500).length);
    }
    expect(failures[0]).toBe(
      'asset_unreachable: http://NAME/a cannot be reached: its host NAME does not exist, or its address is private. Kinora contacts only public hosts and those in KINORA_ALLOW_HOSTS.',
    );
    expect(failures[1]).toBe(failures[0]);
    expect(waits).toEqual([1, 1]);
    expect(logged).toEqual([
      { host: 'private.example', port: 80, address: '10.0.0.1' },
      { host: 'absent.example', port: 80, err: expect.objectContaining({ reason: 'absent' }) as object },
    ]);
  });

  test('fail alike behind a redirect', async () => {
    const http = await startFixtureServer((request, response) =>
      response.writeHead(302, { location: `http://${request.url?.slice(1)}/` }).end(),
    );
    opened.push(http);
    const { outbound } = await open(answer, ['127.0.0.1']);
    const failures = await Promise.all(
      ['private.example', 'absent.example'].map(async (name) =>
        (await failureOf(get(outbound, `${http.url}/${name}`))).replaceAll(name, 'NAME'),
      ),
    );
    expect(failures[0]).toMatch(/^asset_unreachable: .* its host NAME does not exist, or/);
    expect(failures[1]).toBe(failures[0]);
  });
});

test('a name that is first public and then private is refused at its next connection', async () => {
  const http = await startHttp();
  let isPrivate = false;
  const { outbound } = await open(
    ({ type }) => (type === 'AAAA' ? {} : { records: [isPrivate ? '127.0.0.2' : '127.0.0.1'] }),
    ['127.0.0.1'],
  );
  const url = http.url.replace('127.0.0.1', 'rebinding.example');
  expect(await get(outbound, url)).toBe('200 here');
  isPrivate = true;
  const later = await Promise.all(Array.from({ length: 20 }, () => failureOf(get(outbound, url))));
  for (const failure of later) expect(failure).toMatch(/^asset_unreachable: /);
  expect(http.requests).toHaveLength(1);
});

test('one private address among many public ones is enough to refuse a name', async () => {
  const records = Array.from({ length: 100 }, (_, at) => `8.8.8.${at}`);
  const { outbound } = await open(() => ({ records: [...records, '10.0.0.1'], isTruncated: true }));
  expect(await failureOf(get(outbound, 'http://many.example/'))).toMatch(/^asset_unreachable: .* is private/);
});

test('a name of the hosts file is checked like any other one, and allowed by name and port', async () => {
  const http = await startHttp();
  const url = http.url.replace('127.0.0.1', 'store.internal');
  const { port } = new URL(url);
  for (const [allowHosts, outcome] of [
    [[], 'asset_unreachable'],
    [[`store.internal:${Number(port) + 1}`], 'asset_unreachable'],
    [[`store.internal:${port}`], '200 here'],
    [[`127.0.0.1:${port}`], '200 here'],
  ] as const) {
    const { outbound, files } = await open(() => ({ status: 'NXDOMAIN' }), [...allowHosts]);
    await files.write('hosts', '127.0.0.1 store.internal\n');
    const got = get(outbound, url).catch((error: unknown) => (error as { code: string }).code);
    expect([allowHosts, await got]).toEqual([allowHosts, outcome]);
  }
});

test('a name server that fails is no reason to say that the name does not exist', async () => {
  const { outbound } = await open(() => ({ status: 'SERVFAIL' }));
  await expect(get(outbound, 'http://failing.example/')).rejects.toMatchObject({ code: 'EAI_AGAIN' });
});
