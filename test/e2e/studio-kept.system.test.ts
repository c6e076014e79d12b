import { mkdir } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type KinoraClient } from '../../src/client/index.ts';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers, type OpenedStudio, openStudio, readKeptEdit } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const EDIT = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'One' }, start: 0, length: 1 }] }] },
  output: { format: 'mp4', resolution: 'preview' },
};

const REFUSAL = { success: false, message: 'Forbidden', response: { error: 'The disk is full.' } };

describe.skipIf(obstacle !== undefined)('an edit in the Studio', () => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let service: ServerProcess;
  let studio: OpenedStudio;
  let context: BrowserContext;
  let page: Page;
  let kinora: KinoraClient;

  beforeAll(async () => {
    media = await createMediaFolder();
    await mkdir(media.path('tmp'));
    service = await startServer(media.path('.'));
    kinora = createClient({ url: service.url, key: service.keys.v1 });
    studio = await openStudio(service.url, service.keys.v1);
    page = studio.page;
    page.setDefaultTimeout(50_000);
    context = page.context();
  });
  afterAll(async () => {
    await studio[Symbol.asyncDispose]();
    await endServer(service);
    await media[Symbol.asyncDispose]();
  });

  const isSaved = (shown = page) => shown.getByText('Saved on the server.').waitFor();
  const split = async (shown = page) => {
    await shown.locator('.clip').first().click();
    await shown.getByRole('button', { name: 'Duplicate', exact: true }).click();
  };
  const clipsOf = (shown: Page) => shown.locator('.clip').count();
  const latest = async () => (await kinora.edits.list())[0]!;

  it('is saved on the server automatically, can be named, and is listed in Start', async () => {
    await split();
    await isSaved();
    await page.getByRole('button', { name: 'Untitled edit' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Summer film');
    await page.getByRole('button', { name: 'Rename' }).click();
    await isSaved();
    expect(await latest()).toMatchObject({ name: 'Summer film' });
    const { edit } = await kinora.edits.get((await latest()).id);
    expect(edit).toEqual(JSON.parse(await readKeptEdit(page)));
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Landscape 16:9' }).click();
    await page.getByRole('button', { name: 'Untitled edit' }).waitFor();
    // What nobody has changed is not kept.
    await page.getByText('New', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Start' }).click();
    await page.locator('.own-edits img').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Summer film', exact: true }).click();
    await page.getByRole('heading', { name: 'Summer film' }).waitFor();
    expect(await kinora.edits.list()).toHaveLength(1);
    expect(await findBarriers(page)).toEqual([]);
  });

  it('can be undone after a reload', async () => {
    const before = await clipsOf(page);
    await split();
    await split();
    await isSaved();
    await page.reload();
    await page.locator('.clip').first().waitFor();
    expect(await clipsOf(page)).toBe(before + 2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => clipsOf(page)).toBe(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => clipsOf(page)).toBe(before + 1);
    await isSaved();
  });

  it('goes back to an earlier version, and keeps the one before', async () => {
    const { id } = await latest();
    await kinora.edits.save(id, { name: 'Summer film', edit: EDIT });
    await expect.poll(() => clipsOf(page)).toBe(1);
    await page.getByRole('button', { name: 'Versions' }).click();
    const dialog = page.getByRole('dialog', { name: 'Versions' });
    await dialog
      .getByRole('button', { name: /^Restore/ })
      .first()
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog
      .getByRole('button', { name: /^Restore/ })
      .first()
      .click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await clipsOf(page)).toBeGreaterThan(1);
    await isSaved();
    const versions = await kinora.edits.versions(id);
    expect((await kinora.edits.version(id, versions[1]!.version)).edit).toEqual(EDIT);
  });

  it('is shown as another tab has saved it, if nothing here is unsaved', async () => {
    const opened = context.waitForEvent('page');
    await page.evaluate(`void open('${service.url}', '_blank', 'noopener')`);
    const other = await opened;
    await openSame(other);
    const before = await clipsOf(other);
    await split();
    await expect.poll(() => clipsOf(other)).toBe(before + 1);
    await isSaved(other);
    await other.close();
  });

  it.each([
    ['Take theirs', 1],
    ['Keep mine', 1],
    ['Keep both', 2],
  ] as const)('is not overwritten if two change it at once: %s', async (choice, edits) => {
    const { id } = await latest();
    await isSaved();
    // Another person saves after the last save of this page, and before the next one.
    await split();
    await kinora.edits.save(id, { name: 'Summer film', edit: EDIT });
    const alert = page.getByRole('alert').filter({ hasText: 'Another tab or person has saved' });
    await alert.waitFor();
    const mine = await clipsOf(page);
    expect(await findBarriers(page)).toEqual([]);
    expect((await kinora.edits.get(id)).edit).toEqual(EDIT);
    await alert.getByRole('button', { name: choice }).click();
    await alert.waitFor({ state: 'hidden' });
    await isSaved();
    expect(await clipsOf(page)).toBe(choice === 'Take theirs' ? 1 : mine);
    expect(await kinora.edits.list()).toHaveLength(edits);
    if (choice === 'Take theirs') {
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => clipsOf(page)).toBe(mine);
      await isSaved();
    }
    if (choice === 'Keep mine') {
      const [, theirs] = await kinora.edits.versions(id);
      expect((await kinora.edits.version(id, theirs!.version)).edit).toEqual(EDIT);
    }
    if (choice === 'Keep both') expect((await kinora.edits.get(id)).edit).toEqual(EDIT);
  });

  it('stays if another deletes it', async () => {
    const { id } = await latest();
    await kinora.edits.delete(id);
    await split();
    await page.getByRole('button', { name: 'Keep mine as a new edit' }).click();
    await isSaved();
    expect((await latest()).id).not.toBe(id);
  });

  it('is not lost silently if it is left while the server cannot save it', async () => {
    await split();
    await isSaved();
    await page.route(/\/edits(?:\/|$)/, (route) =>
      // A refusal comes at once. Without an answer, the client tries again for half a minute.
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 403, json: REFUSAL }),
    );
    await split();
    const clips = await clipsOf(page);
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Square 1:1' }).click();
    await page.getByText(/^".+" is not saved\. .+ Undo goes back to it\.$/).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => clipsOf(page)).toBe(clips);
    await isSaved();
  });

  it('is kept on the server if it is too large for the browser', async () => {
    const large = { ...EDIT, merge: [{ find: 'LARGE', replace: 'x'.repeat(5_300_000) }] };
    await kinora.edits.create({ name: 'Large', edit: large });
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Large', exact: true }).click();
    await page.getByRole('heading', { name: 'Large' }).waitFor();
    await isSaved();
    await page.reload();
    await page.getByRole('heading', { name: 'Large' }).waitFor();
    await expect.poll(() => clipsOf(page)).toBe(1);
    await split();
    await page.getByText('Saved on the server.').waitFor({ timeout: 50_000 });
  });

  it('stays while another key is asked for', async () => {
    await page.getByRole('link', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Landscape 16:9' }).click();
    const { key, id } = await kinora.keys.create({ name: 'Mine', scope: 'full' });
    await page.evaluate((given) => sessionStorage.setItem('kinora.key', given), key);
    await page.reload();
    await page.locator('.clip').first().waitFor();
    await split();
    await kinora.keys.revoke(id);
    const clips = await clipsOf(page);
    const dialog = page.getByRole('dialog', { name: 'The server does not accept your key any more' });
    await dialog.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    for (const press of ['Escape', 'Escape']) await page.keyboard.press(press);
    await dialog.getByLabel('API key').fill(service.keys.stage);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('API key').fill(service.keys.v1);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await isSaved();
    expect(await clipsOf(page)).toBe(clips);
    // Requests have failed on purpose: those of the key, and the saves that were refused.
    expect(studio.faults.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([]);
  });

  /** Opens the edit of the first tab in another one of the same browser. */
  async function openSame(other: Page): Promise<void> {
    await other.getByLabel('API key').fill(service.keys.v1);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { name: 'Summer film' }).waitFor();
    await other.locator('.clip').first().waitFor();
  }
});
