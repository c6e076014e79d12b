import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, link, rename, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { sendMessage, type ControlSocket, createControlSocket, identifySocket } from './control-socket.ts';

/** Reserves a home folder for this process until it is released. The operating system releases it if the process dies. */
export interface HomeLock extends AsyncDisposable {
  /** Answers the messages that other processes send by {@link sendToHolder}, until the result is disposed of. */
  readonly handleMessages: ControlSocket['handleMessages'];
}

// The kernel's limit is 108 bytes with the final zero, 104 on macOS; a private name is longer than the public one by 9.
const MAX_SOCKET_PATH_BYTES = 103 - 9;
const IS_NAMED_PIPE = process.platform === 'win32';
const OWNER_ONLY = 0o600;
const ROOT = 0;
// Far longer than another process needs between finding a socket stale and replacing it.
const TAKEOVER_SETTLE_MS = 200;

/**
 * Locks a home folder by listening on a local socket in it. A file with a process id could not tell a dead owner from a
 * living one where every process has the same id, as in containers that share the folder.
 *
 * @throws {KinoraError} `home_in_use` if another process has it.
 */
export async function lockHome(home: string): Promise<HomeLock> {
  const path = toSocketPath(home);
  const ownName = randomUUID();
  const { server, handleMessages: answer } = createControlSocket(ownName);
  server.unref();
  // A server removes the name that it listens on when it closes, whoever has that name by then: so it listens on a private
  // one, and the public name is only ever put in place whole and removed by the one who holds it. Pipes of Windows end
  // with their process, so that there a name that is taken has a living owner.
  const privatePath = IS_NAMED_PIPE ? path : `${path}.${ownName.slice(0, 8)}`;
  if (!(await listen(server, privatePath))) throw createInUseError(home);
  if (IS_NAMED_PIPE || (await claimPath(privatePath, path, ownName))) {
    return { handleMessages: answer, [Symbol.asyncDispose]: () => release(server, path) };
  }
  await close(server);
  throw createInUseError(home);
}

/**
 * Sends a message to the process that has the lock of a home folder, and returns its answer.
 *
 * @throws {KinoraError} the error of the holder; `stopping` while it cannot answer yet or any more, or if there is none; `home_in_use`
 * if it denies access or does not answer.
 */
export async function sendToHolder(home: string, message: unknown): Promise<unknown> {
  const path = toSocketPath(home);
  await checkOwner(path, home);
  return await sendMessage(path, message);
}

/** For a long path, the socket is in a shared temporary folder, where any user could have created one of that name. */
async function checkOwner(path: string, home: string): Promise<void> {
  if (IS_NAMED_PIPE) return;
  const [socket, folder] = await Promise.all([findOwner(path), findOwner(home)]);
  if (socket === undefined || [folder, process.getuid?.(), ROOT].includes(socket)) return;
  throw new KinoraError('home_in_use', `What listens at ${path} belongs to another user than ${home}.`);
}

async function findOwner(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Gives a socket the public name. Returns false if a living process has it. */
async function claimPath(privatePath: string, path: string, ownName: string): Promise<boolean> {
  if (await linkIfFree(privatePath, path)) {
    await rm(privatePath);
    return true;
  }
  if ((await identifySocket(path)) !== undefined) return false;
  // Its owner is dead: nobody answers. If several processes find this out at once, the last to replace the name wins, and the others
  // see that another process answers.
  await rename(privatePath, path);
  await wait(TAKEOVER_SETTLE_MS);
  return (await identifySocket(path)) === ownName;
}

async function linkIfFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

function toSocketPath(home: string): string {
  const name = `kinora-${createHash('sha256').update(home).digest('hex').slice(0, 24)}`;
  if (IS_NAMED_PIPE) return `\\\\.\\pipe\\${name}`;
  const inside = join(home, 'kinora.sock');
  return Buffer.byteLength(inside) <= MAX_SOCKET_PATH_BYTES ? inside : join(tmpdir(), `${name}.sock`);
}

/** Starts to listen. Returns false if the name is taken. */
async function listen(server: Server, path: string): Promise<boolean> {
  try {
    server.listen(path);
    await once(server, 'listening');
    // Any process that can write to the socket can send commands.
    if (!IS_NAMED_PIPE) await chmod(path, OWNER_ONLY);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EADDRINUSE') return false;
    throw error;
  }
}

async function release(server: Server, path: string): Promise<void> {
  if (!IS_NAMED_PIPE) await rm(path, { force: true });
  await close(server);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function createInUseError(home: string): KinoraError {
  return new KinoraError(
    'home_in_use',
    `Another Kinora uses the folder ${home} already; stop it, or give this one its own with KINORA_HOME.`,
  );
}
