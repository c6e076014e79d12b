import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HAS_POSTGRES, startPostgres, until } from '../store/databases.fixture.ts';
import type { KeyPair } from '../store/keys.ts';
import { readSettings } from './settings.ts';
import { type OpenRenderer, start } from './start.ts';

const EDIT = JSON.stringify({
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
});
const LOG = pino({ level: 'silent' });
const noRenderer: OpenRenderer = () => ({
  render: () => Promise.reject(new Error('Nobody should render here.')),
  close: () => Promise.resolve(),
});

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-start-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  await rm(folder, { recursive: true });
});

const environment = (more: Record<string, string> = {}) => ({ KINORA_HOME: folder, PORT: '0', ...more });

interface Shown {
  readonly publicUrl: string;
  readonly keys?: KeyPair;
}

/** Starts a process and waits until it runs. */
async function startChild(
  args: readonly string[],
  more?: Record<string, string>,
): Promise<Shown & { child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.fixture.ts'), ...args], {
    env: environment(more),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { ...(JSON.parse(line.toString()) as Shown), child };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

interface RenderAnswer {
  readonly response: { readonly id: string; readonly status: string; readonly url?: string };
}

async function ask({ publicUrl, keys }: Shown, path: string, body?: string): Promise<RenderAnswer> {
  const answer = await fetch(`${publicUrl}/edit/v1/render${path}`, {
    headers: { 'x-api-key': keys!.v1, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body }),
  });
  return (await answer.json()) as RenderAnswer;
}

const submit = async (kinora: Shown) => (await ask(kinora, '', EDIT)).response.id;
const statusOf = async (kinora: Shown, id: string) => (await ask(kinora, `/${id}`)).response.status;

async function film(kinora: Shown, id: string): Promise<string> {
  const { url } = (await ask(kinora, `/${id}`)).response;
  return (await fetch(url!)).text();
}

describe('Kinora on one machine', () => {
  it('finishes after its next start what it was rendering when it was killed', async () => {
    const first = await startChild(['both', 'slow']);
    const id = await submit(first);
    const waiting = await submit(first);
    await until(async () => (await statusOf(first, id)) === 'rendering');
    const second = start(readSettings(environment(), '/'), { api: true, workers: true }, noRenderer, LOG);
    await expect(second).rejects.toMatchObject({ code: 'home_in_use' });
    await kill(first.child);

    const next = await startChild(['both', 'fast']);
    expect(next.keys).toEqual(first.keys);
    await until(async () => (await statusOf(next, id)) === 'done');
    await until(async () => (await statusOf(next, waiting)) === 'done');
    expect(await film(next, id)).toBe(`made by ${next.child.pid}`);

    next.child.kill('SIGTERM');
    expect(await once(next.child, 'exit')).toEqual([0, null]);
  });

  it('says that it cannot be divided without a database of its own', async () => {
    const worker = start(readSettings(environment(), '/'), { api: false, workers: true }, noRenderer, LOG);
    await expect(worker).rejects.toThrow('DATABASE_URL is not set, and an embedded database belongs to one');
  });
});

describe.skipIf(!HAS_POSTGRES)(
  `Kinora on many machines${HAS_POSTGRES ? '' : ' (SKIPPED: no initdb)'}`,
  () => {
    it('renders in several processes what another accepts', async () => {
      const postgres = await startPostgres();
      try {
        const DATABASE_URL = postgres.place.kind === 'postgres' ? postgres.place.url : '';
        const settings = readSettings(environment({ DATABASE_URL }), '/');
        const api = await start(settings, { api: true, workers: false }, noRenderer, LOG);
        const shown = { publicUrl: api.publicUrl, keys: api.keys! };
        const more = { DATABASE_URL, KINORA_RENDERS: '1' };
        const workers = await Promise.all([startChild(['worker'], more), startChild(['worker'], more)]);
        const ids = await Promise.all([submit(shown), submit(shown), submit(shown), submit(shown)]);
        for (const id of ids) await until(async () => (await statusOf(shown, id)) === 'done');
        const films = await Promise.all(ids.map((id) => film(shown, id)));
        const makers = workers.map(({ child }) => `made by ${child.pid}`);
        expect([...new Set(films)].toSorted()).toEqual(makers.toSorted());

        const occupied = { ...settings, port: Number(new URL(api.publicUrl).port) };
        const other = start(occupied, { api: true, workers: false }, noRenderer, LOG);
        await expect(other).rejects.toThrow('where this machine does not let us listen (EADDRINUSE)');
        await api.stop();
      } finally {
        for (const child of children.splice(0)) await kill(child);
        await postgres.end();
      }
    });
  },
);
