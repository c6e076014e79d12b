import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../base/code-of.ts';
import { KinoraError } from '../base/errors.ts';

/** Keeps a home folder to this process until it is released; the operating system releases it when the process dies. */
export type HomeLock = AsyncDisposable;

// The kernel's limit is 108 bytes with the final zero, 104 on macOS; a private name is longer than the public one by 9.
const LONGEST_SOCKET_PATH = 103 - 9;
const ANSWER_TIMEOUT_MS = 2_000;
// Far longer than another process needs between finding a socket stale and replacing it.
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
  // A server removes the name that it listens on when it closes, whoever has that name by then: so it listens on a private
  // one, and the public name is only ever put in place whole and removed by the one who holds it. Pipes of Windows end
  // with their process, so that there a name that is taken has a living owner.
  const isPipe = process.platform === 'win32';
  const privatePath = isPipe ? path : `${path}.${mine.slice(0, 8)}`;
  if (!(await listen(server, privatePath))) throw inUse(home);
  if (isPipe || (await claim(privatePath, path, mine))) return release(server, isPipe ? undefined : path);
  await close(server);
  throw inUse(home);
}

/** Puts a socket under the public name; false when a living process has that. */
async function claim(privatePath: string, path: string, mine: string): Promise<boolean> {
  if (await linkIfFree(privatePath, path)) {
    await rm(privatePath);
    return true;
  }
  if ((await ask(path)) !== undefined) return false;
  // Its owner is dead: nobody answers. Of several processes that find this out at once, the last to replace the name wins,
  // and the others see somebody else's answer under it.
  await rename(privatePath, path);
  await wait(TAKE_OVER_SETTLES_MS);
  return (await ask(path)) === mine;
}

async function linkIfFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
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

function release(server: Server, path: string | undefined): HomeLock {
  return {
    async [Symbol.asyncDispose]() {
      if (path !== undefined) await rm(path, { force: true });
      await close(server);
    },
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function inUse(home: string): KinoraError {
  return new KinoraError(
    'home_in_use',
    `Another Kinora uses the folder ${home} already; stop it, or give this one its own with KINORA_HOME.`,
  );
}
