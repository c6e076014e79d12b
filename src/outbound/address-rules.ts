import ipaddr from 'ipaddr.js';
import { KinoraError } from '../base/errors.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Which hosts may be reached, by name and by address. */
export interface AddressRules {
  /** Whether the host stands by its name in the list of allowed hosts: then its addresses need no check. */
  allowsHost(host: string): boolean;
  /** Whether a connection to this IP address may be made. A text that is no IP address may not. */
  allowsAddress(address: string): boolean;
}

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** A public address by its number, but one cloud answers on it with the metadata of its machines. */
const CLOUD_METADATA = '168.63.129.16';

/**
 * The rules of the outbound guard: only global unicast addresses pass, and what the operator names.
 *
 * @param allowHosts host names (compared exactly, but for case), IP addresses and CIDR blocks.
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
  return {
    allowsHost: (host) => names.has(host.toLowerCase()),
    allowsAddress(text) {
      if (!ipaddr.isValid(text)) return false;
      // An IPv4 address in its IPv6 clothes ("::ffff:10.0.0.1") is judged as what it is.
      const address = ipaddr.process(text);
      return isGlobal(address) || blocks.some((block) => isInBlock(address, block));
    },
  };
}

function isGlobal(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== CLOUD_METADATA;
  }
  // Networks that speak only IPv6 reach every public IPv4 host through this prefix; the last four bytes are that host.
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
    `KINORA_ALLOW_HOSTS holds "${entry}"; each entry must be a host name, an IP address or a CIDR block.`,
  );
}
