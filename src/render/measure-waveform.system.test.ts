import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '../base/failure-of.fixture.ts';
import { SILENT } from '../base/logger.ts';
import { type Edit, reduceToSound, toParsedEdit, type Waveform } from '../edit/index.ts';
import { testBrowser } from './browse/browser.fixture.ts';
import type { Sources } from './fetch/index.ts';
import { sine, writeTone } from './mix/test-tones.fixture.ts';
import { openRenderer, type Renderer } from './renderer.ts';

/** Half a second of a tone, half a second of silence, half a second of a tone of half the height. */
const HEIGHTS = [0.5, 0, 0.25];

let folder: string;
let renderer: Renderer;
const fetched: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-waveform-'));
  const tone = sine(1000, 1);
  await writeTone(
    join(folder, 'tone.wav'),
    (index) => (HEIGHTS[Math.floor(index / 24_000)] ?? 0) * tone(index),
    1.5,
  );
  const sources: Sources = {
    fetch: (url) => {
      fetched.push(url);
      return Promise.resolve({ path: join(folder, 'tone.wav'), release: () => Promise.resolve() });
    },
    openForInspection: () => Promise.reject(new Error('A sound needs its whole files.')),
    keepFacts: () => Promise.resolve(),
    factsOf: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  renderer = openRenderer({ sources, browser: testBrowser(), folder, log: SILENT });
});
afterAll(async () => {
  await renderer.close();
  await rm(folder, { recursive: true });
});

const TONE = 'https://a.example/tone.wav';
const context = () => ({ owner: 'owner', signal: new AbortController().signal });

function editOf(
  asset: object = {},
  output: object = { format: 'mp4' },
  length: 'auto' | number = 'auto',
): Edit {
  const picture = { asset: { type: 'image', src: 'https://a.example/missing.png' }, start: 0, length: 'end' };
  const sound = { asset: { type: 'audio', src: TONE, ...asset }, start: 0, length };
  const fonts = [{ src: 'https://a.example/missing.ttf' }];
  return { timeline: { fonts, tracks: [{ clips: [picture] }, { clips: [sound] }] }, output } as Edit;
}

function measure(edit: Edit, points: number): Promise<Waveform> {
  return renderer.waveform(toParsedEdit(reduceToSound(edit)), { points }, context());
}

function expectPeaks({ peaks }: Waveform, heights: readonly number[]): void {
  expect(peaks).toHaveLength(heights.length);
  for (const [index, height] of heights.entries()) expect(peaks[index]).toBeCloseTo(height, 2);
}

test('has the heights of a tone with silence in its middle, at their places', async () => {
  const found = await measure(editOf(), 15);
  expect(found.duration).toBe(1.52);
  // The clip ends within a frame of 40 ms, so the parts are a little longer than a tenth of a second.
  expectPeaks(found, [
    ...[0.5, 0.5, 0.5, 0.5, 0.5],
    ...[0, 0, 0, 0],
    ...[0.25, 0.25, 0.25, 0.25, 0.25, 0.25],
  ]);
  expect(new Set(fetched)).toEqual(new Set([TONE]));
});

test('follows the trim, the speed and the volume of a clip', async () => {
  expectPeaks(await measure(editOf({ trim: 0.5 }, undefined, 1), 4), [0, 0, 0.25, 0.25]);
  expectPeaks(await measure(editOf({ speed: 0.5, volume: 0.5 }, undefined, 3), 6), [
    ...[0.25, 0.25, 0, 0],
    ...[0.125, 0.125],
  ]);
});

test('is silent if the output is, and covers the whole timeline whatever its range', async () => {
  expectPeaks(await measure(editOf({}, { format: 'mp4', mute: true }, 1), 2), [0, 0]);
  expectPeaks(await measure(editOf({}, { format: 'gif' }, 1), 2), [0, 0]);
  const ranged = await measure(editOf({}, { format: 'mp4', range: { start: 0.6, length: 0.2 } }, 1), 2);
  expectPeaks(ranged, [0.5, 0]);
  expect(ranged.duration).toBe(1);
});

test('equals the peaks of what a render writes, also with a loudness', async () => {
  const edit = editOf({}, { format: 'wav', loudness: -23 }, 1.5);
  const to = { output: join(folder, 'render.wav') };
  await renderer.render(toParsedEdit(reduceToSound(edit)), to, { ...context(), watermark: false, folder });
  const file = await readFile(to.output);
  const data = file.subarray(file.indexOf('data') + 8);
  const depth = file.readUInt16LE(34) / 8;
  const samples = Math.floor(data.length / depth);
  const { peaks } = await measure(edit, 10);
  for (const [part, peak] of peaks.entries()) {
    let highest = 0;
    for (let at = Math.floor((samples * part) / 10); at < Math.floor((samples * (part + 1)) / 10); at++)
      highest = Math.max(highest, Math.abs(data.readIntLE(at * depth, depth)) / 2 ** (8 * depth - 1));
    expect(peak).toBeCloseTo(highest, 3);
  }
});

test('says what is wrong with a file, and leaves no files', async () => {
  const before = await readdir(folder);
  expect(await failureOf(measure(editOf({ trim: 4 }, undefined, 'auto'), 4))).toMatch(/trim/);
  expect(await readdir(folder)).toEqual(before);
});
