import { z } from 'zod';
import { baseUrl, type Setting, type SettingReader, wholeNumber } from '../base/setting.ts';

/** The settings of the HTTP server. */
export interface ServerSettings {
  readonly host: string;
  /** From 0 to 65535. 0 selects a free port. */
  readonly port: number;
  /** Public address without a trailing slash. If undefined, it is built from host and port. */
  readonly publicUrl: string | undefined;
  /** Factor for the number of requests that each key may send per minute. 0 means no limit. */
  readonly rateLimits: number;
  /** Region of hosted assets. */
  readonly region: string;
}

const HOST: Setting<string> = {
  name: 'HOST',
  default: '127.0.0.1',
  schema: z.string().regex(/^[\w.:-]+$/),
  mustBe: 'an IP address or a host name',
  description: 'IP address or host name to listen on.',
};

const PORT: Setting<number> = {
  name: 'PORT',
  default: 3000,
  schema: wholeNumber(0, 65_535),
  mustBe: 'a whole number from 0 to 65535',
  description: 'Port to listen on. `0` selects a free port.',
};

const PUBLIC_URL: Setting<string | undefined> = {
  name: 'KINORA_URL',
  default: undefined,
  defaultText: '`http://HOST:PORT`',
  schema: baseUrl,
  mustBe: 'an http or https address such as `https://media.example.com`',
  description: 'Public address of the server. Kinora uses it in the URLs that it returns.',
};

const RATE_LIMITS: Setting<number> = {
  name: 'KINORA_RATE_LIMITS',
  default: 1,
  defaultText: '`on`',
  schema: z
    .string()
    .regex(/^(on|off|\d{1,6}(\.\d{1,6})?)$/)
    .transform((text) => (text === 'on' ? 1 : text === 'off' ? 0 : Number(text))),
  mustBe: '`on`, `off`, or a factor such as `2.5`',
  description: '`on`, `off`, or a factor for the number of requests that a key may send per minute.',
};

const REGION: Setting<string> = {
  name: 'KINORA_REGION',
  default: 'local',
  schema: z.string().regex(/^[\w-]+$/),
  mustBe: 'a name of letters, digits, dashes and underscores',
  description: 'The `region` of hosted assets: letters, digits, dashes and underscores.',
};

const TRUST_PROXY: Setting<'off'> = {
  name: 'KINORA_TRUST_PROXY',
  default: 'off',
  // Reject every other value. Security depends on this setting, and a mistyped value without effect would
  // seem to work.
  schema: z.literal('off'),
  mustBe: '`off` (trusting a proxy is not supported yet)',
  description:
    'Reserved for servers behind a proxy. Not supported yet: Kinora does not start with any other value.',
};

/** The declarations of {@link ServerSettings}. */
export const SERVER_SETTINGS = [HOST, PORT, PUBLIC_URL, RATE_LIMITS, REGION, TRUST_PROXY];

/** Reads the settings of the HTTP server. @throws {KinoraError} `invalid_setting`. */
export function readServerSettings(read: SettingReader): ServerSettings {
  read(TRUST_PROXY);
  return {
    host: read(HOST),
    port: read(PORT),
    publicUrl: read(PUBLIC_URL),
    rateLimits: read(RATE_LIMITS),
    region: read(REGION),
  };
}
