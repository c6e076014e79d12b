import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { type Ended, kinora } from './processes.ts';

/** A running server: its URL, its keys and its process. */
export interface ServerProcess {
  readonly url: string;
  readonly keys: { readonly v1: string; readonly stage: string };
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/**
 * Starts a server on a free port that may fetch from this machine. The folder must have a subfolder `tmp`.
 */
export async function startServer(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const env = { PORT: '0', KINORA_ALLOW_HOSTS: '127.0.0.1', KINORA_RENDERS: '2', ...settings };
  const { child, ended } = kinora(folder, ['serve', ...args], { env });
  let text = '';
  child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
  try {
    await waitUntil(() => text.includes('Then request its status') || child.exitCode !== null);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const find = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
  // The server prints keys to a terminal only.
  const keys = JSON.parse(await readFile(join(folder, 'home/keys.json'), 'utf8')) as ServerProcess['keys'];
  return { url: find(/ready at (\S+)/), keys, child, ended };
}

/** Kills a server, if it still runs. */
export async function endServer({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
