import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { duration, DURATION_FORM, declareSettings, type SettingsOf } from '../base/setting.ts';
import { DIALECTS } from '../edit/dialect.ts';

const BYTES_PER_GB = 1e9;

const gigabytes = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?$/)
  .transform(Number);

/** The settings for renders. */
export const RENDER_SETTINGS = declareSettings(
  {
    /** The dialect of edits whose request and key have none. */
    dialect: {
      name: 'KINORA_DIALECT',
      default: 'interface',
      schema: z.enum(DIALECTS),
      mustBe: '`interface` or `shotstack`',
      description:
        'Dialect of edits, unless a request or its key has its own: `interface` (last track on top) or `shotstack` (first track on top, for edits written for Shotstack).',
    },
    keepCacheMs: {
      name: 'KINORA_KEEP_CACHE',
      default: 24 * 3_600_000,
      defaultText: '`24h`',
      schema: duration,
      mustBe: DURATION_FORM,
      description:
        'Time without use after which a downloaded source leaves the cache ([docs/storage.md](docs/storage.md#how-long-things-stay)).',
    },
    cacheGb: {
      name: 'KINORA_CACHE_GB',
      default: 50,
      schema: gigabytes,
      mustBe: 'a number of GB such as `50` or `0.5`',
      description:
        'Maximum size of the cache of downloaded sources in GB. It never takes more than half of the disk space that is left to it.',
    },
    segmentsGb: {
      name: 'KINORA_SEGMENTS',
      default: 20,
      schema: gigabytes,
      mustBe: 'a number of GB such as `20` or `0.5`, or `0`',
      description:
        'Maximum size in GB of the coded segments that are kept for later renders ([docs/segments.md](docs/segments.md)). They never take more than half of the disk space that is left to them. `0` keeps none.',
    },
    /** The rule for the containment of the processes that read media. */
    isolation: {
      name: 'KINORA_ISOLATION',
      default: 'prefer',
      schema: z.enum(['prefer', 'require']),
      mustBe: '`prefer` or `require`',
      description:
        'Containment of the processes that read media: `require` refuses to run on a machine that cannot contain them ([docs/security.md](docs/security.md#the-media-process)).',
    },
    /** Path of a Chromium of this machine for pages of HTML. Undefined for the packaged one. */
    chromium: {
      name: 'KINORA_CHROMIUM',
      default: undefined,
      defaultText: 'the packaged one',
      schema: z.string().refine(isAbsolute),
      mustBe: 'the absolute path of a Chromium, such as `/usr/lib/chromium/chromium`',
      description:
        'Path of an installed Chromium, for other processors than x86-64 ([docs/html.md](docs/html.md)).',
    },
    /** Folder with the files of GSAP for pages that move. Undefined for the installed package. */
    pageLibraries: {
      name: 'KINORA_PAGE_LIBRARIES',
      default: undefined,
      defaultText: 'the package `gsap`',
      schema: z.string().refine(isAbsolute),
      mustBe: 'the absolute path of a folder, such as `/srv/gsap/dist`',
      description:
        'Folder with `gsap.min.js` and its plugins ([docs/moving-pages.md](docs/moving-pages.md#libraries)).',
    },
  },
  ({ keepCacheMs, cacheGb, segmentsGb, ...others }) => ({
    ...others,
    /** The limits of the cache of downloaded files. */
    cache: { keepMs: keepCacheMs, maxBytes: cacheGb * BYTES_PER_GB },
    /** Maximum size of the coded segments that are kept between renders, in bytes. 0 if none are kept. */
    segmentBytes: segmentsGb * BYTES_PER_GB,
  }),
);

/** The values of {@link RENDER_SETTINGS}. */
export type RenderSettings = SettingsOf<typeof RENDER_SETTINGS>;
