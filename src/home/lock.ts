import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, link, rename, rm, stat } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { createUnusableHomeError } from './home.ts';
import { sendMessage, type ControlSocket, createControlSocket, identifySocket } from './control-socket.ts';

/** The lock of a home folder. Ends when it is disposed of, or when its process dies. */
export interface HomeLock extends AsyncDisposable {
  /** Answers the messages of {@link sendToHolder} until the result is disposed of. */
  readonly handleMessages: ControlSocket['handleMessages'];
}

// Linux allows 108 bytes including the terminating zero, macOS 104. A private path is 9 bytes longer than the
// public one.
const MAX_SOCKET_PATH_BYTES = 103 - 9;
const IS_NAMED_PIPE = process.platform === 'win32';
const OWNER_ONLY = 0o600;
const ROOT = 0;
// Milliseconds after which every other process that has detected the same stale socket has replaced that
// socket.
const TAKEOVER_SETTLE_MS = 200;

/**
 * Locks a home folder by listening on a local socket in it. A file with a process id would not be enough: in
 * containers that share the folder, each process may have the same id.
 *
 * @throws {KinoraError} `home_in_use` if another process has the lock, `invalid_setting` if the folder is not
 *   writable.
 */
export async function lockHome(home: string): Promise<HomeLock> {
  const path = toSocketPath(home);
  const ownName = randomUUID();
  const { server, handleMessages: answer } = createControlSocket(ownName);
  server.unref();
  // When a server closes, Node.js removes the path of the server, even if another process has put its own
  // socket there. Therefore the server listens on a private path, and only the holder of the lock links and
  // removes the public one. On Windows, a named pipe ends with its process, so a name that is taken always
  // has a living owner.
  const privatePath = IS_NAMED_PIPE ? path : `${path}.${ownName.slice(0, 8)}`;
  if (!(await listen(server, privatePath, home))) throw createInUseError(home);
  if (IS_NAMED_PIPE || (await claimPath(privatePath, path, ownName))) {
    return { handleMessages: answer, [Symbol.asyncDispose]: () => release(server, path) };
  }
  await close(server);
  throw createInUseError(home);
}

/**
 * Sends a message to the process that has the lock of a home folder, and returns its answer.
 *
 * @throws {KinoraError} the error of the holder; `stopping` if there is no holder, or while the holder starts
 *   or stops; `home_in_use` if the holder denies access or does not answer.
 */
export async function sendToHolder(home: string, message: unknown): Promise<unknown> {
  const path = toSocketPath(home);
  await checkOwner(path, home);
  return await sendMessage(path, message);
}

/**
 * Checks the owner of a socket. If the path of the home folder is long, the socket is in a shared temporary
 * folder, where any user could create it.
 */
async function checkOwner(path: string, home: string): Promise<void> {
  if (IS_NAMED_PIPE) return;
  const [socket, folder] = await Promise.all([findOwner(path), findOwner(home)]);
  if (socket === undefined || [folder, process.getuid?.(), ROOT].includes(socket)) return;
  throw new KinoraError(
    'home_in_use',
    `The socket ${path} and the folder ${home} belong to different users.`,
  );
}

async function findOwner(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Gives a socket the public path. Returns false if a living process has that path. */
async function claimPath(privatePath: string, path: string, ownName: string): Promise<boolean> {
  if (await linkIfFree(privatePath, path)) {
    await rm(privatePath);
    return true;
  }
  if ((await identifySocket(path)) !== undefined) return false;
  // No process answers, so the owner is dead. If several processes detect this at once, the last one to
  // replace the path wins. After the pause, the others see that another process answers.
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

/** Starts to listen. Returns false if the path is taken. */
async function listen(server: Server, path: string, home: string): Promise<boolean> {
  try {
    server.listen(path);
    await once(server, 'listening');
    // Restrict access, because every process that can write to the socket can send commands.
    if (!IS_NAMED_PIPE) await chmod(path, OWNER_ONLY);
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EADDRINUSE') return false;
    throw createUnusableHomeError(home, error);
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
    `Another Kinora is using the folder ${home}. Stop it, or set KINORA_HOME to another folder.`,
  );
}
