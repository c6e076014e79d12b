import { z } from 'zod';
import type { GeneratedFile, GenerationOptions, MusicOptions, SpeechOptions } from '../../create/model.ts';
import type {
  GenerationProvider,
  ProviderAccess,
  ProviderContext,
} from '../../generation/generation-provider.ts';
import { chooseProviderModel, identifyProvider } from '../http/model-choice.ts';
import { writeMedia } from '../http/save-result.ts';
import { createMissingSteps, expectOptions } from '../http/at-once.ts';
import { findNamed } from '../http/find-named.ts';
import { readList } from '../http/read-list.ts';
import type { JobLimits } from '../http/job.ts';
import { type HttpProvider, sendRequest } from '../http/send-request.ts';
import { toSpokenWords } from './spoken-words.ts';
import { ELEVENLABS_VOICE_IDS } from './voice-ids.ts';

const NAME = 'elevenlabs';
const TYPE = 'text-to-speech';
const DEFAULT_MODEL = 'eleven_multilingual_v2';
const MUSIC_TYPE = 'text-to-music';
const DEFAULT_MUSIC_MODEL = 'music_v1';
/** MP3, the quality that every plan has. */
const OUTPUT_FORMAT = 'mp3_44100_128';
/** The answer holds the sound in base64, a third larger than the sound. */
const MAX_ANSWER_BYTES = 70_000_000;
const START_MS = 5 * 60_000;
const PROVIDER: HttpProvider = {
  name: NAME,
  baseUrl: 'https://api.elevenlabs.io/v1',
  authorize: (key) => ({ 'xi-api-key': key }),
};

/**
 * Creates the provider for speech and music by ElevenLabs. For speech, it asks for the times of the characters with the sound, because
 * captions of the speech need the times of its words.
 *
 * ElevenLabs documents no idempotency key, so that the id of a request is not sent.
 */
export function createElevenLabsProvider({
  startMs = START_MS,
}: Partial<Pick<JobLimits, 'startMs'>> = {}): GenerationProvider {
  return {
    name: NAME,
    identify: (options, access) => {
      const model = modelOf(options, access);
      return identifyProvider(NAME, access, PROVIDER.baseUrl, `${model} ${OUTPUT_FORMAT}`);
    },
    async start({ options }, context) {
      if (options.type === MUSIC_TYPE) return { file: await compose(options, startMs, context) };
      const speech = expectOptions(NAME, TYPE, options);
      const voiceId = await findVoice(speech.voice, context);
      return { file: await speak(speech, voiceId, startMs, context) };
    },
    ...createMissingSteps(NAME),
  };
}

/** A model that is named for all types is one of speech. */
function modelOf({ type }: GenerationOptions, access: ProviderAccess): string {
  if (type !== MUSIC_TYPE) return chooseProviderModel(access, TYPE, DEFAULT_MODEL);
  const entries = (access.model ?? '').split(/[\s,]+/).filter((entry) => entry.includes('='));
  return chooseProviderModel({ ...access, model: entries.join(',') }, type, DEFAULT_MUSIC_MODEL);
}

/** Has music composed. The answer is the sound itself. */
async function compose(
  options: MusicOptions,
  limitMs: number,
  context: ProviderContext,
): Promise<GeneratedFile> {
  const { prompt, seconds, instrumental, plan } = options;
  const words = {
    prompt,
    ...(seconds !== undefined && { music_length_ms: Math.round(1000 * seconds) }),
    ...(instrumental !== undefined && { force_instrumental: instrumental }),
  };
  const reply = await sendRequest(
    PROVIDER,
    {
      step: 'start',
      path: `/music?output_format=${OUTPUT_FORMAT}`,
      body: {
        ...(plan === undefined ? words : { composition_plan: plan }),
        model_id: modelOf(options, context.access),
      },
      accept: 'audio/mpeg',
      limitMs,
      maxBytes: MAX_ANSWER_BYTES,
    },
    context,
  );
  return await writeMedia(NAME, reply.bytes, 'audio', context);
}

const Voices = z.object({ voices: z.array(z.object({ voice_id: z.string(), name: z.string().nullish() })) });

/** Returns the id of a voice: the documented one, the id itself, or the one of the account's voice. */
async function findVoice(voice: string, context: ProviderContext): Promise<string> {
  const documented = ELEVENLABS_VOICE_IDS.get(voice.toLowerCase());
  if (documented !== undefined) return documented;
  if (/^[A-Za-z0-9]{20}$/.test(voice)) return voice;
  const list = (await readList(PROVIDER, '/voices', context)).parse(Voices);
  const voices = list.voices.map(({ voice_id: id, name }) => ({ id, name: name ?? '' }));
  return findNamed(voices, voice, NAME, 'voice');
}

const Times = z.array(z.number().nullable());
const Characters = z
  .object({
    characters: z.array(z.string()),
    character_start_times_seconds: Times,
    character_end_times_seconds: Times,
  })
  .nullish()
  // A speech without times is better than a paid speech that is thrown away.
  .catch(null);
const Speech = z.object({
  audio_base64: z.string().min(1),
  alignment: Characters,
  normalized_alignment: Characters,
});

async function speak(
  { text }: SpeechOptions,
  voiceId: string,
  limitMs: number,
  context: ProviderContext,
): Promise<GeneratedFile> {
  const reply = await sendRequest(
    PROVIDER,
    {
      step: 'start',
      path: `/text-to-speech/${encodeURIComponent(voiceId)}/with-timestamps?output_format=${OUTPUT_FORMAT}`,
      body: { text, model_id: chooseProviderModel(context.access, TYPE, DEFAULT_MODEL) },
      limitMs,
      maxBytes: MAX_ANSWER_BYTES,
    },
    context,
  );
  const data = reply.parse(Speech);
  const file = await writeMedia(NAME, Buffer.from(data.audio_base64, 'base64'), 'audio', context);
  const words = toSpokenWords(text, [data.alignment, data.normalized_alignment]);
  if (words) return { ...file, words };
  const warning =
    'The service elevenlabs has not sent the times of the words, so captions need a transcriber.';
  return { ...file, warnings: [warning] };
}
