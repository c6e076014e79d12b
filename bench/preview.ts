/**
 * `node bench/preview.ts`: measures the preview in the Chromium that Kinora brings along, with WebGL2 in software,
 * against a server in a process of its own, and a native video element with the same film beside it. It needs `ffmpeg`
 * on the PATH, the footage in `KINORA_BENCH_MEDIA`, and an idle machine. `node bench/preview.ts memory` measures the
 * memory of twenty minutes (`KINORA_PREVIEW_MINUTES`).
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endServer, startServer } from '../test/e2e/server-process.ts';
import { makeFiveLayers, makeInset } from './preview/edits.ts';
import { MeasuredPage } from './preview/measured-page.ts';

const SIZES = [
  [960, 540],
  [1280, 720],
  [1920, 1080],
] as const;
const SEEKS = Array.from({ length: 40 }, (_, index) => (index * 7.3) % 27);
const PLAYED_MS = 8000;
const MINUTES = Number(process.env['KINORA_PREVIEW_MINUTES'] ?? 20);

const folder = await mkdtemp(join(tmpdir(), 'kinora-bench-'));
await mkdir(join(folder, 'tmp'));
const server = await startServer(folder);
try {
  await using page = await MeasuredPage.open(server);
  if (process.argv[2] === 'memory') await measureMemory(page);
  else {
    for (const [width, height] of SIZES) await measureFive(page, width, height);
    await measureInset(page);
    await measureNative(page);
  }
} finally {
  await endServer(server);
  await rm(folder, { recursive: true, force: true });
}

async function measureFive(page: MeasuredPage, width: number, height: number): Promise<void> {
  console.log(`\nFive layers, ${width}x${height}`);
  const edit = await makeFiveLayers(page.media);
  const { layers, first } = await page.call<Record<'layers' | 'first', number>>('open', edit, width, height);
  print('opened: layers, first picture', [layers, first]);
  await page.call('warm');
  await page.call('settle');
  const fresh: number[] = [];
  for (const second of [11, 17, 23]) {
    fresh.push(await page.call<number>('play', second));
    await page.call('pause');
  }
  print('Play at a new place, until a picture moves', fresh);
  const known: number[] = [];
  const pauses: number[] = [];
  for (let round = 0; round < 6; round++) {
    known.push(await page.call<number>('play'));
    await page.wait(400);
    pauses.push(await page.call<number>('pause'));
    await page.wait(300);
  }
  print('Play where it stands, until a picture moves', known);
  print('Pause, until the picture of the engine', pauses);
  await page.call('play', 1);
  await page.wait(1000);
  const began = await page.cpu();
  const { pictures, dropped, longest, apart, gaps, loading } = await page.call<Watched>('watch', PLAYED_MS);
  const used = await page.cpu();
  console.log(
    `  playing: ${pictures.toFixed(1)} pictures/s, ${dropped} dropped, longest ${longest.toFixed(0)} ms, ${loading} waits, sound apart ${apart.toFixed(0)} ms, ${gaps} gaps, CPU ${((100 * (used - began)) / (PLAYED_MS / 1000)).toFixed(0)} %`,
  );
  await page.call('pause');
  await measureSeeks(page);
  console.log(`  scrubbing: ${(await page.call<number>('scrub', 2, 8, 3000)).toFixed(1)} pictures/s`);
}

interface Watched {
  readonly pictures: number;
  readonly dropped: number;
  readonly longest: number;
  readonly apart: number;
  readonly gaps: number;
  readonly loading: number;
}

async function measureSeeks(page: MeasuredPage): Promise<void> {
  const times: number[] = [];
  for (const second of SEEKS) {
    times.push(await page.call<number>('seek', second));
    await page.wait(150);
  }
  print('seek to a picture', times);
}

async function measureInset(page: MeasuredPage): Promise<void> {
  const edit = await makeInset(page.media);
  for (const [index, what] of ['used for the first time', 'whose pieces are kept'].entries()) {
    console.log(`\nThree layers with an inset of 4K HEVC, ${what}, 960x540`);
    if (index > 0) await page.call('warm');
    const began = performance.now();
    const { layers, first } = await page.call<Record<'layers' | 'first', number>>('open', edit, 960, 540);
    print('opened: layers, first picture', [layers, first]);
    print('until a picture moves', [await page.call<number>('play')]);
    console.log(`  altogether ${(performance.now() - began).toFixed(0)} ms`);
    await page.wait(1000);
    const { pictures, dropped } = await page.call<Watched>('watch', 4000);
    console.log(`  playing: ${pictures.toFixed(1)} pictures/s, ${dropped} dropped`);
  }
}

async function measureNative(page: MeasuredPage): Promise<void> {
  for (const [width, height] of SIZES) {
    console.log(`\nA native video element with one film, ${width}x${height}`);
    const began = await page.cpu();
    const { start, pictures, dropped, seeks } = await page.call<{
      readonly start: number;
      readonly pictures: number;
      readonly dropped: number;
      readonly seeks: number[];
    }>('native', page.media.url('back.mp4'), width, height, PLAYED_MS, SEEKS);
    print('Play, until a picture moves', [start]);
    console.log(
      `  playing: ${pictures.toFixed(1)} pictures/s, ${dropped} dropped, CPU ${(await page.cpu()) - began} s`,
    );
    print('seek to a picture', seeks);
  }
}

/** Plays for minutes, again and again, and prints the memory of the browser after each. */
async function measureMemory(page: MeasuredPage): Promise<void> {
  await page.call('open', await makeFiveLayers(page.media), 960, 540);
  for (let minute = 0; minute < MINUTES; minute++) {
    const until = performance.now() + 60_000;
    while (performance.now() < until) {
      await page.call('play', 0);
      await page.wait(Math.max(0, Math.min(28_000, until - performance.now())));
      await page.call('pause');
    }
    console.log(`  minute ${minute + 1}: ${(await page.memory()).toFixed(0)} MB`);
  }
}

function print(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN).toFixed(0);
  const all =
    times.length > 8
      ? `p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`
      : times.map((ms) => ms.toFixed(0)).join(', ');
  console.log(`  ${what}: ${all} ms`);
}
