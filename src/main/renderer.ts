import { join } from 'node:path';
import type { Logger } from 'pino';
import type { FileAddresses } from '../hosting/file-addresses.ts';
import { isKey, type Storage } from '../hosting/storage.ts';
import { openBrowser } from '../render/browse/browser.ts';
import { sandboxObstacle } from '../render/browse/sandbox.ts';
import { openSources, type OwnRemote, type Source } from '../render/fetch/index.ts';
import { openChildren } from '../render/children.ts';
import { render } from '../render/render.ts';
import type { FetchedFile } from '../worker/parts.ts';
import { openInspection } from './inspection.ts';
import type { OpenRenderer } from './start.ts';
import { openTranscriber } from './transcriber.ts';

const FILES = '/files/';
/** Starting the processes for it would hold up the start of the server. */
const CHECK_SANDBOX_AFTER_MS = 5_000;

/** Joins the render library with its sources and settings. */
export const openRenderer: OpenRenderer = ({ settings, home, storage, addresses, publicUrl, log }) => {
  const { allowHosts, dialect } = settings;
  const transcripts = openTranscriber(settings.transcriber, home, log);
  const own = {
    // Read at every use, because a free port is known only once the server listens.
    get base() {
      return publicUrl();
    },
    open: (path: string, query: URLSearchParams) => ownFile({ storage, addresses }, path, query),
  };
  const sources = openSources({ folder: home.cache, allowHosts, own, log });
  const browser = openBrowser({ folder: home.browser, log });
  const checking = setTimeout(() => void warnWithoutSandbox(log), CHECK_SANDBOX_AFTER_MS).unref();
  const children = openChildren({ again: true });
  // It loads what the first work needs while the queue and the server open.
  children.ready();
  const shared = { sources, browser, transcripts, dialect, log, children };
  const inspection = openInspection({ ...shared, folder: home.frames });
  return {
    inspection,
    fetch: async (url, request) => told(await sources.fetch(url, request)),
    render: (edit, to, options) => render(edit, to, { ...options, ...shared }),
    async close() {
      clearTimeout(checking);
      children.close();
      await inspection.close();
      await transcripts?.close();
      await browser.close();
      await sources.close();
    },
  };
};

async function warnWithoutSandbox(log: Logger): Promise<void> {
  const obstacle = await sandboxObstacle();
  if (!obstacle) return;
  log.warn({ err: obstacle.cause, reason: obstacle.reason }, 'HTML cannot be drawn on this machine.');
}

/** A fetched file with the ending that fits its bytes. */
async function told(source: Source): Promise<FetchedFile> {
  try {
    // Loaded when it is needed: few use transfers.
    const { sniff } = await import('../render/probe/sniff.ts');
    const { ending } = await sniff(source.path);
    return { path: source.path, ending, release: () => source.release() };
  } catch (error) {
    await source.release();
    throw error;
  }
}

/** The stored file that we serve under an address of ours, and nothing else that lies beside it. */
export function ownFile(
  { storage, addresses }: { readonly storage: Storage; readonly addresses: FileAddresses },
  path: string,
  query: URLSearchParams,
): string | OwnRemote | undefined {
  const key = path.startsWith(FILES) ? path.slice(FILES.length) : '';
  if (!isKey(key) || !addresses.admits(key, Object.fromEntries(query))) return undefined;
  const { folder, remote } = storage;
  if (folder !== undefined) return join(folder, key);
  return remote && { request: (options) => remote.request(key, options) };
}
