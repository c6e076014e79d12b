import type { Outbound } from '../outbound/index.ts';

/** A way out that leads nowhere. */
export const NOWHERE: Outbound = {
  request: () => Promise.reject(new Error('Nothing is to be sent here.')),
  close: () => Promise.resolve(),
};
