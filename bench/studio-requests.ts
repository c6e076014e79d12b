/**
 * `node bench/studio-requests.ts`: counts what the Studio asks of its server in a minute of calm work (typing in the
 * form, moving clips, moving the playhead) and while the playhead is moved for 48 s without a pause. With `two`, two
 * pages with one key work at the same time.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createClient } from '../src/client/index.ts';
import { editPicture, openStudio } from '../test/e2e/open-studio.ts';
import { endServer, startServer } from '../test/e2e/server-process.ts';
import { footagePath } from './media.ts';

const CALM_MS = 60_000;
const SCRUB_MS = 48_000;
const LETTER_MS = 180;
const MOVE_MS = 60;
const LENGTH = 12;

const pages = process.argv.includes('two') ? 2 : 1;
const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
await mkdir(join(folder, 'tmp'));
const server = await startServer(folder);
try {
  const edit = await makeEdit();
  for (const [what, work] of [
    ['a minute of calm work', workCalmly],
    ['48 s of scrubbing', scrub],
  ] as const) {
    await Promise.all(
      Array.from({ length: pages }, (_page, index) => measure(`${what} (${index + 1})`, edit, work)),
    );
    // The limit of requests counts whole minutes.
    await new Promise((resolve) => setTimeout(resolve, 61_000));
  }
} finally {
  await endServer(server);
  await rm(folder, { recursive: true, force: true });
}

/** Makes an edit with a film, its sound and words. */
async function makeEdit(): Promise<object> {
  const kinora = createClient({ url: server.url, key: server.keys.v1 });
  const { id } = await kinora.upload(await readFile(footagePath('rabbit.mp4')));
  const { source = '' } = await kinora.sources.wait(id);
  const word = (text: string, start: number) => ({ asset: { type: 'text', text }, start, length: 3 });
  const film = (start: number, trim: number) => ({
    asset: { type: 'video', src: source, trim },
    start,
    length: 4,
  });
  return {
    timeline: {
      tracks: [
        { clips: [word('One', 0), word('Two', 4), word('Three', 8)] },
        { clips: [film(0, 0), film(4, 1), film(8, 2)] },
      ],
    },
    output: { format: 'mp4', resolution: 'hd' },
  };
}

/** Opens a page, works in it, and reports what it has asked for. */
async function measure(what: string, edit: object, work: (page: Page) => Promise<void>): Promise<void> {
  await using studio = await openStudio(server.url, server.keys.v1);
  const { page } = studio;
  await page.evaluate((text) => {
    const { owner } = JSON.parse(sessionStorage.getItem('kinora.account') ?? '{}') as { owner?: string };
    localStorage.setItem(`kinora.${owner}.edit`, text);
  }, JSON.stringify(edit));
  await page.reload();
  await editPicture(page).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(8000);
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  page.on('request', (request) => count(kindOf(request.method(), new URL(request.url()))));
  page.on('response', (response) => {
    if (response.status() === 429) count('answered 429');
  });
  const began = performance.now();
  await work(page);
  const minutes = (performance.now() - began) / 60_000;
  const requests = [...counts].filter(([name]) => !name.startsWith('answered') && !name.startsWith('GET'));
  const sum = requests.reduce((total, [, number]) => total + number, 0);
  console.log(`${what}: ${Math.round(sum / minutes)} requests a minute besides GET`);
  for (const [name, number] of [...counts].sort(([, one], [, other]) => other - one))
    console.log(`  ${name}: ${Math.round(number / minutes)} a minute`);
}

function kindOf(method: string, { protocol, pathname, searchParams }: URL): string {
  if (!protocol.startsWith('http')) return `GET ${protocol}`;
  const path = pathname.split('/').slice(1);
  if (path[0] === 'edit' && path[2] === 'render' && searchParams.get('dryRun') === 'true')
    return 'POST validate';
  return `${method} ${path
    .filter((part) => !/^(v1|stage)$|^[0-9a-f-]{30,}/.test(part))
    .slice(0, 3)
    .join('/')}`;
}

/** Works like a person who writes, moves clips and looks at the result. */
async function workCalmly(page: Page): Promise<void> {
  const end = performance.now() + CALM_MS;
  for (let round = 0; performance.now() < end; round++) {
    await page
      .locator('.clip', { hasText: /Two|word/ })
      .first()
      .click();
    await page.getByLabel('Text', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' word', { delay: LETTER_MS });
    await page.waitForTimeout(1000);
    await dragClip(page, round % 2 === 0 ? 30 : -30);
    await page.waitForTimeout(1000);
    await moveAlongRuler(page, 2000, round);
    await page.waitForTimeout(1000);
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(600);
    }
  }
}

async function scrub(page: Page): Promise<void> {
  await moveAlongRuler(page, SCRUB_MS, 0);
}

async function dragClip(page: Page, by: number): Promise<void> {
  const box = await page.locator('.clip', { hasText: 'Three' }).first().boundingBox();
  if (!box) throw new Error('The clip is not visible.');
  const [x, y] = [box.x + 60, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 8 });
  await page.mouse.up();
}

/** Moves the playhead to and fro with the mouse. */
async function moveAlongRuler(page: Page, milliseconds: number, round: number): Promise<void> {
  const box = await page.locator('.ruler').boundingBox();
  if (!box) throw new Error('The ruler is not visible.');
  const width = LENGTH * 80;
  const began = performance.now();
  const at = (): number => {
    const phase = ((performance.now() - began) / 7000 + round * 0.17) % 2;
    return box.x + 12 + width * (phase < 1 ? phase : 2 - phase);
  };
  await page.mouse.move(at(), box.y + 8);
  await page.mouse.down();
  while (performance.now() - began < milliseconds) {
    await page.mouse.move(at(), box.y + 8);
    await page.waitForTimeout(MOVE_MS);
  }
  await page.mouse.up();
}
