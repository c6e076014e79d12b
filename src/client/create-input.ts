/** The kinds of media that can be generated. */
export type GenerationType =
  | 'text-to-speech'
  | 'text-to-image'
  | 'image-to-video'
  | 'text-to-avatar'
  | 'text-generator';

/** Speech to generate. */
export interface Speech {
  readonly type: 'text-to-speech';
  readonly text: string;
  /** Name of a voice of the provider. */
  readonly voice: string;
}

/** Speech that the built-in provider generates. */
export interface BuiltInSpeech extends Speech {
  /** Language of the text, such as `en-US`. Default: the language of the voice. */
  readonly language?: string | undefined;
  /** True to read the text in the style of a newscaster. Default: false. */
  readonly newscaster?: boolean | undefined;
}

/** An image to generate. */
export interface GeneratedImage {
  readonly type: 'text-to-image';
  readonly prompt: string;
  /** Whole pixels. */
  readonly width: number;
  /** Whole pixels. */
  readonly height: number;
}

/** An image that Stability AI generates. */
export interface StabilityImage extends GeneratedImage {
  readonly engine?: string | undefined;
  /** Number of diffusion steps, 10 to 50. */
  readonly steps?: number | undefined;
  /** From 0, a random seed, to 4294967295. */
  readonly seed?: number | undefined;
  /** Strictness with which the image follows the prompt, 0 to 35. */
  readonly cfgScale?: number | undefined;
  readonly stylePreset?: string | undefined;
}

/** A video to generate from an image. */
export interface GeneratedVideo {
  readonly type: 'image-to-video';
  /** URL of the image (http or https). */
  readonly imageUrl: string;
  /** Softness of the start and the end of the movement, 0 to 10. Default: 1.8. */
  readonly guidanceScale?: number | undefined;
  /** Amount of movement of the picture, 1 to 255. Default: 127. */
  readonly motion?: number | undefined;
}

/** A text to generate. */
export interface GeneratedText {
  readonly type: 'text-generator';
  readonly prompt: string;
}

/** A text that OpenAI generates. */
export interface OpenAiText extends GeneratedText {
  readonly model: string;
  /** Instructions that precede the prompt. */
  readonly systemPrompt?: string | undefined;
}

/** A video of a speaking person to generate. */
export interface Avatar {
  readonly type: 'text-to-avatar';
  readonly text: string;
  readonly avatar: string;
  /** Colour, `#rrggbb`. For d-id also the URL of an image. */
  readonly background?: string | undefined;
}

/** A video of a speaking person that HeyGen generates. */
export interface HeyGenAvatar extends Avatar {
  readonly voice: string;
  readonly avatarStyle?: 'normal' | 'circle' | undefined;
  readonly ratio?: '16:9' | '9:16' | undefined;
  /** True for a free test with a watermark. Default: false. */
  readonly test?: boolean | undefined;
}

interface SharedFields {
  /** URL to notify when the asset is done or has failed (http or https). */
  readonly callback?: string | undefined;
}

/** A file that the built-in provider generates. Images and texts need a service that the operator has set. */
export interface BuiltInRequest extends SharedFields {
  readonly provider: 'kinora' | 'shotstack';
  readonly options: BuiltInSpeech | GeneratedImage | GeneratedVideo | GeneratedText;
}

/** A speech that ElevenLabs generates. */
export interface ElevenLabsRequest extends SharedFields {
  readonly provider: 'elevenlabs';
  readonly options: Speech;
}

/** A video that HeyGen generates. */
export interface HeyGenRequest extends SharedFields {
  readonly provider: 'heygen';
  readonly options: HeyGenAvatar;
}

/** A video that D-ID generates. */
export interface DIdRequest extends SharedFields {
  readonly provider: 'd-id';
  readonly options: Avatar;
}

/** A text that OpenAI generates. */
export interface OpenAiRequest extends SharedFields {
  readonly provider: 'openai';
  readonly options: OpenAiText;
}

/** An image that Stability AI generates. */
export interface StabilityRequest extends SharedFields {
  readonly provider: 'stability-ai';
  readonly options: StabilityImage;
}

/** A file to generate. `provider` determines the options. */
export type NewCreatedAsset =
  | BuiltInRequest
  | ElevenLabsRequest
  | HeyGenRequest
  | DIdRequest
  | OpenAiRequest
  | StabilityRequest;
