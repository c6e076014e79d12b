import { readFile } from 'node:fs/promises';
import type { ImageOptions } from '../../create/model.ts';
import type { ServiceRequest } from '../../generation/generation-provider.ts';
import { chooseNearest, fitSize } from '../sdk/nearest-size.ts';
import { imageOf, type QueueSubmission } from '../sdk/submit-to-queue.ts';
import { toVideoInput } from '../sdk/video-input.ts';
import type { VideoOptions } from '../../create/model.ts';

/** The sizes that the models of the family FLUX make well. */
const SIZES = { step: 32, minSide: 256, maxSide: 2048, maxArea: 2_000_000 };

/** Returns the input of a model of fal for an image. */
export function toFalImage({ prompt, width, height }: ImageOptions): QueueSubmission {
  const { width: across, height: down } = fitSize({ width, height }, SIZES);
  return {
    prompt,
    input: { image_size: { width: across, height: down }, num_images: 1, output_format: 'png' },
  };
}

/** Returns the input of a model of fal for a video, with the image as a data URI. */
export async function toFalVideo(
  model: string,
  options: VideoOptions,
  request: ServiceRequest,
): Promise<QueueSubmission & { readonly warnings: readonly string[] }> {
  const { path, mediaType } = imageOf(request);
  const { prompt, motion, warnings } = toVideoInput(model, options);
  return {
    prompt,
    image: { type: 'file', data: await readFile(path), mediaType },
    input: { ...motion, ...toAspectRatio(model, options) },
    warnings,
  };
}

/** The models of the family Wan reject other aspect ratios. Without one, they follow the image. */
function toAspectRatio(model: string, { aspectRatio }: VideoOptions): QueueSubmission['input'] {
  if (aspectRatio === undefined) return {};
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  const isWan = /\/wan[/-]/.test(model);
  return {
    aspect_ratio: isWan ? chooseNearest({ width, height }, ['16:9', '9:16', '1:1']) : aspectRatio,
  };
}
