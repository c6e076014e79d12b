import type { AddedNames, GenerationType, OutsideProvider } from '../create/model.ts';

/** The types of media that each service can generate, also for requests that name the built-in provider. */
export const PROVIDER_TYPES: Readonly<Record<OutsideProvider, readonly GenerationType[]>> = {
  openai: ['text-generator', 'text-to-image'],
  'stability-ai': ['text-to-image'],
  elevenlabs: ['text-to-speech', 'text-to-music'],
  heygen: ['text-to-avatar'],
  'd-id': ['text-to-avatar'],
  fal: ['text-to-image', 'image-to-video', 'text-to-video'],
  replicate: ['text-to-image', 'image-to-video', 'text-to-video'],
};

/**
 * The lists of documented names of each service that an operator can add to. No request names a model of fal or
 * of Replicate, so they have none.
 */
export const PROVIDER_NAME_LISTS: Readonly<Record<OutsideProvider, readonly (keyof AddedNames)[]>> = {
  openai: ['models'],
  'stability-ai': ['models'],
  elevenlabs: ['voices'],
  heygen: ['voices', 'avatars'],
  'd-id': ['avatars'],
  fal: [],
  replicate: [],
};

/** The types for which an operator can choose the service that stands for the built-in provider. */
export const DEFAULT_TYPES = [
  'text-to-image',
  'text-generator',
  'image-to-video',
  'text-to-video',
] as const satisfies GenerationType[];
/** One of {@link DEFAULT_TYPES}. */
export type DefaultType = (typeof DEFAULT_TYPES)[number];
