/**
 * Measures one long render on one worker and on two, each on a core of its own, beside PostgreSQL and a storage on
 * S3 on the same machine: `node bench/machines.ts [seconds]`. Needs PostgreSQL.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type S3Server, startS3Server } from '../src/hosting/s3-server.fixture.ts';
import { startPostgres } from '../src/store/test-databases.fixture.ts';
import { serveFolder } from './burst/serve-folder.ts';
import { makeLongClip } from './media.ts';

const KINORA = join(import.meta.dirname, '../bin/kinora.js');
const KEY = 'bench-key-of-no-secret-0000000000';
const POLL_MS = 200;
const MAX_RENDER_MS = 900_000;

/** A render on some workers. */
interface Measured {
  readonly seconds: number;
  readonly sha256: string;
}

async function measure(workers: number, edit: object): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-machines-'));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await startPostgres();
  closing.defer(() => database.stop());
  const s3 = await startS3Server();
  closing.defer(() => s3.close());
  const settings = settingsOf(database.location, s3);
  const run = (name: string, args: readonly string[], core?: number): ChildProcess => {
    const before = core === undefined ? [] : ['taskset', '-c', String(core)];
    const [command = '', ...rest] = [...before, process.execPath, KINORA, ...args];
    const env = { ...process.env, ...settings, KINORA_HOME: join(folder, name) };
    const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'], env });
    closing.defer(() => end(child));
    return child;
  };
  const url = await readAddress(run('server', ['serve', '--no-workers']));
  for (let core = 0; core < workers; core++) run(`worker-${core}`, ['worker'], core);
  // The processes that read media load their code.
  await wait(5000);
  const began = performance.now();
  const file = await render(url, edit);
  return { seconds: (performance.now() - began) / 1000, sha256: file };
}

function settingsOf(location: Awaited<ReturnType<typeof startPostgres>>['location'], s3: S3Server) {
  return {
    DATABASE_URL: location.kind === 'postgres' ? location.url : '',
    PORT: '0',
    LOG_LEVEL: 'warn',
    KINORA_KEYS: `v1:${KEY},stage:not-${KEY}`,
    KINORA_RENDERS: '1',
    KINORA_STORAGE: 's3://films/files',
    S3_ENDPOINT: s3.url,
    KINORA_ALLOW_HOSTS: '127.0.0.1',
    S3_ACCESS_KEY_ID: s3.location.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.location.secretAccessKey,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function readAddress(server: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of server.stdout ?? []) {
    text += String(chunk);
    const url = /ready at (\S+)/.exec(text)?.[1];
    if (url !== undefined) {
      server.stdout?.resume();
      return url;
    }
  }
  throw new Error('The server has ended before it was ready.');
}

/** Renders an edit. Returns the hash of its file. */
async function render(url: string, edit: object): Promise<string> {
  const headers = { 'x-api-key': KEY, 'content-type': 'application/json' };
  const body = JSON.stringify(edit);
  const queued = await fetch(`${url}/edit/v1/render`, { method: 'POST', headers, body });
  const { response } = (await queued.json()) as { response: { id: string } };
  const until = performance.now() + MAX_RENDER_MS;
  while (performance.now() < until) {
    await wait(POLL_MS);
    const asked = await fetch(`${url}/edit/v1/render/${response.id}?data=false`, { headers });
    const state = ((await asked.json()) as { response: { status: string; url: string; error?: string } })
      .response;
    if (state.status === 'failed') throw new Error(`The render failed: ${state.error}`);
    if (state.status !== 'done') continue;
    const bytes = await (await fetch(state.url)).arrayBuffer();
    return createHash('sha256').update(Buffer.from(bytes)).digest('hex');
  }
  throw new Error('The render has taken too long.');
}

/** Creates an edit of a long video with a title. @param url the folder with the video. */
function createEdit(seconds: number, src: string): object {
  const title = { type: 'text', text: 'On several machines', font: { size: 80 } };
  const tracks = [
    { clips: [{ asset: title, start: 10, length: 4 }] },
    { clips: [{ asset: { type: 'video', src }, start: 0, length: seconds }] },
  ];
  return { timeline: { tracks }, output: { format: 'mp4', resolution: '1080' } };
}

const seconds = Number(process.argv[2] ?? 120);
const clip = await makeLongClip();
await using files = await serveFolder(dirname(clip));
const edit = createEdit(seconds, `${files.url}/${basename(clip)}`);
const one = await measure(1, edit);
const two = await measure(2, edit);
console.log(`One worker:  ${one.seconds.toFixed(1)} s`);
console.log(`Two workers: ${two.seconds.toFixed(1)} s, ${(two.seconds / one.seconds).toFixed(2)} of that`);
console.log(one.sha256 === two.sha256 ? 'The files are equal to the byte.' : 'The files differ.');
if (one.sha256 !== two.sha256) process.exitCode = 1;
