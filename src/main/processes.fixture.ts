import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { KeyPair } from '../store/keys.ts';

const EDIT = JSON.stringify({
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
});

/** What a Kinora says of itself when it runs. */
export interface Shown {
  readonly publicUrl: string;
  readonly keys?: KeyPair;
}

const children: ChildProcess[] = [];

/** Starts start.fixture.ts as a process and waits until it runs. */
export async function startChild(
  environment: Record<string, string>,
  ...args: string[]
): Promise<Shown & { child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.fixture.ts'), ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { ...(JSON.parse(line.toString()) as Shown), child };
}

/** Kills a process as a crash does, if it still runs. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Kills every process that was started here. */
export async function killAll(): Promise<void> {
  for (const child of children.splice(0)) await kill(child);
}

interface RenderAnswer {
  readonly response: { readonly id: string; readonly status: string; readonly url?: string };
}

async function ask({ publicUrl, keys }: Shown, path: string, body?: string): Promise<RenderAnswer> {
  const answer = await fetch(`${publicUrl}/edit/v1/render${path}`, {
    headers: { 'x-api-key': keys?.v1 ?? '', 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body }),
  });
  return (await answer.json()) as RenderAnswer;
}

/** Submits a render and returns its id. */
export async function submit(kinora: Shown): Promise<string> {
  return (await ask(kinora, '', EDIT)).response.id;
}

/** The status of a render. */
export async function statusOf(kinora: Shown, id: string): Promise<string> {
  return (await ask(kinora, `/${id}`)).response.status;
}

/** The finished file of a render. */
export async function film(kinora: Shown, id: string): Promise<string> {
  const { url } = (await ask(kinora, `/${id}`)).response;
  return (await fetch(url ?? '')).text();
}
