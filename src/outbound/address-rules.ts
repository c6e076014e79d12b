import ipaddr from 'ipaddr.js';
import { KinoraError } from '../base/errors.ts';
import { listEmbedded } from './embedded-addresses.ts';
import { listOwnAddresses } from './own-addresses.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Rules for the hosts that Kinora may contact, by name and by address. */
export type AddressRules = ReturnType<typeof createAddressRules>;

/** An allowed host, with the port if only one is allowed. */
type AllowedHost = { readonly port: number | undefined } & (
  | { readonly name: string }
  | { readonly block: [Address, number] }
);

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/**
 * At this address, Azure serves internal services to its virtual machines. Kinora must not reach these
 * services, although the address is in a public range.
 */
const CLOUD_METADATA = '168.63.129.16';

/** The addresses of `localhost`. */
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Creates the rules of the outbound guard. It allows only global unicast addresses of other machines, and the
 * hosts that the operator names.
 *
 * @param allowHosts host names (compared exactly, ignoring case) and IP addresses, each with or without a port,
 *   and CIDR blocks.
 * @param ownAddresses returns the addresses of this machine. For tests.
 * @throws {KinoraError} `invalid_setting` if an entry is none of these.
 */
export function createAddressRules(
  allowHosts: readonly string[],
  ownAddresses: () => ReadonlySet<string> = listOwnAddresses,
) {
  const allowed = allowHosts.map((entry) => parseAllowedHost(entry.trim()));
  /**
   * True if the name of the host is in the list of allowed hosts, for this port. If so, the addresses of the host
   * need no check.
   */
  const allowsHost = (host: string, port: number): boolean =>
    allowed.some((each) => 'name' in each && each.name === host.toLowerCase() && isAtPort(each, port));
  /** True if Kinora may connect to this IP address and port. False for a text that is not an IP address. */
  const allowsAddress = (text: string, port: number): boolean => {
    if (!ipaddr.isValid(text)) return false;
    // Treats an IPv4-mapped IPv6 address ("::ffff:10.0.0.1") as IPv4.
    const address = ipaddr.process(text);
    return (
      isGlobal(address, ownAddresses()) ||
      allowed.some((each) => 'block' in each && isInBlock(address, each.block) && isAtPort(each, port))
    );
  };
  return {
    allowsHost,
    allowsAddress,
    /**
     * True unless the text of a URL alone shows that Kinora may not contact its host: an IP address in any
     * spelling, or `localhost`. The addresses of other host names are checked when Kinora connects.
     */
    allowsUrl(url: URL): boolean {
      // The URL parser has already rewritten spellings such as 0x7f000001 and 127.1.
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
      const port = portOf(url);
      if (ipaddr.isValid(host)) return allowsAddress(host, port);
      if (!/(^|\.)localhost$/.test(host)) return true;
      // The name stands for one of these addresses, or for both. Which one is known only at the connection.
      return allowsHost(host, port) || LOOPBACK.some((address) => allowsAddress(address, port));
    },
  };
}

/** Returns the port of an http(s) URL. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

function isAtPort(allowed: AllowedHost, port: number): boolean {
  return allowed.port === undefined || allowed.port === port;
}

/** True for a global unicast address that is not one of this machine, and holds no IPv4 address that is not global. */
function isGlobal(address: Address, own: ReadonlySet<string>): boolean {
  if (own.has(address.toString())) return false;
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== CLOUD_METADATA;
  }
  // IPv6-only networks reach IPv4 hosts through this prefix. Check the IPv4 address, which is in the last
  // four bytes.
  if (address.match(NAT64)) return isGlobal(new ipaddr.IPv4(address.toByteArray().slice(12)), own);
  return (
    address.range() === 'unicast' &&
    address.match(GLOBAL_IPV6) &&
    listEmbedded(address).every((embedded) => isGlobal(embedded, own))
  );
}

function isInBlock(address: Address, [base, bits]: [Address, number]): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}

/** Parses `host`, `host:port`, `address`, `address:port`, `[address]:port` or `block`. */
function parseAllowedHost(entry: string): AllowedHost {
  // An IPv6 address without brackets has colons but no port.
  const isWhole = ipaddr.isValid(entry);
  const [, text = entry, digits] = (isWhole ? undefined : /^(.*[^:]):([^:\]/]*)$/.exec(entry)) ?? [];
  const port = digits === undefined ? undefined : parsePort(entry, digits);
  const block = parseBlock(text);
  if (block === undefined) return { name: parseHostName(entry, text), port };
  if (port !== undefined && text.includes('/'))
    throw invalid(entry, 'a block has no port. Name its addresses one by one, each with the port');
  return { block, port };
}

function parsePort(entry: string, digits: string): number {
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw invalid(entry, `the port must be a whole number from 1 to 65535, not "${digits}"`);
}

function parseBlock(entry: string): [Address, number] | undefined {
  const text = entry.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address instanceof ipaddr.IPv4 ? 32 : 128];
}

function parseHostName(entry: string, text: string): string {
  const url = URL.parse(`http://${text}`);
  if (url !== null && /^[^/:@?#\s]+$/.test(text) && !ipaddr.isValid(url.hostname)) return url.hostname;
  const isBlock = ipaddr.isValid(text.replace(/\/\d+$/, ''));
  const reason = isBlock
    ? 'the number after the slash must be at most 32 for IPv4 and 128 for IPv6'
    : 'write only the host, without `http://`, a path or a user';
  throw invalid(entry, reason);
}

function invalid(entry: string, what: string): KinoraError {
  return new KinoraError(
    'invalid_setting',
    `Each entry of \`KINORA_ALLOW_HOSTS\` must be a host name or an IP address, with or without a port, or a CIDR block, not "${entry}": ${what}.`,
  );
}
