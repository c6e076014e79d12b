import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { KinoraError } from '../base/errors.ts';

/** Keeps a home folder to this process until it is released; the operating system releases it when the process dies. */
export type HomeLock = AsyncDisposable;

// The kernel's limit is 108 bytes with the final zero, 104 on macOS.
const LONGEST_SOCKET_PATH = 103;
const ANSWER_TIMEOUT_MS = 2_000;
// Far longer than another process needs between finding a socket stale and removing it.
const TAKE_OVER_SETTLES_MS = 200;

/**
 * Locks a home folder by listening on a local socket in it. A file with a process id could not tell a dead owner from a
 * living one where every process has the same id, as in containers that share the folder.
 *
 * @throws {KinoraError} `home_in_use` when another process has it.
 */
export async function lockHome(home: string): Promise<HomeLock> {
  const path = socketPath(home);
  const mine = randomUUID();
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(mine);
  }).unref();
  if (await listen(server, path)) return release(server);
  if ((await ask(path)) !== undefined) throw inUse(home);
  // Its owner is dead: nobody answers. Of several processes that find this out at once, the last to listen wins, and
  // the others see somebody else's answer under the name.
  await rm(path, { force: true });
  if (!(await listen(server, path))) throw inUse(home);
  await wait(TAKE_OVER_SETTLES_MS);
  if ((await ask(path)) === mine) return release(server);
  server.close();
  throw inUse(home);
}

function socketPath(home: string): string {
  const name = `kinora-${createHash('sha256').update(home).digest('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const inside = join(home, 'kinora.sock');
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : join(tmpdir(), `${name}.sock`);
}

/** False when the name is taken. */
async function listen(server: Server, path: string): Promise<boolean> {
  try {
    server.listen(path);
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false;
    throw error;
  }
}

/** What the process that listens there answers; `undefined` when none listens. One that is too busy to answer still counts. */
async function ask(path: string): Promise<string | undefined> {
  const socket = connect(path);
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.end().destroy());
  try {
    await once(socket, 'connect');
    return await text(socket);
  } catch (error) {
    return ['ECONNREFUSED', 'ENOENT'].includes(codeOf(error) ?? '') ? undefined : '';
  } finally {
    socket.destroy();
  }
}

function release(server: Server): HomeLock {
  return { [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function inUse(home: string): KinoraError {
  return new KinoraError(
    'home_in_use',
    `Another Kinora uses the folder ${home} already; stop it, or give this one its own with KINORA_HOME.`,
  );
}
