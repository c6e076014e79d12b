import { KinoraError } from '../../base/errors.ts';
import type { GeneratedFile, ImageOptions } from '../../create/model.ts';
import type {
  GenerationProvider,
  ProviderAccess,
  ProviderContext,
} from '../../generation/generation-provider.ts';
import { createMissingSteps, expectOptions } from '../http/at-once.ts';
import { chooseProviderModel, identifyProvider } from '../http/model-choice.ts';
import { writeResult } from '../http/save-result.ts';
import type { JobLimits } from '../http/job.ts';
import { type HttpAnswer, type HttpProvider, sendRequest } from '../http/send-request.ts';
import { chooseImageSize } from './image-size.ts';

const NAME = 'stability-ai';
const TYPE = 'text-to-image';
const DEFAULT_ENGINE = 'stable-diffusion-xl-1024-v1-0';
const MAX_IMAGE_BYTES = 50_000_000;
const START_MS = 3 * 60_000;
const PROVIDER: HttpProvider = {
  name: NAME,
  baseUrl: 'https://api.stability.ai/v1',
  authorize: (key) => ({ authorization: `Bearer ${key}` }),
};
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Creates the provider for images by Stability AI, with version 1 of its REST API, which serves the documented
 * engines. The image may have another size than the wanted one: the nearest that the engine allows.
 *
 * This API documents no idempotency key, so that the id of a request is not sent.
 */
export function createStabilityProvider({
  startMs = START_MS,
}: Partial<Pick<JobLimits, 'startMs'>> = {}): GenerationProvider {
  return {
    name: NAME,
    identify: (options, access) =>
      identifyProvider(NAME, access, PROVIDER.baseUrl, engineOf(expectOptions(NAME, TYPE, options), access)),
    async start({ options }, context) {
      const image = expectOptions(NAME, TYPE, options);
      return { file: await draw(image, startMs, context) };
    },
    ...createMissingSteps(NAME),
  };
}

function engineOf({ engine }: ImageOptions, access: ProviderAccess): string {
  return engine ?? chooseProviderModel(access, TYPE, DEFAULT_ENGINE);
}

async function draw(
  options: ImageOptions,
  limitMs: number,
  context: ProviderContext,
): Promise<GeneratedFile> {
  const engine = engineOf(options, context.access);
  const reply = await sendRequest(
    PROVIDER,
    {
      step: 'start',
      path: `/generation/${encodeURIComponent(engine)}/text-to-image`,
      body: toBody(options, engine),
      accept: 'image/png',
      limitMs,
      maxBytes: MAX_IMAGE_BYTES,
    },
    context,
  );
  checkContent(reply);
  return await writeResult(NAME, reply.bytes, '.png', context);
}

/** A seed of 0 means a random one, which is also the default. */
function toBody(options: ImageOptions, engine: string): object {
  const { prompt, steps, seed, cfgScale, stylePreset } = options;
  return {
    text_prompts: [{ text: prompt }],
    ...chooseImageSize(engine, options),
    samples: 1,
    ...(steps !== undefined && { steps }),
    ...(seed !== undefined && seed !== 0 && { seed }),
    ...(cfgScale !== undefined && { cfg_scale: cfgScale }),
    ...(stylePreset !== undefined && { style_preset: stylePreset }),
  };
}

/** Rejects an image that the filter of the service has blurred, and an answer that is no image. */
function checkContent(reply: HttpAnswer): void {
  const finish = reply.header('finish-reason');
  if (finish === 'CONTENT_FILTERED')
    throw new KinoraError(
      'provider_refused',
      `The content filter of the service ${NAME} has refused the image. Change the prompt.`,
    );
  if (finish === 'ERROR')
    throw new KinoraError('provider_refused', `The service ${NAME} could not generate the image.`);
  if (!reply.bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
    throw reply.createUnreadableError();
}
