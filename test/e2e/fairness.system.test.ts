import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

/** The response of `GET /render/{id}`. */
interface ShownRender {
  readonly id: string;
  readonly status: string;
  readonly updated: string;
}

const MANY = 12;
const asset = { type: 'text', text: 'One of many' };
const EDIT = {
  timeline: { tracks: [{ clips: [{ asset, start: 0, length: 1 }] }] },
  output: { format: 'png', size: { width: 64, height: 36 } },
};

const folder = await mkdtemp(join(tmpdir(), 'kinora-fairness-'));
await mkdir(join(folder, 'tmp'));
const server: ServerProcess = await startServer(folder, { KINORA_RENDERS: '1' });
afterAll(async () => {
  await endServer(server);
  await rm(folder, { recursive: true });
});

async function ask(stage: 'v1' | 'stage', path: string, edit?: object): Promise<ShownRender> {
  const answer = await fetch(`${server.url}/edit/${stage}/${path}`, {
    headers: { 'x-api-key': server.keys[stage], 'content-type': 'application/json' },
    ...(edit && { method: 'POST', body: JSON.stringify(edit) }),
  });
  return ((await answer.json()) as { response: ShownRender }).response;
}

test('does not let the render of one owner wait for the many of another', async () => {
  // The two environments have different owners.
  const many = await Promise.all(Array.from({ length: MANY }, () => ask('v1', 'render', EDIT)));
  const { id } = await ask('stage', 'render', EDIT);
  await waitUntil(async () => (await ask('stage', `render/${id}`)).status === 'done');
  const one = await ask('stage', `render/${id}`);
  const others = await Promise.all(many.map((each) => ask('v1', `render/${each.id}`)));
  const before = others.filter(({ status, updated }) => status === 'done' && updated <= one.updated);
  expect(before.length).toBeLessThanOrEqual(3);
});
