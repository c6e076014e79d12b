import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import {
  findBarriers,
  type OpenedStudio,
  openStudio,
  readKeptEdit,
  readPlayhead,
  editPicture,
} from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const PATIENT = { timeout: 60_000 };
const WORDS = 'Good morning everybody. This film was made without a line of JSON.';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let service: ServerProcess;
let studio: OpenedStudio;
beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  service = await startServer(media.path('.'));
  studio = await openStudio(service.url, service.keys.v1);
  await editPicture(studio.page).waitFor(PATIENT);
});
afterAll(async () => {
  await studio[Symbol.asyncDispose]();
  await endServer(service);
  await media[Symbol.asyncDispose]();
});

interface KeptClip {
  readonly asset: { readonly type: string; readonly [field: string]: unknown };
  readonly alias?: string;
  readonly start: unknown;
  readonly length: unknown;
}

/** Returns the clips of the edit, track by track. */
async function readClips(): Promise<readonly KeptClip[]> {
  const kept = await readKeptEdit(studio.page);
  const { timeline } = JSON.parse(kept) as { timeline: { tracks: { clips: KeptClip[] }[] } };
  return timeline.tracks.flatMap(({ clips }) => clips);
}

/** Opens another edit in place of the present one. */
async function openEdit(clips: readonly object[]): Promise<void> {
  const { page } = studio;
  const edit = {
    timeline: { tracks: clips.map((clip) => ({ clips: [clip] })) },
    output: { format: 'mp4', resolution: 'preview', fps: 25 },
  };
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(JSON.stringify(edit, null, 2));
  await expect.poll(() => page.locator('.clip').count(), PATIENT).toBe(clips.length);
}

const lengthOf = async (text: string): Promise<number> => {
  const words = await studio.page.locator('.clip', { hasText: text }).first().innerText();
  return Number(/([\d.]+) s long/.exec(words)?.[1]);
};

describe('speech', () => {
  it('is added, spoken when its words change, and as long as they are', async () => {
    const { page } = studio;
    await page.getByRole('button', { name: 'Add a clip' }).click();
    await page.getByRole('menuitem', { name: /^Speech/ }).click();
    await page.getByLabel('Text', { exact: true }).fill(WORDS);
    await expect.poll(() => lengthOf('Good morning'), PATIENT).toBeGreaterThan(3.2);
    await page.locator('.clip .wave').first().waitFor(PATIENT);
  });

  it('has a voice of a language that was heard before', async () => {
    const { page } = studio;
    const before = await lengthOf('Good morning');
    await page.getByRole('button', { name: /^Voice: Joanna/ }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('en-GB');
    const answer = page.waitForResponse((response) => response.url().endsWith('/speech'));
    const play = page.getByRole('button', { name: 'Play Brian' });
    await play.click();
    expect((await answer).status()).toBe(200);
    await expect.poll(() => play.getAttribute('aria-busy'), PATIENT).toBe('false');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('radio', { name: /^Brian/ }).check();
    await expect.poll(() => lengthOf('Good morning'), PATIENT).not.toBe(before);
  });

  it('gets captions that follow it', async () => {
    const { page } = studio;
    await page.getByRole('button', { name: 'Captions of this speech' }).click();
    const clips = await readClips();
    expect(clips.find(({ asset }) => asset.type === 'text-to-speech')).toMatchObject({
      alias: 'speech',
      asset: { text: WORDS, voice: 'Brian' },
    });
    expect(clips.find(({ asset }) => asset.type === 'rich-caption')).toMatchObject({
      asset: { src: 'alias://speech' },
      start: 'alias://speech',
      length: 'alias://speech',
    });
    expect(await page.getByLabel('Words of').locator('option:checked').innerText()).toBe(WORDS);
    await expect.poll(() => page.locator('.problems li').count(), PATIENT).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });
});

describe('a preview', () => {
  it('shows placeholders for what nobody can make here, says so, and plays', async () => {
    const { page } = studio;
    await openEdit([
      { asset: { type: 'text-to-image', prompt: 'A cat on a beach' }, start: 0, length: 'auto' },
      { asset: { type: 'text-to-speech', text: 'Paid words', voice: 'Rachel' }, start: 0, length: 'auto' },
    ]);
    await page.locator('.remarks summary').click(PATIENT);
    const remarks = page.getByRole('list', { name: 'Problems' });
    await remarks.getByText('npx kinora providers set openai').waitFor(PATIENT);
    await remarks.getByText('npx kinora providers set elevenlabs').waitFor(PATIENT);
    expect(await page.getByRole('button', { name: 'Render', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => readPlayhead(page), PATIENT).toBeGreaterThan(0.5);
    await page.getByRole('button', { name: 'Stop' }).click();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(studio.faults).toEqual([]);
  });

  it('of captions without a transcriber has the command that installs one', async () => {
    const { page } = studio;
    await openEdit([{ asset: { type: 'video', src: 'https://a.example/film.mp4' }, start: 0, length: 2 }]);
    await page.getByRole('tab', { name: 'Clip' }).click();
    await page.locator('.clip').first().click();
    await page.getByText('npx kinora models get base').first().waitFor(PATIENT);
    const captions = page.getByRole('button', { name: 'Captions of this film' });
    expect(await captions.isDisabled()).toBe(true);
    await captions.focus();
    const reason = page.locator(`#${await captions.getAttribute('aria-describedby')}`);
    expect(await reason.innerText()).toMatch(/^Captions from speech: needs a Whisper model, .*get base$/s);
    const before = await readKeptEdit(page);
    await page.keyboard.press('Enter');
    expect(await readKeptEdit(page)).toBe(before);
    expect(await findBarriers(page)).toEqual([]);
  });
});

it('generated media that are used stay what they are, with their words', async () => {
  const { page } = studio;
  const client = createClient({ url: service.url, key: service.keys.v1 });
  const { id } = await client.createdAssets.create({
    provider: 'kinora',
    options: { type: 'text-to-speech', text: 'Kept words', voice: 'Amy' },
  });
  await client.createdAssets.wait(id);
  await page.getByRole('tab', { name: 'Assets' }).click();
  await page.getByRole('button', { name: 'Generated', exact: true }).click();
  await page.getByRole('button', { name: 'Add Kept words at the playhead' }).click(PATIENT);
  await expect
    .poll(async () => (await readClips()).at(-1))
    .toMatchObject({ asset: { type: 'text-to-speech', text: 'Kept words', voice: 'Amy' }, length: 'auto' });
  expect(await page.locator('.clip', { hasText: 'Kept words' }).count()).toBe(1);
  expect(await findBarriers(page)).toEqual([]);
});
