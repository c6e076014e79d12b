import { sealWith } from '../hosting/seal.ts';
import type { Outbound } from '../outbound/index.ts';
import type { WorkerParts } from './parts.ts';

/** A way out that leads nowhere. */
export const NOWHERE: Outbound = {
  request: () => Promise.reject(new Error('Nothing is to be sent here.')),
  close: () => Promise.resolve(),
};

/** What a worker needs that sends nothing anywhere. */
export const SENDS_NOTHING: Pick<WorkerParts, 'outbound' | 'fetch' | 'destinations' | 'seal'> = {
  outbound: NOWHERE,
  fetch: () => Promise.reject(new Error('Nothing is to be fetched here.')),
  destinations: {},
  seal: sealWith(Buffer.alloc(32)),
};
