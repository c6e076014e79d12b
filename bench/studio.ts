/**
 * `node bench/studio.ts`: measures the Studio in the Chromium that Kinora brings along: the first view, the time from
 * a move of the playhead to its picture, and the work of the page while a clip is dragged among 200. Needs an idle
 * machine.
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

const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
await mkdir(join(folder, 'tmp'));
const server = await startServer(folder);
try {
  await using studio = await openStudio(server.url, server.keys.v1);
  const { page } = studio;
  await page.locator('.picture img').waitFor({ timeout: 60_000 });
  const views: number[] = [];
  for (let round = 0; round < 5; round++) {
    const began = performance.now();
    await page.reload();
    await page.locator('.clip').first().waitFor();
    views.push(performance.now() - began);
  }
  report('first view, until the timeline is there', views, 'ms');
  await page.locator('.picture img').waitFor({ timeout: 60_000 });
  report('playhead moved, until its picture', await scrub(page), 'ms');
  report(`script, style and layout of a move among ${CLIPS} clips`, await drag(page), 'ms');
} finally {
  await endServer(server);
  await rm(folder, { recursive: true, force: true });
}

/** Moves the playhead to new moments, one after the other. Returns the milliseconds until each picture. */
async function scrub(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < SCRUBS; index++) {
    const before = await page.locator('.picture img').getAttribute('src');
    const began = performance.now();
    await page.locator('.transport input').fill(String((1 + ((index * 7) % SCRUBS)) * 0.2));
    await page.waitForFunction(
      (src) => {
        const { document } = globalThis as unknown as {
          document: { querySelector(of: string): Picture | null };
        };
        const picture = document.querySelector('.picture img');
        return picture !== null && picture.src !== src && picture.complete;
      },
      before,
      { polling: 'raf' },
    );
    times.push(performance.now() - began);
  }
  return times;
}

/** The properties of the picture's element that are read. */
interface Picture {
  readonly src: string;
  readonly complete: boolean;
}

/** Drags a clip. Returns the milliseconds of work of the page for each move of the pointer. */
async function drag(page: Page): Promise<number[]> {
  const clips = Array.from({ length: CLIPS }, (_clip, index) => ({
    asset: { type: 'text', text: `Clip ${index}` },
    start: (index % 20) * 2,
    length: 1.5,
  }));
  const tracks = Array.from({ length: 10 }, (_track, index) => ({
    clips: clips.slice(index * 20, index * 20 + 20),
  }));
  const edit = { timeline: { tracks }, output: { format: 'mp4', resolution: 'sd' } };
  await page.evaluate((text) => {
    (
      globalThis as unknown as { localStorage: { setItem(name: string, value: string): void } }
    ).localStorage.setItem('kinora.edit', text);
  }, JSON.stringify(edit));
  await page.reload();
  await page
    .locator('.clip')
    .nth(CLIPS - 1)
    .waitFor({ state: 'attached' });
  await page.waitForTimeout(3000);
  const box = await page.locator('.clip').first().boundingBox();
  if (!box) throw new Error('No clip is visible.');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const names = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
    return (
      1000 * metrics.filter(({ name }) => names.includes(name)).reduce((sum, { value }) => sum + value, 0)
    );
  };
  await page.mouse.move(box.x + 40, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 50, box.y + 10);
  const times: number[] = [];
  for (let index = 0; index < MOVES; index++) {
    const before = await read();
    await page.mouse.move(box.x + 50 + index * 3, box.y + 10);
    times.push((await read()) - before);
  }
  await page.mouse.up();
  return times;
}

function report(what: string, values: readonly number[], unit: string): void {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  console.log(`${what}: median ${at(0.5)} ${unit}, 95th percentile ${at(0.95)} ${unit}`);
}
