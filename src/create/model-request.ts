import { type GenerationModel, IMAGE_SIDES, modelOf, type ModelType } from '../edit/model.ts';
import { ELEVENLABS_VOICES } from '../edit/voices/elevenlabs-voices.ts';
import { findVoice, VOICES } from '../edit/voices/voices.ts';
import {
  type FilmOptions,
  type GenerationRequest,
  type ImageOptions,
  KINORA_ITSELF,
  type SpeechOptions,
  type VideoOptions,
} from './model.ts';

/** A file to make from a prompt by a model. Its model and its options are valid. */
export interface PromptedFile {
  readonly type: ModelType;
  readonly prompt: string;
  /** Default: the default model of the type. */
  readonly model?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** The wanted duration in seconds. It comes before an option. */
  readonly seconds?: number | undefined;
}

/** The size in pixels of images and videos that have no size of their own. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size of images without an edit: 1K, square. */
const NO_VIEWPORT: PictureSize = { width: IMAGE_SIDES['1K'], height: IMAGE_SIDES['1K'] };
/** The sides of images are multiples of this number of pixels, at most {@link MAX_SIDE}. */
const STEP = 8;
const MAX_SIDE = 4096;
/** The voice of a speech that chooses neither a voice nor a language. */
const DEFAULT_VOICE = 'Joanna';
/** The voices of ElevenLabs that are of women. */
const WOMEN: readonly string[] = ['Bella', 'Domi', 'Elli', 'Rachel'];
const DEFAULT_MAN = 'Matthew';

/** The values of the options of all models. The schema of the model has checked them. */
interface Chosen {
  readonly aspectRatio?: string;
  readonly resolution?: string;
  readonly seed?: number;
  readonly systemPrompt?: string;
  readonly startSrc?: string;
  readonly inputSrc?: string;
  readonly duration?: number | string;
  readonly generateAudio?: boolean;
  readonly motion?: number;
  readonly guidanceScale?: number;
  readonly voice?: string;
  readonly language?: string;
  readonly newscaster?: boolean;
  readonly forceInstrumental?: boolean;
  readonly musicLengthMs?: number;
  readonly compositionPlan?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the request that makes a file from a prompt.
 *
 * @param viewport the size of the picture around it. Default: none, as for a file that belongs to no edit.
 * @throws if the type has no such model. The caller has checked it.
 */
export function toModelRequest(file: PromptedFile, viewport?: PictureSize): GenerationRequest {
  const model = modelOf(file.type, file.model);
  if (model === undefined) throw new Error(`There is no model ${file.model ?? ''}.`);
  // The caller may have more of a shape than its size, which would be part of the request.
  const size = viewport && { width: viewport.width, height: viewport.height };
  return { ...toRequest(model, file, size), model: model.model };
}

function toRequest(model: GenerationModel, file: PromptedFile, viewport?: PictureSize): GenerationRequest {
  const options: Chosen = file.options ?? {};
  switch (model.work) {
    case 'text-to-image':
      return { provider: model.service ?? 'kinora', options: toImage(file, options, viewport) };
    case 'text-to-video':
    case 'image-to-video':
      return toFilm(model, file, options, viewport);
    case 'text-to-speech':
      return toSpeech(model, file, options);
    case 'text-to-music': {
      const { prompt } = file;
      const { forceInstrumental: instrumental, musicLengthMs, compositionPlan: plan } = options;
      const seconds = file.seconds ?? (musicLengthMs === undefined ? undefined : musicLengthMs / 1000);
      const wanted = { prompt, seconds: clampSeconds(seconds, model), instrumental, plan };
      return { provider: model.service ?? 'kinora', options: { type: 'text-to-music', ...wanted } };
    }
  }
}

function toImage(
  { prompt }: PromptedFile,
  { aspectRatio = 'auto', resolution, seed, systemPrompt }: Chosen,
  viewport = NO_VIEWPORT,
): ImageOptions {
  const text = systemPrompt === undefined ? prompt : `${systemPrompt}\n\n${prompt}`;
  const size =
    aspectRatio === 'auto' && resolution === undefined ? viewport : sizeOf(aspectRatio, resolution, viewport);
  return { type: 'text-to-image', prompt: text, ...size, ...(seed !== undefined && { seed }) };
}

/** Returns the size with an aspect ratio that has about as many pixels as a square. */
function sizeOf(aspectRatio: string, resolution: string | undefined, viewport: PictureSize): PictureSize {
  const [across = 1, down = 1] =
    aspectRatio === 'auto' ? [viewport.width, viewport.height] : aspectRatio.split(':').map(Number);
  const known: Readonly<Record<string, number>> = IMAGE_SIDES;
  const side = known[resolution ?? '1K'] ?? IMAGE_SIDES['1K'];
  const width = side * Math.sqrt(across / down);
  const height = side * Math.sqrt(down / across);
  const shrink = Math.min(1, MAX_SIDE / Math.max(width, height));
  const round = (pixels: number): number => Math.max(STEP, STEP * Math.round((pixels * shrink) / STEP));
  return { width: round(width), height: round(height) };
}

function toFilm(
  model: GenerationModel,
  { prompt, seconds: wanted }: PromptedFile,
  options: Chosen,
  viewport?: PictureSize,
): GenerationRequest {
  const { aspectRatio = 'auto', resolution, generateAudio, duration, motion, guidanceScale } = options;
  const imageUrl = options.startSrc ?? options.inputSrc;
  const asked = wanted ?? (duration === undefined || duration === 'auto' ? undefined : Number(duration));
  const film = {
    prompt,
    seconds: clampSeconds(asked, model),
    resolution: resolution as FilmOptions['resolution'],
    sound: generateAudio,
  };
  // The schema of the model lists the ratios.
  const ratio = (aspectRatio === 'auto' ? undefined : aspectRatio) as FilmOptions['aspectRatio'];
  const provider = model.service ?? 'kinora';
  if (imageUrl === undefined) {
    const near = ratio ?? (viewport && nearestRatio(viewport));
    return { provider, options: { type: 'text-to-video', ...film, aspectRatio: near } };
  }
  const image: VideoOptions = { type: 'image-to-video', imageUrl, prompt, aspectRatio: ratio };
  const camera: VideoOptions = { ...image, seconds: asked, motion, guidanceScale };
  if (model.model === 'kinora-camera') return { provider: KINORA_ITSELF, options: camera };
  return {
    provider,
    options: { ...image, ...film },
    ...(model.service === undefined && {
      fallback: {
        options: camera,
        warning: `A camera of Kinora moves over the start image in place of the model "${model.model}", because this account has no service for films.`,
      },
    }),
  };
}

/** Rounds a duration up to one that the model can make. */
function clampSeconds(seconds: number | undefined, { seconds: range }: GenerationModel): number | undefined {
  if (seconds === undefined || range === undefined) return seconds;
  return Math.min(range.max, Math.max(range.min, Math.ceil(seconds)));
}

const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '9:21'] as const;

function nearestRatio({ width, height }: PictureSize): (typeof RATIOS)[number] {
  const distanceTo = (ratio: string): number => {
    const [across = 1, down = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log(across / down) - Math.log(width / height));
  };
  return RATIOS.reduce((best, ratio) => (distanceTo(ratio) < distanceTo(best) ? ratio : best));
}

function toSpeech(
  { model }: GenerationModel,
  { prompt: text }: PromptedFile,
  { voice, language, newscaster }: Chosen,
): GenerationRequest {
  const type = 'text-to-speech';
  const isOfElevenlabs =
    model.startsWith('elevenlabs') || (voice !== undefined && ELEVENLABS_VOICES.includes(voice));
  const style = { language, newscaster: newscaster === true ? true : undefined };
  const own: SpeechOptions = { type, text, voice: ownVoice(voice, language), ...style };
  if (!isOfElevenlabs) return { provider: 'kinora', options: own };
  const wanted = voice ?? 'Rachel';
  return {
    provider: 'elevenlabs',
    options: { type, text, voice: wanted },
    fallback: {
      options: own,
      warning: `The built-in voice "${own.voice}" speaks in place of "${wanted}" of ElevenLabs, because this account has no credentials for elevenlabs.`,
    },
  };
}

/** Returns the built-in voice for a chosen voice, which may be one of ElevenLabs, or for a language. */
function ownVoice(voice: string | undefined, language: string | undefined): string {
  if (voice !== undefined && findVoice(voice)) return voice;
  const isMan = voice !== undefined && ELEVENLABS_VOICES.includes(voice) && !WOMEN.includes(voice);
  const spoken = VOICES.filter(({ languages }) => language !== undefined && languages.includes(language));
  const [first] = spoken.toSorted((a, b) => Number(matches(b, isMan)) - Number(matches(a, isMan)));
  return first?.name ?? (isMan ? DEFAULT_MAN : DEFAULT_VOICE);
}

function matches({ gender }: (typeof VOICES)[number], isMan: boolean): boolean {
  return (gender === 'male') === isMan;
}
