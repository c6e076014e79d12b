/**
 * `node bench/studio-requests.ts`: counts what the Studio asks of its server in a minute of calm work (typing in the
 * form, moving clips, moving the playhead) and while the playhead is moved for 48 s without a pause, and for how
 * long its picture stands still meanwhile. With `two`, two pages with one key work at the same time. With `idle`,
 * pictures are stand-ins that arrive as soon as those of an idle machine, and are counted as the server counts them.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { MinuteCounts } from '../src/base/counts/minute-counts.ts';
import { createClient } from '../src/client/index.ts';
import { openStudio } from '../test/e2e/open-studio.ts';
import { endServer, startServer } from '../test/e2e/server-process.ts';
import { footagePath } from './media.ts';

const CALM_MS = 60_000;
const SCRUB_MS = 48_000;
const LETTER_MS = 180;
const MOVE_MS = 60;
const LENGTH = 12;

/**
 * Notes when the picture changes, and returns the longest times without a change while the playhead moves. A move
 * within a frame needs no other picture: it counts only if one is on its way.
 */
const WATCH_PICTURE = `{
  const gaps = [];
  let since;
  let moved = 0;
  const note = () => {
    const now = performance.now();
    if (since !== undefined) gaps.push(now - since);
    since = undefined;
  };
  let shown;
  setInterval(() => {
    const src = document.querySelector('.picture img')?.src;
    if (src !== shown) note();
    else if (performance.now() - moved > 250 && !document.querySelector('.picture[aria-busy=true]')) since = undefined;
    shown = src;
  }, 10);
  const clock = document.querySelector('.clock');
  new MutationObserver(() => {
    moved = performance.now();
    since ??= moved;
  }).observe(clock, { characterData: true, subtree: true, childList: true });
  globalThis.gapsOfPicture = () => gaps.sort((one, other) => other - one).slice(0, 5);
}`;

/** The limit of the server for a minute, and what it counts. */
const LIMIT = 300;
const COUNTED = /\/edit\/v1\/(?:frame|sheet|waveform|render\?dryRun)/;
/** Milliseconds of a frame on an idle machine. */
const FRAME_MS = 60;
const CHECK_MS = 100;
const WAVE = { duration: 4, peaks: [0.5, 0.25], warnings: [] };

/** The fields of the edit that are read here. */
interface Edit {
  readonly timeline: {
    readonly tracks: readonly { readonly clips: readonly { start: number; length: number }[] }[];
  };
}

const pages = process.argv.includes('two') ? 2 : 1;
const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
await mkdir(join(folder, 'tmp'));
const isIdle = process.argv.includes('idle');
const server = await startServer(folder, isIdle ? { KINORA_RATE_LIMITS: 'off' } : {});
try {
  const edit = await makeEdit();
  const standIn = isIdle ? await createStandIn(edit) : undefined;
  for (const [what, work] of [
    ['a minute of calm work', workCalmly],
    ['48 s of scrubbing', scrub],
  ] as const) {
    await Promise.all(
      Array.from({ length: pages }, (_page, index) => measure(`${what} (${index + 1})`, edit, work, standIn)),
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

/** Returns a stand-in for the engine and for the counter of its requests. */
async function createStandIn(edit: object): Promise<(route: Route) => Promise<void>> {
  const kinora = createClient({ url: server.url, key: server.keys.v1 });
  const frame = Buffer.from(await kinora.frame(edit as never, 1, { format: 'jpeg' }));
  const sheet = Buffer.from(
    await kinora.sheet(edit as never, { moments: 8, columns: 4, width: 3200, times: false, format: 'jpeg' }),
  );
  const counts = new MinuteCounts(1);
  return async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const { count, leftMs } = counts.add('');
    const reset = String(Math.ceil(leftMs / 1000));
    const headers = {
      'ratelimit-limit': String(LIMIT),
      'ratelimit-remaining': String(Math.max(0, LIMIT - count)),
      'ratelimit-reset': reset,
    };
    if (count > LIMIT) {
      await route.fulfill({ status: 429, headers: { ...headers, 'retry-after': reset }, body: '{}' });
      return;
    }
    if (!/frame|sheet/.test(pathname)) {
      const response = pathname.endsWith('waveform')
        ? WAVE
        : checkEdit(route.request().postDataJSON() as Edit);
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      await route
        .fulfill({ headers, json: { success: true, message: 'OK', response } })
        .catch(() => undefined);
      return;
    }
    const frames = searchParams.get('at')?.split(',').length ?? 8;
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS * frames));
    await route
      .fulfill({ headers, contentType: 'image/jpeg', body: pathname.endsWith('sheet') ? sheet : frame })
      .catch(() => undefined);
  };
}

/** Returns the answer to a dry run of an edit whose times are all numbers. */
function checkEdit({ timeline }: Edit): object {
  const tracks = timeline.tracks.map(({ clips }) => ({
    clips: clips.map(({ start, length }) => ({ start, length })),
  }));
  return { timeline: { duration: LENGTH, tracks }, output: { format: 'mp4' }, warnings: [] };
}

/** Opens a page, works in it, and reports what it has asked for. */
async function measure(
  what: string,
  edit: object,
  work: (page: Page) => Promise<void>,
  standIn: ((route: Route) => Promise<void>) | undefined,
): Promise<void> {
  await using studio = await openStudio(server.url, server.keys.v1);
  const { page } = studio;
  if (standIn) await page.route(COUNTED, standIn);
  await page.evaluate((text) => {
    const { owner } = JSON.parse(sessionStorage.getItem('kinora.account') ?? '{}') as { owner?: string };
    localStorage.setItem(`kinora.${owner}.edit`, text);
  }, JSON.stringify(edit));
  await page.reload();
  await page.locator('.picture img').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(8000);
  const counts = new Map<string, number>();
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  page.on('request', (request) => count(kindOf(request.method(), new URL(request.url()))));
  page.on('response', (response) => {
    if (response.status() === 429) count('answered 429');
  });
  await page.evaluate(WATCH_PICTURE);
  const began = performance.now();
  await work(page);
  const minutes = (performance.now() - began) / 60_000;
  const gaps = await page.evaluate<number[]>('globalThis.gapsOfPicture()');
  const requests = [...counts].filter(([name]) => !name.startsWith('answered') && !name.startsWith('GET'));
  const sum = requests.reduce((total, [, number]) => total + number, 0);
  console.log(`${what}: ${Math.round(sum / minutes)} requests a minute besides GET`);
  for (const [name, number] of [...counts].sort(([, one], [, other]) => other - one))
    console.log(`  ${name}: ${Math.round(number / minutes)} a minute`);
  const seconds = gaps.map((gap) => (gap / 1000).toFixed(1));
  console.log(`  longest times without a new picture while the playhead moves: ${seconds.join(', ')} s`);
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
