import type { Experimental_VideoModelV4 as VideoModel } from '@ai-sdk/provider';
import type { ServiceRequest } from '../../generation/generation-provider.ts';

/** The input of a model besides its prompt and its image. Plain JSON. */
export type ModelInput = Readonly<Record<string, string | number | Readonly<Record<string, number>>>>;

/** A job to submit. */
export interface QueueSubmission {
  readonly prompt: string;
  readonly image?: SubmittedImage | undefined;
  /** The remaining fields, as the model names them. */
  readonly input: ModelInput;
}

/** An image as bytes, or as the URL of a file that the service holds. */
export type SubmittedImage =
  | { readonly type: 'file'; readonly data: Uint8Array; readonly mediaType: string }
  | { readonly type: 'url'; readonly url: string };

/**
 * Submits a job, of a video or of an image, and returns what the SDK keeps of it. The SDK can submit without
 * waiting only by its video models. Its image models wait for the result within one call, and a restart would
 * lose the paid result. The queues of fal and Replicate take both kinds in the same form.
 *
 * @param service name of the service in the options of the SDK.
 */
export async function submitToQueue(
  model: Pick<VideoModel, 'doStart'>,
  service: string,
  { prompt, image, input }: QueueSubmission,
  signal: AbortSignal,
): Promise<unknown> {
  if (!model.doStart) throw new Error(`The SDK cannot submit to the queue of ${service}.`);
  const { operation } = await model.doStart({
    prompt,
    image,
    n: 1,
    providerOptions: { [service]: { ...input } },
    abortSignal: signal,
    aspectRatio: undefined,
    resolution: undefined,
    duration: undefined,
    fps: undefined,
    seed: undefined,
    frameImages: undefined,
    inputReferences: undefined,
    generateAudio: undefined,
  });
  return operation;
}

/** Returns the image of a request. @throws if there is none. The caller always fetches one for a video. */
export function imageOf({ image }: ServiceRequest): NonNullable<ServiceRequest['image']> {
  if (!image) throw new Error('A request for a video needs the file of its image.');
  return image;
}
