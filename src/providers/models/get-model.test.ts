import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { type FixtureServer, startFixtureServer } from '../../outbound/server.fixture.ts';
import { getModel, isIntact } from './get-model.ts';
import { listInstalledModels } from './installed-models.ts';

const BYTES = Buffer.alloc(300_000, 'not a model ');
const HALF = 150_000;
/** Has the name of a real model, so that it is found in the folder. */
const MODEL = { name: 'base', size: '300 kB', sha1: createHash('sha1').update(BYTES).digest('hex') };
const FAST = { attempts: 2, firstPauseMs: 1, maxPauseMs: 1 };

let folder: string;
const servers: FixtureServer[] = [];
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'kinora-models-')), 'models');
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await rm(join(folder, '..'), { recursive: true });
});

async function serve(answer: Parameters<typeof startFixtureServer>[0]): Promise<FixtureServer> {
  const server = await startFixtureServer(answer);
  servers.push(server);
  return server;
}

function get(
  server: FixtureServer,
  more: Partial<Parameters<typeof getModel>[0]> & { readonly path?: string } = {},
) {
  const address = new URL(`${server.url}${more.path ?? ''}`);
  const { signal } = new AbortController();
  return getModel({ model: MODEL, folder, address, signal, ...more }, FAST);
}

/** Sends the file, or the part that the request asks for. */
function send(request: IncomingMessage, response: ServerResponse, bytes = BYTES): void {
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const isPart = start > 0 && request.headers['if-range'] === '"1"';
  const rest = isPart ? bytes.subarray(start) : bytes;
  response.writeHead(isPart ? 206 : 200, {
    etag: '"1"',
    'content-length': rest.length,
    ...(isPart && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
  });
  response.end(rest);
}

/** Sends half of the file and breaks the connection. */
function sendHalf(response: ServerResponse): void {
  response.writeHead(200, { etag: '"1"', 'content-length': BYTES.length });
  response.write(BYTES.subarray(0, HALF), () => setImmediate(() => response.destroy()));
}

describe('getting a model', () => {
  test('downloads it, reports progress and installs it', async () => {
    const server = await serve((request, response) => send(request, response));
    const progress: unknown[] = [];
    const onBytes = (...seen: unknown[]) => progress.push(seen);
    const installed = await get(server, { path: '/whisper/', onBytes });
    expect(server.requests.map(({ url }) => url)).toEqual(['/whisper/ggml-base.bin']);
    expect(await readFile(installed.path)).toEqual(BYTES);
    expect(await readdir(folder)).toEqual(['ggml-base.bin']);
    expect(progress.at(-1)).toEqual([BYTES.length, BYTES.length]);
    expect(await isIntact(installed)).toBe(true);
    expect(listInstalledModels(folder).map(({ path }) => path)).toEqual([installed.path]);
  });

  test('continues after a broken connection', async () => {
    const server = await serve((request, response, count) => {
      if (count === 1) sendHalf(response);
      else send(request, response);
    });
    const { path } = await get(server);
    expect(server.requests[1]?.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(await readFile(path)).toEqual(BYTES);
  });

  test('continues what an earlier command has left', async () => {
    let isBroken = true;
    const server = await serve((request, response) => {
      if (!isBroken) send(request, response);
      else if (request.headers.range === undefined) sendHalf(response);
      else response.destroy();
    });
    expect(await failureOf(get(server))).toMatch(
      /^asset_unreachable: The model base cannot be downloaded: .* The same command continues/,
    );
    expect((await readdir(folder)).toSorted()).toEqual(['ggml-base.bin.part', 'ggml-base.bin.part.json']);
    expect(listInstalledModels(folder)).toEqual([]);
    isBroken = false;
    const { path } = await get(server);
    expect(server.requests.at(-1)?.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
    expect(await readFile(path)).toEqual(BYTES);
    expect(await readdir(folder)).toEqual(['ggml-base.bin']);
  });

  test('begins again if the server has another version, or supports no ranges', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'ggml-base.bin.part'), 'another version');
    await writeFile(join(folder, 'ggml-base.bin.part.json'), '{"etag":"\\"0\\""}');
    const server = await serve((request, response) => send(request, response));
    expect(await readFile((await get(server)).path)).toEqual(BYTES);
    expect(server.requests).toHaveLength(1);
  });

  test('asks for nothing if only the last step was missing', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'ggml-base.bin.part'), BYTES);
    const server = await serve((request, response) => send(request, response));
    expect(await readFile((await get(server)).path)).toEqual(BYTES);
    expect(server.requests).toEqual([]);
  });

  test('neither installs nor keeps a file with another checksum', async () => {
    const wrong = Buffer.from('hello');
    const server = await serve((request, response) => send(request, response, wrong));
    const found = createHash('sha1').update(wrong).digest('hex');
    expect(await failureOf(get(server))).toMatch(
      new RegExp(`^asset_not_media: .* not the model base: its SHA-1 is ${found}, not ${MODEL.sha1}`),
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('leaves the installed model alone if a new download fails', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'ggml-base.bin'), 'damaged');
    const server = await serve((_, response) => response.writeHead(404).end());
    expect(await failureOf(get(server))).toMatch(/^asset_not_found: .* returned 404\. .*--mirror/);
    expect(await readFile(join(folder, 'ggml-base.bin'), 'utf8')).toBe('damaged');
  });

  test('stops on a signal, and keeps the part that it has downloaded', async () => {
    const stopping = new AbortController();
    const server = await serve((_, response) => {
      response.writeHead(200, { etag: '"1"', 'content-length': BYTES.length });
      response.write(BYTES.subarray(0, HALF));
    });
    const onBytes = () => stopping.abort();
    expect(await failureOf(get(server, { signal: stopping.signal, onBytes }))).toMatch(/^cancelled: /);
    expect((await readdir(folder)).toSorted()).toEqual(['ggml-base.bin.part', 'ggml-base.bin.part.json']);
  });
});

test('the model that was chosen last comes first', async () => {
  await mkdir(folder, { recursive: true });
  for (const [name, at] of [
    ['ggml-base.bin', 2],
    ['ggml-small.bin', 3],
    ['ggml-tiny.bin', 1],
    ['ggml-unknown.bin', 4],
  ] as const) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), at, at);
  }
  const names = () => listInstalledModels(folder).map(({ model }) => model.name);
  expect(names()).toEqual(['small', 'base', 'tiny']);
  await writeFile(join(folder, 'ggml-base.bin.part'), BYTES);
  const server = await serve((_, response) => response.end());
  await get(server);
  expect(names()).toEqual(['base', 'small', 'tiny']);
});
