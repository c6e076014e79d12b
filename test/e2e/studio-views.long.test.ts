import { mkdir } from 'node:fs/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_FOLDER, obstacle } from '../../src/render/browse/browser.fixture.ts';
import { unpackBrowser } from '../../src/render/browse/unpack-browser.ts';
import { createClient, type EditInput } from '../../src/client/index.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 120_000;

describe.skipIf(obstacle !== undefined)('the Studio', () => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let service: ServerProcess;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    media = await createMediaFolder();
    await mkdir(media.path('tmp'));
    const ticks = Array.from({ length: 24 }, (_, index) => index);
    await makeClip(media.path('film.mp4'), { width: 160, height: 90, clock: 12, ticks, paint: paintNumber });
    service = await startServer(media.path('.'));
    const { program, libraries } = await unpackBrowser(BROWSER_FOLDER);
    // The page is our own, and it reads the film itself. So it needs no sandbox.
    browser = await chromium.launch({
      executablePath: program,
      chromiumSandbox: false,
      args: ['--disable-gpu'],
      env: { ...process.env, LD_LIBRARY_PATH: libraries },
    });
    page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
  });

  afterAll(async () => {
    await browser.close();
    await endServer(service);
    await media[Symbol.asyncDispose]();
  });

  it('signs a person in', async () => {
    await page.goto(service.url);
    await page.getByLabel('API key').fill(service.keys.v1);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Assets' }).click();
    await page.getByText('No sources yet').waitFor();
  });

  it(
    'continues an upload after a reload',
    async () => {
      const held: string[] = [];
      // No byte arrives before the reload.
      await page.route('**/ingest/v1/tus/**', (route) => void held.push(route.request().method()));
      await page.getByLabel('Files to upload').setInputFiles(media.path('film.mp4'));
      await page.getByText('Uploading').waitFor();
      await expect.poll(() => held, { timeout: TIMEOUT_MS }).toContain('PATCH');
      await page.reload();
      await page.getByText('Unfinished').waitFor();
      // Not before the reload: the browser would send what was held, and the upload could end.
      await page.unrouteAll({ behavior: 'ignoreErrors' });

      const continued = page.waitForRequest((request) => request.method() === 'HEAD');
      await page.getByLabel('Files to upload').setInputFiles(media.path('film.mp4'));
      await continued;
      await page.getByText('Video · 160 × 90').waitFor();
    },
    TIMEOUT_MS,
  );

  it(
    'uses the file, renders the edit and plays the result',
    async () => {
      await page.getByRole('button', { name: 'Use in the edit: film.mp4' }).click();
      await page.getByRole('option', { name: /^film\.mp4 video/ }).waitFor();
      await page.getByRole('button', { name: 'Render', exact: true }).click();
      await page.getByRole('status').getByText('Done').waitFor();
      const seconds = await page
        .locator('.stage-box video')
        .evaluate(async (video: { play(): Promise<void>; currentTime: number }) => {
          await video.play();
          await new Promise((resolve) => setTimeout(resolve, 1000));
          return video.currentTime;
        });
      expect(seconds).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  it('lists the render, and opens its edit', async () => {
    await page.getByRole('link', { name: 'All renders' }).click();
    await page.getByText('made in').waitFor();
    // The name of a render is that of its first words.
    await page.getByRole('link', { name: 'Hello, Kinora' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hello, Kinora' }).waitFor();
    await page.getByRole('button', { name: 'Open its edit' }).click();
    await page.getByRole('option', { name: /^film\.mp4 video/ }).waitFor();
  });

  it('names the clips of a failed render and of remarks instead of their places', async () => {
    const client = createClient({ url: service.url, key: service.keys.v1 });
    const opening = { asset: { type: 'text', text: 'Opening' }, start: 'auto', length: 0.2, overlap: 1 };
    const missing = { asset: { type: 'image', src: `${service.url}/missing.png` }, start: 2, length: 1 };
    for (const [clips, name, heading] of [
      [[opening], 'Opening: ', 'Remarks on the edit'],
      [[opening, missing], 'missing.png: ', 'What went wrong'],
    ] as const) {
      const edit = { timeline: { tracks: [{ clips }] }, output: { format: 'mp4', resolution: 'preview' } };
      await page.goto(`${service.url}/#/renders/${await client.render(edit as EditInput).id}`);
      const messages = page.getByRole('region', { name: 'Messages' });
      await messages.getByRole('heading', { name: heading }).waitFor();
      await messages.getByText(name).waitFor({ timeout: 10_000 });
      expect(await messages.innerText()).not.toContain('clips[');
    }
    await page.getByRole('link', { name: 'All renders' }).click();
    await page.getByText('clip 2 of track 1').waitFor({ timeout: 10_000 });
  });

  it.each(['renders', 'assets', 'settings'])(
    'has nothing in the view %s that keeps people out',
    async (view) => {
      await page.goto(`${service.url}/#/${view}`);
      await page.getByRole('heading', { level: 1, name: view }).waitFor();
      for (const theme of ['dark', 'light']) {
        // A text, because the names in it are those of the page.
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
        expect(await findBarriers(page)).toEqual([]);
      }
    },
  );

  it('had no error on the way', () => {
    expect(faults).toEqual([]);
  });
});
