import { resolve } from 'node:path';
import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import {
  asciiWord,
  type Setting,
  type SettingReader,
  webUrl,
  type PartSettings,
  type SettingPlaces,
} from '../base/setting.ts';
import { findSpeechModel, SPEECH_MODELS, type SpeechModel } from './models/speech-models.ts';
import type { WhisperModel } from './whisper-model.ts';

/** The values of {@link PROVIDER_SETTINGS}. */
export interface ProviderSettings {
  /** The transcriber of speech. Undefined for the installed model, if there is one. */
  readonly transcriber: TranscriberSettings | undefined;
}

/** A service with the transcription API of OpenAI, or a Whisper model on this machine. */
export type TranscriberSettings =
  | {
      readonly kind: 'service';
      readonly url: string;
      readonly key: string | undefined;
      readonly model: string;
    }
  | { readonly kind: 'whisper'; readonly model: WhisperModel | NamedModel };

/** A model that `kinora models get` installs. */
interface NamedModel {
  readonly kind: 'named';
  readonly model: SpeechModel;
}

const TRANSCRIBE_URL: Setting<string | undefined> = {
  name: 'KINORA_TRANSCRIBE_URL',
  default: undefined,
  defaultText: 'none',
  schema: webUrl,
  mustBe: 'the http or https URL of a service, such as `https://api.openai.com`',
  isSecret: true,
  description:
    'URL of a transcription service for captions ([docs/transcription.md](docs/transcription.md)).',
};

const TRANSCRIBE_KEY: Setting<string | undefined> = {
  name: 'KINORA_TRANSCRIBE_KEY',
  default: undefined,
  defaultText: 'none',
  schema: asciiWord,
  mustBe: 'a word of ASCII characters',
  isSecret: true,
  description: 'API key for `KINORA_TRANSCRIBE_URL`.',
};

const TRANSCRIBE_MODEL: Setting<string | undefined> = {
  name: 'KINORA_TRANSCRIBE_MODEL',
  default: undefined,
  defaultText: '`whisper-1`',
  schema: z.string(),
  mustBe: 'the name of a model',
  description: 'Model that `KINORA_TRANSCRIBE_URL` uses.',
};

/** The beginning of a name that is probably meant to be that of a model, but is none. A path may be anything. */
const LIKE_MODEL_NAME = /^(?:tiny|base|small|medium|large|turbo)(?:[.-][\w.-]*)?$/;

/**
 * The form of `KINORA_WHISPER_MODEL`: the name of a model, a path, or a URL with a hash
 * (`https://...#sha256=...`).
 */
const whisperModel = z.string().transform((text, context): WhisperModel | NamedModel => {
  const model = findSpeechModel(text);
  if (model) return { kind: 'named', model };
  const isFile = !/^https?:/i.test(text);
  if (isFile && (!LIKE_MODEL_NAME.test(text) || text.endsWith('.bin'))) return { kind: 'file', path: text };
  const url = URL.parse(text);
  const sha256 = /^#sha256=([0-9a-f]{64})$/i.exec(url?.hash ?? '')?.[1];
  if (!url || sha256 === undefined) {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
  url.hash = '';
  return { kind: 'url', url: url.href, sha256: sha256.toLowerCase() };
});

const WHISPER_MODEL: Setting<WhisperModel | NamedModel | undefined> = {
  name: 'KINORA_WHISPER_MODEL',
  default: undefined,
  defaultText: 'the installed model',
  schema: whisperModel,
  mustBe: `the name of a model (${SPEECH_MODELS.map(({ name }) => name).join(', ')}), the path of a ggml file, or its URL with its hash, such as \`https://.../ggml-base.bin#sha256=<64 hexadecimal digits>\``,
  isSecret: true,
  description:
    'Whisper model for transcription on this machine: a name such as `base` (see `kinora models list`), a ggml file, or `URL#sha256=...`. Not tested with a real model.',
};

/** The settings of the providers. */
export const PROVIDER_SETTINGS: PartSettings<ProviderSettings> = {
  declared: [TRANSCRIBE_URL, TRANSCRIBE_KEY, TRANSCRIBE_MODEL, WHISPER_MODEL],
  read: readProviderSettings,
};

function readProviderSettings(read: SettingReader, { workingFolder }: SettingPlaces): ProviderSettings {
  const url = read(TRANSCRIBE_URL);
  const key = read(TRANSCRIBE_KEY);
  const name = read(TRANSCRIBE_MODEL);
  const model = read(WHISPER_MODEL);
  if (url === undefined) {
    const without = (key && TRANSCRIBE_KEY) ?? (name && TRANSCRIBE_MODEL);
    if (without)
      throw invalid(
        `\`${without.name}\` has no effect unless \`KINORA_TRANSCRIBE_URL\` is set. Set \`KINORA_TRANSCRIBE_URL\` to ${TRANSCRIBE_URL.mustBe}, or remove \`${without.name}\`.`,
      );
    return { transcriber: model && { kind: 'whisper', model: resolveModel(model, workingFolder) } };
  }
  if (model) throw invalid('Set either `KINORA_TRANSCRIBE_URL` or `KINORA_WHISPER_MODEL`, not both.');
  return { transcriber: { kind: 'service', url, key, model: name ?? 'whisper-1' } };
}

function resolveModel(model: WhisperModel | NamedModel, workingFolder: string): WhisperModel | NamedModel {
  return model.kind === 'file' ? { kind: 'file', path: resolve(workingFolder, model.path) } : model;
}

function invalid(message: string): KinoraError {
  return new KinoraError('invalid_setting', message);
}
