import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../../base/try-parse-json.ts';
import { removeOldestFiles, removeUnusedFiles } from './sweep.ts';
import type { DownloadResult, Validators } from './download-attempt.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** A download that nothing was written to for so long has died with its process. */
const ABANDONED_MS = 60 * 60 * 1000;
/** What all entries may take together, in bytes: ten files of the largest size. On a small disk less: see {@link removeOldestFiles}. */
const MAX_BYTES = 50_000_000_000;

/** What lies beside a cached file: which one it is and how to ask whether it is still the newest. */
const Entry = z.object({
  file: z.string().regex(/^[\w-]+$/),
  bytes: z.int().positive(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
});
type Entry = z.infer<typeof Entry>;

/** A file that is downloaded into the given path, or found to be the one that is known. */
export type CacheFetcher = (file: string, known: Validators | undefined) => Promise<DownloadResult>;

/**
 * Downloaded files in a folder that several processes may share. Nothing is ever changed in folders: files and entries
 * appear by rename, and each reader holds a hard link of its own, so a file may be replaced while it is being read.
 */
export interface SourceCache {
  /** Makes the entry the newest: downloads it, asks the server about it, or leaves it if it is young and cannot be asked for. */
  refresh(key: string, fetcher: CacheFetcher): Promise<void>;
  /** What the server said of the version that is kept; nothing if there is no sound entry. */
  validatorsOf(key: string): Promise<Validators | undefined>;
  /** Tells that the server has just vouched for the entry. */
  markCurrent(key: string): Promise<void>;
  /** A path under which the entry can be read until {@link unpin}, or nothing if there is no sound entry. */
  pin(key: string): Promise<string | undefined>;
  /** A path for a file of one reader, to be given back with {@link unpin}. Nothing is there yet. */
  reserve(): string;
  /** Downloads a file for one reader only, to be given back with {@link unpin}. */
  fetchUncached(fetcher: CacheFetcher): Promise<string>;
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
export function cacheKeyOf(owner: string, url: URL): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, url.href]))
    .digest('hex');
}

/**
 * Opens the cache, making its folder if it is absent.
 *
 * @param maxBytes what all entries may take together; 50 GB by default, but never more than half of what the disk has for them.
 */
export async function openSourceCache(folder: string, maxBytes = MAX_BYTES): Promise<SourceCache> {
  const folders = {
    entries: join(folder, 'entries'),
    partial: join(folder, 'partial'),
    readers: join(folder, 'readers'),
  };
  for (const part of Object.values(folders)) await mkdir(part, { recursive: true });
  const pins = new Set<string>();

  async function unpin(path: string): Promise<void> {
    await rm(path, { force: true });
    pins.delete(path);
  }

  return {
    refresh: (key, fetcher) => refresh(folders, key, fetcher),
    validatorsOf: (key) => readEntry(folders, key),
    markCurrent: (key) => touch(folders, key),
    async pin(key) {
      const path = join(folders.readers, randomUUID());
      if (!(await linkEntry(folders, key, path))) return undefined;
      pins.add(path);
      return path;
    },
    reserve() {
      const path = join(folders.readers, randomUUID());
      pins.add(path);
      return path;
    },
    async fetchUncached(fetcher) {
      const path = join(folders.readers, randomUUID());
      await fetcher(path, undefined);
      pins.add(path);
      return path;
    },
    unpin,
    async sweep() {
      // A touch is how other processes see that this one still reads its files.
      for (const path of pins) await ignoreMissing(utimes(path, new Date(), new Date()));
      for (const part of [folders.entries, folders.readers])
        await removeUnusedFiles(part, Date.now() - LIFETIME_MS);
      await removeUnusedFiles(folders.partial, Date.now() - ABANDONED_MS);
      await removeOldestFiles(folders.entries, maxBytes);
    },
    async close() {
      await Promise.all([...pins].map(unpin));
    },
  };
}

interface CacheFolders {
  readonly entries: string;
  readonly partial: string;
  readonly readers: string;
}

async function refresh(folders: CacheFolders, key: string, fetcher: CacheFetcher): Promise<void> {
  const entry = await readEntry(folders, key);
  if (entry && !canRevalidate(entry)) return;
  const part = join(folders.partial, randomUUID());
  const outcome = await fetcher(part, entry);
  if (outcome.changed) await store(folders, key, part, outcome);
  else await touch(folders, key);
}

/** Whether a server can be asked if it still has this version. */
export function canRevalidate({ etag, lastModified }: Validators): boolean {
  return etag !== undefined || lastModified !== undefined;
}

/** The time of the entry is the last time that the server vouched for it. */
async function touch(folders: CacheFolders, key: string): Promise<void> {
  await ignoreMissing(utimes(entryPath(folders, key), new Date(), new Date()));
}

async function store(
  folders: CacheFolders,
  key: string,
  part: string,
  { bytes, validators }: Extract<DownloadResult, { changed: true }>,
): Promise<void> {
  const previous = await readEntry(folders, key);
  const entry: Entry = { file: `${key}-${randomUUID()}`, bytes, ...validators };
  const entryPart = join(folders.partial, randomUUID());
  await writeFile(entryPart, JSON.stringify(entry));
  await rename(part, join(folders.entries, entry.file));
  await rename(entryPart, entryPath(folders, key));
  if (previous) await rm(join(folders.entries, previous.file), { force: true });
}

/** The entry if it is sound and not too old; a damaged one is as good as none. */
async function readEntry(folders: CacheFolders, key: string): Promise<Entry | undefined> {
  const json = await ignoreMissing(readFile(entryPath(folders, key), 'utf8'));
  const stats = await ignoreMissing(stat(entryPath(folders, key)));
  if (json === undefined || !stats || stats.mtimeMs < Date.now() - LIFETIME_MS) return undefined;
  const entry = Entry.safeParse(tryParseJson(json)).data;
  const file = entry && (await ignoreMissing(stat(join(folders.entries, entry.file))));
  return file?.size === entry?.bytes ? entry : undefined;
}

async function linkEntry(folders: CacheFolders, key: string, path: string): Promise<boolean> {
  const entry = await readEntry(folders, key);
  if (!entry) return false;
  const linked = link(join(folders.entries, entry.file), path).then(() => true);
  return (await ignoreMissing(linked)) ?? false;
}

function entryPath(folders: CacheFolders, key: string): string {
  return join(folders.entries, `${key}.json`);
}
