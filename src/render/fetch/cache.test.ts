import { mkdtemp, readFile, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CacheFetcher, cacheKeyOf, SourceCache } from './cache.ts';
import { removeUnusedFiles } from '../../base/disk/remove-old-files.ts';

const DAY = 24 * 60 * 60 * 1000;
const KEY = cacheKeyOf('owner', new URL('https://example.com/a.mp4'));

let folder: string;
let cache: SourceCache;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-cache-'));
  cache = await SourceCache.open(folder);
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** A fetcher of a server with this text. Records the versions of the conditional requests. */
function has(text: string, etag?: string): CacheFetcher & { requestedEtags: (string | undefined)[] } {
  const requestedEtags: (string | undefined)[] = [];
  const fetcher: CacheFetcher = async (file, known) => {
    requestedEtags.push(known?.etag);
    if (known?.etag !== undefined && known.etag === etag) return { changed: false };
    await writeFile(file, text);
    return { changed: true, bytes: text.length, validators: { etag } };
  };
  return Object.assign(fetcher, { requestedEtags });
}

async function pinned(from = cache): Promise<string> {
  const path = await from.pin(KEY);
  return path ?? expect.unreachable();
}

const read = (path: string): Promise<string> => readFile(path, 'utf8');
const files = (part: string): Promise<string[]> => readdir(join(folder, part));
/** Returns the files of all readers. Each process has a folder for its own. */
async function readers(): Promise<string[]> {
  const found = await readdir(join(folder, 'readers'), { recursive: true, withFileTypes: true });
  return found.filter((each) => each.isFile()).map(({ name }) => name);
}
const entry = (): string => join(folder, 'entries', `${KEY}.json`);

async function data(): Promise<string> {
  const names = await files('entries');
  const name = names.find((each) => !each.endsWith('.json'));
  return join(folder, 'entries', name ?? expect.unreachable());
}

async function age(path: string, milliseconds: number): Promise<void> {
  const then = new Date(Date.now() - milliseconds);
  await utimes(path, then, then);
}

test('creates different keys for each owner and each full URL', () => {
  const urls = ['https://a.com/?x=1', 'https://a.com/?x=2', 'https://u:p@a.com/?x=1', 'http://a.com/?x=1'];
  const keys = urls.flatMap((url) => ['one', 'two'].map((owner) => cacheKeyOf(owner, new URL(url))));
  expect(new Set(keys).size).toBe(8);
});

test('revalidates an entry with a validator at each use', async () => {
  const fetcher = has('first', '"1"');
  await cache.refresh(KEY, fetcher);
  await cache.refresh(KEY, fetcher);
  expect(fetcher.requestedEtags).toEqual([undefined, '"1"']);
  expect(await read(await pinned())).toBe('first');
});

test('keeps facts about an entry as long as its content', async () => {
  await cache.refresh(KEY, has('first', '"1"'));
  const path = await pinned();
  expect(await cache.factsOf(path)).toBeUndefined();
  await cache.keepFacts(path, 'facts');
  await cache.refresh(KEY, has('first', '"1"'));
  const other = await SourceCache.open(folder);
  expect(await other.factsOf(await pinned(other))).toBe('facts');

  await cache.refresh(KEY, has('second', '"2"'));
  expect(await cache.factsOf(await pinned())).toBeUndefined();
  expect(await files('entries')).toHaveLength(2);
  await other.close();
});

test('keeps no facts about files that are not in the cache', async () => {
  const path = await cache.fetchUncached(has('first'));
  await cache.keepFacts(path, 'facts');
  expect(await cache.factsOf(path)).toBeUndefined();
  expect(await files('entries')).toEqual([]);
});

test('renews the time of an entry that is unchanged', async () => {
  const fetcher = has('first', '"1"');
  await cache.refresh(KEY, fetcher);
  await age(entry(), DAY - 60_000);
  await cache.refresh(KEY, fetcher);
  expect((await stat(entry())).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
});

test('uses an entry without a validator for 24 hours', async () => {
  await cache.refresh(KEY, has('first'));
  await age(entry(), DAY - 60_000);
  await cache.refresh(KEY, has('second'));
  expect(await read(await pinned())).toBe('first');
  await age(entry(), DAY + 60_000);
  await cache.refresh(KEY, has('third'));
  expect(await read(await pinned())).toBe('third');
});

test('keeps entries for as long as the limits say, but none without a validator for more than 24 hours', async () => {
  const week = await SourceCache.open(folder, { keepMs: 7 * DAY });
  await week.refresh(KEY, has('first', '"1"'));
  await age(entry(), 2 * DAY);
  expect((await week.validatorsOf(KEY))?.etag).toBe('"1"');
  expect(await cache.validatorsOf(KEY)).toBeUndefined();
  await week.refresh(KEY, has('second'));
  await age(entry(), DAY + 1000);
  expect(await week.pin(KEY)).toBeUndefined();
});

test('removes entries in a sweep that are older than the limit', async () => {
  await cache.refresh(KEY, has('first'));
  const reader = await pinned();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await (await SourceCache.open(folder, { keepMs: 1 })).sweep();
  expect(await files('entries')).toEqual([]);
  expect(await read(reader)).toBe('first');
});

test('downloads an entry of more than 24 hours again without a conditional request', async () => {
  await cache.refresh(KEY, has('first', '"1"'));
  await age(entry(), DAY + 60_000);
  const fetcher = has('first', '"1"');
  await cache.refresh(KEY, fetcher);
  expect(fetcher.requestedEtags).toEqual([undefined]);
});

test.each([
  ['its file is truncated', async () => truncate(await data(), 2)],
  ['its file is missing', async () => rm(await data())],
  ['its description is truncated', () => truncate(entry(), 10)],
  ['its description is empty', () => truncate(entry(), 0)],
  [
    'its description names a file in another folder',
    async () => {
      await writeFile(join(folder, 'secret'), 'secret');
      await writeFile(entry(), '{"file":"../secret","bytes":6}');
    },
  ],
])('ignores an entry if %s', async (_how, damage) => {
  await cache.refresh(KEY, has('first', '"1"'));
  await damage();
  expect(await cache.pin(KEY)).toBeUndefined();
  const fetcher = has('first', '"1"');
  await cache.refresh(KEY, fetcher);
  expect(fetcher.requestedEtags).toEqual([undefined]);
  expect(await read(await pinned())).toBe('first');
});

test('keeps a replaced file until its last reader releases it', async () => {
  await cache.refresh(KEY, has('first', '"1"'));
  const early = await pinned();
  await cache.refresh(KEY, has('second', '"2"'));
  const late = await pinned();
  expect([await read(early), await read(late)]).toEqual(['first', 'second']);
  expect((await stat(early)).nlink).toBe(1);
  await cache.unpin(early);
  await cache.unpin(early);
  await cache.unpin(late);
  expect(await readers()).toEqual([]);
  expect(await read(await data())).toBe('second');
});

test('keeps the entry and nothing else after a failed download', async () => {
  await cache.refresh(KEY, has('first', '"1"'));
  await expect(cache.refresh(KEY, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  expect(await read(await pinned())).toBe('first');
  expect(await files('partial')).toEqual([]);
});

test('lets several processes replace the same entry at once', async () => {
  const caches = await Promise.all(Array.from({ length: 4 }, () => SourceCache.open(folder)));
  const rounds = caches.flatMap((each, index) =>
    Array.from({ length: 10 }, async (_, round) => {
      await each.refresh(KEY, has('same length', `"${index}-${round}"`));
      const path = await each.pin(KEY);
      // Undefined if another process replaced the entry in the meantime. Real callers try again.
      if (path !== undefined) expect(await read(path)).toBe('same length');
    }),
  );
  await Promise.all(rounds);
  await cache.refresh(KEY, has('same length', '"last"'));
  expect(await read(await pinned())).toBe('same length');
  expect(await files('partial')).toEqual([]);
});

test('releases all files when it closes', async () => {
  await cache.refresh(KEY, has('first'));
  await pinned();
  await cache.fetchUncached(has('alone'));
  expect(await readers()).toHaveLength(2);
  await cache.close();
  expect(await readers()).toEqual([]);
});

test('keeps files that are recent or in use in a sweep', async () => {
  await cache.refresh(KEY, has('first'));
  await pinned();
  await writeFile(join(folder, 'partial', 'left'), 'x');
  await cache.sweep();
  expect(await files('entries')).toHaveLength(2);
  expect(await readers()).toHaveLength(1);
  expect(await files('partial')).toHaveLength(1);

  await removeUnusedFiles(join(folder, 'partial'), Date.now() + 1000);
  expect(await files('partial')).toEqual([]);
});

test('removes the least recently used entries in a sweep until the rest fits, except those in use', async () => {
  const small = await SourceCache.open(folder, { maxBytes: 25 });
  const keys = ['a', 'b', 'c', 'd'].map((name) =>
    cacheKeyOf('owner', new URL(`https://example.com/${name}`)),
  );
  const left = (): Promise<boolean[]> =>
    Promise.all(
      keys.map(async (key) => {
        const path = await cache.pin(key);
        if (path !== undefined) await cache.unpin(path);
        return path !== undefined;
      }),
    );
  // The clock of the file system has a resolution of some milliseconds.
  const step = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
  for (const key of keys) {
    await small.refresh(key, has('ten bytes.'));
    await step();
  }
  await small.pin(keys[0]!);
  await step();
  await small.unpin((await small.pin(keys[1]!))!);
  await small.sweep();
  expect(await left()).toEqual([true, true, false, false]);
  expect(await read((await small.pin(keys[0]!))!)).toBe('ten bytes.');
});

test('counts links and living readers as use', async () => {
  await cache.refresh(KEY, has('first'));
  const path = await pinned();
  const before = (await stat(path)).ctimeMs;
  await cache.sweep();
  expect((await stat(path)).ctimeMs).toBeGreaterThan(before);
});

test('keeps the files of each process in a folder of its own', async () => {
  const dead = await SourceCache.open(folder);
  await dead.refresh(KEY, has('first'));
  const left = await pinned(dead);
  const living = await pinned();
  expect(await readers()).toHaveLength(2);
  await rm(dirname(left), { recursive: true });
  expect(await read(living)).toBe('first');
});
