import { resolve } from 'node:path';
import { z } from 'zod';
import type { Setting, SettingReader } from '../base/setting.ts';

/** The settings of the home folder. */
export interface HomeSettings {
  /** Absolute path of the folder for the database, files, cache and keys. */
  readonly home: string;
}

const HOME: Setting<string> = {
  name: 'KINORA_HOME',
  default: '.kinora',
  defaultText: '`.kinora` in the working folder',
  schema: z.string(),
  mustBe: 'the path of a folder',
  description: 'Folder for the database, files, cache and keys. Only its owner has access.',
};

/** The declarations of {@link HomeSettings}. */
export const HOME_SETTINGS = [HOME];

/** Reads the settings of the home folder. @param workingFolder the folder that relative paths start from. */
export function readHomeSettings(read: SettingReader, workingFolder: string): HomeSettings {
  return { home: resolve(workingFolder, read(HOME)) };
}
