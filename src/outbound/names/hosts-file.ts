import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';

/** The addresses of each name in a hosts file. Names are in lower case. */
export type HostsTable = ReadonlyMap<string, readonly LookupAddress[]>;

/** Parses a hosts file. Skips lines that do not begin with an IP address. */
export function parseHostsFile(text: string): HostsTable {
  const table = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of new Set(names.map((each) => each.toLowerCase()))) {
      const known = table.get(name) ?? [];
      if (!known.some((each) => each.address === address)) known.push({ address, family });
      table.set(name, known);
    }
  }
  return table;
}
