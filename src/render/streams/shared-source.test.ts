import { randomBytes } from 'node:crypto';
import { link, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { CHECKED_BYTES } from '../media/block-checksums.ts';
import { type FileContent, readContents } from '../produce/file-content.ts';
import { NOTHING_KEPT, type RangedFile, type SegmentStore } from './segment-store.ts';
import { SharedSource } from './shared-source.ts';

const BLOCKS = 40;
const FILM = randomBytes(BLOCKS * CHECKED_BYTES + 1000);

let root: string;
let content: FileContent;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinora-shared-source-'));
  await writeFile(join(root, 'film'), FILM);
  const found = await readContents([join(root, 'film')], true);
  content = found.get(join(root, 'film'))!;
});
afterAll(() => rm(root, { recursive: true }));

const remove = vi.fn(() => Promise.resolve());
const close = vi.fn(() => Promise.resolve());
beforeEach(() => {
  remove.mockClear();
  close.mockClear();
});

let folders = 0;
interface Kept {
  size?: number;
  read?: RangedFile['read'];
  open?: SegmentStore['open'];
  signal?: AbortSignal;
}

/** Opens the film in a store. By default, its bytes come as they are. */
async function open({
  size = FILM.length,
  read,
  open: openKept,
  signal = new AbortController().signal,
}: Kept = {}) {
  const ranges: [number, number][] = [];
  const kept: RangedFile = {
    size,
    isInPlace: false,
    read: (from, to, given) => {
      ranges.push([from / CHECKED_BYTES, Math.ceil(to / CHECKED_BYTES)]);
      return read ? read(from, to, given) : Promise.resolve(FILM.subarray(from, to));
    },
    [Symbol.asyncDispose]: close,
  };
  const store = { ...NOTHING_KEPT, open: openKept ?? (() => Promise.resolve(kept)), remove };
  const source = await SharedSource.open(join(root, `source-${folders++}`), content, {
    store,
    owner: 'owner',
    signal,
  });
  return { source, ranges };
}

const LOST = 'The store of segments has lost a file that a helper needs.';

it('reads only what is asked for, and nothing twice', async () => {
  const { source, ranges } = await open();
  const from = 20 * CHECKED_BYTES + 7;
  expect(await source.fetchRange(from, 100)).toBe(100);
  expect(await source.fetchRange(from, 100)).toBe(100);
  expect(await source.fetchRange(FILM.length - 10, 100)).toBe(10);
  expect(await source.fetchRange(FILM.length + 10, 100)).toBe(0);
  expect(ranges).toEqual([
    [20, 21],
    [BLOCKS, BLOCKS + 1],
  ]);
  const bytes = await readFile(source.path);
  expect(bytes.subarray(from, from + 100).equals(FILM.subarray(from, from + 100))).toBe(true);
  await source[Symbol.asyncDispose]();
  expect(close).toHaveBeenCalledOnce();
});

it('reads more at once if it is read in a row, but nothing that it has', async () => {
  const { source, ranges } = await open();
  await source.fetchRange(7 * CHECKED_BYTES, 1);
  for (let block = 0; block < 9; block++) await source.fetchRange(block * CHECKED_BYTES, CHECKED_BYTES);
  expect(ranges).toEqual([
    [7, 8],
    [0, 1],
    [1, 3],
    [3, 7],
    [8, 9],
  ]);
  await source[Symbol.asyncDispose]();
});

it('fetches the whole file', async () => {
  const { source, ranges } = await open();
  expect((await readFile(await source.fetchAll())).equals(FILM)).toBe(true);
  expect(ranges).toEqual([
    [0, 16],
    [16, 32],
    [32, 41],
  ]);
  await source[Symbol.asyncDispose]();
});

it('only checks a file that is in place', async () => {
  const kept: RangedFile = {
    size: FILM.length,
    isInPlace: true,
    read: (from, to) => Promise.resolve(FILM.subarray(from, to)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const openKept: SegmentStore['open'] = async (_owner, _identity, path) => {
    await link(join(root, 'film'), path);
    return kept;
  };
  const { source } = await open({ open: openKept });
  await source.fetchRange(0, 10);
  expect((await stat(source.path)).ino).toBe((await stat(join(root, 'film'))).ino);
  await source[Symbol.asyncDispose]();
});

it('reads a range again that was damaged on its way, or did not arrive', async () => {
  let count = 0;
  const read: RangedFile['read'] = (from, to) => {
    count += 1;
    if (count === 1) return Promise.resolve(randomBytes(to - from));
    if (count === 3) return Promise.reject(new Error('The connection broke.'));
    return Promise.resolve(FILM.subarray(from, to));
  };
  const { source } = await open({ read });
  expect(await source.fetchRange(0, 10)).toBe(10);
  expect(await source.fetchRange(9 * CHECKED_BYTES, 10)).toBe(10);
  expect(remove).not.toHaveBeenCalled();
  await source[Symbol.asyncDispose]();
});

it.each(['damaged', 'cut off'])('rejects and removes a file that is %s', async (how) => {
  const read: RangedFile['read'] = (from, to) =>
    Promise.resolve(how === 'damaged' ? Buffer.alloc(to - from) : FILM.subarray(from, to - 1));
  const { source } = await open({ read });
  await expect(source.fetchRange(0, 10)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(remove).toHaveBeenCalledWith('owner', content.identity);
  await source[Symbol.asyncDispose]();
});

it('rejects, removes and closes a file of another size', async () => {
  await expect(open({ size: FILM.length + 1 })).rejects.toMatchObject({ code: 'storage_failed' });
  expect(remove).toHaveBeenCalledWith('owner', content.identity);
  expect(close).toHaveBeenCalledOnce();
});

it('says that a file is lost, before it is read and meanwhile', async () => {
  await expect(open({ open: () => Promise.resolve(undefined) })).rejects.toThrow(LOST);
  const read = vi.fn(() => Promise.reject(new KinoraError('not_found', 'There is no such file.')));
  const { source } = await open({ read });
  await expect(source.fetchRange(0, 10)).rejects.toThrow(LOST);
  expect(read).toHaveBeenCalledOnce();
  expect(remove).not.toHaveBeenCalled();
  await source[Symbol.asyncDispose]();
});

it('fails if the store does, and not for ever', async () => {
  const read: RangedFile['read'] = () => Promise.reject(new Error('The disk is gone.'));
  const { source, ranges } = await open({ read });
  await expect(source.fetchRange(0, 10)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(ranges).toHaveLength(2);
  await source[Symbol.asyncDispose]();
});

it.each(['is closed', 'is not needed any more'])('stops waiting if it %s', async (how) => {
  const controller = new AbortController();
  const read: RangedFile['read'] = (_from, _to, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('Aborted.'))));
  const { source, ranges } = await open({ read, signal: controller.signal });
  const fetching = expect(source.fetchRange(0, 10)).rejects.toThrow();
  await expect.poll(() => ranges).toHaveLength(1);
  if (how === 'is closed') await source[Symbol.asyncDispose]();
  else controller.abort(new Error('It is over.'));
  await fetching;
  expect(ranges).toHaveLength(1);
  await source[Symbol.asyncDispose]();
});
