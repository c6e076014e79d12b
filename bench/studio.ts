/**
 * `node bench/studio.ts`: measures the Studio in the Chromium that Kinora brings along: the first view, the time from
 * a move of the playhead to its picture, and the work of the page while a clip is dragged among 200, and while its
 * text is written in the form. Needs an idle machine.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openStudio } from '../test/e2e/open-studio.ts';
import { endServer, startServer } from '../test/e2e/server-process.ts';

const MOVES = 40;
const CLIPS = 200;
const SCRUBS = 25;
const STEPS = 12;
const KEYS = 30;

/** Counts what is drawn on canvases. The browser of Kinora has no WebGL, so they are drawn in 2D. */
const COUNT_PICTURES = `{
  globalThis.drawnPictures = 0;
  const { prototype } = CanvasRenderingContext2D;
  const { resetTransform } = prototype;
  prototype.resetTransform = function () {
    drawnPictures++;
    resetTransform.call(this);
  };
}`;

const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
await mkdir(join(folder, 'tmp'));
const server = await startServer(folder);
try {
  await using studio = await openStudio(server.url, server.keys.v1);
  const { page } = studio;
  await page.addInitScript(COUNT_PICTURES);
  const views: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    await page.reload();
    await page.locator('.clip').first().waitFor();
    views.push(performance.now() - began);
  }
  report('first view, until the timeline is there', views, 'ms');
  await page.locator('.picture canvas[aria-hidden="false"]').waitFor({ timeout: 60_000 });
  report('playhead moved, until its picture', await scrub(page), 'ms');
  report('one frame forward after a rest, until its picture', await stepForward(page), 'ms');
  const what = `script, style and layout of a move among ${CLIPS} clips`;
  await openClips(page, 90);
  await page.keyboard.press('Shift+Z');
  report(`${what} in 30 minutes, all in view`, await drag(page), 'ms');
  report(`a step of the zoom with ${CLIPS} clips in 30 minutes`, await zoom(page), 'ms');
  await openClips(page, 2);
  report(what, await drag(page), 'ms');
  report(`${what}, of a cut`, await drag(page, '.cut-button'), 'ms');
  report(`a letter in the form with ${CLIPS} clips, script, style and layout`, await write(page), 'ms');
} finally {
  await endServer(server);
  await rm(folder, { recursive: true, force: true });
}

/** Moves the playhead to new moments, one after the other. Returns the milliseconds until each picture. */
async function scrub(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < SCRUBS; index++)
    times.push(
      await timePicture(page, () =>
        page.locator('.transport input').fill(String((1 + ((index * 7) % SCRUBS)) * 0.2)),
      ),
    );
  return times;
}

/** Steps one frame forward from time to time, as a person does to look at each frame. */
async function stepForward(page: Page): Promise<number[]> {
  const times: number[] = [];
  await page.locator('.transport input').fill('1');
  for (let index = 0; index < STEPS; index++) {
    await page.waitForTimeout(1500);
    times.push(
      await timePicture(page, () => page.getByRole('button', { name: 'One frame forward' }).click()),
    );
  }
  return times;
}

/** Returns the milliseconds from a move of the playhead to the next picture. */
async function timePicture(page: Page, move: () => Promise<void>): Promise<number> {
  const before = await page.evaluate<number>('drawnPictures');
  const began = performance.now();
  await move();
  await page.waitForFunction(`drawnPictures > ${before}`, undefined, { polling: 'raf' });
  return performance.now() - began;
}

/** Opens an edit with many clips on ten tracks. @param step seconds from the start of a clip to that of the next. */
async function openClips(page: Page, step: number): Promise<void> {
  const clips = Array.from({ length: CLIPS }, (_clip, index) => ({
    asset: { type: 'text', text: `Clip ${index}` },
    start: (index % 20) * step,
    // They touch, so that there is a handle at each cut.
    length: step,
  }));
  const tracks = Array.from({ length: 10 }, (_track, index) => ({
    clips: clips.slice(index * 20, index * 20 + 20),
  }));
  const edit = { timeline: { tracks }, output: { format: 'mp4', resolution: 'sd' } };
  await page.evaluate((text) => {
    // The types of a browser are not those of this program.
    const { sessionStorage, localStorage } = globalThis as unknown as Record<
      'sessionStorage' | 'localStorage',
      { getItem(name: string): string | null; setItem(name: string, value: string): void }
    >;
    const { owner } = JSON.parse(sessionStorage.getItem('kinora.account') ?? '{}') as { owner?: string };
    localStorage.setItem(`kinora.${owner}.edit`, text);
  }, JSON.stringify(edit));
  await page.reload();
  await page
    .locator('.clip')
    .nth(CLIPS - 1)
    .waitFor({ state: 'attached' });
  await page.waitForTimeout(3000);
}

/** Zooms in and out with the keyboard. Returns the milliseconds of work of the page for each step. */
async function zoom(page: Page): Promise<number[]> {
  const read = await openWorkMeter(page);
  const times: number[] = [];
  for (let index = 0; index < STEPS; index++) {
    const before = await read();
    await page.keyboard.press(index % 2 === 0 ? '+' : '-');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
    times.push((await read()) - before);
  }
  return times;
}

/** Drags a clip, or a cut. Returns the milliseconds of work of the page for each move of the pointer. */
async function drag(page: Page, what = '.clip'): Promise<number[]> {
  const box = await page.locator(what).first().boundingBox();
  if (!box) throw new Error(`No ${what} is visible.`);
  const read = await openWorkMeter(page);
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 10, box.y + 10);
  const times: number[] = [];
  for (let index = 0; index < MOVES; index++) {
    const before = await read();
    // Across the rows, so that the clip also goes to other tracks.
    await page.mouse.move(box.x + box.width / 2 + index * 3, box.y + 10 + (index % 20) * 8);
    times.push((await read()) - before);
  }
  await page.mouse.up();
  return times;
}

/** Writes a text in the form of the dragged clip. Returns the milliseconds of work of the page for each letter. */
async function write(page: Page): Promise<number[]> {
  // The dragged clip is still selected.
  const input = page.getByLabel('Text', { exact: true });
  await input.click();
  await page.waitForTimeout(2000);
  const read = await openWorkMeter(page);
  const times: number[] = [];
  for (let index = 0; index < KEYS; index++) {
    const before = await read();
    await page.keyboard.press('x');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 60)));
    times.push((await read()) - before);
  }
  return times;
}

/** Returns a function that returns the milliseconds that the page has worked: script, style and layout. */
async function openWorkMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const names = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
    return (
      1000 * metrics.filter(({ name }) => names.includes(name)).reduce((sum, { value }) => sum + value, 0)
    );
  };
}

function report(what: string, values: readonly number[], unit: string): void {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  console.log(`${what}: median ${at(0.5)} ${unit}, 95th percentile ${at(0.95)} ${unit}`);
}
