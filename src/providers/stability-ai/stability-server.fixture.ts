import {
  type Answer,
  answerBytes,
  answerJson,
  type ServiceServer,
  startServiceServer,
} from '../http/paid-server.fixture.ts';
import { TEST_KEY } from '../http/test-access.fixture.ts';
import { createPng } from '../http/small-media.fixture.ts';

/** Answers as Stability AI does if the account has no balance, although 429 is also the status of too many requests. */
export const STABILITY_NO_QUOTA: Answer = answerJson(429, {
  id: '1',
  name: 'insufficient_balance',
  message: 'Your organization does not have enough balance to request this action (need $0.02, have $0).',
});
/** Answers as Stability AI does if a prompt is not allowed. */
export const STABILITY_REFUSAL: Answer = answerJson(400, {
  id: '2',
  name: 'invalid_prompts',
  message: 'One or more prompts contains filtered words.',
});

const SDXL = /^(1024x1024|1152x896|896x1152|1216x832|832x1216|1344x768|768x1344|1536x640|640x1536)$/;

/** Starts a server that speaks version 1 of the documented protocol of Stability AI. */
export function startStabilityServer(key = TEST_KEY): Promise<ServiceServer> {
  return startServiceServer({
    authorization: ['authorization', `Bearer ${key}`],
    onWrongKey: answerJson(401, { id: '3', name: 'unauthorized', message: 'missing authorization header' }),
    async answer(request, { pay }) {
      const engine = /^\/v1\/generation\/([^/]+)\/text-to-image$/.exec(request.path)?.[1];
      if (engine === undefined || request.method !== 'POST')
        return answerJson(404, { id: '4', name: 'not_found', message: 'not found' });
      // The code under test sends these fields.
      const { width, height } = request.json as { readonly width: number; readonly height: number };
      if (engine.startsWith('stable-diffusion-xl-1024') && !SDXL.test(`${width}x${height}`)) {
        const message = 'for stable-diffusion-xl-1024-v1-0 the allowed dimensions are 1024x1024, ...';
        return answerJson(400, { id: '5', name: 'invalid_sdxl_v1_dimensions', message });
      }
      pay();
      const headers = { 'finish-reason': 'SUCCESS', seed: '1' };
      return answerBytes(await createPng(width, height), 'image/png', headers);
    },
  });
}

/** Answers with a picture that the content filter has blurred. */
export async function createFilteredAnswer(): Promise<Answer> {
  return answerBytes(await createPng(64, 64), 'image/png', { 'finish-reason': 'CONTENT_FILTERED' });
}
