import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { GeneratedFile, ImageOptions } from '../../create/model.ts';
import type { ProviderAccess } from '../../generation/generation-provider.ts';
import { createProviderContext } from '../http/test-access.fixture.ts';
import { testStartFaults } from '../http/start-faults.fixture.ts';
import { answerJson, type ServiceServer } from '../http/paid-server.fixture.ts';
import { createStabilityProvider } from './stability-provider.ts';
import {
  createFilteredAnswer,
  STABILITY_NO_QUOTA,
  STABILITY_REFUSAL,
  startStabilityServer,
} from './stability-server.fixture.ts';

const PROVIDER = createStabilityProvider();
const IMAGE = { type: 'text-to-image', prompt: 'A lighthouse', width: 1024, height: 1024 } as const;
let server: ServiceServer;

beforeAll(async () => {
  server = await startStabilityServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

async function draw(
  options: Partial<ImageOptions> = {},
  access: Partial<ProviderAccess> = {},
): Promise<GeneratedFile> {
  const context = await createProviderContext(server.url, access);
  const started = await PROVIDER.start({ options: { ...IMAGE, ...options }, id: 'request-1' }, context);
  if ('job' in started) return expect.unreachable('an image is not a job');
  return started.file;
}

test('returns a PNG of the default engine', async () => {
  const file = await draw();
  expect(await sharp(file.path).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 });
  expect([file.extension, file.warnings, server.paid]).toEqual(['.png', [], 1]);
  expect(server.lines).toEqual(['POST /v1/generation/stable-diffusion-xl-1024-v1-0/text-to-image']);
  expect(server.requests[0]).toMatchObject({
    headers: { accept: 'image/png' },
    json: { text_prompts: [{ text: 'A lighthouse' }], width: 1024, height: 1024, samples: 1 },
  });
});

test('sends all options', async () => {
  const engine = 'stable-diffusion-v1-6';
  await draw({ engine, width: 512, steps: 10, seed: 7, cfgScale: 0, stylePreset: 'anime' });
  expect(server.lines[0]).toContain(engine);
  expect(server.requests[0]?.json).toMatchObject({
    width: 512,
    steps: 10,
    seed: 7,
    cfg_scale: 0,
    style_preset: 'anime',
  });
  await draw({ seed: 0 });
  expect(server.requests[1]?.json).not.toHaveProperty('seed');
});

test('asks for a size that the engine allows', async () => {
  const file = await draw({ width: 1920, height: 1080 });
  expect(await sharp(file.path).metadata()).toMatchObject({ width: 1344, height: 768 });
});

test('takes the engine of the access unless the request names one', async () => {
  const access = { model: 'stable-diffusion-v1-6' };
  await draw({}, access);
  await draw({ engine: 'stable-diffusion-xl-1024-v0-9' }, access);
  expect(server.lines.map((line) => line.split('/')[3])).toEqual([
    access.model,
    'stable-diffusion-xl-1024-v0-9',
  ]);
  expect(PROVIDER.identify(IMAGE, { key: 'k' })).not.toBe(PROVIDER.identify(IMAGE, { key: 'k', ...access }));
});

test('refuses an image that the content filter has blurred', async () => {
  server.inject(/^POST/, await createFilteredAnswer());
  expect(await failureOf(draw())).toBe(
    'provider_refused: The content filter of the service stability-ai has refused the image. Change the prompt.',
  );
});

test('reports an engine that does not exist any more', async () => {
  server.inject(/^POST/, answerJson(404, { name: 'not_found', message: 'engine not found' }));
  expect(await failureOf(draw())).toBe(
    'provider_refused: The service stability-ai has refused the request: engine not found.',
  );
});

describe('faults', () => {
  testStartFaults({
    create: createStabilityProvider,
    server: () => server,
    options: IMAGE,
    paid: /^POST/,
    refusal: STABILITY_REFUSAL,
    reason: 'One or more prompts contains filtered words',
    noQuota: STABILITY_NO_QUOTA,
  });
});
