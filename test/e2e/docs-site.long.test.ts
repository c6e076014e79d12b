import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { ROOT } from '../documents/code-blocks.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers, openStudio } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const run = promisify(execFile);
const PAGES = [
  ...['start', 'embed', 'first-steps', 'concepts', 'coming-from-shotstack', 'architecture', 'settings'],
  ...['reference/all', 'reference/clip', 'decisions/all', 'gallery/all'],
];

describe.skipIf(obstacle !== undefined)('the site of the documents', () => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let server: ServerProcess;
  const open = (page: string, theme: 'dark' | 'light' = 'dark') =>
    openStudio(`${server.url}/docs/${page}`, undefined, theme);

  beforeAll(async () => {
    media = await createMediaFolder();
    await mkdir(media.path('tmp'));
    server = await startServer(media.path('.'));
  });

  afterAll(async () => {
    await endServer(server);
    await media[Symbol.asyncDispose]();
  });

  it.each(['dark', 'light'] as const)('has no barriers and no faults in the %s theme', async (theme) => {
    await using site = await open('start', theme);
    for (const name of PAGES) {
      await site.page.goto(`${server.url}/docs/${name}`);
      expect([name, await findBarriers(site.page)]).toEqual([name, []]);
    }
    expect(site.faults).toEqual([]);
  });

  it('finds words, and leads to them by the keyboard', async () => {
    await using site = await open('start');
    const { page } = site;
    await page.keyboard.press('/');
    await page.keyboard.type('cornerRad');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/cornerradius/);
    expect(await page.locator(':target').textContent()).toContain('cornerRadius');
    await page.keyboard.press('/');
    await page.keyboard.type('qqqqzzzz');
    await page.getByText('Nothing has').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('#found').isVisible()).toBe(false);
    expect(site.faults).toEqual([]);
  });

  it('finds words also in a folder that no server serves', async () => {
    await run(process.execPath, [join(ROOT, 'scripts/write-site.mjs'), media.path('site')]);
    await using site = await open('start');
    const { page } = site;
    await page.goto(String(pathToFileURL(media.path('site/index.html'))));
    await page.getByRole('searchbox').fill('cornerRad');
    await page.locator('#found a').first().click();
    await page.waitForURL(/^file:.*\.html#.*cornerradius/);
    expect(await page.locator(':target').textContent()).toContain('cornerRadius');
    expect(site.faults).toEqual([]);
  });

  it('fits a phone, with a menu that opens by a link', async () => {
    await using site = await open('first-steps');
    const { page } = site;
    await page.setViewportSize({ width: 360, height: 740 });
    for (const name of PAGES) {
      await page.goto(`${server.url}/docs/${name}`);
      const overhang = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([name, overhang]).toEqual([name, 0]);
    }
    await page.getByRole('link', { name: 'Menu' }).click();
    await page.getByRole('navigation', { name: 'Documents' }).getByRole('link', { name: 'Concepts' }).click();
    await page.waitForURL(/docs\/concepts$/);
  });

  it('can be read without a script', async () => {
    await using site = await open('start');
    const context = await site.page.context().browser()!.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${server.url}/docs/concepts`);
    expect(await page.getByRole('heading', { name: 'Placement' }).isVisible()).toBe(true);
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Next The Studio' }).click();
    await page.waitForURL(/docs\/studio$/);
  });

  it('plays a recorded edit, which a slider changes while it plays', async () => {
    await using site = await open('embed');
    const { page } = site;
    const player = page.locator('kinora-player');
    const state = (): Promise<readonly [string, boolean]> =>
      page.evaluate(
        `(({ state, currentTime }) => [state.phase, currentTime > 0.2])(document.querySelector('kinora-player'))`,
      );
    /** The red, green and blue of a point at the left of the picture. */
    const pixel = async (): Promise<number[]> => {
      const { channels } = await sharp(await player.screenshot())
        .extract({ left: 160, top: 160, width: 8, height: 8 })
        .stats();
      return channels.slice(0, 3).map(({ mean }) => mean);
    };
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(state).toEqual(['playing', true]);
    const [, green = 0] = await pixel();
    expect(green).toBeGreaterThan(130);
    // The film now covers the sky.
    await page.getByLabel('Size of the film').fill('0.9');
    await expect.poll(async () => (await pixel())[1]).toBeLessThan(110);
    await expect.poll(state).toEqual(['playing', true]);
    expect(site.faults).toEqual([]);
  });

  it('copies code', async () => {
    await using site = await open('first-steps');
    await site.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await site.page.getByRole('button', { name: 'Copy' }).first().click();
    await site.page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await site.page.evaluate('navigator.clipboard.readText()')).toBe('npm start');
  });
});
