import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { respondWith } from '../../destinations/faulty-server.fixture.ts';
import { FAST_S3_POLICY, type S3Server, startS3Server } from '../s3-server.fixture.ts';
import { openS3Storage } from '../s3-storage.ts';
import type { Storage } from '../storage.ts';
import type { KeptSegments } from './kept-segments.ts';

const BRIEF = { ...FAST_S3_POLICY.interactive, timeoutMs: 200, attempts: 2 };
const IDENTITY = 'a1'.repeat(32);

let folder: string;
let server: S3Server;
let storage: Storage;
let segments: KeptSegments;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-s3-segments-'));
  server = await startS3Server();
  storage = await openS3Storage(server.location, { ...FAST_S3_POLICY, uploads: BRIEF, interactive: BRIEF });
  segments = storage.openSegments(1e9);
});
afterAll(async () => {
  await storage.close();
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => server.reset());

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

it('gives back what it keeps, to its owner alone', async () => {
  await segments.keep('one', IDENTITY, await write('segment', 'pictures'));
  expect(await segments.find('other', IDENTITY, join(folder, 'stolen'))).toBe(false);
  expect(await segments.find('one', 'b2'.repeat(32), join(folder, 'missing'))).toBe(false);
  expect(await segments.find('one', IDENTITY, join(folder, 'found'))).toBe(true);
  expect(await readFile(join(folder, 'found'), 'utf8')).toBe('pictures');
});

it('removes the files of an owner, some at a time, and none of others', async () => {
  const path = await write('removed', 'pictures');
  for (const identity of ['a1', 'b2', 'c3']) await segments.keep('leaving', identity.repeat(32), path);
  await segments.keep('staying', IDENTITY, path);
  const removed: number[] = [];
  for (let step = 0; step < 3; step++) removed.push(await segments.removeOwned('leaving', 2));
  expect(removed).toEqual([2, 1, 0]);
  expect(await segments.find('leaving', IDENTITY, join(folder, 'gone'))).toBe(false);
  expect(await segments.find('staying', IDENTITY, join(folder, 'stayed'))).toBe(true);
});

it('sends a file once that is kept already', async () => {
  const path = await write('source', 'a film');
  const { signal } = new AbortController();
  await segments.keepOnce('one', 'c3'.repeat(32), path, signal);
  server.reset();
  await segments.keepOnce('one', 'c3'.repeat(32), path, signal);
  expect(server.requestLines.map((line) => line.slice(0, 4))).toEqual(['HEAD']);
});

it('sends nothing that is not needed any more', async () => {
  const path = await write('source', 'a film');
  const over = AbortSignal.abort(new Error('It is over.'));
  await expect(segments.keepOnce('one', 'd4'.repeat(32), path, over)).rejects.toThrow('It is over.');
  expect(server.requestLines.some((line) => line.startsWith('PUT'))).toBe(false);
});

it('gives parts of a file, with one request for each', async () => {
  const { signal } = new AbortController();
  await segments.keep('parts', IDENTITY, await write('parts', '0123456789'));
  expect(await segments.open('other', IDENTITY, join(folder, 'stolen'))).toBeUndefined();
  await using file = (await segments.open('parts', IDENTITY, join(folder, 'unused')))!;
  expect([file.size, file.isInPlace]).toEqual([10, false]);
  server.reset();
  expect((await file.read(2, 5, signal)).toString()).toBe('234');
  expect((await file.read(8, 20, signal)).toString()).toBe('89');
  expect(server.requests.map(({ headers }) => headers.range)).toEqual(['bytes=2-4', 'bytes=8-19']);
  await segments.remove('parts', IDENTITY);
  await expect(file.read(0, 3, signal)).rejects.toMatchObject({ code: 'not_found' });
  expect(await segments.open('parts', IDENTITY, join(folder, 'unused'))).toBeUndefined();
});

it('cannot be read as hosted files', async () => {
  await segments.keep('one', IDENTITY, await write('segment', 'pictures'));
  const names: string[] = [];
  for await (const { name } of storage.list()) names.push(name);
  const kept = names.filter((name) => name.startsWith('.segments/'));
  expect(kept.length).toBeGreaterThan(0);
  for (const name of kept) await expect(storage.open(name)).rejects.toThrow('There is no such file.');
});

it('removes those that were not used for longest', async () => {
  const small = storage.openSegments(1000);
  const path = await write('large', 'x'.repeat(400));
  const identities = ['0', '1', '2', '3'].map((digit) => digit.repeat(64));
  for (const identity of identities) {
    // The first file of a process starts a removal, so each comes from another one.
    await storage.openSegments(1000).keep('two', identity, path);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const found = await Promise.all(
    identities.map((identity, index) => small.find('two', identity, join(folder, `left-${index}`))),
  );
  expect(found).toEqual([false, false, true, true]);
});

it('renews the time of what is used after hours', async () => {
  await segments.keep('three', IDENTITY, await write('segment', 'pictures'));
  server.reset();
  await segments.find('three', IDENTITY, join(folder, 'soon'));
  expect(server.requestLines.some((line) => line.startsWith('PUT'))).toBe(false);
  vi.useFakeTimers({ now: Date.now() + 7 * 3_600_000, toFake: ['Date'] });
  try {
    expect(await segments.find('three', IDENTITY, join(folder, 'later'))).toBe(true);
  } finally {
    vi.useRealTimers();
  }
  expect(server.requestLines.some((line) => line.startsWith('PUT'))).toBe(true);
});

it('fails soon if the storage does', async () => {
  const busy = respondWith(503, '<Error><Code>SlowDown</Code></Error>');
  server.inject(/^HEAD/, busy, busy, busy);
  await expect(segments.find('one', IDENTITY, join(folder, 'never'))).rejects.toThrow('storage of Kinora');
});
