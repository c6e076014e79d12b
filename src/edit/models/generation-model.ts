import type { z } from 'zod';

/** The types of assets that can be made from a prompt. */
export const MODEL_TYPES = ['image', 'video', 'audio'] as const;
/** One of {@link MODEL_TYPES}. */
export type ModelType = (typeof MODEL_TYPES)[number];

/** The work of a model. */
export type ModelWork =
  | 'text-to-image'
  | 'text-to-video'
  | 'image-to-video'
  | 'text-to-speech'
  | 'text-to-music';

/** A service with models of its own. */
export type ModelService = 'openai' | 'stability-ai' | 'fal' | 'replicate' | 'elevenlabs';

/** A model that makes a file from a prompt: a name of Kinora's own, or one of the public service. */
export interface GenerationModel {
  /** The name in requests. */
  readonly model: string;
  readonly type: ModelType;
  /** The name for people. */
  readonly name: string;
  /** Full sentences. */
  readonly description: string;
  readonly work: ModelWork;
  /** The only service that can serve it. Absent: whichever service the account has for the work. */
  readonly service?: ModelService;
  /** Schema of the options. It fills in nothing. */
  readonly options: z.ZodType;
  /** The durations that it can make, in whole seconds. Absent if it chooses them itself, or takes any. */
  readonly seconds?: { readonly min: number; readonly max: number };
}
