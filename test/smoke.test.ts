import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { obstacle } from '../src/render/browse/browser.fixture.ts';
import { waitUntil } from '../src/store/test-databases.fixture.ts';
import { openStudio } from './e2e/open-studio.ts';
import { kinora } from './e2e/processes.ts';
import { endServer, type ServerProcess, startServer } from './e2e/server-process.ts';

/** Half a second of a text. */
const EDIT = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Smoke' }, start: 0, length: 0.5 }] }] },
  output: { format: 'mp4', size: { width: 160, height: 90 } },
};

let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-smoke-'));
  await mkdir(join(folder, 'tmp'));
  await writeFile(join(folder, 'edit.json'), JSON.stringify(EDIT));
  server = await startServer(folder);
});
afterAll(async () => {
  await endServer(server);
  await rm(folder, { recursive: true });
});

it('the command line renders', async () => {
  const { code, out, err } = await kinora(folder, ['render', 'edit.json', '-o', 'out.mp4']).ended;
  expect(code, err).toBe(0);
  expect(out).toMatch(/^out\.mp4: 160x90, 0\.5\d* s of video/);
});

it('a server renders, and serves the file', async () => {
  const headers = { 'x-api-key': server.keys.v1, 'content-type': 'application/json' };
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${server.url}/edit/v1/render${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return ((await answer.json()) as { response: { id: string; status: string; url: string } }).response;
  };
  const { id } = await ask('', EDIT);
  await waitUntil(async () => (await ask(`/${id}`)).status === 'done');
  const file = await fetch((await ask(`/${id}`)).url);
  expect(file.headers.get('content-type')).toBe('video/mp4');
  expect((await file.bytes()).length).toBe(Number(file.headers.get('content-length')));
});

it.skipIf(obstacle !== undefined)('the page in the browser shows the Studio', async () => {
  await using studio = await openStudio(server.url, server.keys.v1);
  await studio.page.getByRole('link', { name: 'Renders' }).click();
  await studio.page.getByText('done').first().waitFor();
  expect(studio.faults).toEqual([]);
});
