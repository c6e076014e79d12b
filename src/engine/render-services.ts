import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Home } from '../home/home.ts';
import type { FileAddresses } from '../hosting/file-addresses.ts';
import { isStorageKey, type Storage } from '../hosting/storage.ts';
import { findSandboxObstacle } from '../render/browse/sandbox.ts';
import type { FetchedSource, HostedRemoteFile } from '../render/fetch/index.ts';
import { openProcessPool } from '../render/isolate/process-pool.ts';
import { openRenderer } from '../render/renderer.ts';
import type { Inspection } from '../server/http/inspection.ts';
import type { FetchedFile, FetchFile, RenderEdit } from '../worker/worker-context.ts';
import { createInspection, FRAME_LIMITS } from './inspection.ts';
import { openRendererParts, type RendererSettings } from './renderer-parts.ts';

const FILES = '/files/';
/** Starting the processes for it would hold up the start of the server. */
const CHECK_SANDBOX_AFTER_MS = 5_000;

/** The render library, as the server and the worker use it. */
export interface RenderServices {
  readonly render: RenderEdit;
  /** Fetches the files of transfers. */
  readonly fetch: FetchFile;
  /** Looks at media for the server. */
  readonly inspection: Inspection;
  close(): Promise<void>;
}

/** Opens the render services. Tests use simpler ones. */
export type OpenRenderServices = (parts: {
  readonly settings: RendererSettings;
  readonly home: Home;
  readonly storage: Storage;
  readonly addresses: FileAddresses;
  readonly publicUrl: () => string;
  readonly log: Logger;
}) => RenderServices;

/** Opens the renderer for the server and the worker. */
export const openRenderServices: OpenRenderServices = ({
  settings,
  home,
  storage,
  addresses,
  publicUrl,
  log,
}) => {
  const hostedFiles = {
    // Read at every use, because a free port is known only once the server listens.
    get baseUrl() {
      return publicUrl();
    },
    open: (path: string, query: URLSearchParams) => locateHostedFile({ storage, addresses }, path, query),
  };
  const parts = openRendererParts(settings, home, { hostedFiles }, log);
  const timer = setTimeout(() => void warnWithoutSandbox(log), CHECK_SANDBOX_AFTER_MS).unref();
  const children = openProcessPool({ refill: true });
  // It loads what the first work needs while the queue and the server open.
  children.prewarm();
  const renderer = openRenderer({ ...parts, folder: home.frames, children, frameLimits: FRAME_LIMITS });
  return {
    render: (edit, to, options) => renderer.render(edit, to, options),
    fetch: async (url, request) => addExtension(await parts.sources.fetch(url, request)),
    inspection: createInspection(renderer),
    async close() {
      clearTimeout(timer);
      children.close();
      await renderer.close();
      await parts[Symbol.asyncDispose]();
    },
  };
};

async function warnWithoutSandbox(log: Logger): Promise<void> {
  const obstacle = await findSandboxObstacle();
  if (!obstacle) return;
  log.warn({ err: obstacle.cause, reason: obstacle.reason }, 'HTML cannot be drawn on this machine.');
}

/** A fetched file with the ending that fits its bytes. */
async function addExtension(source: FetchedSource): Promise<FetchedFile> {
  try {
    // Loaded when it is needed: few use transfers.
    const { sniff } = await import('../render/probe/sniff.ts');
    const { extension: ending } = await sniff(source.path);
    return { path: source.path, ending, release: () => source.release() };
  } catch (error) {
    await source.release();
    throw error;
  }
}

/** The stored file that we serve under an address of ours, and nothing else that lies beside it. */
export function locateHostedFile(
  { storage, addresses }: { readonly storage: Storage; readonly addresses: FileAddresses },
  path: string,
  query: URLSearchParams,
): string | HostedRemoteFile | undefined {
  const key = path.startsWith(FILES) ? path.slice(FILES.length) : '';
  if (!isStorageKey(key) || !addresses.allows(key, Object.fromEntries(query))) return undefined;
  const { folder, remote } = storage;
  if (folder !== undefined) return join(folder, key);
  return remote && { request: (options) => remote.request(key, options) };
}
