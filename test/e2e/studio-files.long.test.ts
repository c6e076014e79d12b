import { openAsBlob } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers, type OpenedStudio, openStudio, readKeptEdit } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 60_000;
const POLL = { timeout: TIMEOUT_MS };
const SUBTITLES = '1\n00:00:00,000 --> 00:00:01,000\nHello\n';

/** Hands a file to the page, as the clipboard and a drag do. */
async function giveFile(
  page: Page,
  event: 'paste' | 'drop',
  selector: string,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<void> {
  // A text, because the names in it are those of the page.
  await page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
    const options = { bubbles: true, cancelable: true };
    const event = ${JSON.stringify(event)} === 'paste'
      ? new ClipboardEvent('paste', { ...options, clipboardData: data })
      : new DragEvent('drop', { ...options, dataTransfer: data });
    document.querySelector(${JSON.stringify(selector)}).dispatchEvent(event);
  }`);
}

async function findBarriersInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'light']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    found.push(...(await findBarriers(page)));
  }
  return found;
}

describe.skipIf(obstacle !== undefined)('a file in the Studio', () => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let service: ServerProcess;
  let studio: OpenedStudio;

  beforeAll(async () => {
    media = await createMediaFolder();
    await mkdir(media.path('tmp'));
    const ticks = Array.from({ length: 24 }, (_, index) => index);
    await makeClip(media.path('walk.mp4'), { width: 160, height: 90, clock: 12, ticks, paint: paintNumber });
    const background = { r: 200, g: 120, b: 40 };
    await sharp({ create: { width: 90, height: 160, channels: 3, background } }).toFile(
      media.path('sun.png'),
    );
    await sharp(media.path('sun.png')).toFile(media.path('old.tiff'));
    await writeFile(media.path('words.srt'), SUBTITLES);
    await writeFile(media.path('empty.mp4'), '');
    service = await startServer(media.path('.'));
    const client = createClient({ url: service.url, key: service.keys.v1 });
    for (const name of ['old.tiff', 'walk.mp4', 'sun.png']) {
      const { id } = await client.upload(await openAsBlob(media.path(name)), { name });
      await client.sources.wait(id);
    }
    studio = await openStudio(service.url, service.keys.v1);
    studio.page.setDefaultTimeout(TIMEOUT_MS);
  }, 2 * TIMEOUT_MS);
  afterAll(async () => {
    await studio[Symbol.asyncDispose]();
    await endServer(service);
    await media[Symbol.asyncDispose]();
  });

  it('of a template is chosen from those of the account, with its picture, its name and its size', async () => {
    const { page } = studio;
    await page.goto(`${service.url}/#/start/vertical-story`);
    await page.getByLabel('Headline 1').fill('A walk');
    await page.getByRole('button', { name: 'Choose Picture 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose an image or a video' });
    await dialog.getByRole('button', { name: 'walk.mp4 Video · 160 × 90 · 2 s' }).waitFor();
    // The server draws what the browser cannot show.
    await dialog.locator('.file-tile', { hasText: 'old.tiff' }).locator('img').waitFor();
    expect(await findBarriersInBothThemes(page)).toEqual([]);
    await dialog.getByLabel('Search by name').fill('SUN');
    await expect.poll(() => dialog.locator('.file-tile').count(), POLL).toBe(1);
    await dialog.getByRole('button', { name: /sun\.png/ }).click();
    await page.getByRole('group', { name: 'Picture 1' }).getByText('Image · 90 × 160').waitFor();
  });

  it('of a template is uploaded, and one of another kind is refused with a sentence', async () => {
    const { page } = studio;
    const place = page.getByRole('group', { name: 'Picture 2' });
    await page.getByLabel('File for Picture 2').setInputFiles(media.path('words.srt'));
    await place.getByText('words.srt is not an image or a video. Choose a file that ends with').waitFor();
    await page.getByLabel('File for Picture 2').setInputFiles(media.path('walk.mp4'));
    await place.getByText('Video · 160 × 90').waitFor();
    expect(await place.getByRole('alert').count()).toBe(0);
    expect(await findBarriersInBothThemes(page)).toEqual([]);
  });

  it('stays in the form of its template after another view and a reload, until it starts over', async () => {
    const { page } = studio;
    await page.getByRole('link', { name: 'Renders' }).click();
    await page.getByRole('heading', { name: 'Renders', exact: true }).waitFor();
    await page.goto(`${service.url}/#/start/vertical-story`);
    await page.reload();
    await page.getByRole('group', { name: 'Picture 1' }).getByText('sun.png').waitFor();
    await page.getByRole('group', { name: 'Picture 2' }).getByText('walk.mp4').waitFor();
    expect(await page.getByLabel('Headline 1').inputValue()).toBe('A walk');
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await expect.poll(() => readKeptEdit(page), POLL).toContain('A walk');
    const { merge } = JSON.parse(await readKeptEdit(page)) as { merge: { find: string; replace: object }[] };
    expect(merge.find(({ find }) => find === 'PICTURE_2')?.replace).toMatchObject({ type: 'video' });
    await page.goto(`${service.url}/#/start/vertical-story`);
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
    expect(await page.getByLabel('Headline 1').inputValue()).toBe('Wait for the golden hour');
    await page.getByRole('group', { name: 'Picture 1' }).getByText('The drawing of the template').waitFor();
  });

  it('becomes a clip without an address, and its source can be dropped and pasted', async () => {
    const { page } = studio;
    await page.goto(`${service.url}/#/edit`);
    await page.getByRole('button', { name: 'Add a clip' }).click();
    await page.getByRole('menuitem', { name: /^Captions/ }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload from this computer' }).click();
    await (await chooser).setFiles(media.path('words.srt'));
    const source = page.getByRole('group', { name: 'Source' });
    await source.getByText('words.srt').waitFor();
    await giveFile(page, 'drop', '.file-field', { name: 'dropped.srt', text: SUBTITLES });
    await source.getByText('dropped.srt').waitFor();
    await source.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    await source.getByRole('button', { name: 'Choose Source' }).focus();
    await giveFile(page, 'paste', 'body', { name: 'pasted.srt', text: SUBTITLES });
    await source.getByText('pasted.srt').waitFor();
    await source.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    await giveFile(page, 'drop', '.file-field', { name: 'empty.srt', text: 'no subtitles' });
    await source.getByRole('alert').waitFor();
    expect(await findBarriersInBothThemes(page)).toEqual([]);
  });

  it('becomes the soundtrack at once, so that the edit is never without its file', async () => {
    const { page } = studio;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add soundtrack' }).click();
    await page.getByRole('button', { name: 'Close without a choice' }).click();
    expect(await readKeptEdit(page)).not.toContain('soundtrack');
    await page.getByRole('button', { name: 'Add soundtrack' }).click();
    await page
      .getByRole('button', { name: /walk\.mp4/ })
      .first()
      .click();
    await expect.poll(() => readKeptEdit(page), POLL).toMatch(/"soundtrack": \{\s+"src": "http/);
  });

  it('begins an edit on the start page, with the shape of the first picture, which is saved at once', async () => {
    const { page } = studio;
    await page.goto(`${service.url}/#/start`);
    const place = page.getByRole('region', { name: 'Begin with your files' });
    await giveFile(page, 'drop', '.begin-files', { name: 'brand.ttf', text: 'x' });
    await place.getByText('brand.ttf is not a video, an image').waitFor();
    expect(await findBarriersInBothThemes(page)).toEqual([]);
    const canUpload = Promise.withResolvers<undefined>();
    await page.route(/upload/, async (route) => {
      await canUpload.promise;
      await route.continue();
    });
    const files = ['sun.png', 'walk.mp4', 'empty.mp4'].map((name) => media.path(name));
    await place.getByLabel('Files to upload').setInputFiles(files);
    await place.getByText('walk.mp4').waitFor();
    // The uploads go on while another view is shown.
    await page.getByRole('link', { name: 'Renders' }).click();
    await page.getByRole('heading', { name: 'Renders', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Start' }).click();
    await place.getByText('walk.mp4').waitFor();
    canUpload.resolve(undefined);
    // People can begin without a file that cannot be used.
    await place.getByText('The uploaded file is empty.').waitFor();
    await place.getByRole('button', { name: 'Begin with the 2 files that have arrived' }).click();
    await page.getByText('A new edit is open.').waitFor();
    await page.getByText('Saved on the server.').waitFor();
    const { timeline, output } = JSON.parse(await readKeptEdit(page)) as {
      timeline: { tracks: { clips: { asset: { type: string } }[] }[] };
      output: object;
    };
    expect(timeline.tracks.map(({ clips }) => clips.map(({ asset }) => asset.type))).toEqual([
      ['image', 'video'],
    ]);
    expect(output).toMatchObject({ aspectRatio: '9:16' });
  });

  it('is not needed for a new edit of a size', async () => {
    const { page } = studio;
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Own size' }).click();
    await page.getByLabel('Width in pixels').fill('1081');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByText('The width must be an even number of pixels').waitFor();
    await page.getByLabel('Width in pixels').fill('640');
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect.poll(() => readKeptEdit(page), POLL).toMatch(/"width": 640/);
    await page.getByRole('button', { name: 'Back to the one before' }).click();
    await expect.poll(() => readKeptEdit(page), POLL).toContain('9:16');
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Square 1:1' }).click();
    await expect.poll(() => readKeptEdit(page), POLL).toMatch(/"aspectRatio": "1:1"/);
    expect(studio.faults).toEqual([]);
  });
});
