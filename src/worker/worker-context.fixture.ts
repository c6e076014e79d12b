import { createSecretBox } from '../hosting/secret-box.ts';
import type { Outbound } from '../outbound/index.ts';
import type { WorkerContext } from './worker-context.ts';

/** A way out that leads nowhere. */
export const UNREACHABLE_OUTBOUND: Outbound = {
  request: () => Promise.reject(new Error('Nothing is to be sent here.')),
  close: () => Promise.resolve(),
};

/** What a worker needs that sends nothing anywhere. */
export const OFFLINE_CONTEXT: Pick<WorkerContext, 'outbound' | 'fetch' | 'destinations' | 'seal'> = {
  outbound: UNREACHABLE_OUTBOUND,
  fetch: () => Promise.reject(new Error('Nothing is to be fetched here.')),
  destinations: {},
  seal: createSecretBox(Buffer.alloc(32)),
};
