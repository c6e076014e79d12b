import { isIPv6 } from 'node:net';
import { QuotaExceeded } from '../../../store/quotas/quotas.ts';

const WINDOW_MS = 60_000;
/** Maximum number of requests without a valid key per minute and address. */
const FAILURES_PER_MINUTE = 60;
/** Maximum number of addresses with counters. Beyond it, the oldest counter is dropped. */
const MAX_ADDRESSES = 10_000;

interface Window {
  count: number;
  /** Value of `performance.now()`. */
  readonly ends: number;
}

/**
 * Counts the requests without a valid key by the address of the client, so that a client that sends such requests
 * without end costs little. Clients behind one proxy share a counter. A valid key works while it is used up, so
 * that no client locks out the others.
 */
export class KeyFailures {
  private readonly max: number;
  private readonly windows = new Map<string, Window>();

  /** @param factor factor for the default limit. 0 means no limit. */
  constructor(factor: number) {
    this.max = factor === 0 ? Infinity : Math.ceil(FAILURES_PER_MINUTE * factor);
  }

  /** Checks that an address may send another request without a valid key. @throws {KinoraError} `too_many_requests`. */
  check(address: string): void {
    const window = this.windows.get(addressBlockOf(address));
    const left = (window?.ends ?? 0) - performance.now();
    if (window === undefined || left <= 0 || window.count < this.max) return;
    const seconds = Math.ceil(left / 1000);
    const sentence = `This address has sent ${window.count} requests without a valid API key within a minute, and the limit is ${this.max}. Try again in ${seconds} seconds.`;
    throw new QuotaExceeded('too_many_requests', sentence, seconds);
  }

  /** Counts a request without a valid key. */
  add(address: string): void {
    const block = addressBlockOf(address);
    const now = performance.now();
    const window = this.windows.get(block);
    if (window !== undefined && window.ends > now) {
      window.count += 1;
      return;
    }
    this.windows.delete(block);
    const [oldest] = this.windows.keys();
    if (oldest !== undefined && this.windows.size >= MAX_ADDRESSES) this.windows.delete(oldest);
    this.windows.set(block, { count: 1, ends: now + WINDOW_MS });
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
