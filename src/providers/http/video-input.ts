import { VIDEO_DEFAULTS } from '../../create/documented-values.ts';
import type { FilmOptions, VideoOptions } from '../../create/model.ts';
import type { ProviderRequest } from '../../generation/generation-provider.ts';
import type { ModelInput, QueueSubmission } from './job.ts';

/** The prompt for models that need one, if the request has none. */
const DEFAULT_PROMPT = 'The scene comes to life with smooth, natural motion.';

/**
 * Translates a request for a video. Only Stable Video Diffusion has a number for the motion, and its queues have
 * none for `guidanceScale`.
 *
 * @param more the image, and what else the model knows.
 */
export function toVideoSubmission(model: string, options: VideoOptions, more: ModelInput): QueueSubmission {
  const { prompt, motion, guidanceScale } = options;
  const film = toFilmInput(model, options);
  const hasMotion = /stable-video/.test(model);
  // Every request has both, at least with their defaults. Only a chosen value deserves a remark.
  const unknown = [
    ...(motion !== VIDEO_DEFAULTS.motion && motion !== undefined && !hasMotion ? ['motion'] : []),
    ...(guidanceScale !== VIDEO_DEFAULTS.guidanceScale && guidanceScale !== undefined
      ? ['guidanceScale']
      : []),
    ...film.unknown,
  ];
  const input = {
    prompt: prompt ?? DEFAULT_PROMPT,
    ...(hasMotion && motion !== undefined && { motion_bucket_id: motion }),
    ...film.input,
    ...more,
  };
  return { kind: 'video', input, warnings: warnOfUnknown(model, unknown) };
}

/** Translates a request for a video from words alone. @param more what else the model knows. */
export function toFilmSubmission(model: string, options: FilmOptions, more: ModelInput): QueueSubmission {
  const { input, unknown } = toFilmInput(model, options);
  return {
    kind: 'video',
    input: { prompt: options.prompt, ...input, ...more },
    warnings: warnOfUnknown(model, unknown),
  };
}

/** True for a model of the family Wan. It chooses the duration and has no sound. */
export function isWan(model: string): boolean {
  return /(?:^|\/)wan(?:[/-]|$)/.test(model);
}

/** Returns the fields for the resolution, the duration and the sound, and those that the model does not know. */
function toFilmInput(
  model: string,
  { seconds, resolution, sound }: Pick<FilmOptions, 'seconds' | 'resolution' | 'sound'>,
): { readonly input: ModelInput; readonly unknown: readonly string[] } {
  const isSmall = isWan(model);
  const hasResolution = resolution !== undefined && !(isSmall && resolution === '1080p');
  return {
    input: {
      ...(hasResolution && { resolution }),
      ...(seconds !== undefined && !isSmall && { duration: seconds }),
      ...(sound !== undefined && !isSmall && { generate_audio: sound }),
    },
    unknown: isSmall
      ? [
          ...(seconds === undefined ? [] : ['the duration']),
          ...(sound === true ? ['sound'] : []),
          ...(resolution === '1080p' ? ['1080p'] : []),
        ]
      : [],
  };
}

function warnOfUnknown(model: string, unknown: readonly string[]): string[] {
  if (unknown.length === 0) return [];
  return [
    `The model ${model} does not know ${unknown.join(' and ')}. What the request says there has no effect.`,
  ];
}

/** Returns the image of a request. @throws if there is none. The caller always fetches one for a video. */
export function imageOf({ image }: ProviderRequest): NonNullable<ProviderRequest['image']> {
  if (!image) throw new Error('A request for a video needs the file of its image.');
  return image;
}

/** Returns an image as a data URI. */
export function toDataUri(bytes: Buffer, mediaType: string): string {
  return `data:${mediaType};base64,${bytes.toString('base64')}`;
}
