import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { AvatarOptions } from '../../create/model.ts';
import type { StartResult } from '../../generation/generation-provider.ts';
import { createProviderContext } from '../http/test-access.fixture.ts';
import { testStartFaults } from '../http/start-faults.fixture.ts';
import { answerJson, type ServiceServer } from '../http/paid-server.fixture.ts';
import { testVideoFaults } from '../http/video-faults.fixture.ts';
import { createHeyGenProvider } from './heygen-provider.ts';
import { HEYGEN_NO_QUOTA, HEYGEN_REFUSAL, startHeyGenServer } from './heygen-server.fixture.ts';

const PROVIDER = createHeyGenProvider();
const AVATAR: AvatarOptions = {
  type: 'text-to-avatar',
  text: 'Hello',
  avatar: 'Angela',
  voice: 'Abbi - Natural',
};
const LOOK = /^GET \/v1\/video_status\.get/;
let server: ServiceServer;

beforeAll(async () => {
  server = await startHeyGenServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

async function start(options: Partial<AvatarOptions> = {}, url = server.url): Promise<StartResult> {
  const request = { options: { ...AVATAR, ...options }, id: 'request-1' };
  return await PROVIDER.start(request, await createProviderContext(url));
}

test('starts a job, looks at it until it ends, and fetches its video', async () => {
  const started = await start();
  expect(started).toEqual({ job: { id: 'video-1' } });
  expect(server.lines).toEqual(['GET /v2/avatars', 'GET /v2/voices', 'POST /v2/video/generate']);
  const context = await createProviderContext(server.url);
  const job = { id: 'video-1' };
  expect(await PROVIDER.look(job, context)).toBe('running');
  const looked = await PROVIDER.look(job, context);
  expect(looked).toEqual({ ready: { id: 'video-1', url: `${server.url}/results/video-1` } });
  if (looked === 'running') return expect.unreachable();
  expect(await PROVIDER.fetch(looked.ready, context)).toMatchObject({ extension: '.mp4' });
  expect(server.paid).toBe(1);
});

test('sends what is documented', async () => {
  await start();
  expect(server.requests[2]?.json).toEqual({
    video_inputs: [
      {
        character: { type: 'avatar', avatar_id: 'Angela-inTshirt-20220820', avatar_style: 'normal' },
        voice: { type: 'text', input_text: 'Hello', voice_id: '1bd001e7e50f421d891986aad5158bc8' },
        background: { type: 'color', value: '#ffffff' },
      },
    ],
    dimension: { width: 1280, height: 720 },
    callback_id: 'request-1',
  });
  await start({ avatarStyle: 'circle', background: '#f80', ratio: '9:16', test: true });
  expect(server.requests.at(-1)?.json).toMatchObject({
    video_inputs: [{ character: { avatar_style: 'circle' }, background: { value: '#ff8800' } }],
    dimension: { width: 720, height: 1280 },
    test: true,
  });
});

test('passes ids without asking for lists', async () => {
  await start({ avatar: 'Kayla-incasualsuit-20220818', voice: '2d5b0e6cf36f460aa7fc47e3eee4ba54' });
  expect(server.lines).toEqual(['POST /v2/video/generate']);
});

test.each([
  [{ avatar: 'Nobody' }, 'avatar "Nobody"'],
  [{ voice: 'Nobody - Calm' }, 'voice "Nobody - Calm"'],
])('does not pay for an unknown name: %#', async (options, what) => {
  expect(await failureOf(start(options))).toMatch(
    `provider_refused: The account at the service heygen has no ${what}.`,
  );
  expect(server.paid).toBe(0);
});

test('may start again if the lists cannot be read', async () => {
  server.inject(/^GET \/v2\/voices/, answerJson(500, {}));
  expect(await failureOf(start())).toMatch(/^provider_unreachable: /);
  expect(server.paid).toBe(0);
});

test('reports a refusal with the status of a success', async () => {
  server.inject(
    /^POST/,
    answerJson(200, { data: null, error: { code: 1, message: 'Invalid text detected' } }),
  );
  expect(await failureOf(start())).toBe(
    'provider_refused: The service heygen has refused the request: Invalid text detected.',
  );
});

test.each([
  [
    { code: 40119, message: 'Video is too long', detail: 'Video is too long (> 60 s)' },
    'provider_refused: The job of the service heygen has failed: Video is too long (> 60 s).',
  ],
  [
    { code: 'MOVIO_PAYMENT_INSUFFICIENT_CREDIT', message: 'Insufficient credit' },
    'provider_quota: The job of the service heygen has failed, because the account has no credit or quota left. Add credit at the service, then send the request again.',
  ],
])('reports a job that has failed: %#', async (error, failure) => {
  const failing = await startHeyGenServer({ looks: 0, error });
  try {
    await start({}, failing.url);
    const context = await createProviderContext(failing.url);
    expect(await failureOf(PROVIDER.look({ id: 'video-1' }, context))).toBe(failure);
  } finally {
    await failing.close();
  }
});

test('takes the daily limit of a trial for a used-up quota, although its status is that of a busy service', async () => {
  const error = {
    code: 'trial_video_limit_exceeded',
    message: 'You have reached your daily api trial limit 5.',
  };
  server.inject(/^POST/, answerJson(429, { data: null, error }));
  expect(await failureOf(start())).toMatch(/^provider_quota: .* daily api trial limit 5\. Add credit/);
});

test('takes a video that comes with a remark', async () => {
  const data = { status: 'completed', video_url: 'https://a.test/v.mp4', error: { code: 'WATERMARK' } };
  server.inject(LOOK, answerJson(200, { code: 100, data }));
  const looked = await PROVIDER.look({ id: 'a' }, await createProviderContext(server.url));
  expect(looked).toEqual({ ready: { id: 'a', url: 'https://a.test/v.mp4' } });
});

describe('faults', () => {
  const setup = { create: createHeyGenProvider, server: () => server };
  testStartFaults({
    ...setup,
    options: AVATAR,
    paid: /^POST/,
    refusal: HEYGEN_REFUSAL,
    reason: 'video_inputs.0.voice.input_text is too long',
    noQuota: HEYGEN_NO_QUOTA,
  });
  testVideoFaults({ ...setup, look: LOOK });
});
