import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonOrUndefined } from '../../base/json.ts';
import { removeOldest, removeUnused } from './sweep.ts';
import type { Transferred, Validators } from './transfer.ts';
import { unlessGone } from './unless-gone.ts';

const LIFETIME = 24 * 60 * 60 * 1000;
/** A download that nothing was written to for so long has died with its process. */
const ABANDONED = 60 * 60 * 1000;
/** What all entries may take together, in bytes: ten files of the largest size. On a small disk less: see {@link removeOldest}. */
const MOST_BYTES = 50_000_000_000;

/** What lies beside a cached file: which one it is and how to ask whether it is still the newest. */
const entrySchema = z.object({
  file: z.string().regex(/^[\w-]+$/),
  bytes: z.int().positive(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
});
type Entry = z.infer<typeof entrySchema>;

/** A file that is downloaded into the given path, or found to be the one that is known. */
export type Fetcher = (file: string, known: Validators | undefined) => Promise<Transferred>;

/**
 * Downloaded files in a folder that several processes may share. Nothing is ever changed in place: files and entries
 * appear by rename, and each reader holds a hard link of its own, so a file may be replaced while it is being read.
 */
export interface Cache {
  /** Makes the entry the newest: downloads it, asks the server about it, or leaves it if it is young and cannot be asked for. */
  refresh(key: string, fetcher: Fetcher): Promise<void>;
  /** What the server said of the version that is kept; nothing if there is no sound entry. */
  known(key: string): Promise<Validators | undefined>;
  /** Tells that the server has just vouched for the entry. */
  vouched(key: string): Promise<void>;
  /** A path under which the entry can be read until {@link unpin}, or nothing if there is no sound entry. */
  pin(key: string): Promise<string | undefined>;
  /** A path for a file of one reader, to be given back with {@link unpin}. Nothing is there yet. */
  reserve(): string;
  /** Downloads a file for one reader only, to be given back with {@link unpin}. */
  alone(fetcher: Fetcher): Promise<string>;
  /** Gives a path back. Giving it back twice does no harm. */
  unpin(path: string): Promise<void>;
  /**
   * Removes what nobody used for 24 hours, and downloads that processes left behind when they were killed; then, as long as the
   * entries take more than they may, the one whose last use is the longest ago. What is being read stays.
   */
  sweep(): Promise<void>;
  /** Gives back every path of this process. */
  close(): Promise<void>;
}

/** The key of an entry: the whole URL, secrets included, of one owner. */
export function cacheKey(owner: string, url: URL): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, url.href]))
    .digest('hex');
}

/**
 * Opens the cache, making its folder if it is absent.
 *
 * @param mostBytes what all entries may take together; 50 GB by default, but never more than half of what the disk has for them.
 */
export async function openCache(folder: string, mostBytes = MOST_BYTES): Promise<Cache> {
  const place = {
    entries: join(folder, 'entries'),
    partial: join(folder, 'partial'),
    readers: join(folder, 'readers'),
  };
  for (const part of Object.values(place)) await mkdir(part, { recursive: true });
  const pins = new Set<string>();

  async function unpin(path: string): Promise<void> {
    await rm(path, { force: true });
    pins.delete(path);
  }

  return {
    refresh: (key, fetcher) => refresh(place, key, fetcher),
    known: (key) => readEntry(place, key),
    vouched: (key) => touch(place, key),
    async pin(key) {
      const path = join(place.readers, randomUUID());
      if (!(await linkEntry(place, key, path))) return undefined;
      pins.add(path);
      return path;
    },
    reserve() {
      const path = join(place.readers, randomUUID());
      pins.add(path);
      return path;
    },
    async alone(fetcher) {
      const path = join(place.readers, randomUUID());
      await fetcher(path, undefined);
      pins.add(path);
      return path;
    },
    unpin,
    async sweep() {
      // A touch is how other processes see that this one still reads its files.
      for (const path of pins) await unlessGone(utimes(path, new Date(), new Date()));
      for (const part of [place.entries, place.readers]) await removeUnused(part, Date.now() - LIFETIME);
      await removeUnused(place.partial, Date.now() - ABANDONED);
      await removeOldest(place.entries, mostBytes);
    },
    async close() {
      await Promise.all([...pins].map(unpin));
    },
  };
}

interface Place {
  readonly entries: string;
  readonly partial: string;
  readonly readers: string;
}

async function refresh(place: Place, key: string, fetcher: Fetcher): Promise<void> {
  const entry = await readEntry(place, key);
  if (entry && !isAskable(entry)) return;
  const part = join(place.partial, randomUUID());
  const outcome = await fetcher(part, entry);
  if (outcome.changed) await store(place, key, part, outcome);
  else await touch(place, key);
}

/** Whether a server can be asked if it still has this version. */
export function isAskable({ etag, lastModified }: Validators): boolean {
  return etag !== undefined || lastModified !== undefined;
}

/** The time of the entry is the last time that the server vouched for it. */
async function touch(place: Place, key: string): Promise<void> {
  await unlessGone(utimes(entryPath(place, key), new Date(), new Date()));
}

async function store(
  place: Place,
  key: string,
  part: string,
  { bytes, validators }: Extract<Transferred, { changed: true }>,
): Promise<void> {
  const previous = await readEntry(place, key);
  const entry: Entry = { file: `${key}-${randomUUID()}`, bytes, ...validators };
  const entryPart = join(place.partial, randomUUID());
  await writeFile(entryPart, JSON.stringify(entry));
  await rename(part, join(place.entries, entry.file));
  await rename(entryPart, entryPath(place, key));
  if (previous) await rm(join(place.entries, previous.file), { force: true });
}

/** The entry if it is sound and not too old; a damaged one is as good as none. */
async function readEntry(place: Place, key: string): Promise<Entry | undefined> {
  const described = await unlessGone(readFile(entryPath(place, key), 'utf8'));
  const about = await unlessGone(stat(entryPath(place, key)));
  if (described === undefined || !about || about.mtimeMs < Date.now() - LIFETIME) return undefined;
  const entry = entrySchema.safeParse(jsonOrUndefined(described)).data;
  const file = entry && (await unlessGone(stat(join(place.entries, entry.file))));
  return file?.size === entry?.bytes ? entry : undefined;
}

async function linkEntry(place: Place, key: string, path: string): Promise<boolean> {
  const entry = await readEntry(place, key);
  if (!entry) return false;
  const linked = link(join(place.entries, entry.file), path).then(() => true);
  return (await unlessGone(linked)) ?? false;
}

function entryPath(place: Place, key: string): string {
  return join(place.entries, `${key}.json`);
}
