import { mkdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers, type OpenedStudio, openStudio } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 120_000;

/** Starts a server with the part of the API of OpenAI that makes pictures. */
async function startPictureService(): Promise<Server> {
  const background = { r: 200, g: 120, b: 40 };
  const size = { width: 1024, height: 1024, channels: 3 as const };
  const picture = await sharp({ create: { ...size, background } })
    .png()
    .toBuffer();
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ created: 1, data: [{ b64_json: picture.toString('base64') }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe.skipIf(obstacle !== undefined)('the assets of the Studio', () => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let pictures: Server;
  let service: ServerProcess;
  let studio: OpenedStudio;

  beforeAll(async () => {
    media = await createMediaFolder();
    await mkdir(media.path('tmp'));
    const ticks = Array.from({ length: 24 }, (_, index) => index);
    await makeClip(media.path('sea.mp4'), { width: 160, height: 90, clock: 12, ticks, paint: paintNumber });
    pictures = await startPictureService();
    service = await startServer(media.path('.'), {
      KINORA_OPENAI_KEY: 'any',
      KINORA_OPENAI_URL: `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/v1`,
    });
    studio = await openStudio(service.url, service.keys.v1);
    studio.page.setDefaultTimeout(TIMEOUT_MS);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await studio[Symbol.asyncDispose]();
    await endServer(service);
    pictures.close();
    await media[Symbol.asyncDispose]();
  });

  it('names an upload in another browser as its file is named', async () => {
    await studio.page.getByRole('link', { name: 'Assets' }).click();
    await studio.page.getByLabel('Files to upload').setInputFiles(media.path('sea.mp4'));
    await studio.page.getByText('Video · 160 × 90').waitFor();
    await using other = await openStudio(service.url, service.keys.v1);
    await other.page.getByRole('link', { name: 'Assets' }).click();
    await other.page.getByRole('link', { name: 'sea.mp4' }).waitFor();
    expect(other.faults).toEqual([]);
  });

  it('makes a rendition, and says at the field what is wrong', async () => {
    const { page } = studio;
    await page.getByRole('link', { name: 'sea.mp4' }).click();
    await page.getByText('Make a rendition').click();
    await page.getByLabel('Format').selectOption('webm');
    await page.getByLabel('Height').fill('0');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByText('Must be 1 or more, not 0.').waitFor();
    expect(await page.getByLabel('Height').getAttribute('aria-invalid')).toBe('true');
    // The refusal is in the console of the browser, too.
    expect(studio.faults).toHaveLength(1);
    for (const theme of ['dark', 'light']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await findBarriers(page)).toEqual([]);
    }
    await page.getByLabel('Height').fill('46');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.getByText(/^webm · \d+ × 46/).waitFor();
  });

  it('generates speech without a service, and uses it in the edit', async () => {
    const { page } = studio;
    await page.getByRole('link', { name: 'All files' }).click();
    await page.getByRole('button', { name: 'Generated' }).click();
    await page.getByRole('textbox', { name: 'Text' }).fill('Welcome to the beach.');
    await page.getByLabel('Voice').selectOption('Amy');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const sound = page.locator('.generated audio');
    await sound.waitFor();
    const duration = () => sound.evaluate((audio) => (audio as unknown as { duration: number }).duration);
    await expect.poll(duration, { timeout: TIMEOUT_MS }).toBeGreaterThan(0.5);
    for (const theme of ['dark', 'light']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await findBarriers(page)).toEqual([]);
    }
  });

  it('has a model make a file from a prompt, and says what others need', async () => {
    const { page } = studio;
    const kind = page.getByLabel('What to generate');
    await kind.selectOption('fal-video');
    await page.getByText('kinora providers set fal').waitFor();
    await kind.selectOption('kinora-camera');
    await page.getByRole('button', { name: 'Choose Picture to start with' }).click();
    await page.getByRole('dialog', { name: 'Choose an image' }).waitFor();
    await page.keyboard.press('Escape');
    await kind.selectOption('kinora-speech');
    await page.getByLabel('What to make').fill('Good morning.');
    await page.getByLabel('Voice').fill('Brian');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    await expect.poll(() => page.locator('.generated audio').count(), { timeout: TIMEOUT_MS }).toBe(2);
  });

  it('generates a picture by the service that is set, and says what is missing for others', async () => {
    const { page } = studio;
    const kind = page.getByLabel('What to generate');
    await kind.selectOption({ label: 'Speech, by ElevenLabs (not set up)' });
    await page.getByText('KINORA_ELEVENLABS_KEY').waitFor();
    await kind.selectOption({ label: 'Pictures from words' });
    await page.getByRole('textbox', { name: 'Prompt' }).fill('A beach');
    await page.getByLabel('Width').fill('64');
    await page.getByLabel('Height').fill('64');
    await page.getByRole('button', { name: 'Generate', exact: true }).click();
    const made = page.locator('.generated', { hasText: 'Pictures from words' });
    await made.locator('img').waitFor();
    await made.getByRole('button', { name: 'Use in the edit' }).click();
    await page.locator('.clip', { hasText: 'image' }).first().waitFor();
    // The only fault is the refusal of the rendition.
    expect(studio.faults).toHaveLength(1);
  });
});
