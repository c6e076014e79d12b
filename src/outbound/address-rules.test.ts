import { describe, expect, test } from 'vitest';
import { createAddressRules, listOwnAddresses } from './address-rules.ts';

describe('addresses', () => {
  const rules = createAddressRules([]);

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81c::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2a07:a8c0::',
    '2606:4700:10::ac43:1b2f',
    '2a03:2880:f12f:83:face:b00c:0:25de',
    '2603:1030:a0b::10',
    '2a00:1450:400a:804::2004',
  ])('%s is public and allowed', (address) => {
    expect(rules.allowsAddress(address, 80)).toBe(true);
  });

  test.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local, metadata', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT, metadata', '100.100.100.200'],
    ['metadata', '168.63.129.16'],
    ['metadata', '192.0.0.192'],
    ['benchmarks', '198.18.0.1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['special names', '192.31.196.1'],
    ['special names', '192.175.48.1'],
    ['multicast relays', '192.52.193.1'],
    ['6to4 relays', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['unique local', 'fd00:ec2::254'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard', '100::1'],
    ['dummy prefix', '100:0:0:1::1'],
    ['protocols', '2001:1::1'],
    ['benchmarks', '2001:2::1'],
    ['multicast relays', '2001:3::1'],
    ['special names', '2001:4:112::1'],
    ['special names', '2620:4f:8000::1'],
    ['identifiers', '2001:10::1'],
    ['identifiers', '2001:20::1'],
    ['identifiers of drones', '2001:30::1'],
    ['segment routing', '5f00::1'],
    ['not global unicast', '4000::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped private, in hexadecimal', '::ffff:a00:1'],
    ['IPv4-compatible private', '::10.0.0.1'],
    ['IPv4-compatible private, in hexadecimal', '::a00:1'],
    ['IPv4-compatible public', '::808:808'],
    ['translated', '::ffff:0:10.0.0.1'],
    ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
    ['NAT64 of the metadata address', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::8.8.8.8'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['6to4 of a public address', '2002:808:808::1'],
    ['Teredo, private server', '2001:0:a00:1::1'],
    ['Teredo, private client', '2001:0:808:808:8000:ffff:f5ff:fffe'],
    ['not an address', 'example.com'],
    ['not an address', ''],
  ])('%s (%s) is rejected', (_kind, address) => {
    expect(rules.allowsAddress(address, 80)).toBe(false);
  });
});

describe('an IPv4 address inside a public IPv6 address', () => {
  const rules = createAddressRules([], () => new Set(['8.8.4.4']));
  /** The forms, with A to D in place of the bytes of the IPv4 address. */
  const forms = [
    ['ISATAP', '2606:4700::5efe:AB:CD'],
    ['ISATAP, universal', '2606:4700::200:5efe:AB:CD'],
    ['ISATAP, group', '2606:4700::100:5efe:AB:CD'],
    ['ISATAP, universal and group', '2606:4700:1:2:300:5efe:AB:CD'],
    ['a translator with a prefix of 32 bits', '2606:4700:AB:CD::'],
    ['a translator with a prefix of 40 bits', '2606:4700:12A:BC:00D::'],
    ['a translator with a prefix of 48 bits', '2606:4700:1234:AB:00C:D00::'],
    ['a translator with a prefix of 56 bits', '2606:4700:1234:56A:00B:CD::'],
    ['a translator with a prefix of 64 bits', '2606:4700:1:2:00A:BC:D00:0'],
    ['a translator with a prefix of 96 bits', '2606:4700:1:2::AB:CD'],
    ['IVI', '2606:4700:ffA:BC:D00::'],
    ['MAP', '2606:4700:1:2:0:AB:CD:34'],
    ['4rd', '2606:4700:1:2:300:AB:CD:beef'],
  ] as const;
  const fill = (form: string, address: string): string => {
    const bytes = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
    return form.replaceAll(/[A-D]/g, (letter) => bytes['ABCD'.indexOf(letter)] ?? '');
  };

  test.each(forms)('in the form of %s (%s) must be public', (_name, form) => {
    const allows = (address: string): boolean => rules.allowsAddress(fill(form, address), 80);
    expect(
      ['10.0.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '192.168.1.1', '100.64.0.1'].filter(allows),
    ).toEqual([]);
    expect(['168.63.129.16', '192.0.0.192', '198.18.0.1', '8.8.4.4'].filter(allows)).toEqual([]);
    expect(['8.8.8.8', '104.16.132.229'].filter(allows)).toHaveLength(2);
  });

  test('must be a public one where it is marked, and may be a small number elsewhere', () => {
    const allows = (address: string): boolean => rules.allowsAddress(address, 80);
    expect(['0.0.0.0', '224.0.0.1', '240.0.0.1'].map((ip) => allows(`2606:4700::5efe:${ip}`))).toEqual([
      false,
      false,
      false,
    ]);
    expect(['0.0.0.1', '224.0.0.1', '240.0.0.1'].map((ip) => allows(`2606:4700::${ip}`))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('is allowed with the IPv6 address', () => {
    const allowing = createAddressRules(['2606:4700::/32']);
    expect(allowing.allowsAddress('2606:4700::5efe:10.0.0.1', 80)).toBe(true);
    expect(createAddressRules(['10.0.0.1']).allowsAddress('2606:4700::5efe:10.0.0.1', 80)).toBe(false);
  });
});

describe('the hosts of URLs', () => {
  const refuses = (url: string, ...allowed: string[]): boolean =>
    !createAddressRules(allowed).allowsUrl(new URL(url));

  test.each([
    'http://127.0.0.1/hook',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://127.0.0.1./',
    'https://10.0.0.5:8443/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[fd00::1]:80/',
    'http://[2606:4700::5efe:10.0.0.1]/',
    'http://user:secret@192.168.1.1/',
    'http://localhost/',
    'http://LOCALHOST.:3000/',
    'http://app.localhost/',
  ])('%s is private', (url) => {
    expect(refuses(url)).toBe(true);
  });

  test.each([
    'https://example.com/',
    'http://8.8.8.8/',
    'http://[2606:4700:4700::1111]/',
    // Their addresses are checked when Kinora connects.
    'http://nas.local/',
    'http://localhost.example.com/',
    'http://mylocalhost/',
  ])('%s may be public', (url) => {
    expect(refuses(url)).toBe(false);
  });

  test.each([
    ['http://127.0.0.1:9000/', '127.0.0.1'],
    ['http://0x7f000001/', '127.0.0.0/8'],
    ['http://[::ffff:10.0.0.1]/', '10.0.0.0/8'],
    ['http://[::1]/', '::1'],
    ['http://localhost/', 'localhost'],
    ['http://localhost/', '127.0.0.1'],
    ['http://localhost/', '::1'],
    ['http://app.localhost/', 'app.localhost'],
  ])('%s is allowed by %s', (url, allowed) => {
    expect(refuses(url, allowed)).toBe(false);
    expect(refuses(url, '172.16.0.0/12', 'other.example')).toBe(true);
  });
});

describe('allowed hosts', () => {
  const rules = createAddressRules(['127.0.0.1', '10.1.0.0/16', 'fd12::/16', '[::1]', 'Minio.internal']);

  test.each(['127.0.0.1', '10.1.2.3', 'fd12::1', '::1', '::ffff:127.0.0.1'])('%s is allowed', (address) => {
    expect(rules.allowsAddress(address, 80)).toBe(true);
  });

  test.each(['127.0.0.2', '10.2.0.1', 'fd13::1', '64:ff9b::10.1.2.3'])(
    '%s is not among them and is rejected',
    (address) => {
      expect(rules.allowsAddress(address, 80)).toBe(false);
    },
  );

  test('names are compared as a whole, ignoring case', () => {
    expect(rules.allowsHost('minio.INTERNAL', 80)).toBe(true);
    expect(rules.allowsHost('x.minio.internal', 80)).toBe(false);
    expect(rules.allowsHost('minio.internal.evil.com', 80)).toBe(false);
  });

  test.each([
    ['http://minio', 'without `http://`'],
    ['minio/path', 'without `http://`'],
    ['a b', 'without `http://`'],
    ['', 'without `http://`'],
    ['user@host', 'without `http://`'],
    ['user:word@host:80', 'without `http://`'],
    ['10.0.0.0/99', 'at most 32 for IPv4'],
    ['fd12::/129', 'and 128 for IPv6'],
    ['minio:', 'from 1 to 65535, not ""'],
    ['minio:0', 'from 1 to 65535, not "0"'],
    ['minio:65536', 'from 1 to 65535, not "65536"'],
    ['127.0.0.1:http', 'from 1 to 65535, not "http"'],
    ['[::1]:99999', 'from 1 to 65535, not "99999"'],
    ['10.0.0.0/8:9000', 'a block has no port'],
    ['[fd12::/16]:9000', 'a block has no port'],
  ])('"%s" is not a valid entry', (entry, reason) => {
    expect(() => createAddressRules([entry])).toThrow(
      expect.objectContaining({
        code: 'invalid_setting',
        message: expect.stringContaining(reason) as string,
      }),
    );
  });
});

describe('allowed hosts with ports', () => {
  const rules = createAddressRules([
    '127.0.0.1:9000',
    '[::1]:9000',
    'Minio.local:9000',
    'fd12::1:9000',
    '10.1.0.0/16',
  ]);
  const allows = (url: string): boolean => rules.allowsUrl(new URL(url));

  test('allow an address at this port only', () => {
    expect([rules.allowsAddress('127.0.0.1', 9000), rules.allowsAddress('127.0.0.1', 5432)]).toEqual([
      true,
      false,
    ]);
    expect([rules.allowsAddress('::1', 9000), rules.allowsAddress('::1', 80)]).toEqual([true, false]);
    expect(rules.allowsAddress('::ffff:127.0.0.1', 9000)).toBe(true);
    expect(rules.allowsAddress('10.1.2.3', 5432)).toBe(true);
  });

  test('allow a name at this port only', () => {
    expect([rules.allowsHost('minio.local', 9000), rules.allowsHost('minio.local', 443)]).toEqual([
      true,
      false,
    ]);
  });

  test('count the port of a URL, also the one that its scheme implies', () => {
    expect([allows('http://127.0.0.1:9000/'), allows('http://127.0.0.1/')]).toEqual([true, false]);
    expect([allows('http://localhost:9000/'), allows('http://localhost:9001/')]).toEqual([true, false]);
    const web = createAddressRules(['127.0.0.1:443']);
    expect(web.allowsUrl(new URL('https://127.0.0.1/'))).toBe(true);
    expect(web.allowsUrl(new URL('http://127.0.0.1/'))).toBe(false);
  });

  test('are the whole address if an IPv6 address has no brackets', () => {
    expect(rules.allowsAddress('fd12::1:9000', 1)).toBe(true);
    expect(rules.allowsAddress('fd12::1', 9000)).toBe(false);
  });
});

describe('the addresses of this machine', () => {
  const own = new Set(['8.8.4.4', '2001:4860:4860::8844']);
  const rules = createAddressRules([], () => own);

  test.each([
    '8.8.4.4',
    '::ffff:8.8.4.4',
    '64:ff9b::8.8.4.4',
    '2001:4860:4860::8844',
    '2001:4860:4860:0:0:0:0:8844',
  ])('%s is refused, although it is public', (address) => {
    expect(rules.allowsAddress(address, 80)).toBe(false);
  });

  test('are refused as soon as the machine has them, and are public again later', () => {
    const now = new Set<string>();
    const fresh = createAddressRules([], () => now);
    expect(fresh.allowsAddress('9.9.9.9', 80)).toBe(true);
    now.add('9.9.9.9');
    expect(fresh.allowsUrl(new URL('http://9.9.9.9/'))).toBe(false);
    now.clear();
    expect(fresh.allowsAddress('9.9.9.9', 80)).toBe(true);
  });

  test('can be allowed', () => {
    expect(createAddressRules(['8.8.4.4:80'], () => own).allowsAddress('8.8.4.4', 80)).toBe(true);
  });

  test('are those of its network interfaces', () => {
    expect(listOwnAddresses()).toContain('127.0.0.1');
  });
});
