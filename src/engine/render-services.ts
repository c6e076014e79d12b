import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Home } from '../home/home.ts';
import type { GenerationLedger } from '../generation/ledger.ts';
import type { ProviderDirectory } from '../generation/provider-directory.ts';
import type { FileAddresses } from '../hosting/addresses/file-addresses.ts';
import type { IngestSettings } from '../ingest/settings.ts';
import { isStorageKey, type Storage } from '../hosting/storage.ts';
import { findSandboxObstacle } from '../render/browse/sandbox.ts';
import type { FetchedSource, HostedFiles, HostedRemoteFile } from '../render/fetch/index.ts';
import { checkIsolation } from '../render/child/check-isolation.ts';
import { openProcessPool } from '../render/child/process-pool.ts';
import { openRenderer, type Renderer } from '../render/renderer.ts';
import type { Inspection } from '../server/http/inspection.ts';
import type { FetchedFile, WorkerContext } from '../worker/worker-context.ts';
import { createInspection, FRAME_LIMITS } from './inspection.ts';
import { openGenerator } from './open-generator.ts';
import { openRendererParts, type RendererSettings } from './renderer-parts.ts';

/** The storage of hosted files, and their addresses. */
interface HostedParts {
  readonly storage: Storage;
  readonly addresses: FileAddresses;
}

const FILES = '/files/';
/**
 * Milliseconds to wait before the check of the sandbox. The check starts processes, which would delay the
 * start of the server.
 */
const CHECK_SANDBOX_AFTER_MS = 5_000;

const UNKNOWN_ISOLATION = 'Could not find out if this machine can contain the processes that read media.';

/** The renderer, for the server and the worker. */
interface RenderServices extends Pick<
  WorkerContext,
  'render' | 'help' | 'fetch' | 'inspectSource' | 'convert' | 'transcribe' | 'generated'
> {
  /** True if a transcriber is configured. */
  readonly canTranscribe: boolean;
  /** Probes, dry runs and frames for the server. */
  readonly inspection: Inspection;
  close(): Promise<void>;
}

/** Opens the render services. Tests substitute simpler ones. */
export type OpenRenderServices = (parts: {
  readonly settings: RendererSettings & Pick<IngestSettings, 'ingestLimits'>;
  readonly home: Home;
  readonly storage: Storage;
  readonly addresses: FileAddresses;
  readonly publicUrl: () => string;
  readonly providers: ProviderDirectory;
  readonly ledger: GenerationLedger;
  readonly log: Logger;
}) => RenderServices | Promise<RenderServices>;

/** Opens the renderer for the server and the worker. */
export const openRenderServices: OpenRenderServices = async ({
  settings,
  home,
  storage,
  addresses,
  publicUrl,
  providers,
  ledger,
  log,
}) => {
  const { segmentBytes } = settings;
  const hostedFiles = findHostedFiles({ storage, addresses }, publicUrl);
  if (settings.isolation === 'require') await checkIsolation(settings.isolation, log);
  const parts = await openRendererParts(settings, home, { hostedFiles, keepsCacheClear: true }, log);
  const timer = setTimeout(
    () => void warnWithoutSandbox(log, settings.chromium),
    CHECK_SANDBOX_AFTER_MS,
  ).unref();
  if (settings.isolation === 'prefer')
    void checkIsolation(settings.isolation, log).catch((err: unknown) =>
      log.warn({ err }, UNKNOWN_ISOLATION),
    );
  const children = openProcessPool({ refill: true });
  // The first child process loads its code while the queue and the server open.
  children.prewarm();
  const generated = openGenerator({
    ...parts,
    directory: providers,
    ledger,
    renderer: () => renderer,
    imageLimits: settings.ingestLimits,
  });
  const renderer = openRenderer({
    ...parts,
    generated,
    children,
    segments: segmentBytes === 0 ? undefined : storage.openSegments(segmentBytes),
    folder: home.frames,
    frameLimits: FRAME_LIMITS,
  });
  return {
    render: renderer.render,
    help: renderer.help,
    convert: renderer.convert,
    transcribe: renderer.transcribe,
    fetch: async (url, request) =>
      addExtension(renderer, await parts.sources.fetch(url, request), request.signal),
    inspectSource: (path, { signal }) =>
      renderer.inspectSource(path, { limits: settings.ingestLimits, signal }),
    generated,
    canTranscribe: parts.transcripts !== undefined,
    inspection: createInspection(renderer),
    async close() {
      clearTimeout(timer);
      await generated.close();
      children.close();
      await renderer.close();
      await parts[Symbol.asyncDispose]();
    },
  };
};

function findHostedFiles(parts: HostedParts, publicUrl: () => string): HostedFiles {
  return {
    // A getter, because with port 0 the address is known only when the server listens.
    get baseUrl() {
      return publicUrl();
    },
    get filesUrl() {
      return parts.addresses.baseUrl();
    },
    open: (path, query) => locateHostedFile(parts, path, query),
    openElsewhere: (path, query) => locateFileElsewhere(parts, path, query),
  };
}

async function warnWithoutSandbox(log: Logger, chromium: string | undefined): Promise<void> {
  const obstacle = await findSandboxObstacle(chromium);
  if (!obstacle) return;
  log.warn({ err: obstacle.cause, reason: obstacle.reason }, 'Cannot render HTML on this machine.');
}

/** Adds the file extension that matches the content of a fetched file. A child process reads the content. */
async function addExtension(
  renderer: Pick<Renderer, 'sniff'>,
  source: FetchedSource,
  signal = new AbortController().signal,
): Promise<FetchedFile> {
  try {
    const { extension: ending } = await renderer.sniff(source.path, signal);
    return { path: source.path, ending, release: () => source.release() };
  } catch (error) {
    await source.release();
    throw error;
  }
}

/**
 * Finds the stored file at the path of a URL with any host. Clients reach Kinora by several addresses, and every one
 * of them may be in an edit. A key is random, so a file with the same key at another host is a copy of this one.
 *
 * @param path ends with `/files/` and a storage key.
 * @returns undefined also for a file that is missing in a local storage.
 */
export function locateFileElsewhere(
  parts: HostedParts,
  path: string,
  query: URLSearchParams,
): string | HostedRemoteFile | undefined {
  const start = path.lastIndexOf(FILES);
  const file = start === -1 ? undefined : locateHostedFile(parts, path.slice(start), query);
  return typeof file === 'string' && !existsSync(file) ? undefined : file;
}

/**
 * Finds the stored file that Kinora serves at an address.
 *
 * @returns undefined if the path is not that of a stored file, or if a required signature is missing or
 *   invalid.
 */
export function locateHostedFile(
  { storage, addresses }: HostedParts,
  path: string,
  query: URLSearchParams,
): string | HostedRemoteFile | undefined {
  const key = path.startsWith(FILES) ? path.slice(FILES.length) : '';
  if (!isStorageKey(key) || !addresses.allows(key, Object.fromEntries(query))) return undefined;
  const { folder, remote } = storage;
  if (folder !== undefined) return join(folder, key);
  return remote && { request: (options) => remote.request(key, options) };
}
