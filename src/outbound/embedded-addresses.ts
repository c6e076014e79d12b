import ipaddr from 'ipaddr.js';

/**
 * The form that marks its IPv4 address: the interface identifier of ISATAP (RFC 5214), which is the general one of an
 * IPv4 address (RFC 9542). The two lowest bits of its first byte vary.
 */
const MARKED = [/^.{16}0[0-3]005efe(.{8})$/];

/**
 * The forms that nothing marks, in hexadecimal. They fit below any prefix, so other addresses look like them by chance.
 * Bytes behind the IPv4 address must be zero where each address of a subnet would look like the form otherwise.
 */
const UNMARKED = [
  // Translators with a prefix of their own (RFC 6052), for a prefix of 32, 40, 48, 56, 64 and 96 bits. Byte 8 is zero.
  // The last one is the form of 6over4 (RFC 2529), too.
  /^.{8}(.{8})0{16}$/,
  /^.{10}(.{6})00(.{2})0{12}$/,
  /^.{12}(.{4})00(.{4})0{10}$/,
  /^.{14}(.{2})00(.{6})0{8}$/,
  /^.{16}00(.{8}).{6}$/,
  /^.{16}00.{6}(.{8})$/,
  // IVI (RFC 6219).
  /^.{8}ff(.{8})0{14}$/,
  // MAP and lightweight 4over6 (RFC 7597, RFC 7599, RFC 7596), and 4rd (RFC 7600).
  /^.{16}0[03]00(.{8}).{4}$/,
];

/**
 * Returns the IPv4 addresses that an IPv6 address may hold below any prefix. Those without a mark are listed only if
 * they could be the address of a host: small numbers are common in addresses that hold none.
 */
export function listEmbedded(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const digits = Buffer.from(address.toByteArray()).toString('hex');
  return [...readForms(digits, MARKED), ...readForms(digits, UNMARKED).filter(isOfHost)];
}

function readForms(digits: string, forms: readonly RegExp[]): ipaddr.IPv4[] {
  return forms.flatMap((form) => {
    const [, ...parts] = form.exec(digits) ?? [];
    return parts.length === 0 ? [] : [new ipaddr.IPv4([...Buffer.from(parts.join(''), 'hex')])];
  });
}

/** False for this network (0.0.0.0/8), and for multicast and reserved addresses (224.0.0.0/3). */
function isOfHost({ octets: [first = 0] }: ipaddr.IPv4): boolean {
  return first > 0 && first < 224;
}
