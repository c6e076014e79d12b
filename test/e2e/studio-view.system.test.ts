import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers, type OpenedStudio, openStudio, showEdit, editPicture } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 120_000;
/** Half an hour of clips. */
const EDIT = {
  timeline: {
    tracks: [
      {
        clips: Array.from({ length: 18 }, (_clip, index) => ({
          asset: { type: 'text', text: `Clip ${index}` },
          start: index * 100,
          length: 100,
        })),
      },
    ],
  },
  output: { format: 'mp4', resolution: 'preview', fps: 25 },
};

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let service: ServerProcess;
let studio: OpenedStudio;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  service = await startServer(media.path('.'));
  studio = await openStudio(service.url, service.keys.v1);
  const { page } = studio;
  await showEdit(page, EDIT, 18);
  // The check of the edit makes it possible to render it.
  await editPicture(page).waitFor({ timeout: TIMEOUT_MS });
}, TIMEOUT_MS);
afterAll(async () => {
  await studio[Symbol.asyncDispose]();
  await endServer(service);
  await media[Symbol.asyncDispose]();
});

const boxOf = async (selector: string) => {
  const box = await studio.page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not visible.`);
  return box;
};
const press = (key: string): Promise<void> => studio.page.keyboard.press(key);
const clock = (): Promise<string> => studio.page.getByLabel('Timecode').inputValue();
const marked = (): Promise<string> => studio.page.locator('.marked').innerText();

it('shows the whole timeline with Shift Z, and zooms at the pointer', async () => {
  await press('Shift+Z');
  const lanes = await boxOf('.lanes');
  const last = await boxOf('.clip >> nth=-1');
  expect(last.x + last.width).toBeLessThan(lanes.x + lanes.width);
  expect(last.x + last.width).toBeGreaterThan(lanes.x + lanes.width - 60);
  // The place below the pointer stays where it is.
  const ninth = await boxOf('.clip >> nth=9');
  await studio.page.mouse.move(ninth.x, ninth.y + 10);
  await studio.page.keyboard.down('Control');
  for (let turn = 0; turn < 8; turn++) await studio.page.mouse.wheel(0, -100);
  await studio.page.keyboard.up('Control');
  await expect.poll(async () => (await boxOf('.clip >> nth=9')).width).toBeGreaterThan(ninth.width * 4);
  expect(Math.abs((await boxOf('.clip >> nth=9')).x - ninth.x)).toBeLessThan(3);
});

it('follows the playhead', async () => {
  await press('End');
  const isInView = async (): Promise<boolean> => {
    const [lanes, line] = [await boxOf('.lanes'), await boxOf('.playhead')];
    return line.x >= lanes.x && line.x <= lanes.x + lanes.width;
  };
  await expect.poll(isInView).toBe(true);
  await press('Home');
  await expect.poll(isInView).toBe(true);
});

it('marks a part and moments with the keyboard, and keeps them', async () => {
  const { page } = studio;
  await press('Home');
  await press('Shift+ArrowRight');
  await press('i');
  await press('m');
  await press('Shift+ArrowRight');
  await press('o');
  await press('m');
  expect(await marked()).toBe('0:00.40 to 0:00.84, 2 markers');
  await press('Shift+M');
  expect(await clock()).toBe('00:00:00:10');
  expect(await findBarriers(page)).toEqual([]);
  await page.reload();
  await expect.poll(marked).toBe('0:00.40 to 0:00.84, 2 markers');
  await editPicture(page).waitFor({ timeout: TIMEOUT_MS });
});

it(
  'plays the marked part only, at the speed of the keys',
  async () => {
    const { page } = studio;
    await press('l');
    // The last frame of the part.
    await expect.poll(clock, { timeout: TIMEOUT_MS }).toBe('00:00:00:20');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.getByLabel('Playhead').fill('0.4');
    await press('l');
    await press('l');
    await expect.poll(clock, { timeout: TIMEOUT_MS }).toBe('00:00:00:21');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.getByLabel('Playhead').fill('1');
    await press('j');
    await expect.poll(clock).toBe('00:00:00:00');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  },
  TIMEOUT_MS,
);

it('renders the marked part', async () => {
  const { page } = studio;
  const asked = page.waitForRequest((each) => each.method() === 'POST' && /\/render$/.test(each.url()));
  await page.getByRole('button', { name: 'Render the marked part' }).click();
  const { output } = (await asked).postDataJSON() as Ranged;
  expect(output).toEqual({ ...EDIT.output, range: { start: 0.4, length: 0.44 } });
  await page.waitForURL(/renders\//);
  await page.goBack();
  await page.locator('.lanes').waitFor();
  await press('Control+Shift+X');
  await expect.poll(marked).toBe('2 markers');
  expect(await page.getByRole('button', { name: 'Render the marked part' }).count()).toBe(0);
  expect(studio.faults).toEqual([]);
});

it(
  'shows a picture of a film that the browser cannot play',
  async () => {
    const { page } = studio;
    const kinora = createClient({ url: service.url, key: service.keys.v1 });
    const clip = { asset: { type: 'text', text: 'HEVC' }, start: 0, length: 1 } as const;
    const output = { format: 'mp4', codec: 'hevc', size: { width: 320, height: 180 } } as const;
    await kinora.render({ timeline: { tracks: [{ clips: [clip] }] }, output }).wait();
    await page.getByRole('tab', { name: 'Assets' }).click();
    await page.getByRole('button', { name: 'Hosted files' }).click();
    const picture = page.locator('.tray-file .thumb > img').first();
    await picture.waitFor({ timeout: TIMEOUT_MS });
    const width = picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    expect(await width).toBe(320);
  },
  2 * TIMEOUT_MS,
);

interface Ranged {
  readonly output: { readonly range: { readonly start: number; readonly length: number } };
}
