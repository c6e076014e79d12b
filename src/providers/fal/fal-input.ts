import { readFile } from 'node:fs/promises';
import type { FilmOptions, ImageOptions, VideoOptions } from '../../create/model.ts';
import type { ProviderRequest } from '../../generation/generation-provider.ts';
import type { ModelInput, QueueSubmission } from '../http/job.ts';
import { chooseNearest, fitSize } from '../http/nearest-size.ts';
import { imageOf, isWan, toDataUri, toFilmSubmission, toVideoSubmission } from '../http/video-input.ts';

/** The sizes that the models of the family FLUX make well. */
const SIZES = { step: 32, minSide: 256, maxSide: 2048, maxArea: 2_000_000 };

/** Returns the input of a model of fal for an image. */
export function toFalImage({ prompt, width, height, seed }: ImageOptions): QueueSubmission {
  const { width: across, height: down } = fitSize({ width, height }, SIZES);
  const size = { width: across, height: down };
  const input = {
    prompt,
    image_size: size,
    num_images: 1,
    output_format: 'png',
    ...(seed !== undefined && { seed }),
  };
  return { kind: 'image', input, warnings: [] };
}

/** Returns the input of a model of fal for a video, with the image as a data URI. */
export async function toFalVideo(
  model: string,
  options: VideoOptions,
  request: ProviderRequest,
): Promise<QueueSubmission> {
  const { path, mediaType } = imageOf(request);
  const image = toDataUri(await readFile(path), mediaType);
  return withTextDuration(
    toVideoSubmission(model, options, { image_url: image, ...toAspectRatio(model, options) }),
  );
}

/** Returns the input of a model of fal for a video from words alone. Its durations are texts. */
export function toFalFilm(model: string, options: FilmOptions): QueueSubmission {
  return withTextDuration(toFilmSubmission(model, options, toAspectRatio(model, options)));
}

function withTextDuration(submission: QueueSubmission): QueueSubmission {
  const { duration } = submission.input;
  if (typeof duration !== 'number') return submission;
  return { ...submission, input: { ...submission.input, duration: String(duration) } };
}

/** The models of the family Wan reject other aspect ratios. Without one, they follow the image. */
function toAspectRatio(model: string, { aspectRatio }: Pick<VideoOptions, 'aspectRatio'>): ModelInput {
  if (aspectRatio === undefined) return {};
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  return {
    aspect_ratio: isWan(model) ? chooseNearest({ width, height }, ['16:9', '9:16', '1:1']) : aspectRatio,
  };
}
