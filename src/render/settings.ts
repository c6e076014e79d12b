import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { duration, DURATION_FORM, type Setting, type SettingReader } from '../base/setting.ts';
import { type Dialect, DIALECTS } from '../edit/dialect.ts';
import type { IsolationPolicy } from './isolate/isolation-policy.ts';

/** The settings for renders. */
export interface RenderSettings {
  /** The dialect of edits whose request and key have none. */
  readonly dialect: Dialect;
  /** The rule for the containment of the processes that read media. */
  readonly isolation: IsolationPolicy;
  /** Path of a Chromium of this machine for pages of HTML. Undefined for the packaged one. */
  readonly chromium: string | undefined;
  /** The limits of the cache of downloaded files. */
  readonly cache: { readonly keepMs: number; readonly maxBytes: number };
  /** Maximum size of the coded segments that are kept between renders, in bytes. 0 if none are kept. */
  readonly segmentBytes: number;
}

const DIALECT: Setting<Dialect> = {
  name: 'KINORA_DIALECT',
  default: 'interface',
  schema: z.enum(DIALECTS),
  mustBe: '`interface` or `shotstack`',
  description:
    'Dialect of edits, unless a request or its key has its own: `interface` (last track on top) or `shotstack` (first track on top, for edits written for Shotstack).',
};

const KEEP_CACHE: Setting<number> = {
  name: 'KINORA_KEEP_CACHE',
  default: 24 * 3_600_000,
  defaultText: '`24h`',
  schema: duration,
  mustBe: DURATION_FORM,
  description:
    'Time without use after which a downloaded source leaves the cache ([docs/hosting.md](docs/hosting.md#how-long-things-stay)).',
};

const ISOLATION: Setting<IsolationPolicy> = {
  name: 'KINORA_ISOLATION',
  default: 'prefer',
  schema: z.enum(['prefer', 'require']),
  mustBe: '`prefer` or `require`',
  description:
    'Containment of the processes that read media: `require` refuses to run on a machine that cannot contain them ([docs/security.md](docs/security.md#the-media-process)).',
};

const CHROMIUM: Setting<string | undefined> = {
  name: 'KINORA_CHROMIUM',
  default: undefined,
  defaultText: 'the packaged one',
  schema: z.string().refine(isAbsolute),
  mustBe: 'the absolute path of a Chromium, such as `/usr/lib/chromium/chromium`',
  description:
    'Path of an installed Chromium for pages of HTML, for processors that the packaged one is not for ([docs/html.md](docs/html.md)).',
};

const BYTES_PER_GB = 1e9;

const gigabytes = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?$/)
  .transform(Number);

const CACHE_GB: Setting<number> = {
  name: 'KINORA_CACHE_GB',
  default: 50,
  schema: gigabytes,
  mustBe: 'a number of GB such as `50` or `0.5`',
  description:
    'Maximum size of the cache of downloaded sources in GB. It never takes more than half of the disk space that is left to it.',
};

const SEGMENTS: Setting<number> = {
  name: 'KINORA_SEGMENTS',
  default: 20,
  schema: gigabytes,
  mustBe: 'a number of GB such as `20` or `0.5`, or `0`',
  description:
    'Maximum size in GB of the coded segments that are kept, so that a render makes only what is new ([docs/segments.md](docs/segments.md)). They never take more than half of the disk space that is left to them. `0` keeps none.',
};

/** The declarations of {@link RenderSettings}. */
export const RENDER_SETTINGS = [DIALECT, KEEP_CACHE, CACHE_GB, SEGMENTS, ISOLATION, CHROMIUM];

/** Reads the settings for renders. @throws {KinoraError} `invalid_setting`. */
export function readRenderSettings(read: SettingReader): RenderSettings {
  return {
    dialect: read(DIALECT),
    isolation: read(ISOLATION),
    chromium: read(CHROMIUM),
    cache: { keepMs: read(KEEP_CACHE), maxBytes: read(CACHE_GB) * BYTES_PER_GB },
    segmentBytes: read(SEGMENTS) * BYTES_PER_GB,
  };
}
