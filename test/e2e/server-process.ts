import type { ChildProcess } from 'node:child_process';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { type Ended, kinora } from './processes.ts';

/** A server as its operator has it: where it listens, its keys, its process. */
export interface ServerProcess {
  readonly url: string;
  readonly keys: { readonly v1: string; readonly stage: string };
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts a server on a free port that may fetch from this machine; its home is in the folder, which has a folder `tmp`. */
export async function startServer(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const env = { PORT: '0', KINORA_ALLOW_HOSTS: '127.0.0.1', KINORA_RENDERS: '2', ...settings };
  const { child, ended } = kinora(folder, ['serve', ...args], { env });
  let text = '';
  child.stdout!.on('data', (piece: Buffer) => (text += piece.toString()));
  await waitUntil(() => text.includes('Then ask for it') || child.exitCode !== null);
  const shown = (what: RegExp): string => what.exec(text)?.[1] ?? '';
  const keys = { v1: shown(/key for v1 +(\S+)/), stage: shown(/key for stage +(\S+)/) };
  return { url: shown(/ready at (\S+)/), keys, child, ended };
}

/** Kills a server that may still run. */
export async function endServer({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
