import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import template from '../../examples/templates/vertical-story.json' with { type: 'json' };
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers, type OpenedStudio, openStudio, readKeptEdit } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

interface ShownEdit {
  readonly timeline: {
    readonly tracks: readonly { readonly clips: readonly { readonly asset: object }[] }[];
  };
}

/** The types of browsers are not those of this project. */
interface Lane {
  readonly ariaLabel: string;
}

const readLabels = (lanes: unknown[]): string[] => (lanes as Lane[]).map(({ ariaLabel }) => ariaLabel);

describe.skipIf(obstacle !== undefined)('the Studio of a server with settings of its own', () => {
  let media: Awaited<ReturnType<typeof createMediaFolder>>;
  let service: ServerProcess;
  let studio: OpenedStudio;

  beforeAll(async () => {
    media = await createMediaFolder();
    await mkdir(media.path('tmp'));
    service = await startServer(media.path('.'), {
      KINORA_DIALECT: 'shotstack',
      KINORA_ELEVENLABS_KEY: 'the-secret-of-the-operator',
      KINORA_QUOTA_SOURCES: '12',
      KINORA_KEEP_FILES: '30d',
    });
    studio = await openStudio(service.url, service.keys.stage, 'dark', 'stage');
  });
  afterAll(async () => {
    await studio[Symbol.asyncDispose]();
    await endServer(service);
    await media[Symbol.asyncDispose]();
  });

  it('shows what the key may do, what is set up, and what to do about the rest', async () => {
    const { page } = studio;
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('stage: everything has a watermark').waitFor();
    await page.getByText('shotstack: the first track is on top').waitFor();
    const services = page.getByRole('region', { name: 'Services' });
    await services.getByText('Made by Kinora itself or ElevenLabs.').waitFor();
    await services.getByText('npx kinora providers set heygen --file key.json').waitFor();
    await page.getByText('npx kinora destinations set s3 --file key.json').waitFor();
    const limits = page.getByRole('region', { name: 'Limits' });
    expect(await limits.innerText()).toMatch(/Sources\s+12/);
    expect(await limits.innerText()).toMatch(/Hosted files\s+30 days/);
    expect(await page.content()).not.toContain('the-secret-of-the-operator');
  });

  it.each(['dark', 'light'])('keeps nobody out of the settings (%s)', async (theme) => {
    await studio.page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    expect(await findBarriers(studio.page)).toEqual([]);
  });

  it('opens a template with its tracks in the order of the dialect', async () => {
    const { page } = studio;
    await page.goto(`${service.url}/#/start/vertical-story`);
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    const types = (edit: ShownEdit) => edit.timeline.tracks.map(({ clips }) => clips.length);
    await expect.poll(async () => types(await readEdit())).toEqual(types(template).reverse());
  });

  it('shows the track on top first, and puts a new clip there', async () => {
    const { page } = studio;
    const before = (await readEdit()).timeline.tracks.length;
    await page.getByRole('button', { name: 'Add a clip' }).click();
    await page.getByRole('menuitem', { name: /^Text/ }).first().click();
    await expect.poll(async () => (await readEdit()).timeline.tracks.length).toBe(before + 1);
    const rows = () => page.locator('.lane').evaluateAll(readLabels);
    await expect.poll(rows).toEqual(Array.from({ length: before + 1 }, (_, index) => `Track ${index + 1}`));
    expect(await page.locator('.lane').first().locator('[aria-selected="true"]').count()).toBe(1);
    // The order is known before the server says it again.
    await page.reload();
    await page.locator('.lane').first().waitFor();
    expect((await rows())[0]).toBe('Track 1');
    expect(studio.faults).toEqual([]);
  });

  it('says that an address which cannot be decoded names nothing', async () => {
    const { page } = studio;
    for (const item of ['%', '%E0%A4%A', '..']) {
      await page.goto(`${service.url}/#/renders/${item}`);
      await page.locator('main [role=alert]').waitFor();
      expect(await page.locator('main').innerText()).toMatch(/must be a UUID|There is nothing/);
    }
  });

  it('removes the edit and the uploads of the account at the end, and asks if one is nowhere else', async () => {
    const { page } = studio;
    await page.evaluate(() => {
      const { owner } = JSON.parse(sessionStorage.getItem('kinora.account') ?? '{}') as { owner?: string };
      localStorage.setItem(`kinora.${owner}.uploads`, '[]');
      localStorage.setItem('kinora.another.edit', '{}');
    });
    expect(await readKeptEdit(page)).not.toBe('');
    // The JSON of an edit that is being typed is only in the browser.
    await page.goto(`${service.url}/#/edit`);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.locator('.cm-content').click();
    await page.keyboard.type('x');
    await page.locator('header').getByText('Sign out').click();
    await page.getByText('Sign out and remove', { exact: true }).click();
    await page.locator('.sign-in').waitFor();
    const names = await page.evaluate(() => Object.keys(localStorage));
    expect(names.filter((name) => /edit|uploads/.test(name))).toEqual(['kinora.another.edit']);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  const readEdit = async (): Promise<ShownEdit> =>
    JSON.parse((await readKeptEdit(studio.page)) || '{"timeline":{"tracks":[]}}') as ShownEdit;
});
