import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, link, rename, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../base/code-of.ts';
import { KinoraError } from '../base/errors.ts';
import { askAt, type Door, makeDoor, nameAt } from './door.ts';

/** Keeps a home folder to this process until it is released; the operating system releases it when the process dies. */
export interface HomeLock extends AsyncDisposable {
  /** Answers what other processes ask the holder by {@link askHolder}, until the result is disposed of. */
  readonly answer: Door['answer'];
}

// The kernel's limit is 108 bytes with the final zero, 104 on macOS; a private name is longer than the public one by 9.
const LONGEST_SOCKET_PATH = 103 - 9;
const IS_PIPE = process.platform === 'win32';
const OWNER_ONLY = 0o600;
const ROOT = 0;
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
  const { server, answer } = makeDoor(mine);
  server.unref();
  // A server removes the name that it listens on when it closes, whoever has that name by then: so it listens on a private
  // one, and the public name is only ever put in place whole and removed by the one who holds it. Pipes of Windows end
  // with their process, so that there a name that is taken has a living owner.
  const privatePath = IS_PIPE ? path : `${path}.${mine.slice(0, 8)}`;
  if (!(await listen(server, privatePath))) throw inUse(home);
  if (IS_PIPE || (await claim(privatePath, path, mine))) {
    return { answer, [Symbol.asyncDispose]: () => release(server, path) };
  }
  await close(server);
  throw inUse(home);
}

/**
 * Sends a message to the process that has the lock of a home folder, and returns its answer.
 *
 * @throws {KinoraError} What the holder threw; `stopping` while it cannot answer yet or any more, or when there is none;
 * `home_in_use` when it does not let us in or does not answer at all.
 */
export async function askHolder(home: string, message: unknown): Promise<unknown> {
  const path = socketPath(home);
  await checkOwner(path, home);
  return await askAt(path, message);
}

/** Where a long path makes us leave the home for a folder of everybody's, anybody could have put something by that name. */
async function checkOwner(path: string, home: string): Promise<void> {
  if (IS_PIPE) return;
  const [socket, folder] = await Promise.all([ownerOf(path), ownerOf(home)]);
  if (socket === undefined || [folder, process.getuid?.(), ROOT].includes(socket)) return;
  throw new KinoraError('home_in_use', `What listens at ${path} belongs to another user than ${home}.`);
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Puts a socket under the public name; false when a living process has that. */
async function claim(privatePath: string, path: string, mine: string): Promise<boolean> {
  if (await linkIfFree(privatePath, path)) {
    await rm(privatePath);
    return true;
  }
  if ((await nameAt(path)) !== undefined) return false;
  // Its owner is dead: nobody answers. Of several processes that find this out at once, the last to replace the name wins,
  // and the others see somebody else's answer under it.
  await rename(privatePath, path);
  await wait(TAKE_OVER_SETTLES_MS);
  return (await nameAt(path)) === mine;
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
  if (IS_PIPE) return `\\\\.\\pipe\\${name}`;
  const inside = join(home, 'kinora.sock');
  return Buffer.byteLength(inside) <= LONGEST_SOCKET_PATH ? inside : join(tmpdir(), `${name}.sock`);
}

/** False when the name is taken. */
async function listen(server: Server, path: string): Promise<boolean> {
  try {
    server.listen(path);
    await once(server, 'listening');
    // Whoever may write to a socket may give orders there.
    if (!IS_PIPE) await chmod(path, OWNER_ONLY);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false;
    throw error;
  }
}

async function release(server: Server, path: string): Promise<void> {
  if (!IS_PIPE) await rm(path, { force: true });
  await close(server);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function inUse(home: string): KinoraError {
  return new KinoraError(
    'home_in_use',
    `Another Kinora uses the folder ${home} already; stop it, or give this one its own with KINORA_HOME.`,
  );
}
