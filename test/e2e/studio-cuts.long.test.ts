import { mkdir } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
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

interface Clip {
  readonly asset: { readonly text: string };
  readonly start: unknown;
  readonly length: number;
  readonly overlap?: number;
  readonly opacity?: unknown;
}

const text = (words: string, start: number, length: number, more = {}): object => ({
  asset: { type: 'text', text: words },
  start,
  length,
  ...more,
});

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

/** Opens an edit of two tracks. The second one is in front, and so it is the upper row. */
async function open(more = {}): Promise<void> {
  const tracks = [
    { clips: [text('A', 0, 3), text('B', 3, 3), text('C', 8, 2)] },
    { clips: [text('D', 1, 2, more), text('E', 4, 2)] },
  ];
  const edit = { timeline: { tracks }, output: { format: 'mp4', resolution: 'preview', fps: 25 } };
  await showEdit(studio.page, edit, 5);
  await studio.page.locator('.cut-button').first().waitFor();
}

async function readTracks(): Promise<Clip[][]> {
  const { timeline } = JSON.parse(await readKeptEdit(studio.page)) as {
    timeline: { tracks: { clips: Clip[] }[] };
  };
  return timeline.tracks.map(({ clips }) => clips);
}

/** Waits until the clips of each track are such as `A 0+3`, with their overlaps. */
async function expectTimes(expected: string): Promise<void> {
  const write = ({ asset, start, length, overlap }: Clip): string =>
    `${asset.text} ${String(start)}+${length}${overlap === undefined ? '' : `/${overlap}`}`;
  await expect
    .poll(async () => (await readTracks()).map((clips) => clips.map(write).join(' ')).join(' | '))
    .toBe(expected);
}

const clip = (words: string): Locator => studio.page.locator('.clip', { hasText: new RegExp(`^${words}`) });

async function drag(from: Locator, x: number, y: number): Promise<void> {
  const { mouse } = studio.page;
  const box = await from.boundingBox();
  if (!box) throw new Error('Nothing to drag.');
  const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
  await mouse.move(left, top);
  await mouse.down();
  await mouse.move(left + x / 2, top + y / 2, { steps: 4 });
  await mouse.move(left + x, top + y, { steps: 4 });
  await mouse.up();
}

it(
  'makes a cross-fade at a cut, changes its length, moves it, and removes it',
  async () => {
    const { page } = studio;
    await open();
    const cut = page.locator('.cut-button').first();
    await cut.click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('menuitemradio', { name: 'Cross-fade' }).click();
    const others = 'C 8+2 | D 1+2 E 4+2';
    await expectTimes(`A 0+3.52 B auto+3.48/1 ${others}`);
    expect((await readTracks())[0]).toMatchObject([
      { transition: { out: 'fade' } },
      { transition: { in: 'fade' } },
      {},
    ]);
    await drag(page.locator('.cut-edge.end'), 20, 0);
    await expectTimes(`A 0+3.8 B auto+3.72/1.52 ${others}`);
    await cut.press('.');
    await expectTimes(`A 0+3.84 B auto+3.68/1.52 ${others}`);
    await cut.press('ArrowDown');
    await expectTimes(`A 0+3.8 B auto+3.68/1.48 ${others}`);
    await cut.press('Delete');
    await expectTimes(`A 0+3.04 B auto+2.96 ${others}`);
    await drag(cut, 80, 0);
    await expectTimes(`A 0+4.04 B auto+1.96 ${others}`);
    await cut.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    expect(await page.locator('.cut-button:focus').count()).toBe(1);
  },
  TIMEOUT_MS,
);

it(
  'puts a transition from the shelf on the cut that it is dropped on, and nowhere else',
  async () => {
    const { page } = studio;
    await open();
    const before = await readKeptEdit(page);
    await page.getByRole('button', { name: 'Transitions' }).click();
    const shelf = page.getByRole('region', { name: 'Transitions' });
    const wipe = shelf.getByText('Wipe left', { exact: true });
    await wipe.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const [from, cut] = [await wipe.boundingBox(), await page.locator('.cut-button').first().boundingBox()];
    if (!from || !cut) throw new Error('Nothing to drag.');
    await drag(wipe, 300, 20);
    expect(await readKeptEdit(page)).toBe(before);
    const way = { x: cut.x - from.x - from.width / 2 + 20, y: cut.y - from.y - from.height / 2 };
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 + way.x, from.y + from.height / 2 + way.y, { steps: 5 });
    await page.locator('.cut.lit').waitFor({ state: 'attached' });
    await page.mouse.up();
    await expectTimes('A 0+3.52 B auto+3.48/1 C 8+2 | D 1+2 E 4+2');
    expect((await readTracks())[0]).toMatchObject([{}, { transition: { in: 'wipeLeft' } }, {}]);
    await page.getByRole('button', { name: 'Transitions' }).click();
  },
  TIMEOUT_MS,
);

it(
  'moves clips to new tracks above, below and between, and several at once',
  async () => {
    const { page } = studio;
    await open();
    const before = await readKeptEdit(page);
    for (const [y, expected] of [
      [-60, 'A 0+3 B 3+3 C 8+2 | E 4+2 | D 1+2'],
      [110, 'D 1+2 | A 0+3 B 3+3 C 8+2 | E 4+2'],
      [22, 'A 0+3 B 3+3 C 8+2 | D 1+2 | E 4+2'],
    ] as const) {
      await drag(clip('D'), 0, y);
      await expectTimes(expected);
      await page.keyboard.press('Control+z');
      await expect.poll(() => readKeptEdit(page)).toBe(before);
    }
    await clip('D').click();
    await clip('E').click({ modifiers: ['Shift'] });
    await drag(clip('D'), 480, 44);
    await expectTimes('A 0+3 B 3+3 D 7+2 C 8+2 E 10+2');
    expect(await page.locator('.clip[aria-selected="true"]').count()).toBe(2);
  },
  TIMEOUT_MS,
);

it(
  'has menus by right click and by key: closes gaps, inserts and pushes',
  async () => {
    const { page } = studio;
    await open();
    const lane = await page.locator('.lane', { has: clip('C') }).boundingBox();
    if (!lane) throw new Error('The lane is not visible.');
    await page.mouse.click(lane.x + 7 * 80, lane.y + 20, { button: 'right' });
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Close the gap here' }).click();
    await expectTimes('A 0+3 B 3+3 C 6+2 | D 1+2 E 4+2');
    await clip('D').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter');
    await expectTimes('A 0+3 B 3+3 C 6+2 | D 1+2 D 3+2 E 4+2');
    await clip('E').click();
    await page.keyboard.press('Control+c');
    await clip('A').click();
    await page.mouse.click(lane.x + 80, lane.y - 44 - 44 + 30);
    const ruler = await page.locator('.ruler').boundingBox();
    await page.mouse.click((ruler?.x ?? 0) + 12 + 80, (ruler?.y ?? 0) + 6);
    await clip('A').click();
    await page.keyboard.press('Control+Shift+v');
    await expectTimes('A 0+1 A 3+2 B 5+3 C 8+2 E 1+2 | D 1+2 D 3+2 E 4+2');
  },
  TIMEOUT_MS,
);

it(
  'names, locks, hides and orders tracks, and a render is of the edit',
  async () => {
    const { page } = studio;
    await open();
    await page.getByLabel('Name of Track 1').fill('Films');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Lock Films' }).click();
    const before = await readKeptEdit(page);
    await drag(clip('B'), 80, 0);
    await page.getByText('This track is locked.').waitFor();
    expect(await readKeptEdit(page)).toBe(before);
    const picture = editPicture(page);
    await picture.waitFor({ timeout: TIMEOUT_MS });
    const shown = await picture.screenshot();
    await page.getByRole('button', { name: 'Hide Films' }).click();
    await expect
      .poll(async () => shown.equals(await picture.screenshot()), { timeout: TIMEOUT_MS })
      .toBe(false);
    await page.getByText('a render has all tracks').waitFor();
    expect(await readKeptEdit(page)).toBe(before);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('group', { name: 'Films', exact: true }).and(page.locator('.head')).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expectTimes('D 1+2 E 4+2 | A 0+3 B 3+3 C 8+2');
    await page.reload();
    const names = page.locator('.head input');
    await names.first().waitFor();
    expect([await names.first().inputValue(), await names.last().inputValue()]).toEqual(['Films', '']);
    await page.getByRole('button', { name: 'Unlock Films' }).click();
    await page.getByRole('button', { name: '+ Track' }).click();
    await drag(clip('E'), 0, -2 * 44);
    await expectTimes('D 1+2 | A 0+3 B 3+3 C 8+2 | E 4+2');
  },
  TIMEOUT_MS,
);

it(
  'moves, adds and removes the keyframes of a clip, and moves them with it',
  async () => {
    const { page } = studio;
    const opacity = [
      { from: 0, to: 1, start: 0.5, length: 0.5 },
      { from: 1, to: 0, start: 1, length: 0.5 },
    ];
    await open({ opacity });
    await clip('D').click({ position: { x: 12, y: 8 } });
    const keyframes = page.locator('.keyframe');
    await expect.poll(() => keyframes.count()).toBe(3);
    expect(await findBarriers(page)).toEqual([]);
    const expectOpacity = (expected: object[]): Promise<void> =>
      expect.poll(async () => (await readTracks())[1]?.[0]?.opacity).toEqual(expected);
    await keyframes.nth(1).press('ArrowRight');
    await expectOpacity([
      { from: 0, to: 1, start: 0.5, length: 0.54 },
      { from: 1, to: 0, start: 1.04, length: 0.46 },
    ]);
    await drag(keyframes.nth(2), 24, 0);
    await expectOpacity([
      { from: 0, to: 1, start: 0.5, length: 0.54 },
      { from: 1, to: 0, start: 1.04, length: 0.76 },
    ]);
    const place = (await keyframes.first().boundingBox())?.x ?? 0;
    await drag(clip('D').locator('.clip-name'), 80, 0);
    await expectTimes('A 0+3 B 3+3 C 8+2 | D 2+2 E 4+2');
    await expect.poll(async () => (await keyframes.first().boundingBox())?.x).toBe(place + 80);
    await keyframes.nth(1).press('Delete');
    await expectOpacity([{ from: 0, to: 0, start: 0.5, length: 1.3 }]);
    expect(studio.faults).toEqual([]);
  },
  TIMEOUT_MS,
);
