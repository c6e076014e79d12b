import { stat } from 'node:fs/promises';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/log.ts';
import type { Logger } from '../../base/log.ts';
import { cacheKey, openCache } from './cache.ts';
import type { Cache } from './cache.ts';
import { cancelled, download } from './download.ts';
import type { DownloadConfig, Timeouts } from './download.ts';
import { openFlights } from './flights.ts';
import type { Flights } from './flights.ts';
import { openOutbound } from '../../outbound/index.ts';
import { checkFile, locate, withOwnFiles } from './local.ts';
import type { Located, OwnFiles } from './local.ts';
import { lookAt } from './look.ts';
import type { FetchRequest, Looked, Source } from './source.ts';
import { unlessGone } from './unless-gone.ts';

const MAX_BYTES = 5_000_000_000;
/** What looking at one file may cost. */
const LOOK = { limits: { time: 10_000, bytes: 64_000_000 }, stallTimeout: 10_000 };
const TIMEOUTS: Timeouts = { connect: 10_000, stall: 20_000, total: 30 * 60_000, retry: 500 };
// Often enough that a busy hour does not fill the disk.
const SWEEP_EVERY = 5 * 60_000;
/** How often an entry may be swept by another process between its refresh and its use. */
const ROUNDS = 3;

/** Where sources are kept and what may be fetched. */
export interface SourcesConfig {
  /** The cache folder, made if absent; processes may share it. */
  readonly folder: string;
  /** Host names, IP addresses and CIDR blocks that the guard lets through although they are private. */
  readonly allowHosts: readonly string[];
  /** Largest size of one file in bytes, inclusive; 5 GB by default. */
  readonly maxBytes?: number;
  /** Defaults: connect 10 s, stall 20 s, total 30 min, retry 0.5 s. */
  readonly timeouts?: Partial<Timeouts>;
  /** URLs that start with our own public address are read from storage, never over the network. */
  readonly own?: OwnFiles;
  /** For the command line only: the base folder of relative paths and the leave to use `file:` URLs. Absent: refused. */
  readonly localFiles?: string;
  readonly log?: Logger;
}

/** Where the files named in edits come from. */
export interface Sources {
  /**
   * Makes a source a local file. Local files and our own are used in place, everything else is downloaded or taken from
   * the cache after its server has said that it is still the same.
   *
   * @param url as it stands in the edit.
   * @throws {KinoraError} `asset_refused`, `asset_not_found`, `asset_unreachable`, `asset_timed_out`, `asset_too_large`,
   *   `asset_not_media` if there is nothing to read, or `cancelled`.
   */
  fetch(url: string, request: FetchRequest): Promise<Source>;
  /**
   * Makes a source readable without fetching all of it: what is here is used in place, as by {@link Sources.fetch}; of
   * everything else only the bytes that are read are fetched, within 10 s and 64 MB.
   *
   * @throws {KinoraError} as {@link Sources.fetch}.
   */
  look(url: string, request: FetchRequest): Promise<Looked>;
  /** Cancels what is under way and removes the files that were not released. */
  close(): Promise<void>;
}

interface Parts {
  readonly cache: Cache;
  readonly flights: Flights<void>;
  readonly download: DownloadConfig;
}

/**
 * Opens the sources; the folder is made at the first use.
 *
 * @throws {KinoraError} `setting_wrong` if an allowed host is not a host name, an IP address or a CIDR block.
 */
export function openSources(config: SourcesConfig): Sources {
  const log = config.log ?? SILENT;
  const timeouts = { ...TIMEOUTS, ...config.timeouts };
  const guarded = openOutbound({ allowHosts: config.allowHosts, connectTimeout: timeouts.connect });
  const outbound = withOwnFiles(guarded, config.own);
  const limits: DownloadConfig = { outbound, maxBytes: config.maxBytes ?? MAX_BYTES, timeouts, log };
  const closing = new AbortController();
  const { whileOpen, settled } = trackWork();
  let opening: Promise<Parts> | undefined;
  let sweeping: NodeJS.Timeout | undefined;

  async function sweep(cache: Cache): Promise<void> {
    await cache
      .sweep()
      .catch((error: unknown) => log.warn({ err: error }, 'Old files of the cache were not removed.'));
  }

  async function start(): Promise<Parts> {
    const cache = await openCache(config.folder).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    void whileOpen(sweep(cache));
    sweeping = setInterval(() => void whileOpen(sweep(cache)), SWEEP_EVERY).unref();
    return { cache, flights: openFlights(), download: limits };
  }

  function untilClosed({ signal }: FetchRequest): AbortSignal {
    return AbortSignal.any([closing.signal, ...(signal ? [signal] : [])]);
  }

  async function fetch(source: string, request: FetchRequest): Promise<Source> {
    const located = locate(source, config.own, config.localFiles);
    if (located.kind === 'file') return { path: await checkedFile(located), release: nothing };
    const parts = await (opening ??= start());
    const signal = untilClosed(request);
    try {
      const path = await fetchUrl(parts, located.url, { ...request, signal });
      return { path, release: () => parts.cache.unpin(path) };
    } catch (error) {
      throw signal.aborted ? cancelled(located.url) : error;
    }
  }

  async function look(source: string, request: FetchRequest): Promise<Looked> {
    const located = locate(source, config.own, config.localFiles);
    if (located.kind === 'file') return lookHere(located);
    const { cache } = await (opening ??= start());
    const remote = { ...LOOK, url: located.url, outbound, signal: untilClosed(request) };
    const whole = (signal: AbortSignal): Promise<Source> =>
      whileOpen(fetch(source, { ...request, signal: AbortSignal.any([remote.signal, signal]) }));
    return lookAt(cache, remote, request, whole);
  }

  return {
    fetch: (source, request) => whileOpen(fetch(source, request)),
    look: (source, request) => whileOpen(look(source, request)),
    async close() {
      closing.abort();
      clearInterval(sweeping);
      await settled();
      await outbound.close();
      await (await opening)?.cache.close();
    },
  };
}

/** What is used in place needs no release. */
const nothing = (): Promise<void> => Promise.resolve();

/** A local file may be written anew under its name. */
async function lookHere(located: Extract<Located, { kind: 'file' }>): Promise<Looked> {
  const file = await checkedFile(located);
  const before = await identityOf(file);
  return {
    file,
    isCurrent: async () => (await unlessGone(identityOf(file))) === before,
    release: nothing,
  };
}

/** What changes when a file is replaced or written to. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs].join(' ');
}

async function checkedFile({ path, shown }: Extract<Located, { kind: 'file' }>): Promise<string> {
  await checkFile(path, shown);
  return path;
}

/** Remembers what is under way, to wait for it at the end. */
function trackWork(): {
  readonly whileOpen: <Value>(work: Promise<Value>) => Promise<Value>;
  readonly settled: () => Promise<unknown>;
} {
  const running = new Set<Promise<unknown>>();
  return {
    whileOpen(work) {
      const tracked = work.finally(() => running.delete(tracked));
      running.add(tracked);
      return tracked;
    },
    settled: () => Promise.allSettled(running),
  };
}

async function fetchUrl(
  parts: Parts,
  url: URL,
  { owner, cache, signal }: FetchRequest & { readonly signal: AbortSignal },
): Promise<string> {
  signal.throwIfAborted();
  if (!cache) return parts.cache.alone((file) => download(parts.download, { url, file, signal }));
  const key = cacheKey(owner, url);
  const refresh = (shared: AbortSignal): Promise<void> =>
    parts.cache.refresh(key, (file, known) => download(parts.download, { url, file, known, signal: shared }));
  for (let round = 0; round < ROUNDS; round++) {
    await parts.flights.join(key, signal, refresh);
    const path = await parts.cache.pin(key);
    if (path !== undefined) return path;
  }
  throw new KinoraError('internal', 'A file vanished from the cache of sources again and again.');
}
