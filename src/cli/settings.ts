import { asciiWord, declareSettings } from '../base/setting.ts';

/** The settings of commands that use a server. */
export const COMMAND_SETTINGS = declareSettings({
  /** The API key. Undefined for a key of the first account of this machine. */
  key: {
    name: 'KINORA_KEY',
    default: undefined,
    defaultText: 'the key of this machine',
    schema: asciiWord,
    mustBe: 'an API key, without spaces',
    isSecret: true,
    description:
      'API key for `kinora ingest`, `kinora create` and `kinora mcp`. Set it with `KINORA_URL` to use a server on another machine.',
  },
});
