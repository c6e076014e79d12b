import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMediaFolder } from '../media/render-edit.ts';
import { findBarriers, type OpenedStudio, openStudio, editPicture } from './open-studio.ts';
import { endServer, type ServerProcess, startServer } from './server-process.ts';

const TIMEOUT_MS = 120_000;
/** Twelve inspections in a minute. */
const SETTINGS = { KINORA_RATE_LIMITS: '0.04' };

let media: Awaited<ReturnType<typeof createMediaFolder>>;
let service: ServerProcess;
let studio: OpenedStudio;
/** The requests and the answers of the page: the method and the address, or the status. */
const traffic: string[] = [];

beforeAll(async () => {
  media = await createMediaFolder();
  await mkdir(media.path('tmp'));
  service = await startServer(media.path('.'), SETTINGS);
  studio = await openStudio(service.url, service.keys.v1);
  studio.page.on('request', (request) => traffic.push(`${request.method()} ${request.url()}`));
  studio.page.on('response', (response) => traffic.push(String(response.status())));
  await editPicture(studio.page).waitFor({ timeout: TIMEOUT_MS });
}, TIMEOUT_MS);
afterAll(async () => {
  await studio[Symbol.asyncDispose]();
  await endServer(service);
  await media[Symbol.asyncDispose]();
});

it(
  'asks for fewer pictures when few are left of the minute, says so, and can still render',
  async () => {
    const { page } = studio;
    const message = page.locator('.preview [role="status"]', { hasText: 'The next picture waits' });
    const playhead = page.getByLabel('Playhead');
    for (let step = 1; (await message.count()) === 0 && step < 200; step++) {
      await playhead.fill(String((step * 0.36) % 6));
      await page.waitForTimeout(150);
    }
    expect(await message.innerText()).toContain('nearly as many pictures and checks as they may in a minute');
    expect(await findBarriers(page)).toEqual([]);
    const asked = traffic.filter((each) => /^POST .*\/(frame|layers|sheet)\?/.test(each));
    expect(asked.length).toBeLessThan(12);
    expect(traffic).not.toContain('429');
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.waitForURL(/renders\//, { timeout: 20_000 });
    expect(studio.faults).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'says that it waits if programs with the same account have used the minute',
  async () => {
    const { page } = studio;
    for (let count = 0; count < 15; count++)
      await fetch(`${service.url}/edit/v1/frame?at=0`, {
        method: 'POST',
        headers: { 'x-api-key': service.keys.v1, 'content-type': 'application/json' },
        body: '{',
      });
    await page.goto(`${service.url}/#/edit`);
    await page.reload();
    await page.locator('.preview [role="status"]', { hasText: 'The next picture waits' }).waitFor();
    expect(traffic).toContain('429');
  },
  TIMEOUT_MS,
);
