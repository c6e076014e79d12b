import { resolve } from 'node:path';
import { z } from 'zod';
import type { Setting, SettingReader } from '../base/setting.ts';

/** The settings of the voices. */
export interface SpeakerSettings {
  /** The folder of a voice model. Undefined if there is none. */
  readonly voiceModel: string | undefined;
}

const VOICE_MODEL: Setting<string | undefined> = {
  name: 'KINORA_VOICE_MODEL',
  default: undefined,
  defaultText: 'none',
  schema: z.string(),
  mustBe: 'the path of a folder',
  description:
    'Folder of a Piper or Kokoro voice for better speech ([docs/voices.md](docs/voices.md)). Not tested with a real model.',
};

/** The declarations of {@link SpeakerSettings}. */
export const SPEAKER_SETTINGS = [VOICE_MODEL];

/**
 * Reads the settings of the voices.
 *
 * @param workingFolder the folder that relative paths start from.
 */
export function readSpeakerSettings(read: SettingReader, workingFolder: string): SpeakerSettings {
  const folder = read(VOICE_MODEL);
  return { voiceModel: folder === undefined ? undefined : resolve(workingFolder, folder) };
}
