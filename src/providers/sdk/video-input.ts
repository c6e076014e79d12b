import { VIDEO_DEFAULTS } from '../../create/documented-values.ts';
import type { VideoOptions } from '../../create/model.ts';
import type { ModelInput } from './submit-to-queue.ts';

/** The prompt for models that need one, if the request has none. */
const DEFAULT_PROMPT = 'The scene comes to life with smooth, natural motion.';

/** A request for a video, as a model of a queue takes it. */
export interface VideoInput {
  readonly prompt: string;
  /** The motion, if the model has such a field. */
  readonly motion: ModelInput;
  /** Remarks on options that the model does not have. */
  readonly warnings: readonly string[];
}

/**
 * Translates the prompt and the motion of a video. Only Stable Video Diffusion has a number for the motion, and
 * its queues have none for `guidanceScale`.
 */
export function toVideoInput(model: string, { prompt, motion, guidanceScale }: VideoOptions): VideoInput {
  const hasMotion = /stable-video/.test(model);
  // Every request has both, at least with their defaults. Only a chosen value deserves a remark.
  const unknown = [
    ...(motion !== VIDEO_DEFAULTS.motion && motion !== undefined && !hasMotion ? ['motion'] : []),
    ...(guidanceScale !== VIDEO_DEFAULTS.guidanceScale && guidanceScale !== undefined
      ? ['guidanceScale']
      : []),
  ];
  return {
    prompt: prompt ?? DEFAULT_PROMPT,
    motion: hasMotion && motion !== undefined ? { motion_bucket_id: motion } : {},
    warnings:
      unknown.length === 0
        ? []
        : [
            `The model ${model} does not know ${unknown.join(' and ')}. What the request says there has no effect.`,
          ],
  };
}
