import type { TranscribedWord } from '../base/transcribed-word.ts';

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
export const SERVICE_NAMES = [
  'openai',
  'stability-ai',
  'elevenlabs',
  'heygen',
  'd-id',
  'fal',
  'replicate',
] as const;
/** One of {@link SERVICE_NAMES}. */
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** The names of the built-in provider in a request. The first one is that of the public service. */
export const BUILT_IN_NAMES = ['shotstack', 'kinora'] as const;

/** The provider that a request names: the built-in one, or an outside service. */
export type ProviderName = (typeof BUILT_IN_NAMES)[number] | ServiceName;

/** Speech to generate. */
export interface SpeechOptions {
  readonly type: 'text-to-speech';
  readonly text: string;
  /** Name of a voice of the provider. */
  readonly voice: string;
  /** The language, such as `en-US`. Absent: the language of the voice. Only for the built-in provider. */
  readonly language?: string | undefined;
  /** True if the text is read in the style of a newscaster. Only for the built-in provider. */
  readonly newscaster?: boolean | undefined;
}

/** An image to generate. */
export interface ImageOptions {
  readonly type: 'text-to-image';
  readonly prompt: string;
  /** Whole pixels. */
  readonly width: number;
  /** Whole pixels. */
  readonly height: number;
  /** The remaining fields are only for stability-ai. */
  readonly engine?: string | undefined;
  /** Number of diffusion steps, 10 to 50. */
  readonly steps?: number | undefined;
  /** From 0, a random seed, to 4294967295. */
  readonly seed?: number | undefined;
  /** Strictness with which the image follows the prompt, 0 to 35. */
  readonly cfgScale?: number | undefined;
  readonly stylePreset?: string | undefined;
}

/** The aspect ratios of a generated video. */
export const VIDEO_ASPECT_RATIOS = ['1:1', '4:3', '16:9', '9:16', '3:4', '21:9', '9:21'] as const;
/** One of {@link VIDEO_ASPECT_RATIOS}. */
export type VideoAspectRatio = (typeof VIDEO_ASPECT_RATIOS)[number];

/** A video to generate from an image. */
export interface VideoOptions {
  readonly type: 'image-to-video';
  /** URL of the image. */
  readonly imageUrl: string;
  /** Softness of the start and the end of the movement, 0 to 10. Absent: 1.8. */
  readonly guidanceScale?: number | undefined;
  /** Amount of movement of the picture, 1 to 255. Absent: 127. */
  readonly motion?: number | undefined;
  /** Description of what happens. Only from edits. */
  readonly prompt?: string | undefined;
  /** Absent: that of the image. Only from edits. */
  readonly aspectRatio?: VideoAspectRatio | undefined;
}

/** A video of a speaking person to generate. */
export interface AvatarOptions {
  readonly type: 'text-to-avatar';
  readonly text: string;
  readonly avatar: string;
  /** The remaining fields are only for heygen, except `background`. */
  readonly voice?: string | undefined;
  readonly avatarStyle?: 'normal' | 'circle' | undefined;
  /** Colour, `#rrggbb`. For d-id, a colour or the URL of an image. */
  readonly background?: string | undefined;
  readonly ratio?: '16:9' | '9:16' | undefined;
  /** True for a free test with a watermark. */
  readonly test?: boolean | undefined;
}

/** A text to generate. */
export interface TextOptions {
  readonly type: 'text-generator';
  readonly prompt: string;
  /** Only for openai. */
  readonly model?: string | undefined;
  /** Instructions that precede the prompt. Only for openai. */
  readonly systemPrompt?: string | undefined;
}

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

/** Names that an operator has added to the documented ones of a service. */
export interface AddedNames {
  /** Models or engines. */
  readonly models: readonly string[];
  readonly voices: readonly string[];
  readonly avatars: readonly string[];
}

/** The names that an operator has added, by service. */
export type AddedNamesByService = Readonly<Partial<Record<ServiceName, AddedNames>>>;

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
