import type { LookupAddress } from 'node:dns';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { NameFailure, queryServers } from './query-servers.ts';

/** A source of addresses: the hosts file, or the name servers. */
type NameSource = 'files' | 'dns';

const DEFAULT_ORDER: readonly NameSource[] = ['files', 'dns'];

/** The words of `nsswitch.conf` for these sources. `resolve` asks the same servers by way of a local service. */
const WORDS: Readonly<Record<string, NameSource>> = { files: 'files', dns: 'dns', resolve: 'dns' };

/**
 * Returns the sources that the line `hosts` of `nsswitch.conf` names, in their order. Kinora does not have the
 * other sources, such as multicast DNS. Ignores actions in brackets, except one that ends the search after the
 * hosts file.
 */
function parseSourceOrder(text: string): readonly NameSource[] {
  const line = /^[ \t]*hosts:([^#\n]*)/m.exec(text)?.[1];
  if (line === undefined) return DEFAULT_ORDER;
  const order: NameSource[] = [];
  for (const [, word = '', action = ''] of line.matchAll(/([^\s[\]]+)\s*(\[[^\]]*\])?/g)) {
    const source = WORDS[word.toLowerCase()];
    if (source !== undefined && !order.includes(source)) order.push(source);
    if (source === 'files' && /[[\s]NOTFOUND=return/i.test(action)) break;
  }
  return order.length === 0 ? DEFAULT_ORDER : order;
}

/** Milliseconds for which a file is not looked at again. */
const UNCHECKED_MS = 1000;

/**
 * Returns a function that reads and parses a file. The file is read again when it has changed, but at most once
 * a second. A file that is missing or not readable counts as empty.
 */
function readWhenChanged<Value>(path: string, parse: (text: string) => Value): () => Promise<Value> {
  let reading: Promise<ReadFile<Value>> | undefined;
  let checked = -Infinity;

  async function read(previous: Promise<ReadFile<Value>> | undefined): Promise<ReadFile<Value>> {
    const version = await versionOf(path);
    const last = await previous;
    if (last?.version === version) return last;
    return { version, value: parse(await readFile(path, 'utf8').catch(() => '')) };
  }

  return async () => {
    if (reading === undefined || performance.now() - checked >= UNCHECKED_MS) {
      checked = performance.now();
      reading = read(reading);
    }
    return (await reading).value;
  };
}

interface ReadFile<Value> {
  readonly version: string;
  readonly value: Value;
}

/** Returns a text that changes when a file is replaced or written to. */
async function versionOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? 'missing' : [found.dev, found.ino, found.size, found.mtimeNs].join(' ');
}

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

/** The addresses of each name in a hosts file. Names are in lower case. */
type HostsTable = ReadonlyMap<string, readonly LookupAddress[]>;

/** Parses a hosts file. Skips lines that do not begin with an IP address. */
function parseHostsFile(text: string): HostsTable {
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

/** The part of `resolv.conf` that Kinora uses. Time limits and numbers of attempts are Kinora's own. */
interface ResolvConf {
  /** IP addresses of the name servers, in the order in which they are asked. */
  readonly servers: readonly string[];
  /** Domains that complete a short name. */
  readonly search: readonly string[];
  /** A name with at least this many dots is first looked up as it is. From 0 to 15. */
  readonly ndots: number;
}

const MAX_SERVERS = 3;
const MAX_DOMAINS = 6;
const MAX_NDOTS = 15;

/** Parses `resolv.conf`. Ignores unknown and wrong lines, as other resolvers do. */
function parseResolvConf(text: string): ResolvConf {
  const servers: string[] = [];
  let search: string[] = [];
  let ndots = 1;
  for (const line of text.split('\n')) {
    const [keyword, ...values] = line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/);
    if (keyword === 'nameserver' && isIP(values[0] ?? '') !== 0) servers.push(values[0] ?? '');
    // The last one of these lines counts.
    if (keyword === 'search') search = values;
    if (keyword === 'domain') search = values.slice(0, 1);
    if (keyword === 'options') ndots = readNdots(values) ?? ndots;
  }
  const domains = search
    .map((domain) => domain.replace(/^\.+|(?<!\.)\.+$/g, ''))
    .filter((domain) => domain !== '');
  return { servers: servers.slice(0, MAX_SERVERS), search: domains.slice(0, MAX_DOMAINS), ndots };
}

function readNdots(options: readonly string[]): number | undefined {
  const digits = options.map((option) => /^ndots:(\d+)$/.exec(option)?.[1]).findLast((found) => found);
  return digits === undefined ? undefined : Math.min(Number(digits), MAX_NDOTS);
}

/** Lists the complete names that a name may stand for, in the order in which they are looked up. */
function listCandidates(name: string, { search, ndots }: ResolvConf): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const completed = search.map((domain) => `${name}.${domain}`);
  const dots = name.split('.').length - 1;
  return dots >= ndots ? [name, ...completed] : [...completed, name];
}
