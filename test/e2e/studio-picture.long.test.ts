import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMediaFolder } from '../media/render-edit.ts';
import {
  findBarriers,
  type OpenedStudio,
  openStudio,
  readKeptEdit,
  showEdit,
  editPicture,
} from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 60_000;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let service: ServerProcess;
let studio: OpenedStudio;

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  service = await startServer(media.path('.'));
  studio = await openStudio(service.url, service.keys.v1);
}, TIMEOUT_MS);
afterAll(async () => {
  await studio[Symbol.asyncDispose]();
  await endServer(service);
  await media[Symbol.asyncDispose]();
});

async function openClips(clips: readonly object[]): Promise<void> {
  const edit = {
    timeline: { tracks: [{ clips }] },
    output: { format: 'mp4', resolution: 'preview', fps: 25 },
  };
  await showEdit(studio.page, edit, clips.length);
}

async function readClip(index: number): Promise<unknown> {
  const edit = JSON.parse(await readKeptEdit(studio.page)) as { timeline: { tracks: { clips: object[] }[] } };
  return edit.timeline.tracks[0]?.clips[index];
}

/** Returns a function that finds the place on the screen of a point of the output, which has 512x288 pixels. */
async function findPicture(): Promise<(x: number, y: number) => readonly [number, number]> {
  await editPicture(studio.page).waitFor({ timeout: TIMEOUT_MS });
  const box = await studio.page.locator('.picture-stage').boundingBox();
  if (!box) throw new Error('The picture has no handles.');
  const scale = Math.min(box.width / 512, box.height / 288);
  const [left, top] = [box.x + (box.width - 512 * scale) / 2, box.y + (box.height - 288 * scale) / 2];
  return (x, y) => [left + x * scale, top + y * scale];
}

/** Returns the colour of a point of the picture, which has 512x288 pixels. */
const readPicture = (x: number, y: number): Promise<string> =>
  studio.page.evaluate<string>(`(async () => {
    const pictures = [...document.querySelectorAll('.picture img, .picture canvas')];
    const picture = pictures.find((each) => getComputedStyle(each).visibility === 'visible');
    await picture.decode?.();
    const canvas = new OffscreenCanvas(512, 288).getContext('2d');
    canvas.drawImage(picture, 0, 0, 512, 288);
    return [...canvas.getImageData(${x}, ${y}, 1, 1).data].slice(0, 3).map((each) => Math.round(each / 85)).join();
  })()`);

/** Drags from one point of the output to another, without being pulled to lines. */
async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { mouse, keyboard } = studio.page;
  await mouse.move(...from);
  await mouse.down();
  await keyboard.down('Alt');
  await mouse.move(...to, { steps: 4 });
  await mouse.up();
  await keyboard.up('Alt');
}

const rectangle = (width: number, height: number, color: string): object => ({
  asset: { type: 'shape', shape: 'rectangle', rectangle: { width, height }, fill: { color } },
  start: 0,
  length: 2,
});

it(
  'selects clips on the picture, and moves, sizes and turns them by pointer and keys',
  async () => {
    const { page } = studio;
    await openClips([rectangle(300, 200, '#ff0000'), rectangle(100, 60, '#0000ff')]);
    const at = await findPicture();
    const chosen = page.locator('.clip-outline[aria-pressed="true"]');
    await page.mouse.click(...at(256, 144));
    expect(await chosen.getAttribute('aria-label')).toBe(
      'rectangle, 206 pixels from the left, 114 from the top',
    );
    expect(await page.locator('.clip[aria-selected="true"]').count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);

    // The picture follows the pointer, also while the server answers nothing.
    await page.route(/\/(?:layers|frame)\?/, () => undefined);
    await page.mouse.move(...at(256, 144));
    await page.mouse.down();
    await page.mouse.move(...at(256, 244), { steps: 4 });
    await expect.poll(() => readPicture(256, 244), { timeout: TIMEOUT_MS }).toBe('0,0,3');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => readPicture(256, 144), { timeout: TIMEOUT_MS }).toBe('0,0,3');
    await page.unroute(/\/(?:layers|frame)\?/);

    await drag(at(256, 144), at(306, 44));
    const offset = { x: expect.closeTo(50 / 512, 2) as number, y: expect.closeTo(100 / 288, 2) as number };
    await expect.poll(() => readClip(1)).toMatchObject({ offset });
    // Without room above a small clip, the handle that turns it is not in its middle, where it is taken to move it.
    const turn = page.getByRole('slider', { name: 'Rotation of rectangle' });
    expect((await turn.boundingBox())!.y).toBeGreaterThan(at(306, 74)[1]);
    // The frame of the engine shows it where the outline is.
    await expect.poll(() => readPicture(306, 44), { timeout: TIMEOUT_MS }).toBe('0,0,3');
    await expect.poll(() => readPicture(256, 160), { timeout: TIMEOUT_MS }).toBe('3,0,0');
    await page.keyboard.press('Control+z');
    await expect.poll(() => readClip(1)).toEqual(rectangle(100, 60, '#0000ff'));

    await drag(at(306, 144), at(346, 144));
    await expect.poll(() => readClip(1)).toMatchObject({ asset: { rectangle: { height: 60 } }, offset: {} });
    const width = page.getByRole('slider', { name: 'Width of rectangle' });
    expect(Number(await width.getAttribute('aria-valuenow'))).toBeGreaterThan(135);
    await page.keyboard.press('Control+z');
    await turn.press('Shift+ArrowRight');
    await page.getByRole('slider', { name: 'Size of rectangle' }).press('Shift+ArrowRight');
    const turned = { ...rectangle(100, 60, '#0000ff'), transform: { rotate: { angle: 10 } }, scale: 1.1 };
    await expect.poll(() => readClip(1)).toEqual(turned);
    await chosen.press('ArrowLeft');
    await chosen.press('Shift+ArrowDown');
    const nudged = { x: expect.closeTo(-1 / 512, 5) as number, y: expect.closeTo(-10 / 288, 5) as number };
    await expect.poll(() => readClip(1)).toEqual({ ...turned, offset: nudged });
    expect(await page.locator('.picture [role="status"]').innerText()).toMatch(
      /^rectangle: \d+ pixels from the left/,
    );

    // A second click at the same place selects what is behind.
    await page.mouse.click(...at(256, 150));
    expect(await page.locator('.clip[aria-selected="true"]').getAttribute('data-key')).toContain('clips[0]');
  },
  TIMEOUT_MS,
);

it(
  'writes words on the picture, pulls a clip to the middle, and shows the safe areas',
  async () => {
    const { page } = studio;
    const text = { asset: { type: 'text', text: 'One', width: 200, height: 60 }, start: 0, length: 2 };
    await openClips([{ ...text, offset: { x: 0.2 } }]);
    const at = await findPicture();
    await page.mouse.dblclick(...at(358, 144));
    const words = page.getByRole('textbox', { name: 'Words of One' });
    await words.fill('Two');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Words of Two' }).press('Escape');
    expect(await words.count()).toBe(0);
    await expect.poll(() => readClip(0)).toMatchObject({ asset: { text: 'Two' } });

    await page.getByRole('button', { name: 'Safe areas' }).press('Enter');
    expect(await page.locator('.safe-areas rect').count()).toBe(2);
    await page.mouse.move(...at(358, 144));
    await page.mouse.down();
    await page.mouse.move(...at(258, 143), { steps: 4 });
    expect(await page.locator('.snap-lines line').count()).toBe(2);
    await page.mouse.up();
    await expect.poll(() => readClip(0)).toMatchObject({ offset: { x: 0 } });
    expect(studio.faults).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'places a clip in one shape alone, and returns it to the common place',
  async () => {
    const { page } = studio;
    const shoot = async (name: string) => {
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png` });
    };
    const clips = [rectangle(300, 200, '#ff0000'), { ...rectangle(100, 60, '#0000ff'), offset: { x: 0.1 } }];
    const outputs = ['16:9', '9:16', '1:1'].map((aspectRatio) => ({
      format: 'mp4',
      resolution: 'preview',
      aspectRatio,
    }));
    await showEdit(page, { timeline: { tracks: [{ clips }] }, outputs }, 2);
    const shapes = page.getByRole('list', { name: 'Outputs' });
    await expect.poll(() => shapes.locator('img').count(), { timeout: TIMEOUT_MS }).toBe(2);
    await shoot('shapes-wide');
    const upright = shapes.getByRole('button', { name: '9:16' });
    await upright.click();
    await expect.poll(() => page.locator('.picture-stage').getAttribute('viewBox')).toBe('0 0 288 512');
    const clip = page.locator('.clip-outline').first();
    await clip.press('Enter');
    await clip.press('ArrowDown');
    const moved = { '9:16': { offset: { x: 0.1, y: -0.001953 } } };
    await expect.poll(() => readClip(1)).toMatchObject({ offset: { x: 0.1 }, shapes: moved });
    const box = (await clip.boundingBox())!;
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await drag(middle, [middle[0], middle[1] + 40]);
    await page
      .getByRole('spinbutton', { name: 'Scale' })
      .or(page.getByLabel('Scale', { exact: true }))
      .first()
      .fill('50');
    await expect.poll(() => readClip(1)).toMatchObject({ shapes: { '9:16': { scale: 0.5 } } });
    expect(await readClip(1)).not.toHaveProperty('scale');
    await page.getByRole('form', { name: 'Clip' }).getByText('Place in 9:16 only').waitFor();
    await shoot('shapes-upright');
    expect(await findBarriers(page)).toEqual([]);
    const common = page
      .getByRole('toolbar', { name: 'Picture' })
      .getByRole('button', { name: 'common place' });
    await common.click();
    await expect.poll(() => readClip(1)).not.toHaveProperty('shapes');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => readClip(1)).toMatchObject({ shapes: { '9:16': { scale: 0.5 } } });
    await shapes.getByRole('button', { name: '16:9' }).press('Enter');
    await expect.poll(() => page.locator('.picture-stage').getAttribute('viewBox')).toBe('0 0 512 288');
    await clip.press('ArrowRight');
    await expect.poll(() => readClip(1)).toMatchObject({ offset: { x: 0.101953 } });
    expect(studio.faults).toEqual([]);
  },
  TIMEOUT_MS,
);
