import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KinoraError } from '../base/errors.ts';
import { SILENT, type Logger } from '../base/logger.ts';
import { createAdministrationHandler } from '../administration/remote-administration.ts';
import { sendToHolder, type HomeLock, lockHome } from './lock.ts';

let home: string;
let lock: HomeLock;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'kinora-socket-'));
  lock = await lockHome(home);
});
afterEach(async () => {
  await lock[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

it('is accessible only to its owner', async () => {
  expect((await stat(join(home, 'kinora.sock'))).mode & 0o777).toBe(0o600);
});

it('works if the path of the home is too long for a socket', async () => {
  const long = join(home, 'x'.repeat(60), 'y'.repeat(60));
  await mkdir(long, { recursive: true });
  const other = await lockHome(long);
  other.handleMessages(() => Promise.resolve('far'));
  expect(await sendToHolder(long, 1)).toBe('far');
  await other[Symbol.asyncDispose]();
});

// Only root can create files of another user.
it.runIf(process.getuid?.() === 0)('is not used if it belongs to another user', async () => {
  lock.handleMessages(() => Promise.resolve('yes'));
  await chown(join(home, 'kinora.sock'), 12345, 12345);
  await expect(sendToHolder(home, 1)).rejects.toMatchObject({ code: 'home_in_use' });
  await chown(home, 12345, 12345);
  expect(await sendToHolder(home, 1)).toBe('yes');
});

it('carries messages and answers while its home stays locked', async () => {
  lock.handleMessages((message) => Promise.resolve({ received: message }));
  const answers = await Promise.all([1, 'two', { three: [3] }].map((message) => sendToHolder(home, message)));
  expect(answers).toEqual([{ received: 1 }, { received: 'two' }, { received: { three: [3] } }]);
  await expect(lockHome(home)).rejects.toMatchObject({ code: 'home_in_use' });
});

it('carries public errors, but no details that belong in the log', async () => {
  lock.handleMessages(() => Promise.reject(new KinoraError('not_found', 'There is none.')));
  await expect(sendToHolder(home, 1)).rejects.toMatchObject({ code: 'not_found', message: 'There is none.' });
  const logged: object[] = [];
  const log: Logger = { ...SILENT, error: (fields) => void logged.push(fields) };
  const broken = new Error('a secret');
  lock.handleMessages(createAdministrationHandler(() => Promise.reject(broken), log));
  await expect(sendToHolder(home, { operation: 'listAccounts', input: {} })).rejects.toMatchObject({
    code: 'internal',
    message: 'The running Kinora could not do this. See its log for the reason.',
  });
  expect(logged).toEqual([{ err: broken }]);
});

it('rejects messages before it has a handler and after the handler is disposed of', async () => {
  await expect(sendToHolder(home, 1)).rejects.toMatchObject({ code: 'stopping' });
  const answering = lock.handleMessages(() => Promise.resolve('yes'));
  expect(await sendToHolder(home, 1)).toBe('yes');
  await answering[Symbol.asyncDispose]();
  await expect(sendToHolder(home, 1)).rejects.toMatchObject({ code: 'stopping' });
  await lock[Symbol.asyncDispose]();
  await expect(sendToHolder(home, 1)).rejects.toMatchObject({ code: 'stopping' });
});

it('waits for pending answers when the handler is disposed of', async () => {
  const asked = Promise.withResolvers<boolean>();
  const made = Promise.withResolvers<string>();
  const answering = lock.handleMessages(() => (asked.resolve(true), made.promise));
  const answer = sendToHolder(home, 1);
  await asked.promise;
  let hasEnded = false;
  const ended = answering[Symbol.asyncDispose]().then(() => (hasEnded = true));
  await expect(sendToHolder(home, 2)).rejects.toMatchObject({ code: 'stopping' });
  expect(hasEnded).toBe(false);
  made.resolve('late');
  await ended;
  expect(await answer).toBe('late');
});

it('rejects a message that is too long', async () => {
  lock.handleMessages((message) => Promise.resolve(message));
  const sent = sendToHolder(home, 'x'.repeat(10_000_000));
  await expect(sent).rejects.toThrow();
  expect(await sendToHolder(home, 'short')).toBe('short');
});

it('closes a connection that sends nothing', async () => {
  const silent = connect(join(home, 'kinora.sock'));
  await once(silent, 'connect');
  const closed = once(silent, 'close');
  await lock[Symbol.asyncDispose]();
  await closed;
});

it('treats a holder with another protocol as alive', async () => {
  const other = join(home, 'other');
  await mkdir(other);
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy()).resume();
    socket.end('0e1de2f4-0000-4000-8000-000000000000');
  });
  server.listen(join(other, 'kinora.sock'));
  await once(server, 'listening');
  await expect(lockHome(other)).rejects.toMatchObject({ code: 'home_in_use' });
  await expect(sendToHolder(other, 1)).rejects.toMatchObject({ code: 'home_in_use' });
  await new Promise((resolve) => server.close(resolve));
});
