import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { KeyPair } from '../store/accounts/keys.ts';

const EDIT = JSON.stringify({
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hello' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'sd' },
});

/** The address and the keys of a running server. */
export interface KinoraServer {
  readonly publicUrl: string;
  readonly keys?: KeyPair;
}

const processes: ChildProcess[] = [];

/** Starts start.fixture.ts as a process and waits until it runs. */
export async function startKinoraProcess(
  environment: Record<string, string>,
  ...args: string[]
): Promise<KinoraServer & { child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.fixture.ts'), ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { ...(JSON.parse(line.toString()) as KinoraServer), child };
}

/** Kills a process without a chance to clean up, like a crash. Does nothing if it has ended. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Kills every process that {@link startKinoraProcess} started. */
export async function killAllProcesses(): Promise<void> {
  for (const child of processes.splice(0)) await killProcess(child);
}

interface RenderResponse {
  readonly response: { readonly id: string; readonly status: string; readonly url?: string };
}

async function callApi(
  { publicUrl, keys }: KinoraServer,
  path: string,
  body?: string,
): Promise<RenderResponse> {
  const answer = await fetch(`${publicUrl}/edit/v1/render${path}`, {
    headers: { 'x-api-key': keys?.v1 ?? '', 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body }),
  });
  return (await answer.json()) as RenderResponse;
}

/** Submits a render and returns its id. */
export async function submitRender(kinora: KinoraServer): Promise<string> {
  return (await callApi(kinora, '', EDIT)).response.id;
}

/** Fetches the status of a render. */
export async function fetchStatus(kinora: KinoraServer, id: string): Promise<string> {
  return (await callApi(kinora, `/${id}`)).response.status;
}

/** Downloads the output of a render. */
export async function downloadOutput(kinora: KinoraServer, id: string): Promise<string> {
  const { url } = (await callApi(kinora, `/${id}`)).response;
  return (await fetch(url ?? '')).text();
}
