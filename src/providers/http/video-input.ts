import { VIDEO_DEFAULTS } from '../../create/documented-values.ts';
import type { VideoOptions } from '../../create/model.ts';
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
export function toVideoSubmission(
  model: string,
  { prompt, motion, guidanceScale }: VideoOptions,
  more: ModelInput,
): QueueSubmission {
  const hasMotion = /stable-video/.test(model);
  // Every request has both, at least with their defaults. Only a chosen value deserves a remark.
  const unknown = [
    ...(motion !== VIDEO_DEFAULTS.motion && motion !== undefined && !hasMotion ? ['motion'] : []),
    ...(guidanceScale !== VIDEO_DEFAULTS.guidanceScale && guidanceScale !== undefined
      ? ['guidanceScale']
      : []),
  ];
  const input = {
    prompt: prompt ?? DEFAULT_PROMPT,
    ...(hasMotion && motion !== undefined && { motion_bucket_id: motion }),
    ...more,
  };
  const warnings =
    unknown.length === 0
      ? []
      : [
          `The model ${model} does not know ${unknown.join(' and ')}. What the request says there has no effect.`,
        ];
  return { kind: 'video', input, warnings };
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
