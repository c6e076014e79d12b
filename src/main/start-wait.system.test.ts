import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { SILENT } from '../base/logger.ts';
import { openHome } from '../home/home.ts';
import type { S3Location } from '../hosting/s3-connection.ts';
import { openDatabase } from '../store/database.ts';
import { mayStorageReturn, openStorage } from './open-storage.ts';
import { createStartWait, type OpeningAttempt } from './start-wait.ts';

const ROOT = join(import.meta.dirname, '../..');
const AWAY = new Error('It is away.');
const isAway = (error: unknown): boolean => error === AWAY;

function storageAt(port: number): S3Location {
  return {
    bucket: 'films',
    prefix: '',
    region: 'eu-west-1',
    redirect: false,
    accessKeyId: 'a',
    secretAccessKey: 'b',
    endpoint: `http://127.0.0.1:${port}`,
    pathStyle: true,
  };
}

/** Listens on a port, takes connections and never answers. */
async function listenSilently(): Promise<{ readonly port: number; close(): void }> {
  const sockets: Socket[] = [];
  const server = createSocketServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a server that listens on a port is an object.
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, close };
}

it('waits with one line until a part is there', async () => {
  const warn = vi.fn();
  const open = vi.fn().mockRejectedValueOnce(AWAY).mockRejectedValueOnce(AWAY).mockResolvedValue('part');
  const wait = createStartWait(60_000, { ...SILENT, warn });
  expect(await wait.open('the database', open, isAway)).toBe('part');
  expect(open).toHaveBeenCalledTimes(3);
  expect(warn.mock.calls).toEqual([[{ reason: 'It is away.' }, 'Waiting up to 60 s for the database.']]);
});

it('does not wait for a wrong setting, nor without time', async () => {
  const warn = vi.fn();
  const wrong = new Error('The password is wrong.');
  const log = { ...SILENT, warn };
  const part = () => Promise.reject(wrong);
  await expect(createStartWait(60_000, log).open('the database', part, isAway)).rejects.toBe(wrong);
  const away = () => Promise.reject(AWAY);
  await expect(createStartWait(0, log).open('the database', away, isAway)).rejects.toBe(AWAY);
  expect(warn).not.toHaveBeenCalled();
});

it('begins again if an open part goes away, and throws the first error of a failed start', async () => {
  const error = new SuppressedError(new Error('It cannot be closed.'), AWAY);
  const begin = vi.fn().mockRejectedValueOnce(error).mockResolvedValue('running');
  expect(await createStartWait(60_000, SILENT).retryIfGone(begin, isAway)).toBe('running');
  const wrong = new Error('The port is in use.');
  await expect(createStartWait(60_000, SILENT).retryIfGone(() => Promise.reject(wrong), isAway)).rejects.toBe(
    wrong,
  );
  await expect(createStartWait(0, SILENT).retryIfGone(() => Promise.reject(error), isAway)).rejects.toBe(
    AWAY,
  );
});

it('ends the process with one line and 1 after the wait', async () => {
  const home = await mkdtemp(join(tmpdir(), 'kinora-wait-'));
  const env = {
    KINORA_HOME: home,
    KINORA_START_WAIT: '1s',
    DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/films',
  };
  const running = promisify(execFile)(process.execPath, [join(ROOT, 'bin/kinora.js'), 'worker'], { env });
  const failure: unknown = await running.catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1, stdout: '' });
  const [waiting, ended, ...more] = (failure as { stderr: string }).stderr.split('\n');
  expect(JSON.parse(waiting ?? '')).toMatchObject({ msg: 'Waiting up to 1 s for the database.' });
  expect(ended).toBe(
    'Kinora has waited 1 s for the database. The database 127.0.0.1:1/films in DATABASE_URL cannot be used (ECONNREFUSED). Set DATABASE_URL to the address of a running PostgreSQL database.',
  );
  expect(more).toEqual(['']);
  expect((failure as { stderr: string }).stderr).not.toContain('secret');
  await rm(home, { recursive: true });
});

it('says soon that a part is silent, and gives up at the end of the wait', async () => {
  vi.useFakeTimers();
  const lines: string[] = [];
  const log = { ...SILENT, warn: (_fields: object, line: string) => void lines.push(line) };
  const open = vi.fn(({ signal }: OpeningAttempt) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    return promise;
  });
  const opened = createStartWait(8_000, log).open('the storage', open, isAway);
  const failure = expect(opened).rejects.toThrow('Kinora has waited 8 s for the storage.');
  await vi.advanceTimersByTimeAsync(2_900);
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(lines).toEqual(['Waiting up to 8 s for the storage.']);
  await vi.advanceTimersByTimeAsync(4_900);
  await failure;
  expect(open).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

it('counts the time of the first try', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const open = vi.fn(() => {
    vi.setSystemTime(Date.now() + 6_000);
    return Promise.reject(AWAY);
  });
  const opened = createStartWait(20_000, SILENT).open('the database', open, isAway);
  await expect(opened).rejects.toThrow('Kinora has waited 24 s for the database.');
  expect(open).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});

it('gives a part that has answered all the time that it needs', async () => {
  vi.useFakeTimers();
  const warn = vi.fn();
  const open = async ({ signal, onAnswer }: OpeningAttempt) => {
    onAnswer();
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    return signal.aborted;
  };
  const opened = createStartWait(8_000, { ...SILENT, warn }).open('the database', open, isAway);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await opened).toBe(false);
  expect(warn).not.toHaveBeenCalled();
  vi.useRealTimers();
});

it('ends the attempt at a storage that accepts connections and never answers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-wait-'));
  const server = await listenSilently();
  const limit = new AbortController();
  const opening = openStorage({ storage: storageAt(server.port) }, await openHome(folder), limit.signal);
  setTimeout(() => limit.abort(), 300);
  await expect(opening).rejects.toMatchObject({ code: 'invalid_setting' });
  server.close();
  await rm(folder, { recursive: true });
});

it('ends the attempt at a database that accepts connections and never answers', async () => {
  const server = await listenSilently();
  const limit = new AbortController();
  const url = `postgres://me@127.0.0.1:${server.port}/films`;
  const opening = openDatabase({ kind: 'postgres', url }, SILENT, { signal: limit.signal });
  setTimeout(() => limit.abort(), 100);
  await expect(opening).rejects.toMatchObject({
    cause: { message: expect.stringContaining('no answer') as string },
  });
  server.close();
});

it('does not wait for a silent part without time', async () => {
  vi.useFakeTimers();
  const warn = vi.fn();
  const open = async ({ signal }: OpeningAttempt) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw AWAY;
  };
  const opened = createStartWait(0, { ...SILENT, warn }).open('the storage', open, isAway);
  const failure = expect(opened).rejects.toThrow('Kinora has waited 5 s for the storage.');
  await vi.advanceTimersByTimeAsync(5_000);
  await failure;
  expect(warn).not.toHaveBeenCalled();
  vi.useRealTimers();
});

it.each([
  ['does not answer', undefined, true],
  ['answers with an error of its own', 503, true],
  ['rejects the key', 403, false],
  ['has no such bucket', 404, false],
] as const)('knows a storage that %s', async (_case, status, expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-wait-'));
  const server = createServer((_request, response) => response.writeHead(status ?? 500).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address of a server that listens on a port is an object.
  const { port } = server.address() as AddressInfo;
  if (status === undefined) server.close();
  const storage = storageAt(port);
  const error: unknown = await openStorage({ storage }, await openHome(folder)).catch((one: unknown) => one);
  expect(error).toMatchObject({ code: 'invalid_setting' });
  expect(mayStorageReturn(error)).toBe(expected);
  server.close();
  await rm(folder, { recursive: true });
});
