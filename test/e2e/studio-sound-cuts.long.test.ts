import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../../src/base/time.ts';
import { createClient, type EditInput, type KinoraClient } from '../../src/client/index.ts';
import { decibels, largestStep, sine, writeTone } from '../../src/render/mix/test-tones.fixture.ts';
import { decodeSound } from '../media/decode-output.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';
import { findBarriers, type OpenedStudio, openStudio, readKeptEdit, showEdit } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 120_000;
/** Hertz and the amplitude of the tones of both clips. */
const TONES = { low: 500, high: 800 } as const;
const SIZE = 0.3;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let service: ServerProcess;
let studio: OpenedStudio;
let client: KinoraClient;
/** The addresses of sounds and films of 10 s. */
let files: Record<'low' | 'high' | 'lowFilm' | 'highFilm', string>;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  service = await startServer(media.path('.'));
  client = createClient({ url: service.url, key: service.keys.v1 });
  const upload = async (path: string): Promise<string> => {
    const { id } = await client.upload(await readFile(path));
    return (await client.sources.wait(id)).source ?? '';
  };
  const make = async (name: keyof typeof TONES): Promise<[string, string]> => {
    const [tone, film] = [media.path(`${name}.wav`), media.path(`${name}.mp4`)];
    await writeTone(tone, sine(TONES[name], SIZE), 10);
    const shape = { type: 'shape', shape: 'circle', circle: { radius: 9 }, fill: { color: '#ffffff' } };
    const clips = [{ asset: shape, start: 0, length: 10 }];
    const sound = { asset: { type: 'audio', src: tone }, start: 0, length: 10 };
    const output = { format: 'mp4', size: { width: 64, height: 36 }, fps: 25 };
    await renderEdit({ timeline: { tracks: [{ clips }, { clips: [sound] }] }, output }, film);
    return [await upload(tone), await upload(film)];
  };
  const [low, lowFilm] = await make('low');
  const [high, highFilm] = await make('high');
  files = { low, high, lowFilm, highFilm };
  studio = await openStudio(service.url, service.keys.v1);
}, TIMEOUT_MS);
afterAll(async () => {
  await studio[Symbol.asyncDispose]();
  await endServer(service);
  await media[Symbol.asyncDispose]();
});

interface Clip {
  readonly asset: Readonly<Record<string, unknown>>;
  readonly overlap?: number;
  readonly transition?: object;
}

/** Opens two clips of 5 s that follow each other, each of the middle of its file. */
async function open(type: 'audio' | 'video', first: string, second: string): Promise<void> {
  const clips = [first, second].map((src, index) => ({
    asset: { type, src, trim: 2 },
    start: 5 * index,
    length: 5,
  }));
  const output = { format: 'mp4', size: { width: 64, height: 36 }, fps: 25 };
  await showEdit(studio.page, { timeline: { tracks: [{ clips }] }, output }, 2);
}

async function readClips(): Promise<readonly Clip[]> {
  const edit = JSON.parse(await readKeptEdit(studio.page)) as {
    timeline: { tracks: { clips: Clip[] }[] };
  };
  return edit.timeline.tracks[0]?.clips ?? [];
}

/** Renders the edit by the API. Returns the levels of each 20 ms in decibels beside a tone, and the largest step. */
async function hearRender(): Promise<{ levels: number[]; step: number; warnings: readonly unknown[] }> {
  const edit = JSON.parse(await readKeptEdit(studio.page)) as EditInput;
  const { url, warnings = [] } = await client.render(edit).wait();
  const path = media.path('out.mp4');
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
  const sound = (await decodeSound(path))?.left ?? new Float32Array();
  const part = SAMPLE_RATE / 50;
  const levels = Array.from({ length: Math.floor(sound.length / part) - 2 }, (_part, index) => {
    const samples = sound.subarray((index + 1) * part, (index + 2) * part);
    const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / part;
    return decibels(Math.sqrt(power) / (SIZE / Math.SQRT2));
  });
  return { levels, step: largestStep(sound.subarray(part, -part)), warnings };
}

/** The largest step of both tones together. */
const MOST_STEP = SIZE * 2 * Math.PI * (Math.max(TONES.low, TONES.high) / SAMPLE_RATE);

async function expectSmooth(): Promise<void> {
  const { levels, step, warnings } = await hearRender();
  expect(warnings).toEqual([]);
  // Two tones of other pitches are 3 dB softer in the middle of a straight cross-fade.
  expect(Math.min(...levels)).toBeGreaterThan(-4);
  expect(Math.max(...levels)).toBeLessThan(0.5);
  expect(step).toBeLessThan(1.1 * MOST_STEP);
}

it(
  'cross-fades two sounds at their cut, and the render has neither a gap nor a jump nor a click',
  async () => {
    const { page } = studio;
    await open('audio', files.low, files.high);
    const cut = page.locator('.cut-button');
    await cut.click();
    expect(await page.getByRole('menuitemradio').allTextContents()).toEqual(['None', 'Cross-fade']);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('menuitemradio', { name: 'Cross-fade' }).click();
    await expect.poll(readClips).toMatchObject([
      { length: 6, asset: { effect: 'fadeOut' } },
      { start: 'auto', overlap: 2, length: 6, asset: { effect: 'fadeIn', trim: 1 } },
    ]);
    await expectSmooth();
    await cut.press('Shift+ArrowDown');
    await expect
      .poll(readClips)
      .toMatchObject([{ asset: { volume: [{ from: 1, to: 0, length: 1.6 }] } }, { overlap: 1.6 }]);
    await expectSmooth();
    await cut.press('Delete');
    await expect
      .poll(async () => (await readClips()).map(({ asset }) => asset['volume']))
      .toEqual([undefined, undefined]);
  },
  TIMEOUT_MS,
);

it(
  'cross-fades the sounds of two films with their pictures, or not',
  async () => {
    const { page } = studio;
    await open('video', files.lowFilm, files.highFilm);
    await page.locator('.cut-button').click();
    await page.getByRole('menuitemradio', { name: 'Cross-fade' }).click();
    await expect.poll(readClips).toMatchObject([
      { transition: { out: 'fade' }, asset: { volume: [{ to: 0, length: 1 }] } },
      { transition: { in: 'fade' }, overlap: 1, asset: { volume: [{ from: 0, length: 1 }] } },
    ]);
    await expectSmooth();
    // The fades are changed at the cut, not as keyframes.
    await page
      .locator('.clip')
      .first()
      .click({ position: { x: 60, y: 10 } });
    expect(await page.locator('.keyframe').count()).toBe(0);
    await page.locator('.cut-button').click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('menuitemcheckbox', { name: 'Cross-fade the sound, too' }).click();
    await expect
      .poll(async () => (await readClips()).map(({ asset }) => asset['volume']))
      .toEqual([undefined, undefined]);
    expect(await readClips()).toMatchObject([{ transition: { out: 'fade' } }, { overlap: 1 }]);
    expect(studio.faults).toEqual([]);
  },
  TIMEOUT_MS,
);
