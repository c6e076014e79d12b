import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { AvatarOptions } from '../../create/model.ts';
import type { StartResult } from '../../generation/generation-provider.ts';
import { createProviderContext } from '../http/test-access.fixture.ts';
import { testStartFaults } from '../http/start-faults.fixture.ts';
import { answerJson, type ServiceServer } from '../http/paid-server.fixture.ts';
import { testVideoFaults } from '../http/video-faults.fixture.ts';
import { createDidProvider } from './did-provider.ts';
import { DID_NO_QUOTA, DID_REFUSAL, type DidServerOptions, startDidServer } from './did-server.fixture.ts';

const PROVIDER = createDidProvider();
const AVATAR: AvatarOptions = { type: 'text-to-avatar', text: 'Hello', avatar: 'jack' };
const LOOK = /^GET \/clips\/(?!presenters)/;
let server: ServiceServer;

beforeAll(async () => {
  server = await startDidServer();
});
afterAll(() => server.close());
beforeEach(() => server.reset());

async function start(options: Partial<AvatarOptions> = {}, url = server.url): Promise<StartResult> {
  const request = { options: { ...AVATAR, ...options }, id: 'request-1' };
  return await PROVIDER.start(request, await createProviderContext(url));
}

test('starts a job, looks at it until it ends, and fetches its video', async () => {
  expect(await start()).toEqual({ job: { id: 'clp_1' } });
  const context = await createProviderContext(server.url);
  const job = { id: 'clp_1' };
  expect(await PROVIDER.look(job, context)).toBe('running');
  const looked = await PROVIDER.look(job, context);
  expect(looked).toEqual({ ready: { id: 'clp_1', url: `${server.url}/results/clp_1.mp4` } });
  if (looked === 'running') return expect.unreachable();
  expect(await PROVIDER.fetch(looked.ready, context)).toMatchObject({ extension: '.mp4' });
  expect(server.paid).toBe(1);
});

test('sends what is documented', async () => {
  await start();
  expect(server.requests.at(-1)?.json).toEqual({
    presenter_id: 'jack-Pt27VkP3hW',
    script: { type: 'text', input: 'Hello' },
    config: { result_format: 'mp4' },
    user_data: 'request-1',
  });
});

test.each([
  ['#102030', { color: '#102030' }],
  ['#f80', { color: '#ff8800' }],
  ['https://a.test/picture.png', { source_url: 'https://a.test/picture.png' }],
])('sends the background %s', async (background, sent) => {
  await start({ background });
  expect(server.requests.at(-1)?.json).toMatchObject({ background: sent });
});

test.each([
  ['jack', 'jack-Pt27VkP3hW', 2],
  // D-ID lists another presenter of this name than the known one.
  ['lily', 'lily-1234567890', 2],
  // D-ID lists no presenter of this name.
  ['rian', 'rian-lZC6MmWfC1', 2],
  ['Alex', 'v2_public_alex@qcvo4gupoy', 2],
  ['matt-9C51DD6lgH', 'matt-9C51DD6lgH', 0],
  ['v2_public_alex@qcvo4gupoy', 'v2_public_alex@qcvo4gupoy', 0],
])('sends the avatar %s as %s', async (avatar, presenter_id, lists) => {
  await start({ avatar });
  expect(server.requests.at(-1)?.json).toMatchObject({ presenter_id });
  expect(server.lines.filter((line) => line === 'GET /clips/presenters')).toHaveLength(lists);
});

test('does not pay for an unknown name', async () => {
  expect(await failureOf(start({ avatar: 'nobody' }))).toMatch(
    'provider_refused: The account at the service d-id has no avatar "nobody".',
  );
  expect(server.paid).toBe(0);
});

test.each<[DidServerOptions, string]>([
  [
    { ends: 'error', error: { kind: 'AudioError', description: 'no voice' } },
    'provider_refused: The job of the service d-id has failed: no voice.',
  ],
  [{ ends: 'error' }, 'provider_refused: The job of the service d-id has failed: it gives no reason.'],
  [
    { ends: 'rejected' },
    'provider_refused: The job of the service d-id has failed: its moderation has rejected the text.',
  ],
])('reports a job that has failed: %#', async (options, failure) => {
  const failing = await startDidServer({ looks: 0, ...options });
  try {
    await start({}, failing.url);
    const context = await createProviderContext(failing.url);
    expect(await failureOf(PROVIDER.look({ id: 'clp_1' }, context))).toBe(failure);
  } finally {
    await failing.close();
  }
});

test('may look again at a clip that is done but has no video', async () => {
  server.inject(LOOK, answerJson(200, { id: 'a', status: 'done' }));
  const context = await createProviderContext(server.url);
  expect(await failureOf(PROVIDER.look({ id: 'a' }, context))).toMatch(/^provider_unreachable: /);
});

describe('faults', () => {
  const setup = { create: createDidProvider, server: () => server };
  testStartFaults({
    ...setup,
    options: AVATAR,
    paid: /^POST/,
    refusal: DID_REFUSAL,
    reason: 'script.input is too long',
    noQuota: DID_NO_QUOTA,
  });
  testVideoFaults({ ...setup, look: LOOK });
});
