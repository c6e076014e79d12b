import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import type { ImageOptions, VideoOptions } from '../../create/model.ts';
import type { ServiceRequest } from '../../generation/generation-provider.ts';
import { toServiceError } from '../provider-errors.ts';
import { chooseNearest } from '../sdk/nearest-size.ts';
import { requestJson } from '../sdk/request-json.ts';
import { toSdkFailure } from '../sdk/sdk-failure.ts';
import type { ServiceConnection } from '../sdk/provider-call.ts';
import { imageOf, type QueueSubmission, type SubmittedImage } from '../sdk/submit-to-queue.ts';
import { toVideoInput } from '../sdk/video-input.ts';

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
export function toReplicateImage(model: string, { prompt, width, height }: ImageOptions): QueueSubmission {
  const aspectRatio = chooseNearest({ width, height }, ASPECT_RATIOS);
  const isFlux = model.startsWith('black-forest-labs/');
  return { prompt, input: { aspect_ratio: aspectRatio, ...(isFlux && { output_format: 'png' }) } };
}

/** The names of the field for the image, by the names of models. Other models call it `image`. */
const IMAGE_FIELDS: readonly (readonly [model: RegExp, field: string])[] = [
  [/stable-video/, 'input_image'],
  [/^minimax\//, 'first_frame_image'],
  [/^kwaivgi\//, 'start_image'],
];

/** Returns the input of a model of Replicate for a video. Uploads a large image, which costs nothing. */
export async function toReplicateVideo(
  connection: ServiceConnection,
  baseUrl: string,
  model: string,
  { options, request }: { readonly options: VideoOptions; readonly request: ServiceRequest },
): Promise<QueueSubmission & { readonly warnings: readonly string[] }> {
  const { prompt, motion, warnings } = toVideoInput(model, options);
  const image = await toSubmittedImage(connection, baseUrl, request);
  const field = IMAGE_FIELDS.find(([pattern]) => pattern.test(model))?.[1];
  const { aspectRatio } = options;
  // The models of the family Wan follow the image.
  const ratio =
    aspectRatio === undefined || model.startsWith('wan-video/') ? {} : { aspect_ratio: aspectRatio };
  const input = { ...motion, ...ratio };
  return field === undefined
    ? { prompt, image, input, warnings }
    : { prompt, input: { ...input, [field]: toUri(image) }, warnings };
}

async function toSubmittedImage(
  connection: ServiceConnection,
  baseUrl: string,
  request: ServiceRequest,
): Promise<SubmittedImage> {
  const { path, mediaType } = imageOf(request);
  const data = await readFile(path);
  if (data.length <= MAX_INLINE_BYTES) return { type: 'file', data, mediaType };
  const form = new FormData();
  form.append('content', new Blob([data], { type: mediaType }), basename(path));
  return { type: 'url', url: await upload(connection, baseUrl, form) };
}

const UploadedFile = z.object({ urls: z.object({ get: z.url() }) });

/** Uploads a file. A failure is like that of a look: nothing is paid, so the call may be made again. */
async function upload(connection: ServiceConnection, baseUrl: string, form: FormData): Promise<string> {
  const { service, key } = connection;
  const request = { url: `${baseUrl}/files`, authorization: `Bearer ${key}`, form };
  try {
    return (await requestJson(connection, request, UploadedFile)).urls.get;
  } catch (error) {
    throw toServiceError(service, 'look', toSdkFailure(error), key);
  }
}

function toUri(image: SubmittedImage): string {
  if (image.type === 'url') return image.url;
  return `data:${image.mediaType};base64,${Buffer.from(image.data).toString('base64')}`;
}
