import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FixtureServer } from '../src/outbound/server.fixture.ts';
import { readFiles, serveFiles } from './e2e/try-render.ts';
import { endServer, type ServerProcess, startServer } from './e2e/server-process.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { sendTo } from './fuzz/send-to.ts';
import { makeClip, paintNumber } from './media/clips.ts';
import { createMediaFolder } from './media/render-edit.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let files: FixtureServer;
let server: ServerProcess;
beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  const ticks = Array.from({ length: 24 }, (_, index) => index);
  await makeClip(media.path('clip.mp4'), { width: 160, height: 90, clock: 12, ticks, paint: paintNumber });
  files = await serveFiles(await readFiles(media.path('clip.mp4')));
  server = await startServer(media.path('.'), { KINORA_RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
});
afterAll(async () => {
  await endServer(server);
  await files.close();
  await media[Symbol.asyncDispose]();
});

it('matches its OpenAPI document for thousands of random requests while it renders, probes and draws frames', async () => {
  const mediaUrls = [`${files.url}/clip.mp4`, `${files.url}/none.mp4`];
  const seen = await fuzz(
    { keys: server.keys, send: sendTo(server.url) },
    { rounds: 5, runs: 30, seed: 11, mediaUrls },
  );
  for (const made of ['postRender', 'postTemplate', 'postTemplateRender'])
    expect(seen.get(made)).toContain(201);
  for (const read of ['getRender', 'getTemplate', 'probe', 'postFrame'])
    expect(seen.get(read)).toContain(200);
});
