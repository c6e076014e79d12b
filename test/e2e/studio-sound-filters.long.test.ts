import { mkdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { sine, writeTone } from '../../src/render/mix/test-tones.fixture.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import {
  findBarriers,
  type OpenedStudio,
  openStudio,
  readKeptEdit,
  readPlayhead,
  showEdit,
} from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 120_000;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let service: ServerProcess;
let studio: OpenedStudio;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  service = await startServer(media.path('.'));
  const client = createClient({ url: service.url, key: service.keys.v1 });
  await writeTone(media.path('tone.wav'), sine(500, 0.3), 4);
  const { id } = await client.upload(await readFile(media.path('tone.wav')));
  const { source: src } = await client.sources.wait(id);
  studio = await openStudio(service.url, service.keys.v1);
  const clips = [{ asset: { type: 'audio', src }, start: 0, length: 4 }];
  const output = { format: 'mp4', size: { width: 64, height: 36 }, fps: 25 };
  await showEdit(studio.page, { timeline: { tracks: [{ clips }] }, output }, 1);
}, TIMEOUT_MS);
afterAll(async () => {
  await studio[Symbol.asyncDispose]();
  await endServer(service);
  await media[Symbol.asyncDispose]();
});

interface Timeline {
  readonly sound?: object[];
  readonly tracks: {
    readonly sound?: object[];
    readonly clips: { readonly asset: { readonly sound?: object[] } }[];
  }[];
}

async function readTimeline(): Promise<Timeline> {
  const { timeline } = JSON.parse(await readKeptEdit(studio.page)) as { timeline: Timeline };
  return timeline;
}

it(
  'filters a clip, its track and the mix by choices of the form',
  async () => {
    const { page } = studio;
    await page.locator('.clip').first().click();
    await page.getByRole('heading', { name: 'Sound', exact: true }).click();
    const add = page.getByLabel('Add to sound filters');
    const expectSound = (sound: object[]) =>
      expect
        .poll(async () => (await readTimeline()).tracks[0]?.clips[0]?.asset.sound, { timeout: 5000 })
        .toEqual(sound);
    // A preset is one choice.
    await add.selectOption('voice');
    await expectSound([{ type: 'voice' }]);
    await add.selectOption('gain');
    await page.getByText('Sound filters 2').click();
    await page.getByLabel('Gain', { exact: true }).fill('6');
    await expectSound([{ type: 'voice' }, { type: 'gain', db: 6 }]);
    await page.getByRole('button', { name: 'Move Sound filters 2 up' }).click();
    await expectSound([{ type: 'gain', db: 6 }, { type: 'voice' }]);
    // The item is still open. Another kind has other numbers.
    await page.locator('.item').first().getByLabel('Type').selectOption('compressor');
    await expectSound([{ type: 'compressor' }, { type: 'voice' }]);
    expect(await findBarriers(page)).toEqual([]);
    await page
      .getByRole('button', { name: /more fields/ })
      .last()
      .click();
    await page.getByLabel('Add to sound of the track').selectOption('reverb');
    await expect.poll(async () => (await readTimeline()).tracks[0]?.sound).toEqual([{ type: 'reverb' }]);
    await page.getByRole('button', { name: 'Output', exact: true }).click();
    await page.getByLabel('Add to sound filters').first().selectOption('limiter');
    await expect.poll(async () => (await readTimeline()).sound).toEqual([{ type: 'limiter' }]);
    // The page mixes the track and the timeline by the same code.
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => readPlayhead(page), { timeout: 20_000 }).toBeGreaterThan(1);
    expect(studio.faults).toEqual([]);
  },
  TIMEOUT_MS,
);
