import { isIPv6 } from 'node:net';
import { MinuteCounts } from './minute-counts.ts';

/** Maximum number of requests without a valid key per minute and address. */
const FAILURES_PER_MINUTE = 60;
/** Maximum number of addresses with counters. Beyond it, the oldest counter is dropped. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts the requests without a valid key or token by the address of the client, so that a client that sends such
 * requests without end costs little. Clients behind one proxy share a counter.
 */
export class KeyFailures {
  /** Maximum number of requests per minute and address. */
  readonly max: number;
  private readonly counts = new MinuteCounts(MAX_ADDRESSES);

  /** @param factor factor for the default limit. 0 means no limit. */
  constructor(factor: number) {
    this.max = factor === 0 ? Infinity : Math.ceil(FAILURES_PER_MINUTE * factor);
  }

  /** Counts a request without a valid key. Returns 0, or the seconds to wait if the address has sent too many. */
  add(address: string): number {
    const { count, leftMs } = this.counts.add(addressBlockOf(address));
    return count > this.max ? Math.ceil(leftMs / 1000) : 0;
  }
}

/** Returns the /64 block of an IPv6 address, because one client has all its addresses. Keeps other addresses. */
export function addressBlockOf(address: string): string {
  if (!isIPv6(address) || address.toLowerCase().startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::', 2);
  const groups = head.split(':').filter((group) => group !== '');
  const rest = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  return [...groups, ...Array<string>(zeros).fill('0'), ...rest].slice(0, 4).join(':');
}
