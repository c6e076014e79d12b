import { type Cache, cacheKey, isAskable } from './cache.ts';
import { type RemoteConfig, RemoteFile } from './remote-file.ts';
import type { FetchRequest, Looked, Source } from './source.ts';
import type { Validators } from './transfer.ts';

/**
 * Makes a URL readable: from the cache where its server has the same version still, else piece by piece.
 *
 * @param whole fetches all of it; the signal aborts when nobody needs it any more.
 * @throws {KinoraError} as {@link RemoteFile.open}.
 */
export async function lookAt(
  cache: Cache,
  remote: RemoteConfig,
  request: FetchRequest,
  whole: (signal: AbortSignal) => Promise<Source>,
): Promise<Looked> {
  const key = cacheKey(request.owner, remote.url);
  const known = request.cache ? await cache.known(key) : undefined;
  const file = known && !isAskable(known) ? undefined : await openRemote(cache, remote, known);
  const isCurrent = (version: Validators | undefined) => (signal: AbortSignal) =>
    isVersion(cache, { ...remote, signal }, version);
  if (file) return { ...readable(cache, file, whole), isCurrent: isCurrent(file.version) };
  await cache.vouched(key);
  const path = await cache.pin(key);
  if (path !== undefined) {
    return { file: path, isCurrent: isCurrent(known), release: () => cache.unpin(path) };
  }
  // It was swept away in this moment.
  return lookAt(cache, remote, { ...request, cache: false }, whole);
}

/** Whether the server of a file has a version of it now. */
async function isVersion(
  cache: Cache,
  remote: RemoteConfig,
  version: Validators | undefined,
): Promise<boolean> {
  if (!version || !isAskable(version)) return false;
  const other = await openRemote(cache, remote, version);
  if (!other) return true;
  await other[Symbol.asyncDispose]();
  await cache.unpin(other.path);
  return false;
}

async function openRemote(
  cache: Cache,
  remote: RemoteConfig,
  known: Validators | undefined,
): Promise<RemoteFile | undefined> {
  const place = cache.reserve();
  let file: RemoteFile | undefined;
  try {
    file = await RemoteFile.open(place, remote, known);
    return file;
  } finally {
    if (!file) await cache.unpin(place);
  }
}

function readable(
  cache: Cache,
  file: RemoteFile,
  whole: (signal: AbortSignal) => Promise<Source>,
): Omit<Looked, 'isCurrent'> {
  const released = new AbortController();
  let fetched: Promise<Source> | undefined;
  return {
    file: {
      path: file.path,
      get size() {
        return file.size;
      },
      have: (from, count) => file.have(from, count),
      whole: async () => (await (fetched ??= whole(released.signal))).path,
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
