import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import type { FilmOptions, ImageOptions, VideoOptions } from '../../create/model.ts';
import type { ProviderContext, ProviderRequest } from '../../generation/generation-provider.ts';
import type { QueueSubmission } from '../http/job.ts';
import { chooseNearest } from '../http/nearest-size.ts';
import { type HttpProvider, sendRequest } from '../http/send-request.ts';
import { imageOf, isWan, toDataUri, toFilmSubmission, toVideoSubmission } from '../http/video-input.ts';

/** Replicate recommends data URIs only for files of less than 1 MB. In base64, this is 750 kB. */
const MAX_INLINE_BYTES = 750_000;

const ASPECT_RATIOS = [
  '1:1',
  '16:9',
  '9:16',
  '4:3',
  '3:4',
  '3:2',
  '2:3',
  '21:9',
  '9:21',
  '4:5',
  '5:4',
] as const;

/** Returns the input of a model of Replicate for an image. */
export function toReplicateImage(
  model: string,
  { prompt, width, height, seed }: ImageOptions,
): QueueSubmission {
  const aspectRatio = chooseNearest({ width, height }, ASPECT_RATIOS);
  const isFlux = model.startsWith('black-forest-labs/');
  const input = {
    prompt,
    aspect_ratio: aspectRatio,
    ...(isFlux && { output_format: 'png' }),
    ...(seed !== undefined && { seed }),
  };
  return { kind: 'image', input, warnings: [] };
}

/** The names of the field for the image, by the names of models. Other models call it `image`. */
const IMAGE_FIELDS: readonly (readonly [model: RegExp, field: string])[] = [
  [/stable-video/, 'input_image'],
  [/^minimax\//, 'first_frame_image'],
  [/^kwaivgi\//, 'start_image'],
];

/**
 * Returns the input of a model of Replicate for a video. Uploads a large image, which costs nothing.
 *
 * @param limitMs time limit of the upload in milliseconds.
 */
export async function toReplicateVideo(
  service: HttpProvider,
  model: string,
  { options, request }: { readonly options: VideoOptions; readonly request: ProviderRequest },
  context: ProviderContext,
  limitMs: number,
): Promise<QueueSubmission> {
  const image = await toImageUri(service, request, context, limitMs);
  const field = IMAGE_FIELDS.find(([pattern]) => pattern.test(model))?.[1] ?? 'image';
  const { aspectRatio } = options;
  // The models of the family Wan follow the image.
  const ratio = aspectRatio === undefined || isWan(model) ? {} : { aspect_ratio: aspectRatio };
  return toVideoSubmission(model, options, { ...ratio, [field]: image });
}

/** Returns the input of a model of Replicate for a video from words alone. */
export function toReplicateFilm(model: string, options: FilmOptions): QueueSubmission {
  const { aspectRatio } = options;
  if (aspectRatio === undefined) return toFilmSubmission(model, options, {});
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  const ratio = isWan(model) ? chooseNearest({ width, height }, ['16:9', '9:16']) : aspectRatio;
  return toFilmSubmission(model, options, { aspect_ratio: ratio });
}

const UploadedFile = z.object({ urls: z.object({ get: z.url() }) });

/** Returns the data URI of an image, or the address of a large one after its upload. */
async function toImageUri(
  service: HttpProvider,
  request: ProviderRequest,
  context: ProviderContext,
  limitMs: number,
): Promise<string> {
  const { path, mediaType } = imageOf(request);
  const bytes = await readFile(path);
  if (bytes.length <= MAX_INLINE_BYTES) return toDataUri(bytes, mediaType);
  const body = new FormData();
  body.append('content', new Blob([bytes], { type: mediaType }), basename(path));
  const answer = await sendRequest(service, { step: 'prepare', path: '/files', body, limitMs }, context);
  return answer.parse(UploadedFile).urls.get;
}
