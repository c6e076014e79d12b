import { resolve } from 'node:path';
import { z } from 'zod';
import { declareSettings, type SettingsOf } from '../base/setting.ts';

const BYTES_PER_GB = 1e9;

/** The settings of the home folder. */
export const HOME_SETTINGS = declareSettings(
  {
    folder: {
      name: 'KINORA_HOME',
      default: '.kinora',
      defaultText: '`.kinora` in the working folder',
      schema: z.string(),
      mustBe: 'the path of a folder',
      description: 'Folder for the database, files, cache and keys. Only its owner has access.',
    },
  },
  ({ folder }, { workingFolder }) => ({
    /** Absolute path of the folder for the database, files, cache and keys. */
    home: resolve(workingFolder, folder),
  }),
);

/** The values of {@link HOME_SETTINGS}. */
export type HomeSettings = SettingsOf<typeof HOME_SETTINGS>;

/** The settings of the disks. */
export const DISK_SETTINGS = declareSettings(
  {
    minFreeGb: {
      name: 'KINORA_MIN_FREE_GB',
      default: 1,
      schema: z
        .string()
        .regex(/^\d{1,6}(\.\d{1,3})?$/)
        .transform(Number),
      mustBe: 'a number of GB such as `5` or `0.5`, or `0` for no limit',
      description:
        'Free space in GB that must remain on the disks of `KINORA_HOME` and of a storage folder. With less, Kinora takes no work ([docs/storage.md](docs/storage.md#when-the-disk-is-full)).',
    },
  },
  ({ minFreeGb }) => ({
    /** Bytes that must stay free on the disks of Kinora. 0 for no floor. */
    minFreeBytes: minFreeGb * BYTES_PER_GB,
  }),
);

/** The values of {@link DISK_SETTINGS}. */
export type DiskSettings = SettingsOf<typeof DISK_SETTINGS>;
