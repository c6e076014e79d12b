import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SmallDisk } from '../../chaos/installation/small-disk.ts';
import { ignoreMissing } from '../../src/base/ignore-missing.ts';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { mapFrames } from '../media/decode-output.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

/** Long enough for several renders, uploads and probes to meet the full disk. */
const FULL_MS = 12_000;

const EDIT = JSON.stringify({
  timeline: {
    tracks: [{ clips: [{ asset: { type: 'text', text: 'Full' }, start: 0, length: 2, effect: 'zoomIn' }] }],
  },
  output: { format: 'mp4', size: { width: 320, height: 180 }, fps: 25 },
});

/** The response to a request. */
interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

let folder: string;
let disk: SmallDisk | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-disk-full-'));
  await mkdir(join(folder, 'tmp'));
});

afterEach(async () => {
  await disk?.unmount();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['the storage', 'storage'],
  ['the home with the embedded database', 'home'],
])('a full disk of %s loses nothing', async (_, place) => {
  disk = await SmallDisk.mount(join(folder, place), 90);
  if (disk === undefined) {
    process.stderr.write('SKIPPED: this user may not mount a small file system, so no disk is filled.\n');
    return;
  }
  const storage = place === 'storage' ? { KINORA_STORAGE: disk.folder } : {};
  const server = await startServer(folder, {
    ...storage,
    KINORA_MIN_FREE_GB: place === 'storage' ? '0' : '0.02',
  });
  try {
    await useFullDisk(server, disk, place);
    await expectNothingLeft(place === 'storage' ? disk.folder : join(folder, 'home'));
  } finally {
    await endServer(server);
  }
  const { err } = await server.ended;
  process.stderr.write(summarize(err));
});

/** Fills the disk while renders and uploads run. Frees it. Checks how all of them end. */
async function useFullDisk(server: ServerProcess, disk: SmallDisk, place: string): Promise<void> {
  const renders = [await submit(server), await submit(server)];
  await wait(500);
  await disk.fill();
  const freeAt = Date.now() + FULL_MS;
  const answers: Answer[] = [];
  const failing = new Set<string>();
  while (Date.now() < freeAt) {
    const post = await ask(server, '/edit/v1/render', { method: 'POST', body: EDIT });
    if (post.ok) renders.push(((await post.json()) as { response: { id: string } }).response.id);
    else answers.push(await read(post));
    answers.push(await read(await upload(server)), await read(await uploadInPieces(server)));
    const ready = await ask(server, '/ready');
    for (const part of ((await ready.json()) as { failing?: string[] }).failing ?? []) failing.add(part);
    await wait(1_500);
  }
  await disk.free();
  const codes = answers.map(({ status }) => status);
  process.stderr.write(
    `${place}: ${renders.length} renders, answers ${codes.join(' ')}, failing ${[...failing].join()}\n`,
  );
  for (const { status, retryAfter, body } of answers.filter((answer) => answer.status >= 300)) {
    expect(status).toBe(503);
    expect(retryAfter).not.toBeNull();
    expect(body).toMatch(/disk/);
  }
  if (place === 'home') expect([...failing]).toContain('disk');
  for (const id of renders) await expectPlayable(server, id);
  expect((await upload(server)).status).toBe(200);
  await waitUntil(async () => (await ask(server, '/ready')).ok, 20);
  expect(server.child.exitCode).toBeNull();
}

/** Reads an answer while its time limit, which covers the body, still runs. */
async function read(answer: Response): Promise<Answer> {
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: await answer.text(),
  };
}

function ask(
  { url, keys }: ServerProcess,
  path: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const headers = { 'x-api-key': keys.v1, 'content-type': 'application/json', ...init.headers };
  return fetch(new URL(path, url), { ...init, headers, signal: AbortSignal.timeout(10_000) });
}

async function submit(server: ServerProcess): Promise<string> {
  const answer = await ask(server, '/edit/v1/render', { method: 'POST', body: EDIT });
  return ((await answer.json()) as { response: { id: string } }).response.id;
}

/** Uploads a file to a signed URL. Returns the answer that rejects it, or the last one. */
async function upload(server: ServerProcess): Promise<Response> {
  const answer = await ask(server, '/ingest/v1/upload', { method: 'POST' });
  if (!answer.ok) return answer;
  const { data } = (await answer.json()) as { data: { attributes: { url: string } } };
  const body = Buffer.alloc(300_000);
  return await fetch(data.attributes.url, { method: 'PUT', body, signal: AbortSignal.timeout(10_000) });
}

/** Uploads a file by tus. Returns the answer that rejects it, or the last one. */
async function uploadInPieces(server: ServerProcess): Promise<Response> {
  const tus = { 'tus-resumable': '1.0.0' };
  const length = { ...tus, 'upload-length': '300000' };
  const created = await ask(server, '/ingest/v1/tus', { method: 'POST', headers: length });
  if (!created.ok) return created;
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const path = created.headers.get('location') ?? '';
  return await ask(server, path, { method: 'PATCH', headers, body: Buffer.alloc(300_000) });
}

async function expectPlayable(server: ServerProcess, id: string): Promise<void> {
  let status = '';
  let url = '';
  await waitUntil(async () => {
    const answer = await ask(server, `/edit/v1/render/${id}`);
    if (!answer.ok) return false;
    ({
      response: { status, url = '' },
    } = (await answer.json()) as {
      response: { status: string; url?: string };
    });
    return status === 'done' || status === 'failed';
  }, 90);
  expect(status).toBe('done');
  const path = join(folder, `${id}.mp4`);
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
  expect(await mapFrames(path, () => true)).toHaveLength(2 * 25);
}

/** Checks that no temporary file stays. The server removes the folder of a render after it has reported its end. */
async function expectNothingLeft(home: string): Promise<void> {
  await vi.waitFor(
    async () => {
      for (const name of ['tmp', '.unfinished', 'storage/.unfinished']) {
        const left = (await ignoreMissing(readdir(join(home, name), { recursive: true }))) ?? [];
        expect(left.filter((path) => !/^(finished|frames)$/.test(path))).toEqual([]);
      }
    },
    { timeout: 20_000, interval: 200 },
  );
}

/** Counts the messages of a log. */
function summarize(log: string): string {
  const counts = new Map<string, number>();
  for (const line of log.split('\n').filter((one) => one.startsWith('{'))) {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    if (level >= 40) counts.set(msg, (counts.get(msg) ?? 0) + 1);
  }
  return [...counts].map(([message, count]) => `  ${count} x ${message}\n`).join('');
}
