import { z } from 'zod';
import { baseUrl, type Setting, type SettingReader, wholeNumber } from '../base/setting.ts';

/** The settings of the HTTP server. */
export interface ServerSettings {
  readonly host: string;
  /** 0 to 65535; 0 takes a free port. */
  readonly port: number;
  /** Public address without a slash at its end; undefined to make it of host and port. */
  readonly publicUrl: string | undefined;
  /** Multiplies the number of requests that each key may send in a minute; 0 for no limit. */
  readonly rateLimits: number;
  /** The region of hosted assets. */
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
  description: 'Port to listen on; `0` takes a free one.',
};

const PUBLIC_URL: Setting<string | undefined> = {
  name: 'KINORA_URL',
  default: undefined,
  defaultText: '`http://HOST:PORT`',
  schema: baseUrl,
  mustBe: 'an http or https address such as `https://media.example.com`',
  description: 'The public address, used in every address that Kinora hands out.',
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
  description: '`on`, `off`, or a factor for the number of requests that a key may send in a minute.',
};

const REGION: Setting<string> = {
  name: 'KINORA_REGION',
  default: 'local',
  schema: z.string().regex(/^[\w-]+$/),
  mustBe: 'a name of letters, digits and dashes',
  description: 'The `region` of hosted assets: letters, digits and dashes.',
};

const TRUST_PROXY: Setting<'off'> = {
  name: 'KINORA_TRUST_PROXY',
  default: 'off',
  // A setting that has no effect must not look as if it worked, least of all where security depends on it.
  schema: z.literal('off'),
  mustBe: '`off` (trusting a proxy is not supported yet)',
  description:
    'Reserved for servers behind a proxy. Not supported yet: Kinora does not start with another value.',
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
