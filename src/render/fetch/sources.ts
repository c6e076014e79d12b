import { stat } from 'node:fs/promises';
import { findEnclosedFile } from '../../base/disk/enclosed-path.ts';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import type { Logger } from '../../base/logger.ts';
import { measure } from '../../base/observe/measurement.ts';
import { describeSpan, inSpan } from '../../base/observe/spans.ts';
import { cacheKeyOf, type CacheLimits, SourceCache } from './cache.ts';
import { createCancelledError, download } from './download.ts';
import type { DownloadConfig, DownloadTimeouts } from './download.ts';
import { RequestCoalescer } from './request-coalescer.ts';
import { openOutbound, type Outbound, sendFor } from '../../outbound/index.ts';
import { toHostedFileError } from './fetch-errors.ts';
import { checkLocalFile, isInStorage, locateSource, routeToHostedFiles } from './source-location.ts';
import type { HostedFiles, LocalSource } from './source-location.ts';
import { openForInspection } from './open-for-inspection.ts';
import type { FetchRequest, InspectedSource, FetchedSource } from './fetched-source.ts';
import { withoutLogFields } from '../../base/observe/log-fields.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';

const MAX_BYTES = 5_000_000_000;
/** The limits for the inspection of one file. */
const INSPECTION = { limits: { timeMs: 10_000, maxBytes: 64_000_000 }, stallTimeoutMs: 10_000 };
const TIMEOUTS: DownloadTimeouts = { connect: 10_000, stall: 20_000, total: 30 * 60_000, retry: 500 };
// Frequent enough to keep the disk from filling up under load.
const SWEEP_INTERVAL_MS = 5 * 60_000;
/** Time from the start to the first look at the cache. Nothing should delay the start. */
const CLEAR_AFTER_MS = 10_000;
/**
 * Maximum number of times to refresh an entry, because another process may remove the entry before it is
 * used.
 */
const MAX_ROUNDS = 3;

/** The configuration of {@link Sources}. */
export interface SourcesConfig {
  /** The cache folder. Created if missing. Several processes may share it. */
  readonly folder: string;
  /** Private host names and IP addresses, with or without a port, and CIDR blocks that the guard allows. */
  readonly allowHosts: readonly string[];
  /** Maximum size of one file in bytes, inclusive. 5 GB by default. */
  readonly maxBytes?: number;
  /** The limits on the age and the size of the downloaded files in the cache. */
  readonly cache?: CacheLimits;
  /**
   * True to clear the cache from the start on, also while nothing is fetched. For processes that run for long.
   */
  readonly keepsCacheClear?: boolean;
  /** Defaults: connect 10 s, stall 20 s, total 30 min, retry 0.5 s. */
  readonly timeouts?: Partial<DownloadTimeouts>;
  /** Reads URLs that start with the public address of Kinora from the storage, not over the network. */
  readonly hostedFiles?: HostedFiles;
  /**
   * Base folder of relative paths. If set, sources can be relative paths and `file:` URLs. Only for the
   * command line.
   */
  readonly localFiles?: string;
  /** The only folders that local files may be in. Default: any. See {@link findEnclosedFile}. */
  readonly enclosedIn?: readonly string[];
  readonly log?: Logger;
}

/** Provides the files that edits refer to. */
export interface Sources {
  /**
   * Fetches a source. Local and hosted files are used in place. Other files are downloaded, or read from the
   * cache if the server confirms that they have not changed.
   *
   * @param url the URL as written in the edit.
   * @throws {KinoraError} `asset_refused`, `asset_not_found`, `asset_unreachable`, `asset_timed_out`,
   *   `asset_too_large`, `asset_not_media` if the file is empty or not a file, or `cancelled`.
   */
  fetch(url: string, request: FetchRequest): Promise<FetchedSource>;
  /**
   * Opens a source without fetching all of it. Local and hosted files are used in place, as in {@link
   * Sources.fetch}. For other files, fetches only the bytes that are read: at most 64 MB, and in at most 10
   * s.
   *
   * @throws {KinoraError} like {@link Sources.fetch}.
   */
  openForInspection(url: string, request: FetchRequest): Promise<InspectedSource>;
  /**
   * Keeps facts about the content of a fetched file beside it in the cache, so that they need not be found out
   * again. Has no effect for files that are not in the cache.
   */
  keepFacts(path: string, facts: string): Promise<void>;
  /** Returns the facts that are kept about the content of a fetched file. Undefined if none are. */
  factsOf(path: string): Promise<string | undefined>;
  /** Cancels all fetches and removes the files that were not released. */
  close(): Promise<void>;
}

interface OpenParts {
  readonly cache: SourceCache;
  readonly coalescer: RequestCoalescer;
  readonly download: DownloadConfig;
}

/**
 * Opens the sources. Creates the cache folder when it is first needed.
 *
 * @throws {KinoraError} `invalid_setting` if an allowed host is not a host name, an IP address or a CIDR
 *   block.
 */
export function openSources(config: SourcesConfig): Sources {
  const log = config.log ?? SILENT;
  const timeouts = { ...TIMEOUTS, ...config.timeouts };
  const outbound = openGuard(config, timeouts, log);
  const downloadConfig: DownloadConfig = { outbound, maxBytes: config.maxBytes ?? MAX_BYTES, timeouts, log };
  const closing = new AbortController();
  const { track, waitForAll } = trackWork();
  let opening: Promise<OpenParts> | undefined;
  let sweeping: NodeJS.Timeout | undefined;

  async function start(): Promise<OpenParts> {
    const cache = await SourceCache.open(config.folder, config.cache).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    sweeping = sweepRegularly(cache, track, log);
    return { cache, coalescer: new RequestCoalescer(), download: downloadConfig };
  }

  async function fetch(source: string, request: FetchRequest): Promise<FetchedSource> {
    const location = locateSource(source, config.hostedFiles, config.localFiles);
    if (location.kind === 'file') return await useInPlace(await enclose(location, config));
    const parts = await (opening ??= withoutLogFields(start));
    const signal = eitherOf(closing.signal, request);
    try {
      const path = await fetchUrl(parts, location.url, { ...request, signal });
      return { path, release: () => parts.cache.unpin(path) };
    } catch (error) {
      if (signal.aborted) throw createCancelledError(location.url);
      throw isInStorage(location.url, config.hostedFiles) ? toHostedFileError(error) : error;
    }
  }

  async function inspect(source: string, request: FetchRequest): Promise<InspectedSource> {
    const location = locateSource(source, config.hostedFiles, config.localFiles);
    if (location.kind === 'file') return openLocalForInspection(await enclose(location, config));
    const { cache } = await (opening ??= withoutLogFields(start));
    const from = { url: location.url, outbound: sendFor(request.owner, outbound) };
    const remote = { ...INSPECTION, ...from, signal: eitherOf(closing.signal, request) };
    const fetchAll = (signal: AbortSignal): Promise<FetchedSource> =>
      track(fetch(source, { ...request, signal: AbortSignal.any([remote.signal, signal]) }));
    return openForInspection(cache, remote, request, fetchAll);
  }

  const clear = (): void =>
    void (opening ??= withoutLogFields(start)).catch((err: unknown) =>
      log.warn({ err }, 'Could not open the cache.'),
    );
  const clearing = config.keepsCacheClear === true ? setTimeout(clear, CLEAR_AFTER_MS).unref() : undefined;

  return {
    fetch: (source, request) => track(fetch(source, request)),
    openForInspection: (source, request) => track(inspect(source, request)),
    keepFacts: async (path, facts) => (await opening)?.cache.keepFacts(path, facts),
    factsOf: async (path) => await (await opening)?.cache.factsOf(path),
    async close() {
      closing.abort();
      clearTimeout(clearing);
      clearInterval(sweeping);
      await waitForAll();
      await outbound.close();
      await (await opening)?.cache.close();
    },
  };
}

function eitherOf(closing: AbortSignal, { signal }: FetchRequest): AbortSignal {
  return signal ? AbortSignal.any([closing, signal]) : closing;
}

/** Opens the client that reads hosted files from the storage and everything else through the guard. */
function openGuard(
  { allowHosts, hostedFiles }: SourcesConfig,
  { connect: connectTimeoutMs }: DownloadTimeouts,
  log: Logger,
): Outbound {
  return routeToHostedFiles(openOutbound({ allowHosts, connectTimeoutMs, log }), hostedFiles);
}

/** Sweeps now and then regularly, until the timer is cleared. */
function sweepRegularly(cache: SourceCache, track: TrackWork, log: Logger): NodeJS.Timeout {
  const sweep = (): void =>
    void track(cache.sweep()).catch((err: unknown) =>
      log.warn({ err }, 'Could not remove old files from the cache.'),
    );
  sweep();
  return setInterval(sweep, SWEEP_INTERVAL_MS).unref();
}

type TrackWork = <Value>(work: Promise<Value>) => Promise<Value>;

/** Tracks pending work, so that `close` can wait for it. */
function trackWork(): { readonly track: TrackWork; readonly waitForAll: () => Promise<unknown> } {
  const running = new Set<Promise<unknown>>();
  return {
    track(work) {
      const tracked = work.finally(() => running.delete(tracked));
      running.add(tracked);
      return tracked;
    },
    waitForAll: () => Promise.allSettled(running),
  };
}

/** Does nothing: files that are used in place need no release. */
const releaseNothing = (): Promise<void> => Promise.resolve();

/** Returns the location of a local file without links, if only some folders are allowed. */
async function enclose(location: LocalSource, { enclosedIn }: SourcesConfig): Promise<LocalSource> {
  if (enclosedIn === undefined) return location;
  return { ...location, path: await findEnclosedFile(location.path, enclosedIn, location.displayName) };
}

async function useInPlace(location: LocalSource): Promise<FetchedSource> {
  await checkLocalFile(location);
  measure({ kind: 'source', from: 'local', bytes: 0 });
  return { path: location.path, release: releaseNothing };
}

/**
 * Opens a local file for inspection. Another process may replace the file while it is in use, so `isCurrent`
 * checks its identity.
 */
async function openLocalForInspection(location: LocalSource): Promise<InspectedSource> {
  await checkLocalFile(location);
  const { path: file } = location;
  const before = await identityOf(file);
  const isIntact = async (): Promise<boolean> => (await ignoreMissing(identityOf(file))) === before;
  return {
    file,
    version: before,
    isIntact,
    isCurrent: isIntact,
    release: releaseNothing,
  };
}

/** Returns a text that changes when a file is replaced or written to. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs].join(' ');
}

/** Fetches a URL, as a span of the work that needs it. Returns the path of the file. */
async function fetchUrl(...request: Parameters<typeof fetchWithCache>): Promise<string> {
  return await inSpan('fetch source', {}, () => fetchWithCache(...request));
}

async function fetchWithCache(
  parts: OpenParts,
  url: URL,
  { owner, cache, maxBytes, signal }: FetchRequest & { readonly signal: AbortSignal },
): Promise<string> {
  signal.throwIfAborted();
  const config: DownloadConfig = {
    ...parts.download,
    outbound: sendFor(owner, parts.download.outbound),
    ...(maxBytes !== undefined && { maxBytes }),
  };
  let bytes: number | undefined;
  const downloadTo: typeof download = async (...request) => {
    const outcome = await download(...request);
    if (outcome.changed) bytes = (bytes ?? 0) + outcome.bytes;
    return outcome;
  };
  const report = (path: string): string => {
    const from = bytes === undefined ? 'cache' : 'network';
    measure({ kind: 'source', from, bytes: bytes ?? 0 });
    describeSpan({ 'kinora.source.from': from, 'kinora.source.bytes': bytes ?? 0 });
    return path;
  };
  if (!cache)
    return report(await parts.cache.fetchUncached((file) => downloadTo(config, { url, file, signal })));
  const key = cacheKeyOf(owner, url);
  const refresh = (shared: AbortSignal): Promise<void> =>
    parts.cache.refresh(key, (file, known) => downloadTo(config, { url, file, known, signal: shared }));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    // A fetch with a smaller limit may fail where another succeeds, so they are not shared.
    await parts.coalescer.run(`${key} ${config.maxBytes}`, signal, refresh);
    const path = await parts.cache.pin(key);
    if (path !== undefined) return report(path);
  }
  throw new KinoraError('internal', 'A source was repeatedly removed from the cache before its use.');
}
