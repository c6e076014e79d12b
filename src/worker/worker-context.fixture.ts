import { createSecretBox } from '../hosting/secret-box.ts';
import type { Outbound } from '../outbound/index.ts';
import type { WorkerContext } from './worker-context.ts';

/** An outbound client that rejects every request. */
export const UNREACHABLE_OUTBOUND: Outbound = {
  request: () => Promise.reject(new Error('This test must not send anything.')),
  close: () => Promise.resolve(),
};

/** The parts of a worker context for tests that do not use the network. */
export const OFFLINE_CONTEXT: Pick<WorkerContext, 'outbound' | 'fetch' | 'destinations' | 'seal'> = {
  outbound: UNREACHABLE_OUTBOUND,
  fetch: () => Promise.reject(new Error('This test must not fetch anything.')),
  destinations: {},
  seal: createSecretBox(Buffer.alloc(32)),
};
