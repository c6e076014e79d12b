import { mkdir, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../src/hosting/s3-server.fixture.ts';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { type OpenedStudio, openStudio } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 60_000;
/** A drawing whose script would write to the page. */
const ACTIVE = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">
  <rect width="64" height="64" fill="#0a0"/><script>document.documentElement.id = 'ran';</script></svg>`;

describe.skipIf(obstacle !== undefined).each(['redirect', 'through'])('the Studio with S3: %s', (files) => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let s3: S3Server;
  let service: ServerProcess;
  let studio: OpenedStudio;

  beforeAll(async () => {
    media = await createMediaFolder();
    await mkdir(media.path('tmp'));
    const ticks = Array.from({ length: 24 }, (_, index) => index);
    await makeClip(media.path('sea.mp4'), { width: 160, height: 90, clock: 12, ticks, paint: paintNumber });
    await writeFile(media.path('active.svg'), ACTIVE);
    s3 = await startS3Server();
    service = await startServer(media.path('.'), {
      KINORA_STORAGE: 's3://films/studio',
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      KINORA_S3_FILES: files,
    });
    studio = await openStudio(service.url, service.keys.v1);
    studio.page.setDefaultTimeout(TIMEOUT_MS);
  }, 2 * TIMEOUT_MS);
  afterAll(async () => {
    await studio[Symbol.asyncDispose]();
    await endServer(service);
    await s3.close();
    await media[Symbol.asyncDispose]();
  });

  it('plays a film and shows a drawing, and allows nothing else', async () => {
    const { page, faults } = studio;
    await page.getByRole('link', { name: 'Assets' }).click();
    await page.getByLabel('Files to upload').setInputFiles([media.path('sea.mp4'), media.path('active.svg')]);
    await page.getByText('Video · 160 × 90').waitFor();
    await page.getByText('Drawing · 64 × 64').waitFor();
    await page.getByRole('link', { name: 'sea.mp4' }).click();
    const film = page.locator('.stage-box video');
    const width = () => film.evaluate((video) => (video as unknown as { videoWidth: number }).videoWidth);
    await expect.poll(width, { timeout: TIMEOUT_MS }).toBe(160);
    await page.getByRole('link', { name: 'All files' }).click();
    await page.getByRole('link', { name: 'active.svg' }).click();
    const drawing = page.locator('.stage-box img');
    const shown = () =>
      drawing.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    await expect.poll(shown, { timeout: TIMEOUT_MS }).toBe(64);
    const allowed = files === 'redirect' ? `request to ${new URL(s3.url).origin}` : 'none';
    expect(faults.filter((fault) => fault !== allowed)).toEqual([]);
  });

  it('runs no script of a drawing in its own origin, also if its address is opened', async () => {
    const { page } = studio;
    const address = (await page.locator('.stage-box img').getAttribute('src')) ?? '';
    if (files === 'redirect') {
      // The storage sends no policy, so the browser saves the file.
      await expect(page.goto(address)).rejects.toThrow('Download is starting');
      return;
    }
    await page.goto(address);
    expect(new URL(page.url()).origin).toBe(new URL(service.url).origin);
    expect(await page.locator('svg').getAttribute('id')).toBeNull();
  });
});
