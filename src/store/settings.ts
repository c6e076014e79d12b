import { z } from 'zod';
import type { Setting, SettingReader } from '../base/setting.ts';

/** The settings of the database. */
export interface StoreSettings {
  /** Address of a PostgreSQL database; undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
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

/** The declarations of {@link StoreSettings}. */
export const STORE_SETTINGS = [DATABASE_URL];

/** Reads the settings of the database. @throws {KinoraError} `invalid_setting`. */
export function readStoreSettings(read: SettingReader): StoreSettings {
  return { databaseUrl: read(DATABASE_URL) };
}
