import { link } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type SourceCache, cacheKeyOf, canRevalidate } from './cache.ts';
import { type PartialDownloadConfig, PartialDownload } from './partial-download.ts';
import type { FetchRequest, InspectedSource, FetchedSource } from './fetched-source.ts';
import type { Validators } from './download-attempt.ts';

/**
 * Opens a URL for inspection. Uses the file in the cache if the server still has the same version. Otherwise,
 * opens a remote file whose bytes are fetched when they are read.
 *
 * @param fetchAll fetches the whole file. The signal that it receives aborts when the source is released.
 * @throws {KinoraError} like {@link PartialDownload.open}.
 */
export async function openForInspection(
  cache: SourceCache,
  remote: PartialDownloadConfig,
  request: FetchRequest,
  fetchAll: (signal: AbortSignal) => Promise<FetchedSource>,
): Promise<InspectedSource> {
  const key = cacheKeyOf(request.owner, remote.url);
  const known = request.cache ? await cache.validatorsOf(key) : undefined;
  const file = known && !canRevalidate(known) ? undefined : await openPartialDownload(cache, remote, known);
  const versioned = (version: Validators | undefined): Pick<InspectedSource, 'isCurrent' | 'version'> => ({
    version:
      version && canRevalidate(version) ? `${version.etag ?? ''} ${version.lastModified ?? ''}` : undefined,
    isCurrent: (signal) => hasVersion(cache, { ...remote, signal }, version),
  });
  if (file) return { ...toInspectedSource(cache, file, fetchAll), ...versioned(file.version) };
  await cache.markCurrent(key);
  const path = await cache.pin(key);
  if (path !== undefined) {
    return { file: path, ...versioned(known), release: () => cache.unpin(path) };
  }
  // A sweep has removed the entry since the check, so read the file from the server.
  return openForInspection(cache, remote, { ...request, cache: false }, fetchAll);
}

/** True if the server still has the given version of the file. */
async function hasVersion(
  cache: SourceCache,
  remote: PartialDownloadConfig,
  version: Validators | undefined,
): Promise<boolean> {
  if (!version || !canRevalidate(version)) return false;
  const newer = await openPartialDownload(cache, remote, version);
  if (!newer) return true;
  await newer[Symbol.asyncDispose]();
  await cache.unpin(newer.path);
  return false;
}

async function openPartialDownload(
  cache: SourceCache,
  remote: PartialDownloadConfig,
  known: Validators | undefined,
): Promise<PartialDownload | undefined> {
  const path = await cache.reserve();
  let file: PartialDownload | undefined;
  try {
    file = await PartialDownload.open(path, remote, known);
    return file;
  } finally {
    if (!file) await cache.unpin(path);
  }
}

function toInspectedSource(
  cache: SourceCache,
  file: PartialDownload,
  fetchAll: (signal: AbortSignal) => Promise<FetchedSource>,
): Omit<InspectedSource, 'isCurrent' | 'version'> {
  const released = new AbortController();
  let fetched: Promise<FetchedSource> | undefined;
  const whole = join(dirname(file.path), 'whole');
  let linked: Promise<void> | undefined;
  return {
    file: {
      path: file.path,
      get size() {
        return file.size;
      },
      fetchRange: (from, count) => file.fetchRange(from, count),
      async fetchAll() {
        const { path } = await (fetched ??= fetchAll(released.signal));
        // The reader of the parts may access their folder only.
        await (linked ??= link(path, whole));
        return whole;
      },
    },
    async release() {
      released.abort();
      await file[Symbol.asyncDispose]();
      await cache.unpin(file.path);
      const source = await fetched?.catch(() => undefined);
      await source?.release();
    },
  };
}
