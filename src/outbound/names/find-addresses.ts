import type { LookupAddress } from 'node:dns';
import { parseHostsFile } from './hosts-file.ts';
import { NameFailure } from './name-failure.ts';
import { queryServers } from './query-servers.ts';
import { readWhenChanged } from './read-when-changed.ts';
import { listCandidates, parseResolvConf } from './resolv-conf.ts';
import { type NameSource, parseSourceOrder } from './source-order.ts';

/** The files and the port of the configuration of the resolver. */
export interface NameFiles {
  /** Path of the hosts file. */
  readonly hosts: string;
  /** Path of `resolv.conf`. */
  readonly resolvConf: string;
  /** Path of `nsswitch.conf`. */
  readonly nsswitch: string;
  /** Port of the name servers. 53 except in tests. */
  readonly port: number;
}

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Finds the addresses of a host name. */
export type FindAddresses = (name: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;

/**
 * Opens a resolver that uses the files of the system and the c-ares of Node.js, and no thread. It reads the files
 * again when they change. `localhost`, `invalid` and the names below them are never looked up in the DNS (RFC 6761).
 *
 * @returns rejects with a {@link NameFailure} if there is no address. IPv4 addresses come first.
 */
export function openAddressFinder(files: NameFiles): FindAddresses {
  const readHosts = readWhenChanged(files.hosts, parseHostsFile);
  const readConf = readWhenChanged(files.resolvConf, parseResolvConf);
  const readOrder = readWhenChanged(files.nsswitch, parseSourceOrder);

  async function findInHosts(name: string): Promise<readonly LookupAddress[] | undefined> {
    return (await readHosts()).get(name.replace(/\.$/, '').toLowerCase());
  }

  async function findInDns(name: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    const conf = await readConf();
    const servers = conf.servers.map((address) =>
      address.includes(':') ? `[${address}]:${files.port}` : `${address}:${files.port}`,
    );
    return await findFirst(listCandidates(name, conf), (each) => queryServers(each, servers, signal), signal);
  }

  return async (name, signal) => {
    if (/(^|\.)invalid\.?$/i.test(name)) throw new NameFailure(name, 'absent', 'no name ends with .invalid');
    const order: readonly NameSource[] = await readOrder();
    for (const source of order) {
      if (source === 'dns') return isLocalhost(name) ? LOOPBACK : await findInDns(name, signal);
      const found = await findInHosts(name);
      if (found) return found;
    }
    if (isLocalhost(name)) return LOOPBACK;
    throw new NameFailure(
      name,
      'absent',
      'the hosts file does not name it, and nsswitch.conf does not name dns',
    );
  };
}

function isLocalhost(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}

/** Looks up one name after another until one has addresses. Prefers to report that a name server failed. */
async function findFirst(
  names: readonly string[],
  find: (name: string) => Promise<readonly LookupAddress[]>,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  let failure: NameFailure | undefined;
  for (const name of names) {
    try {
      return await find(name);
    } catch (error) {
      if (!(error instanceof NameFailure) || signal.aborted) throw error;
      if (failure === undefined || failure.reason === 'absent') failure = error;
      // The next name would have to wait for the same silent servers.
      if (error.reason === 'silent') break;
    }
  }
  throw failure ?? new NameFailure('', 'absent', 'there is no name');
}
