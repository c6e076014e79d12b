import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SILENT } from '../../src/base/logger.ts';
import { testBrowser } from '../../src/render/browse/browser.fixture.ts';
import { openSources, type Sources } from '../../src/render/fetch/index.ts';
import { openRenderer } from '../../src/render/renderer.ts';
import { openTestServer, type TestServer } from '../../src/server/http/server.fixture.ts';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { OFFLINE_CONTEXT } from '../../src/worker/worker-context.fixture.ts';
import { startWorker } from '../../src/worker/worker.ts';

/** The started render processes. */
const started = vi.hoisted((): { children: ChildProcess[] } => ({ children: [] }));
vi.mock('node:child_process', async (original) => {
  const actual = await original<typeof import('node:child_process')>();
  const fork = (program: string, args: readonly string[], options: ForkOptions): ChildProcess => {
    const child = actual.fork(program, args, options);
    started.children.push(child);
    return child;
  };
  return { ...actual, fork };
});

/** An edit of eleven hours. */
const LONG = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'H' }, start: 0, length: 40_000 }] }] },
  output: { format: 'mp4', resolution: 'preview' },
};

let folder: string;
let server: TestServer;
let sources: Sources;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-cancel-'));
  server = await openTestServer();
  sources = openSources({ folder: join(folder, 'cache'), allowHosts: [] });
});
afterAll(async () => {
  await server.close();
  await sources.close();
  await rm(folder, { recursive: true });
});

test('the process of a cancelled render ends within two seconds', async () => {
  const config = { sources, browser: testBrowser(), folder, log: SILENT } as const;
  const renderer = openRenderer(config);
  const worker = await startWorker(
    {
      ...server.parts,
      folder: join(folder, 'tmp'),
      log: SILENT,
      toPublicUrl: (file) => file,
      ...OFFLINE_CONTEXT,
      render: (edit, to, options) => renderer.render(edit, to, options),
    },
    { renders: 1, renditions: 1 },
  );
  const queued = await server.ask('POST', '/edit/v1/render', LONG);
  const { id } = queued.json<{ response: { id: string } }>().response;
  const shown = async () => {
    const answer = await server.ask('GET', `/edit/v1/render/${id}?data=false`);
    return answer.json<{ response: { progress: number; eta?: number } }>().response;
  };
  await waitUntil(async () => (await shown()).eta !== undefined);
  expect((await shown()).progress).toBeGreaterThan(0);
  const [child] = started.children;
  const ended = once(child!, 'exit', { signal: AbortSignal.timeout(2_000) });
  expect((await server.ask('DELETE', `/edit/v1/render/${id}`)).statusCode).toBe(204);
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(await shown()).toMatchObject({ status: 'failed', error: 'Cancelled' });
  worker.stop();
});
