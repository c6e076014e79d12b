import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type CreatedAsset, type KinoraClient } from '../../src/client/index.ts';
import { startElevenLabsServer } from '../../src/providers/elevenlabs/elevenlabs-server.fixture.ts';
import { startHeyGenServer } from '../../src/providers/heygen/heygen-server.fixture.ts';
import { neverAnswer, type ServiceServer } from '../../src/providers/http/paid-server.fixture.ts';
import { TEST_KEY } from '../../src/providers/http/test-access.fixture.ts';
import { waitUntil } from '../../src/store/test-databases.fixture.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const SPEECH = {
  provider: 'elevenlabs',
  options: {
    type: 'text-to-speech',
    text: 'Ten words light up one after the other, you see.',
    voice: 'Adam',
  },
} as const;
const AVATAR = {
  provider: 'heygen',
  options: { type: 'text-to-avatar', text: 'Hello', avatar: 'Angela', voice: 'Amy - Warm' },
} as const;
/** An equal speech in an edit, with captions. */
const EDIT = {
  timeline: {
    tracks: [
      { clips: [{ asset: SPEECH.options, alias: 'voice', start: 0, length: 'auto' }] },
      { clips: [{ asset: { type: 'rich-caption', src: 'alias://voice' }, start: 0, length: 'end' }] },
    ],
  },
  output: { format: 'mp4', size: { width: 320, height: 180 } },
} as const;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let elevenlabs: ServiceServer;
let heygen: ServiceServer;
let settings: Record<string, string>;
let server: ServerProcess;
let client: KinoraClient;

beforeEach(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  elevenlabs = await startElevenLabsServer();
  heygen = await startHeyGenServer({ looks: 6 });
  settings = {
    KINORA_ELEVENLABS_KEY: TEST_KEY,
    KINORA_ELEVENLABS_URL: elevenlabs.url,
    KINORA_HEYGEN_KEY: TEST_KEY,
    KINORA_HEYGEN_URL: heygen.url,
  };
  await start();
});
afterEach(async () => {
  await endServer(server);
  await elevenlabs.close();
  await heygen.close();
  await media[Symbol.asyncDispose]();
});

async function start(): Promise<void> {
  server = await startServer(media.path('.'), settings);
  client = createClient({ url: server.url, key: server.keys.v1 });
}
async function killAndStart(): Promise<void> {
  await endServer(server);
  await start();
}
const get = (id: string): Promise<CreatedAsset> => client.createdAssets.get(id);
const hasEnded = async (id: string): Promise<boolean> => ['done', 'failed'].includes((await get(id)).status);

describe('a server that is killed', () => {
  it('in the middle of a paid request asks once, and says that the outcome is unknown', async () => {
    elevenlabs.inject(/with-timestamps/, neverAnswer);
    const { id } = await client.createdAssets.create(SPEECH);
    await waitUntil(() => Promise.resolve(elevenlabs.requests.length === 1));
    await killAndStart();
    await waitUntil(() => hasEnded(id), 60);
    expect(await get(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('It is unknown whether elevenlabs has taken the request') as string,
    });
    expect(elevenlabs.requests).toHaveLength(1);

    // A new request of the client asks again.
    elevenlabs.reset();
    const again = await client.createdAssets.create(SPEECH);
    expect((await client.createdAssets.wait(again.id)).status).toBe('done');
    expect(elevenlabs.paid).toBe(1);
  });

  it('while a job runs at the service goes on with this job', async () => {
    const { id } = await client.createdAssets.create(AVATAR);
    await waitUntil(() => Promise.resolve(heygen.lines.some((line) => line.includes('video_status'))));
    await killAndStart();
    await waitUntil(() => hasEnded(id), 60);
    expect((await get(id)).status).toBe('done');
    expect(heygen.paid).toBe(1);
  });

  it('in the middle of a render pays once for its speech', async () => {
    elevenlabs.inject(/with-timestamps/, neverAnswer);
    const id = await client.render(EDIT).id;
    await waitUntil(() => Promise.resolve(elevenlabs.requests.length === 1));
    await killAndStart();
    await waitUntil(async () => (await client.renders.get(id)).status === 'failed', 60);
    expect((await client.renders.get(id)).error).toContain('timeline.tracks[0].clips[0].asset.text');
    expect(elevenlabs.requests).toHaveLength(1);
  });
});

it('the Create API and edits pay once for equal speeches, which captions then follow', async () => {
  const { id } = await client.createdAssets.create(SPEECH);
  await client.createdAssets.wait(id);
  const { url } = await client.render(EDIT).wait();
  expect(Number((await client.probe(url)).format.duration)).toBeGreaterThan(4);
  await client.createdAssets.delete(id);
  const again = await client.createdAssets.create(SPEECH);
  expect((await client.createdAssets.wait(again.id)).status).toBe('done');
  expect(elevenlabs.paid).toBe(1);
});
