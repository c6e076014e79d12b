import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failed } from '../../base/failed.fixture.ts';
import { openOutbound, type Outbound } from '../../outbound/index.ts';
import { RemoteFile } from './remote-file.ts';
import { serve } from '../../outbound/server.fixture.ts';

let folder: string;
let outbound: Outbound;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-remote-'));
  outbound = openOutbound({ allowHosts: ['127.0.0.1'], connectTimeout: 5000 });
});
afterEach(async () => {
  await outbound.close();
  await rm(folder, { recursive: true });
});

const remote = (url: string, time: number, signal = new AbortController().signal) => ({
  ...{ url: new URL(url), outbound, signal, stallTimeout: 60_000, limits: { time, bytes: 1e6 } },
});

test.each<[string, boolean]>([
  ['never answers', false],
  ['stops in the middle', true],
])('a server that %s is given up in time', async (_what, begins) => {
  await using stack = new AsyncDisposableStack();
  const server = await serve((_request, response) => {
    if (begins) response.writeHead(206, { 'content-range': 'bytes 0-99/100' }).write('a');
  });
  stack.defer(() => server.close());
  const opening = RemoteFile.open(join(folder, 'a'), remote(`${server.url}/a`, 200), undefined);
  expect(await failed(opening)).toBe(
    `asset_timed_out: ${server.url}/a timed out: it could not be looked at within 0.2 s.`,
  );
});

test('a look ends with those who wait for it', async () => {
  await using stack = new AsyncDisposableStack();
  const gone = new AbortController();
  const server = await serve(() => gone.abort());
  stack.defer(() => server.close());
  const opening = RemoteFile.open(join(folder, 'a'), remote(server.url, 60_000, gone.signal), undefined);
  expect(await failed(opening)).toBe(`cancelled: ${server.url}/ was not fetched.`);
});
