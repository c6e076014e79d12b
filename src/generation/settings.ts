import { KinoraError } from '../base/errors.ts';
import { asciiWord, baseUrl, type Setting, type SettingReader, type PartSettings } from '../base/setting.ts';
import { OUTSIDE_PROVIDERS, type OutsideProvider } from '../create/model.ts';
import type { ProviderAccess } from './generation-provider.ts';

/** The values of {@link GENERATION_SETTINGS}. */
export interface GenerationSettings {
  /** The services that all owners on this machine can use. Credentials of an owner come first. */
  readonly services: ProvidersOfMachine;
}

/** The access to services from the settings, by service. */
export type ProvidersOfMachine = Readonly<Partial<Record<OutsideProvider, ProviderAccess>>>;

/** The services in messages, and their words in the names of settings. */
const SERVICES: Readonly<Record<OutsideProvider, { readonly word: string; readonly title: string }>> = {
  openai: { word: 'OPENAI', title: 'OpenAI' },
  'stability-ai': { word: 'STABILITY', title: 'Stability AI' },
  elevenlabs: { word: 'ELEVENLABS', title: 'ElevenLabs' },
  heygen: { word: 'HEYGEN', title: 'HeyGen' },
  'd-id': { word: 'DID', title: 'D-ID' },
  fal: { word: 'FAL', title: 'fal' },
  replicate: { word: 'REPLICATE', title: 'Replicate' },
};

interface ServiceSettings {
  readonly name: OutsideProvider;
  readonly key: Setting<string | undefined>;
  readonly url: Setting<string | undefined>;
}

const SERVICE_SETTINGS: readonly ServiceSettings[] = OUTSIDE_PROVIDERS.map((name) => {
  const { word, title } = SERVICES[name];
  const key = nameKeySetting(name);
  return {
    name,
    key: {
      name: key,
      default: undefined,
      defaultText: 'none',
      schema: asciiWord,
      mustBe: 'a word of ASCII characters',
      isSecret: true,
      description: `API key of ${title} for all accounts ([docs/providers.md](docs/providers.md)).`,
    },
    url: {
      name: `KINORA_${word}_URL`,
      default: undefined,
      defaultText: 'that of the service',
      schema: baseUrl,
      mustBe: 'the http or https URL of a server, such as `http://127.0.0.1:8080`',
      isSecret: true,
      description: `Base URL of a server with the API of ${title}.`,
    },
  };
});

/** The settings of generated media. */
export const GENERATION_SETTINGS: PartSettings<GenerationSettings> = {
  declared: SERVICE_SETTINGS.flatMap(({ key, url }) => [key, url]),
  read: readGenerationSettings,
};

/** Returns the name of the setting that holds the key of a service. */
export function nameKeySetting(service: OutsideProvider): string {
  return `KINORA_${SERVICES[service].word}_KEY`;
}

function readGenerationSettings(read: SettingReader): GenerationSettings {
  const services: Partial<Record<OutsideProvider, ProviderAccess>> = {};
  for (const { name, key: keySetting, url: urlSetting } of SERVICE_SETTINGS) {
    const key = read(keySetting);
    const url = read(urlSetting);
    if (key !== undefined) services[name] = { key, url };
    else if (url !== undefined) throw createMissingKeyError(keySetting.name, urlSetting.name);
  }
  return { services };
}

function createMissingKeyError(key: string, url: string): KinoraError {
  return new KinoraError(
    'invalid_setting',
    `\`${url}\` has no effect unless \`${key}\` is set. Set \`${key}\` to the API key, or to any word if the server needs none, or remove \`${url}\`.`,
  );
}
