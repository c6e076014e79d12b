import type { ServerParts } from '../server-parts.ts';
import type { TusBackend } from './tus-exchange.ts';
import { createTusLocker } from './tus-locker.ts';

/** Returns a function that opens the tus library with its store on first use, because loading takes time. */
export function openTusBackend({
  database,
  storage,
  ingest,
  log,
}: Pick<ServerParts, 'database' | 'storage' | 'ingest' | 'log'>): () => Promise<TusBackend> {
  let opening: Promise<TusBackend> | undefined;
  const open = async (): Promise<TusBackend> => ({
    library: await import('@tus/server'),
    store: await storage.incoming.openResumableStore({ expirationMs: ingest.uploadMs }),
    locker: createTusLocker(database, log),
    maxBytes: ingest.ingestLimits.maxBytes,
  });
  return () => (opening ??= open());
}
