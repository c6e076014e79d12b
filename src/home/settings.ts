import { resolve } from 'node:path';
import { z } from 'zod';
import type { Setting, SettingReader } from '../base/setting.ts';

/** The settings of the home folder. */
export interface HomeSettings {
  /** Absolute path of the folder for the database, files, cache and keys. */
  readonly home: string;
}

/** The settings of the disks. */
export interface DiskSettings {
  /** Bytes that must stay free on the disks of Kinora. 0 for no floor. */
  readonly minFreeBytes: number;
}

const HOME: Setting<string> = {
  name: 'KINORA_HOME',
  default: '.kinora',
  defaultText: '`.kinora` in the working folder',
  schema: z.string(),
  mustBe: 'the path of a folder',
  description: 'Folder for the database, files, cache and keys. Only its owner has access.',
};

const BYTES_PER_GB = 1e9;

const MIN_FREE_GB: Setting<number> = {
  name: 'KINORA_MIN_FREE_GB',
  default: 1,
  schema: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/)
    .transform(Number),
  mustBe: 'a number of GB such as `5` or `0.5`, or `0` for no limit',
  description:
    'Free space in GB that must remain on the disks of `KINORA_HOME` and of a storage folder. With less, Kinora takes no work ([docs/hosting.md](docs/hosting.md#when-the-disk-is-full)).',
};

/** The declarations of {@link HomeSettings}. */
export const HOME_SETTINGS = [HOME];

/** The declarations of {@link DiskSettings}. */
export const DISK_SETTINGS = [MIN_FREE_GB];

/** Reads the settings of the home folder. @param workingFolder the folder that relative paths start from. */
export function readHomeSettings(read: SettingReader, workingFolder: string): HomeSettings {
  return { home: resolve(workingFolder, read(HOME)) };
}

/** Reads the settings of the disks. @throws {KinoraError} `invalid_setting`. */
export function readDiskSettings(read: SettingReader): DiskSettings {
  return { minFreeBytes: read(MIN_FREE_GB) * BYTES_PER_GB };
}
