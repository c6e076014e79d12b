import { z } from 'zod';
import {
  duration,
  DURATION_FORM,
  type Setting,
  wholeNumber,
  declareSettings,
  type PartSettings,
} from '../base/setting.ts';
import type { Quotas } from './quotas/quotas.ts';

/** The times that the data of a client stay. Each in milliseconds. Undefined for forever. */
export interface Retention {
  /** From the end of a render: its record, its edit and callbacks. */
  readonly renders: number | undefined;
  /** From the time when it was ready: a hosted file of a render, a transfer or a created asset. */
  readonly files: number | undefined;
  /** From the end of its import or of its last rendition: a source with its renditions and transcriptions. */
  readonly sources: number | undefined;
  /** From its last save: an edit that is kept by name, with its versions. */
  readonly edits: number | undefined;
}

/** The values of {@link STORE_SETTINGS}. */
export interface StoreSettings {
  /** Address of a PostgreSQL database; undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly keep: Retention;
  readonly quotas: Quotas;
}

const DATABASE_URL: Setting<string | undefined> = {
  name: 'DATABASE_URL',
  default: undefined,
  defaultText: 'an embedded database',
  schema: z.url({ protocol: /^postgres(ql)?$/ }),
  mustBe: 'an address such as `postgres://user:password@host/database`',
  isSecret: true,
  description:
    'Address of a PostgreSQL database. With it, `npx kinora worker` on other machines shares the work.',
};

const durationOrForever = z.union([z.literal('forever').transform(() => undefined), duration]);

function keepSetting(name: string, what: string): Setting<number | undefined> {
  return {
    name,
    default: undefined,
    defaultText: '`forever`',
    schema: durationOrForever,
    mustBe: `\`forever\`, or ${DURATION_FORM}`,
    description: `${what} ([docs/storage.md](docs/storage.md#how-long-things-stay)).`,
  };
}

/** The settings of {@link Retention}. */
export const KEEP_SETTINGS = {
  renders: keepSetting(
    'KINORA_KEEP_RENDERS',
    'Time that a render stays after its end, with its edit and callbacks, such as `90d` or `12h`. Its files stay',
  ),
  files: keepSetting(
    'KINORA_KEEP_FILES',
    'Time that hosted files of renders, transfers and created assets stay, such as `30d`',
  ),
  sources: keepSetting(
    'KINORA_KEEP_SOURCES',
    'Time that ingested sources stay, with their renditions and transcriptions, such as `30d`',
  ),
  edits: keepSetting(
    'KINORA_KEEP_EDITS',
    'Time that an edit of the Studio or of `/edits` stays after its last save, with its versions, such as `365d`',
  ),
} satisfies Record<keyof Retention, Setting<number | undefined>>;

const MAX_QUOTA = 1_000_000_000_000_000;

function quotaSetting(name: string, unit: string, what: string): Setting<number | undefined> {
  return {
    name,
    default: undefined,
    defaultText: '`unlimited`',
    schema: z.union([z.literal('unlimited').transform(() => undefined), wholeNumber(0, MAX_QUOTA)]),
    mustBe: `\`unlimited\`, or a whole number of ${unit}`,
    description: `Maximum of ${what}, for each account and environment ([docs/limits.md](docs/limits.md#quotas)).`,
  };
}

/** The settings of {@link Quotas}. */
const QUOTA_SETTINGS = {
  storedBytes: quotaSetting('KINORA_QUOTA_BYTES', 'bytes', 'stored files in bytes'),
  sources: quotaSetting('KINORA_QUOTA_SOURCES', 'sources', 'ingested sources'),
  edits: quotaSetting('KINORA_QUOTA_EDITS', 'edits', 'edits that are kept by name'),
  waitingRenders: quotaSetting('KINORA_QUOTA_WAITING', 'renders', 'renders that wait for a worker'),
  dailyMinutes: quotaSetting('KINORA_QUOTA_MINUTES', 'minutes', 'minutes of output within 24 hours'),
} satisfies Record<keyof Quotas, Setting<number | undefined>>;

const KEEP = declareSettings(KEEP_SETTINGS);
const QUOTAS = declareSettings(QUOTA_SETTINGS);

/** The settings of the database, and of the retention of its data. */
export const STORE_SETTINGS: PartSettings<StoreSettings> = {
  declared: [DATABASE_URL, ...KEEP.declared, ...QUOTAS.declared],
  read: (read, places) => ({
    databaseUrl: read(DATABASE_URL),
    keep: KEEP.read(read, places),
    quotas: QUOTAS.read(read, places),
  }),
};
