import { asciiWord, type Setting, type SettingReader } from '../base/setting.ts';

/** The settings of commands that use a server. */
export interface CommandSettings {
  /** The API key. Undefined for a key of the first account of this machine. */
  readonly key: string | undefined;
}

const KEY: Setting<string | undefined> = {
  name: 'KINORA_KEY',
  default: undefined,
  defaultText: 'the key of this machine',
  schema: asciiWord,
  mustBe: 'an API key, without spaces',
  isSecret: true,
  description:
    'API key for `kinora ingest`, `kinora create` and `kinora mcp`. Set it with `KINORA_URL` to use a server on another machine.',
};

/** The declarations of {@link CommandSettings}. */
export const COMMAND_SETTINGS = [KEY];

/** Reads the settings of commands that use a server. @throws {KinoraError} `invalid_setting`. */
export function readCommandSettings(read: SettingReader): CommandSettings {
  return { key: read(KEY) };
}
