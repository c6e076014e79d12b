import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMediaFolder } from '../media/render-edit.ts';
import { type OpenedStudio, openStudio, readKeptEdit, showEdit } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 90_000;

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

async function readFilters(): Promise<unknown> {
  const edit = JSON.parse(await readKeptEdit(studio.page)) as {
    timeline: { tracks: { clips: { filters?: unknown }[] }[] };
  };
  return edit.timeline.tracks[0]?.clips[0]?.filters;
}

it(
  'adds filters by their pictures, orders, changes and removes them',
  async () => {
    const { page } = studio;
    const asset = { type: 'shape', shape: 'circle', circle: { radius: 80 }, fill: { color: '#3366aa' } };
    await showEdit(
      page,
      {
        timeline: { tracks: [{ clips: [{ asset, start: 0, length: 2 }] }] },
        output: { format: 'mp4', resolution: 'preview', fps: 25 },
      },
      1,
    );
    await page.locator('.clip').first().click();
    await page.locator('summary', { hasText: 'Look' }).first().click();
    const add = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: /Add a filter/ }).click();
      await page.locator('.picker-list .look', { hasText: name }).first().click();
    };
    await add('Exposure');
    await add('Curves');
    await add('Vignette');
    await page.getByText('Vignette', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Move Vignette up' }).click();
    await expect
      .poll(readFilters)
      .toMatchObject([
        { type: 'exposure', value: 0.5 },
        { type: 'vignette', amount: 0.5 },
        { type: 'curves' },
      ]);
    await page.getByText('Curves', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Remove Curves' }).click();
    await expect.poll(readFilters).toMatchObject([{ type: 'exposure' }, { type: 'vignette' }]);
  },
  TIMEOUT_MS,
);
