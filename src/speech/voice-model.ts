import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import type { Voice } from '../edit/model.ts';

/** A voice model that the operator provides. */
export interface VoiceModel {
  /** `vits` is a voice of Piper. */
  readonly kind: 'vits' | 'kokoro';
  readonly folder: string;
  /** Names of the files and folders of the model. */
  readonly files: readonly string[];
  /** The first parts of the languages that the model speaks, such as `en`. */
  readonly languages: readonly string[];
  /** Number of its speakers. */
  readonly speakers: number;
  /** Names and sizes of its files, which identify the model. */
  readonly identity: string;
}

/** The part of the description of a Piper voice, `*.onnx.json`, that Kinora needs. */
const PiperDescription = z.object({
  language: z.object({ code: z.string() }).optional(),
  num_speakers: z.number().int().positive().optional(),
});

/** The speakers of the Kokoro model with 11 speakers, by kind. Each number is that of a speaker. */
const SMALL_KOKORO = { female: [1, 3, 4, 2, 0], male: [5, 6], britishFemale: [7, 8], britishMale: [9, 10] };
/** The English speakers of the Kokoro models with more speakers. */
const LARGE_KOKORO = {
  female: [2, 1, 3, 6, 9, 0],
  male: [16, 12, 14, 15, 18],
  britishFemale: [21, 22, 20],
  britishMale: [26, 27, 24],
};
const SMALL_KOKORO_BYTES = 8_000_000;

/**
 * Looks at the folder of a voice model.
 *
 * @throws {KinoraError} `invalid_setting` if there is no model in it.
 */
export async function openVoiceModel(folder: string): Promise<VoiceModel> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw invalid('is not a folder that can be read', error);
  });
  const model = files.find((name) => name.endsWith('.onnx'));
  if (model === undefined) throw invalid('has no file that ends in `.onnx`');
  for (const name of ['tokens.txt', 'espeak-ng-data'])
    if (!files.includes(name)) throw invalid(`has no \`${name}\``);
  const sizes = await Promise.all(
    files.map(async (name) => `${name} ${(await stat(join(folder, name))).size}`),
  );
  const base = { folder, files: files.toSorted(), identity: sizes.toSorted().join(', ') };
  if (files.includes('voices.bin')) {
    const { size } = await stat(join(folder, 'voices.bin'));
    return { ...base, kind: 'kokoro', languages: ['en'], speakers: size < SMALL_KOKORO_BYTES ? 11 : 53 };
  }
  const description = await describePiper(folder, model);
  const code = description?.language?.code ?? /(?:^|-)([a-z]{2})[_-]/.exec(model)?.[1];
  if (code === undefined) throw invalid(`does not state the language of the voice. Add \`${model}.json\``);
  const language = code.split(/[_-]/)[0] ?? code;
  return { ...base, kind: 'vits', languages: [language], speakers: description?.num_speakers ?? 1 };
}

/** Returns the number of the speaker of a model that is nearest to a voice. */
export function findSpeaker({ kind, speakers }: VoiceModel, voice: Voice, language: string): number {
  const names = voice.name.codePointAt(0) ?? 0;
  if (kind === 'vits') return names % speakers;
  const kinds = speakers === 11 ? SMALL_KOKORO : LARGE_KOKORO;
  const isBritish = language === 'en-GB';
  const choices =
    voice.gender === 'female'
      ? isBritish
        ? kinds.britishFemale
        : kinds.female
      : isBritish
        ? kinds.britishMale
        : kinds.male;
  return choices[names % choices.length] ?? 0;
}

async function describePiper(
  folder: string,
  model: string,
): Promise<z.infer<typeof PiperDescription> | undefined> {
  const text = await readFile(join(folder, `${model}.json`), 'utf8').catch(() => '');
  return PiperDescription.safeParse(tryParseJson(text)).data;
}

function invalid(problem: string, cause?: unknown): KinoraError {
  return new KinoraError(
    'invalid_setting',
    `The folder of \`KINORA_VOICE_MODEL\` ${problem}. It must be the unpacked folder of a Piper or Kokoro voice for sherpa-onnx.`,
    { cause },
  );
}
