import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { openOutbound, type Outbound } from '../../outbound/index.ts';
import { PartialDownload } from './partial-download.ts';
import { startFixtureServer } from '../../outbound/server.fixture.ts';

let folder: string;
let outbound: Outbound;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-remote-'));
  outbound = openOutbound({ allowHosts: ['127.0.0.1'], connectTimeoutMs: 5000 });
});
afterEach(async () => {
  await outbound.close();
  await rm(folder, { recursive: true });
});

const remote = (url: string, timeMs: number, signal = new AbortController().signal) => ({
  url: new URL(url),
  outbound,
  signal,
  stallTimeoutMs: 60_000,
  limits: { timeMs, maxBytes: 1e6 },
});

test.each<[string, boolean]>([
  ['never responds', false],
  ['stops in the middle', true],
])('times out if a server %s', async (_what, begins) => {
  await using stack = new AsyncDisposableStack();
  const server = await startFixtureServer((_request, response) => {
    if (begins) response.writeHead(206, { 'content-range': 'bytes 0-99/100' }).write('a');
  });
  stack.defer(() => server.close());
  const opening = PartialDownload.open(join(folder, 'a'), remote(`${server.url}/a`, 200), undefined);
  expect(await failureOf(opening)).toBe(
    `asset_timed_out: ${server.url}/a timed out: it could not be inspected within 0.2 s.`,
  );
});

test('stops when the signal aborts', async () => {
  await using stack = new AsyncDisposableStack();
  const gone = new AbortController();
  const server = await startFixtureServer(() => gone.abort());
  stack.defer(() => server.close());
  const opening = PartialDownload.open(join(folder, 'a'), remote(server.url, 60_000, gone.signal), undefined);
  expect(await failureOf(opening)).toBe(`cancelled: ${server.url}/ was not fetched.`);
});
