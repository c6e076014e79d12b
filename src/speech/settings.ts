import { resolve } from 'node:path';
import { z } from 'zod';
import { declareSettings, type SettingsOf } from '../base/setting.ts';

/** The settings of the voices. */
export const SPEAKER_SETTINGS = declareSettings(
  {
    folder: {
      name: 'KINORA_VOICE_MODEL',
      default: undefined,
      defaultText: 'none',
      schema: z.string(),
      mustBe: 'the path of a folder',
      description:
        'Folder of a Piper or Kokoro voice for better speech ([docs/voices.md](docs/voices.md)). Not tested with a real model.',
    },
  },
  ({ folder }, { workingFolder }) => ({
    /** The folder of a voice model. Undefined if there is none. */
    voiceModel: folder === undefined ? undefined : resolve(workingFolder, folder),
  }),
);

/** The values of {@link SPEAKER_SETTINGS}. */
export type SpeakerSettings = SettingsOf<typeof SPEAKER_SETTINGS>;
