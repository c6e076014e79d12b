import { isIP } from 'node:net';
import { z } from 'zod';
import { baseUrl, wholeNumber, declareSettings, type SettingsOf } from '../base/setting.ts';

/** The names of address ranges that the framework knows. */
const RANGES: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/** True for an IP address, a CIDR block that does not hold all addresses, or the name of a range. */
function isProxyRange(text: string): boolean {
  if (RANGES.includes(text)) return true;
  const [address = '', bits] = text.split('/', 2);
  const version = isIP(address);
  if (version === 0 || text.includes('%')) return false;
  if (bits === undefined) return true;
  return (
    text.split('/').length === 2 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
  );
}

/** The settings of the HTTP server. */
export const SERVER_SETTINGS = declareSettings({
  host: {
    name: 'HOST',
    default: '127.0.0.1',
    schema: z.string().regex(/^[\w.:-]+$/),
    mustBe: 'an IP address or a host name',
    description: 'IP address or host name to listen on.',
  },
  /** From 0 to 65535. 0 selects a free port. */
  port: {
    name: 'PORT',
    default: 3000,
    schema: wholeNumber(0, 65_535),
    mustBe: 'a whole number from 0 to 65535',
    description: 'Port to listen on. `0` selects a free port.',
  },
  /** Public address without a trailing slash. If undefined, answers use the address of their request. */
  publicUrl: {
    name: 'KINORA_URL',
    default: undefined,
    defaultText: 'the address of each request',
    schema: baseUrl,
    mustBe: 'an http or https address such as `https://media.example.com`',
    description:
      'Public address of the server, for the URLs in its answers and callbacks. Without it, those of callbacks work on this machine only.',
  },
  /** Factor for the number of requests that each account may send per minute. 0 means no limit. */
  rateLimits: {
    name: 'KINORA_RATE_LIMITS',
    default: 1,
    defaultText: '`on`',
    schema: z
      .string()
      .regex(/^(on|off|\d{1,6}(\.\d{1,6})?)$/)
      .transform((text) => (text === 'on' ? 1 : text === 'off' ? 0 : Number(text))),
    mustBe: '`on`, `off`, or a factor such as `2.5`',
    description: '`on`, `off`, or a factor for the number of requests that an account may send per minute.',
  },
  /** Region of hosted assets. */
  region: {
    name: 'KINORA_REGION',
    default: 'local',
    schema: z.string().regex(/^[\w-]+$/),
    mustBe: 'a name of letters, digits, dashes and underscores',
    description: 'The `region` of hosted assets: letters, digits, dashes and underscores.',
  },
  /** IP addresses, CIDR blocks and names of ranges of the proxies whose headers `X-Forwarded-*` count. Empty to
   * ignore these headers. */
  trustProxy: {
    name: 'KINORA_TRUST_PROXY',
    default: [],
    defaultText: '`off`',
    // Everybody else could forge these headers, so no value trusts all addresses.
    schema: z
      .string()
      .transform((text) => (text === 'off' ? [] : text.split(/[\s,]+/).filter((proxy) => proxy !== '')))
      .refine((proxies) => proxies.every(isProxyRange)),
    mustBe:
      '`off`, or IP addresses and CIDR blocks of proxies such as `127.0.0.1` or `10.0.0.0/8` (or `loopback`, `linklocal`, `uniquelocal`)',
    description:
      'Proxies whose headers `X-Forwarded-For`, `-Host` and `-Proto` count: IP addresses and CIDR blocks, separated by commas or spaces.',
  },
  /** Maximum number of open connections from each address, from 1. Trusted proxies have no maximum. */
  connectionsPerAddress: {
    name: 'KINORA_CONNECTIONS',
    default: 2000,
    schema: wholeNumber(1, 1_000_000),
    mustBe: 'a whole number from 1 to 1000000',
    description:
      'Maximum number of open connections from each address. The proxies in `KINORA_TRUST_PROXY` have none.',
  },
});

/** The values of {@link SERVER_SETTINGS}. */
export type ServerSettings = SettingsOf<typeof SERVER_SETTINGS>;
