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
export type ProviderName = (typeof BUILT_IN_NAMES)[number] | OutsideProvider;

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
};

/** A video of a speaking person to generate. That of d-id has no voice and fewer options. */
export type AvatarOptions = WithOptional<z.infer<ReturnType<typeof heyGenAvatar>>, 'voice'>;

/** A text to generate. That of the built-in provider has no model and fewer options. */
export type TextOptions = WithOptional<z.infer<ReturnType<typeof openAiText>>, 'model'>;

type WithOptional<Options, Name extends keyof Options> = Omit<Options, Name> & {
  readonly [Each in Name]?: Options[Each] | undefined;
};

/** The options of a file to generate. */
export type GenerationOptions = SpeechOptions | ImageOptions | VideoOptions | AvatarOptions | TextOptions;

/** A valid request for generated media. */
export interface GenerationRequest {
  /** The provider as the client named it. The built-in provider may be served by an outside service. */
  readonly provider: ProviderName;
  readonly options: GenerationOptions;
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

/** Returns the extension of the file that a request of the Create API ends in. */
export function extensionOf({ provider, options }: GenerationRequest): CreatedExtension {
  switch (options.type) {
    case 'text-to-speech':
      return '.mp3';
    case 'text-to-image':
      return provider === 'stability-ai' ? '.jpg' : '.png';
    case 'text-generator':
      return '.txt';
    case 'image-to-video':
    case 'text-to-avatar':
      return '.mp4';
  }
}

/** True if a request names the built-in provider. */
export function isBuiltIn(provider: ProviderName): provider is (typeof BUILT_IN_NAMES)[number] {
  return (BUILT_IN_NAMES as readonly string[]).includes(provider);
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
