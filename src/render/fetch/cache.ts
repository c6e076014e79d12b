import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../../base/try-parse-json.ts';
import { flushFile } from '../../base/disk/flush.ts';
import { removeOldestFiles, removeUnusedFiles } from '../../base/disk/remove-old-files.ts';
import type { DownloadResult, Validators } from './download-attempt.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { usePath } from '../../base/process/paths-in-use.ts';

/** The default of {@link CacheLimits.keepMs}. A file that cannot be revalidated is never used for longer. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;
/**
 * Maximum size of all entries together, in bytes: ten files of the maximum size. A small disk lowers the
 * limit, see {@link removeOldestFiles}.
 */
const MAX_BYTES = 50_000_000_000;

/** The limits on the age and the size of the entries. */
export interface CacheLimits {
  /** Milliseconds without use after which an entry is removed. 24 hours by default. */
  readonly keepMs?: number | undefined;
  /** The maximum size of all entries together in bytes, 50 GB by default. See {@link removeOldestFiles}. */
  readonly maxBytes?: number | undefined;
}

/** The description of a cached file, with the validators to revalidate it. */
const Entry = z.object({
  file: z.string().regex(/^[\w-]+$/),
  bytes: z.int().positive(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
});
type Entry = z.infer<typeof Entry>;

/** Downloads a file to a path. Downloads nothing if the server still has the known version. */
export type CacheFetcher = (file: string, known: Validators | undefined) => Promise<DownloadResult>;

/**
 * A cache of downloaded files in a folder that several processes may share. Files are never modified: new
 * files and descriptions are renamed into place. Each reader has its own hard link to the file of an entry,
 * so the cache can replace the entry meanwhile.
 */
export interface SourceCache {
  /** Makes an entry current: downloads or revalidates it. Keeps a recent entry that cannot be revalidated. */
  refresh(key: string, fetcher: CacheFetcher): Promise<void>;
  /** Returns the validators of an entry. Undefined if there is no valid entry. */
  validatorsOf(key: string): Promise<Validators | undefined>;
  /** Records that the server has just confirmed an entry. */
  markCurrent(key: string): Promise<void>;
  /**
   * Returns a path at which an entry can be read until {@link unpin}. Undefined if there is no valid entry.
   */
  pin(key: string): Promise<string | undefined>;
  /** Reserves a path in a folder of its own for one reader. {@link unpin} removes the folder. */
  reserve(): Promise<string>;
  /**
   * Downloads a file for one reader. Returns the path of this file. The path is valid until {@link unpin}.
   */
  fetchUncached(fetcher: CacheFetcher): Promise<string>;
  /** Keeps facts about the content of the entry at a pinned path, as long as this content. No effect elsewhere. */
  keepFacts(path: string, facts: string): Promise<void>;
  /** Returns the facts about the content at a pinned path. Undefined if none are kept. */
  factsOf(path: string): Promise<string | undefined>;
  /** Releases a path. Further calls have no effect. */
  unpin(path: string): Promise<void>;
  /**
   * Removes entries that were not used for too long. Then removes the least recently used entries until the rest
   * fits. Keeps files in use. The files of dead processes are removed by `removeUnusedPaths`.
   */
  sweep(): Promise<void>;
  /** Releases all paths of this process. */
  close(): Promise<void>;
}

/** Returns the key of an entry: a hash of the owner and the whole URL, including its secrets. */
export function cacheKeyOf(owner: string, url: URL): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, url.href]))
    .digest('hex');
}

/** Opens the cache. Creates its folder if missing. */
export async function openSourceCache(
  folder: string,
  { keepMs = LIFETIME_MS, maxBytes = MAX_BYTES }: CacheLimits = {},
): Promise<SourceCache> {
  const folders = {
    keepMs,
    entries: join(folder, 'entries'),
    partial: join(folder, 'partial'),
    // Each process has its own. The links to a file have the same times, so these do not show whose link is used.
    readers: join(folder, 'readers', randomUUID()),
  };
  for (const part of [folders.entries, folders.partial]) await mkdir(part, { recursive: true });
  const readers = usePath(folders.readers);
  await mkdir(folders.readers, { recursive: true });
  /** The pinned paths, and the file of the entry that is read there. */
  const pins = new Map<string, string | undefined>();

  async function unpin(path: string): Promise<void> {
    const own = dirname(path);
    await rm(own === folders.readers ? path : own, { recursive: true, force: true });
    pins.delete(path);
  }

  return {
    refresh: (key, fetcher) => refresh(folders, key, fetcher),
    validatorsOf: (key) => readEntry(folders, key),
    markCurrent: (key) => touch(folders, key),
    async pin(key) {
      const path = join(folders.readers, randomUUID());
      const entry = await linkEntry(folders, key, path);
      if (!entry) return undefined;
      pins.set(path, join(folders.entries, entry.file));
      return path;
    },
    keepFacts: (path, facts) => keepFacts(folders, pins.get(path), facts),
    factsOf: (path) => readFacts(pins.get(path)),
    async reserve() {
      const path = join(folders.readers, randomUUID(), 'part');
      await mkdir(dirname(path));
      pins.set(path, undefined);
      return path;
    },
    async fetchUncached(fetcher) {
      const path = join(folders.readers, randomUUID());
      await fetcher(path, undefined);
      pins.set(path, undefined);
      return path;
    },
    unpin,
    async sweep() {
      // The files in use keep their entries.
      for (const path of pins.keys()) await ignoreMissing(utimes(path, new Date(), new Date()));
      await removeUnusedFiles(folders.entries, Date.now() - keepMs);
      await removeOldestFiles(folders.entries, maxBytes);
    },
    async close() {
      await Promise.all([...pins.keys()].map(unpin));
      await rm(folders.readers, { recursive: true, force: true });
      readers[Symbol.dispose]();
    },
  };
}

interface CacheFolders {
  /** See {@link CacheLimits}. */
  readonly keepMs: number;
  readonly entries: string;
  readonly partial: string;
  readonly readers: string;
}

async function refresh(folders: CacheFolders, key: string, fetcher: CacheFetcher): Promise<void> {
  const entry = await readEntry(folders, key);
  if (entry && !canRevalidate(entry)) return;
  using partial = usePath(join(folders.partial, randomUUID()));
  const part = partial.path;
  const outcome = await fetcher(part, entry);
  if (outcome.changed) await store(folders, key, part, outcome);
  else await touch(folders, key);
}

/** True if the validators allow a conditional request. */
export function canRevalidate({ etag, lastModified }: Validators): boolean {
  return etag !== undefined || lastModified !== undefined;
}

/** Sets the time of an entry to now, because the server has just confirmed it. */
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
  await writeFile(entryPart, JSON.stringify(entry), { flush: true });
  // A power cut must not leave a description whose file has its size, but not its bytes.
  await flushFile(part);
  await rename(part, join(folders.entries, entry.file));
  await rename(entryPart, entryPath(folders, key));
  if (!previous) return;
  const file = join(folders.entries, previous.file);
  for (const old of [file, factsPath(file)]) await rm(old, { force: true });
}

/** Reads an entry. Returns undefined if the entry is missing, damaged or too old. */
async function readEntry(folders: CacheFolders, key: string): Promise<Entry | undefined> {
  const json = await ignoreMissing(readFile(entryPath(folders, key), 'utf8'));
  const stats = await ignoreMissing(stat(entryPath(folders, key)));
  const entry = json === undefined ? undefined : Entry.safeParse(tryParseJson(json)).data;
  if (!entry || !stats) return undefined;
  const maxAge = canRevalidate(entry) ? folders.keepMs : Math.min(folders.keepMs, LIFETIME_MS);
  if (stats.mtimeMs < Date.now() - maxAge) return undefined;
  const file = await ignoreMissing(stat(join(folders.entries, entry.file)));
  return file?.size === entry.bytes ? entry : undefined;
}

async function linkEntry(folders: CacheFolders, key: string, path: string): Promise<Entry | undefined> {
  const entry = await readEntry(folders, key);
  if (!entry) return undefined;
  return await ignoreMissing(link(join(folders.entries, entry.file), path).then(() => entry));
}

async function keepFacts(folders: CacheFolders, file: string | undefined, facts: string): Promise<void> {
  if (file === undefined) return;
  const part = join(folders.partial, randomUUID());
  await writeFile(part, facts, { flush: true });
  await rename(part, factsPath(file));
}

async function readFacts(file: string | undefined): Promise<string | undefined> {
  return file === undefined ? undefined : await ignoreMissing(readFile(factsPath(file), 'utf8'));
}

/** Returns the path of the facts about the file of an entry. Like descriptions, they are small. */
function factsPath(file: string): string {
  return `${file}.json`;
}

function entryPath(folders: CacheFolders, key: string): string {
  return join(folders.entries, `${key}.json`);
}
