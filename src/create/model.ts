import type { z } from 'zod';
import type { TranscribedWord } from '../base/transcribed-word.ts';
import type { AddedNames } from './documented-values.ts';
import type {
  builtInSpeech,
  builtInVideo,
  heyGenAvatar,
  openAiText,
  stabilityImage,
} from './option-schemas.ts';

export type { AddedNames } from './documented-values.ts';

/** The kinds of media that can be generated. */
export const GENERATION_TYPES = [
  'text-to-speech',
  'text-to-image',
  'image-to-video',
  'text-to-avatar',
  'text-generator',
  'text-to-video',
  'text-to-music',
] as const;
/** One of {@link GENERATION_TYPES}. */
export type GenerationType = (typeof GENERATION_TYPES)[number];

/** The outside services that can generate media. Each needs a key of the operator. */
export const OUTSIDE_PROVIDERS = [
  'openai',
  'stability-ai',
  'elevenlabs',
  'heygen',
  'd-id',
  'fal',
  'replicate',
] as const;
/** One of {@link OUTSIDE_PROVIDERS}. */
export type OutsideProvider = (typeof OUTSIDE_PROVIDERS)[number];

/** The names of the built-in provider in a request. The first one is that of the public service. */
export const BUILT_IN_NAMES = ['shotstack', 'kinora'] as const;

/** The provider that a request names: the built-in one, or an outside service. */
export type ProviderName = (typeof BUILT_IN_NAMES)[number] | typeof KINORA_ITSELF | OutsideProvider;

/** The provider of a request that Kinora itself must answer, whatever service stands for the built-in provider. */
export const KINORA_ITSELF = 'built-in';

/** Speech to generate. That of an outside service has fewer options. */
export type SpeechOptions = z.infer<ReturnType<typeof builtInSpeech>>;

/** An image to generate. That of the built-in provider has fewer options. */
export type ImageOptions = z.infer<ReturnType<typeof stabilityImage>>;

/** The aspect ratios of a generated video. */
export const VIDEO_ASPECT_RATIOS = ['1:1', '4:3', '16:9', '9:16', '3:4', '21:9', '9:21'] as const;
/** One of {@link VIDEO_ASPECT_RATIOS}. */
export type VideoAspectRatio = (typeof VIDEO_ASPECT_RATIOS)[number];

/** A video to generate from an image. */
export type VideoOptions = z.infer<ReturnType<typeof builtInVideo>> & {
  /** Description of what happens. Only from edits. */
  readonly prompt?: string | undefined;
  /** Absent: that of the image. Only from edits. */
  readonly aspectRatio?: VideoAspectRatio | undefined;
} & FilmChoices;

/** Options of a video that only an asset with a prompt can have. A service ignores those that its model lacks. */
interface FilmChoices {
  /** Duration in seconds. Absent: 4, or that of the service. */
  readonly seconds?: number | undefined;
  readonly resolution?: '480p' | '720p' | '1080p' | undefined;
  /** True if the video shall have sound. */
  readonly sound?: boolean | undefined;
}

/** A video to generate from words alone. Only from models. */
export interface FilmOptions extends FilmChoices {
  readonly type: 'text-to-video';
  readonly prompt: string;
  readonly aspectRatio?: VideoAspectRatio | undefined;
}

/** Music to generate. Only from models. */
export interface MusicOptions {
  readonly type: 'text-to-music';
  readonly prompt: string;
  /** Duration in seconds. Absent: that of the service. */
  readonly seconds?: number | undefined;
  readonly instrumental?: boolean | undefined;
  /** The plan of the sections, in the form of ElevenLabs. It takes the place of the prompt and the duration. */
  readonly plan?: Readonly<Record<string, unknown>> | undefined;
}

/** A video of a speaking person to generate. That of d-id has no voice and fewer options. */
export type AvatarOptions = WithOptional<z.infer<ReturnType<typeof heyGenAvatar>>, 'voice'>;

/** A text to generate. That of the built-in provider has no model and fewer options. */
export type TextOptions = WithOptional<z.infer<ReturnType<typeof openAiText>>, 'model'>;

type WithOptional<Options, Name extends keyof Options> = Omit<Options, Name> & {
  readonly [Each in Name]?: Options[Each] | undefined;
};

/** The options of a file to generate. */
export type GenerationOptions =
  | SpeechOptions
  | ImageOptions
  | VideoOptions
  | AvatarOptions
  | TextOptions
  | FilmOptions
  | MusicOptions;

/** A valid request for generated media. */
export interface GenerationRequest {
  /** The provider as the client named it. The built-in provider may be served by an outside service. */
  readonly provider: ProviderName;
  readonly options: GenerationOptions;
  /**
   * The file that Kinora itself makes if the owner has no service for the request. With it, a service comes first,
   * although Kinora can make such a file, too. Only from models.
   */
  readonly fallback?: Fallback | undefined;
  /** Makes the result one of its own: an equal request with another take is made, and paid, again. */
  readonly take?: string | undefined;
  /** The model that the request is for, whose schema has chosen the options. */
  readonly model?: string | undefined;
}

/** The file that Kinora itself makes in place of another one. */
interface Fallback {
  readonly options: GenerationOptions;
  /** Tells the client of it, in a sentence. */
  readonly warning: string;
}

/** A valid request of the Create API. */
export interface CreateRequest extends GenerationRequest {
  /** URL to notify. */
  readonly callback: string | undefined;
}

/** The names that an operator has added, by service. */
export type AddedNamesByProvider = Readonly<Partial<Record<OutsideProvider, AddedNames>>>;

/** The formats of generated files: the extensions of their names. */
export type CreatedExtension = '.mp3' | '.png' | '.jpg' | '.mp4' | '.txt';

/** Returns the extension of the file that a request of the Create API or of a generation ends in. */
export function extensionOf({ provider, options, model }: GenerationRequest): CreatedExtension {
  switch (options.type) {
    case 'text-to-speech':
    case 'text-to-music':
      return '.mp3';
    case 'text-to-image':
      return provider === 'stability-ai' && model === undefined ? '.jpg' : '.png';
    case 'text-generator':
      return '.txt';
    case 'image-to-video':
    case 'text-to-video':
    case 'text-to-avatar':
      return '.mp4';
  }
}

/** True if a request names the built-in provider, or must be answered by it. */
export function isBuiltIn(provider: ProviderName): provider is Exclude<ProviderName, OutsideProvider> {
  return provider === KINORA_ITSELF || (BUILT_IN_NAMES as readonly string[]).includes(provider);
}

/** A generated file on this machine, with the facts that only its provider knows. */
export interface GeneratedFile {
  /** Path of the file. */
  readonly path: string;
  /** The extension that fits the bytes, such as `.wav`. */
  readonly extension: string;
  /** The words of a speech and their times. Absent if the provider does not report them. */
  readonly words?: readonly TranscribedWord[] | undefined;
  /** Remarks for the client, each a sentence, such as on letters that a voice cannot read. */
  readonly warnings: readonly string[];
}
