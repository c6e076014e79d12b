import { networkInterfaces } from 'node:os';

/** Milliseconds for which the list is not read again. */
const UNCHECKED_MS = 5000;

/** Returns the addresses of this machine, without zones. The list is at most five seconds old. */
export const listOwnAddresses: () => ReadonlySet<string> = (() => {
  let found: ReadonlySet<string> = new Set();
  let read = -Infinity;
  return () => {
    if (performance.now() - read < UNCHECKED_MS) return found;
    read = performance.now();
    const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    found = new Set(all.map(({ address }) => address.replace(/%.*/, '')));
    return found;
  };
})();
