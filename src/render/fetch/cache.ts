import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../../base/try-parse-json.ts';
import { flushFile } from '../../base/disk/flush.ts';
import { removeOldestFiles, removeUnusedFiles } from '../../base/disk/remove-old-files.ts';
import type { DownloadResult, Validators } from './download-attempt.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { type PathInUse, usePath } from '../../base/process/paths-in-use.ts';

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
export class SourceCache {
  private readonly keepMs: number;
  private readonly maxBytes: number;
  private readonly entries: string;
  private readonly partial: string;
  /** Each process has its own. The links to a file have the same times, so these do not show whose link is used. */
  private readonly readers: PathInUse;
  /** The pinned paths, and the file of the entry that is read there. */
  private readonly pins = new Map<string, string | undefined>();

  private constructor(folder: string, { keepMs = LIFETIME_MS, maxBytes = MAX_BYTES }: CacheLimits) {
    this.keepMs = keepMs;
    this.maxBytes = maxBytes;
    this.entries = join(folder, 'entries');
    this.partial = join(folder, 'partial');
    this.readers = usePath(join(folder, 'readers', randomUUID()));
  }

  /** Opens the cache. Creates its folder if missing. */
  static async open(folder: string, limits: CacheLimits = {}): Promise<SourceCache> {
    for (const part of ['entries', 'partial']) await mkdir(join(folder, part), { recursive: true });
    const cache = new SourceCache(folder, limits);
    await mkdir(cache.readers.path, { recursive: true });
    return cache;
  }

  /** Makes an entry current: downloads or revalidates it. Keeps a recent entry that cannot be revalidated. */
  async refresh(key: string, fetcher: CacheFetcher): Promise<void> {
    const entry = await this.readEntry(key);
    if (entry && !canRevalidate(entry)) return;
    using part = usePath(join(this.partial, randomUUID()));
    const outcome = await fetcher(part.path, entry);
    if (outcome.changed) await this.store(key, part.path, outcome);
    else await this.markCurrent(key);
  }

  /** Returns the validators of an entry. Undefined if there is no valid entry. */
  validatorsOf(key: string): Promise<Validators | undefined> {
    return this.readEntry(key);
  }

  /** Sets the time of an entry to now, because the server has just confirmed it. */
  async markCurrent(key: string): Promise<void> {
    await ignoreMissing(utimes(this.entryPath(key), new Date(), new Date()));
  }

  /**
   * Returns a path at which an entry can be read until {@link unpin}. Undefined if there is no valid entry.
   */
  async pin(key: string): Promise<string | undefined> {
    const path = join(this.readers.path, randomUUID());
    const entry = await this.readEntry(key);
    if (!entry) return undefined;
    const file = join(this.entries, entry.file);
    if (!(await ignoreMissing(link(file, path).then(() => true)))) return undefined;
    this.pins.set(path, file);
    return path;
  }

  /** Reserves a path in a folder of its own for one reader. {@link unpin} removes the folder. */
  async reserve(): Promise<string> {
    const path = join(this.readers.path, randomUUID(), 'part');
    await mkdir(dirname(path));
    this.pins.set(path, undefined);
    return path;
  }

  /**
   * Downloads a file for one reader. Returns the path of this file. The path is valid until {@link unpin}.
   */
  async fetchUncached(fetcher: CacheFetcher): Promise<string> {
    const path = join(this.readers.path, randomUUID());
    await fetcher(path, undefined);
    this.pins.set(path, undefined);
    return path;
  }

  /** Keeps facts about the content of the entry at a pinned path, as long as this content. No effect elsewhere. */
  async keepFacts(path: string, facts: string): Promise<void> {
    const file = this.pins.get(path);
    if (file === undefined) return;
    const part = join(this.partial, randomUUID());
    await writeFile(part, facts, { flush: true });
    await rename(part, factsPath(file));
  }

  /** Returns the facts about the content at a pinned path. Undefined if none are kept. */
  async factsOf(path: string): Promise<string | undefined> {
    const file = this.pins.get(path);
    return file === undefined ? undefined : await ignoreMissing(readFile(factsPath(file), 'utf8'));
  }

  /** Releases a path. Further calls have no effect. */
  async unpin(path: string): Promise<void> {
    const own = dirname(path);
    await rm(own === this.readers.path ? path : own, { recursive: true, force: true });
    this.pins.delete(path);
  }

  /**
   * Removes entries that were not used for too long. Then removes the least recently used entries until the rest
   * fits. Keeps files in use. The files of dead processes are removed by `removeUnusedPaths`.
   */
  async sweep(): Promise<void> {
    // The files in use keep their entries.
    for (const path of this.pins.keys()) await ignoreMissing(utimes(path, new Date(), new Date()));
    await removeUnusedFiles(this.entries, Date.now() - this.keepMs);
    await removeOldestFiles(this.entries, this.maxBytes);
  }

  /** Releases all paths of this process. */
  async close(): Promise<void> {
    await Promise.all([...this.pins.keys()].map((path) => this.unpin(path)));
    await rm(this.readers.path, { recursive: true, force: true });
    this.readers[Symbol.dispose]();
  }

  private async store(
    key: string,
    part: string,
    { bytes, validators }: Extract<DownloadResult, { changed: true }>,
  ): Promise<void> {
    const previous = await this.readEntry(key);
    const entry: Entry = { file: `${key}-${randomUUID()}`, bytes, ...validators };
    const entryPart = join(this.partial, randomUUID());
    await writeFile(entryPart, JSON.stringify(entry), { flush: true });
    // A power cut must not leave a description whose file has its size, but not its bytes.
    await flushFile(part);
    await rename(part, join(this.entries, entry.file));
    await rename(entryPart, this.entryPath(key));
    if (!previous) return;
    const file = join(this.entries, previous.file);
    for (const old of [file, factsPath(file)]) await rm(old, { force: true });
  }

  /** Reads an entry. Returns undefined if the entry is missing, damaged or too old. */
  private async readEntry(key: string): Promise<Entry | undefined> {
    const json = await ignoreMissing(readFile(this.entryPath(key), 'utf8'));
    const stats = await ignoreMissing(stat(this.entryPath(key)));
    const entry = json === undefined ? undefined : Entry.safeParse(tryParseJson(json)).data;
    if (!entry || !stats) return undefined;
    const maxAge = canRevalidate(entry) ? this.keepMs : Math.min(this.keepMs, LIFETIME_MS);
    if (stats.mtimeMs < Date.now() - maxAge) return undefined;
    const file = await ignoreMissing(stat(join(this.entries, entry.file)));
    return file?.size === entry.bytes ? entry : undefined;
  }

  private entryPath(key: string): string {
    return join(this.entries, `${key}.json`);
  }
}

/** Returns the key of an entry: a hash of the owner and the whole URL, including its secrets. */
export function cacheKeyOf(owner: string, url: URL): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, url.href]))
    .digest('hex');
}

/** True if the validators allow a conditional request. */
export function canRevalidate({ etag, lastModified }: Validators): boolean {
  return etag !== undefined || lastModified !== undefined;
}

/** Returns the path of the facts about the file of an entry. Like descriptions, they are small. */
function factsPath(file: string): string {
  return `${file}.json`;
}
