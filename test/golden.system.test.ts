import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differenceOf, readPicture, type Rgb, TOLERANCE, writeComparison } from './golden/difference.ts';
import { caseNames, readCase, unusedPictures } from './golden/golden-case.ts';
import { GoldenStudio } from './golden/golden-check.ts';

const run = promisify(execFile);

/** One or two cases of each kind. `npm run test:long` checks all. */
const REPRESENTATIVE = [
  'animation-shift-character',
  'animation-text-typewriter',
  'box-crop',
  'chroma-key',
  'crop-uneven-scaled',
  'easings-in-out',
  'effect-slide-left',
  'effect-zoom-in-fast',
  'filter-blur-moving',
  'filter-boost',
  'fit-crop',
  'font-own',
  'gif-animated',
  'group-moving',
  'half-transparent-moving',
  'image-16-bit',
  'image-svg',
  'lottie',
  'matte-turned',
  'matte-video',
  'offset-from-position',
  'order-of-everything',
  'positions',
  'progress',
  'qr-code',
  'rich-gradient',
  'rich-shadow',
  'rotate-30',
  'scale-tiny',
  'shape-opacity',
  'speed-double',
  'still-odd-matte',
  'still-saturated',
  'svg-text',
  'text-background',
  'text-emoji',
  'text-hebrew-mixed',
  'text-japanese',
  'text-stroke',
  'title-chunk',
  'title-long',
  'tracks-order-shotstack',
  'transition-fade',
  'transition-reveal-fast',
  'transition-shuffle-top-right',
  'transition-wipe-left',
  'transition-zoom',
  'tween-of-everything',
  'waveform',
  'video-alpha-moving',
  'video-frames',
  'video-turned-90',
  'watermark',
];

describe('a representative frame is unchanged', () => {
  let studio: GoldenStudio;

  beforeAll(async () => {
    studio = await GoldenStudio.open();
  });

  afterAll(() => studio[Symbol.asyncDispose]());

  test.each(REPRESENTATIVE)('%s', async (name) => {
    const golden = readCase(name);
    const problems = [];
    for (const frame of golden.frames) problems.push(await studio.problemOf(golden, frame));
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });

  test('a case without its picture fails and explains how to create it', async () => {
    const golden = readCase('fit-crop');
    const frame = { at: 0, picture: 'fit-crop/1.png' };
    expect(await studio.problemOf(golden, frame)).toMatch(
      /^test\/golden\/fit-crop\/1\.png is missing\. .*npm run golden fit-crop/,
    );
  });

  test('a frame that looks different fails and names a comparison picture', async () => {
    const golden = readCase('fit-crop');
    const problem = await studio.problemOf(golden, { at: 0, picture: 'fit-cover/0.png' });
    expect(problem).toMatch(/^fit-cover\/0\.png: \d+ pixels differ by .* \.golden\/fit-cover\/0\.png$/);
    const shown = await readPicture(join(import.meta.dirname, '../.golden/fit-cover/0.png'));
    expect([shown.width, shown.height]).toEqual([3 * 320 + 2 * 4, 180]);
    await rm(join(import.meta.dirname, '../.golden/fit-cover'), { recursive: true });
  });
});

describe('the golden cases', () => {
  test('are at least 120, are all readable, and use every picture', () => {
    const cases = caseNames().map(readCase);
    expect(cases.length).toBeGreaterThanOrEqual(120);
    expect(unusedPictures()).toEqual([]);
  });

  test('are never updated in CI', async () => {
    const make = run(process.execPath, [join(import.meta.dirname, 'golden/make.ts')], {
      env: { ...process.env, CI: 'true' },
    });
    await expect(make).rejects.toThrow('Do not create them in CI.');
  });
});

describe('two pictures', () => {
  const picture = (...data: number[]): Rgb => ({ data: Uint8Array.from(data), width: 2, height: 1 });

  test('are compared by pixels and channels', () => {
    const difference = differenceOf(picture(1, 2, 3, 40, 50, 60), picture(1, 2, 3, 46, 50, 54));
    expect(difference).toEqual({ pixels: 1, most: 6, mean: 2 });
  });

  test('can differ by occasional rounding, but not by 1 everywhere', () => {
    const grey = { data: new Uint8Array(300).fill(100), width: 10, height: 10 };
    const off = { ...grey, data: grey.data.map((value) => value + 1) };
    expect(differenceOf(grey, off).mean).toBeGreaterThan(TOLERANCE.mean);
  });

  test('are shown side by side with their difference, or without it if their sizes differ', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-difference-'));
    const to = join(folder, 'shown.png');
    await writeComparison(picture(10, 0, 0, 0, 0, 0), picture(12, 0, 0, 0, 0, 0), to);
    const { data, width } = await readPicture(to);
    expect([width, data[0], data[6 * 3], data[12 * 3]]).toEqual([14, 10, 12, 16]);
    await writeComparison(picture(1, 1, 1, 1, 1, 1), { ...picture(1, 1, 1), width: 1 }, to);
    expect((await readPicture(to)).width).toBe(8);
    await rm(folder, { recursive: true });
  });
});
