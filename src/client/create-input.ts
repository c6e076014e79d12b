import type {
  AvatarOptions,
  ImageOptions,
  SpeechOptions,
  TextOptions,
  VideoOptions,
} from '../create/model.ts';

type Speech = Pick<SpeechOptions, 'type' | 'text' | 'voice'>;
type Image = Pick<ImageOptions, 'type' | 'prompt' | 'width' | 'height'>;
type Text = Pick<TextOptions, 'type' | 'prompt'>;
type Avatar = Pick<AvatarOptions, 'type' | 'text' | 'avatar' | 'background'>;

/** A file that the built-in provider generates. Images and texts need a service that the operator has set. */
interface BuiltInRequest {
  readonly provider: 'kinora' | 'shotstack';
  readonly options:
    SpeechOptions | Image | Pick<VideoOptions, 'type' | 'imageUrl' | 'guidanceScale' | 'motion'> | Text;
}

interface ElevenLabsRequest {
  readonly provider: 'elevenlabs';
  readonly options: Speech;
}

interface HeyGenRequest {
  readonly provider: 'heygen';
  readonly options: Avatar &
    Pick<AvatarOptions, 'avatarStyle' | 'ratio' | 'test'> & { readonly voice: string };
}

interface DIdRequest {
  readonly provider: 'd-id';
  readonly options: Avatar;
}

interface OpenAiRequest {
  readonly provider: 'openai';
  readonly options: Text & Pick<TextOptions, 'systemPrompt'> & { readonly model: string };
}

interface StabilityRequest {
  readonly provider: 'stability-ai';
  readonly options: ImageOptions;
}

/** A file to generate: the provider with the options that it knows. */
export type NewCreatedAsset = {
  /** URL to notify when the asset is done or has failed (http or https). */
  readonly callback?: string | undefined;
} & (BuiltInRequest | ElevenLabsRequest | HeyGenRequest | DIdRequest | OpenAiRequest | StabilityRequest);
