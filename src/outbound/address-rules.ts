import ipaddr from 'ipaddr.js';
import { KinoraError } from '../base/errors.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Rules for the hosts that Kinora may contact, by name and by address. */
export interface AddressRules {
  /**
   * True if the name of the host is in the list of allowed hosts. If so, the addresses of the host need no
   * check.
   */
  allowsHost(host: string): boolean;
  /** True if Kinora may connect to this IP address. False for a text that is not an IP address. */
  allowsAddress(address: string): boolean;
  /**
   * True unless the text of a URL alone shows that Kinora may not contact its host: an IP address in any
   * spelling, or `localhost`. The addresses of other host names are checked when Kinora connects.
   */
  allowsUrl(url: URL): boolean;
}

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
 * Creates the rules of the outbound guard. It allows only global unicast addresses and the hosts that the
 * operator names.
 *
 * @param allowHosts host names (compared exactly, ignoring case), IP addresses and CIDR blocks.
 * @throws {KinoraError} `invalid_setting` if an entry is none of these.
 */
export function createAddressRules(allowHosts: readonly string[]): AddressRules {
  const names = new Set<string>();
  const blocks: [Address, number][] = [];
  for (const entry of allowHosts) {
    const block = parseBlock(entry.trim());
    if (block) blocks.push(block);
    else names.add(parseHostName(entry.trim()));
  }
  const allowsHost = (host: string): boolean => names.has(host.toLowerCase());
  const allowsAddress = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    // Treats an IPv4-mapped IPv6 address ("::ffff:10.0.0.1") as IPv4.
    const address = ipaddr.process(text);
    return isGlobal(address) || blocks.some((block) => isInBlock(address, block));
  };
  return {
    allowsHost,
    allowsAddress,
    allowsUrl({ hostname }) {
      // The URL parser has already rewritten spellings such as 0x7f000001 and 127.1.
      const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
      if (ipaddr.isValid(host)) return allowsAddress(host);
      if (!/(^|\.)localhost$/.test(host)) return true;
      // The name stands for one of these addresses, or for both. Which one is known only at the connection.
      return allowsHost(host) || LOOPBACK.some(allowsAddress);
    },
  };
}

function isGlobal(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== CLOUD_METADATA;
  }
  // IPv6-only networks reach IPv4 hosts through this prefix. Check the IPv4 address, which is in the last
  // four bytes.
  if (address.match(NAT64)) return isGlobal(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.range() === 'unicast' && address.match(GLOBAL_IPV6);
}

function isInBlock(address: Address, [base, bits]: [Address, number]): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}

function parseBlock(entry: string): [Address, number] | undefined {
  const text = entry.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address instanceof ipaddr.IPv4 ? 32 : 128];
}

function parseHostName(entry: string): string {
  const url = URL.parse(`http://${entry}`);
  if (url !== null && /^[^/:@?#\s]+$/.test(entry) && !ipaddr.isValid(url.hostname)) return url.hostname;
  throw new KinoraError(
    'invalid_setting',
    `Each entry of \`KINORA_ALLOW_HOSTS\` must be a host name, an IP address or a CIDR block, not "${entry}".`,
  );
}
