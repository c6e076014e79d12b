import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planesOf } from '../av/video/video-frame.ts';
import type { ResolvedTimeline, VisualClip } from '../resolve/timeline.ts';
import { mapPoint } from '../scene/matrix.ts';
import { type Layer, sceneAt } from '../scene/scene.ts';
import { timelineOf, visualClip } from '../scene/visual-clip.fixture.ts';
import { Composer } from './composer.ts';

const OUTPUT = { width: 320, height: 180 };
/** The part of the output that is compared. */
const PART = { x: 60, y: 50, width: 200, height: 80 };
const FRAMES = 200;

let folder: string;
const pictures = new Map<string, { path: string; width: number; height: number; greys: Uint8Array }>();

/** Returns noise with equal contrast at all sizes of details, as in photographs, the same each time. */
function makeDetails(width: number, height: number): Uint8Array {
  const sums = new Float64Array(width * height).fill(128);
  let state = 11;
  for (let cell = 1; cell <= 64; cell *= 2) {
    const columns = Math.ceil(width / cell) + 1;
    const values = Float64Array.from({ length: columns * (Math.ceil(height / cell) + 1) }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32 - 0.5;
    });
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++)
        sums[y * width + x]! += 50 * values[Math.floor(y / cell) * columns + Math.floor(x / cell)]!;
    }
  }
  return Uint8Array.from(sums, (value) => Math.min(255, Math.max(0, Math.round(value))));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-sharp-'));
  for (const [name, width, height] of [
    ['large', 800, 600],
    ['small', 400, 225],
  ] as const) {
    const greys = makeDetails(width, height);
    const path = join(folder, `${name}.png`);
    await sharp(greys, { raw: { width, height, channels: 1 } })
      .png()
      .toFile(path);
    pictures.set(name, { path, width, height, greys });
  }
});

afterAll(() => rm(folder, { recursive: true }));

function pictureOf(name: string) {
  const picture = pictures.get(name);
  if (!picture) throw new Error('There is no such picture.');
  return picture;
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= 3) return 0;
  return (3 * Math.sin(Math.PI * x) * Math.sin((Math.PI * x) / 3)) / (Math.PI * x) ** 2;
}

/** Resamples rows of samples with Lanczos's filter, widened by the step if that is above 1. */
function resampleRows(
  rows: readonly Float64Array[],
  start: number,
  step: number,
  count: number,
): Float64Array[] {
  const stretch = Math.max(1, step);
  const reach = Math.ceil(3 * stretch);
  const taps = Array.from({ length: count }, (_, index) => {
    const position = start + index * step;
    const from = Math.floor(position) - reach;
    const weights = Array.from({ length: 2 * reach + 2 }, (_each, tap) =>
      lanczos((from + tap - position) / stretch),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { from, weights: weights.map((weight) => weight / sum) };
  });
  return rows.map((row) =>
    Float64Array.from(taps, ({ from, weights }) =>
      weights.reduce(
        (sum, weight, tap) => sum + weight * row[Math.min(row.length - 1, Math.max(0, from + tap))]!,
        0,
      ),
    ),
  );
}

function transpose(rows: readonly Float64Array[]): Float64Array[] {
  return Array.from(rows[0]!, (_, column) => Float64Array.from(rows, (row) => row[column]!));
}

/** Returns the greys that the part of a frame should have: the file, scaled and moved in one step. */
function expectedGreys(layer: Layer, name: string): Float64Array[] {
  const { width, height, greys } = pictureOf(name);
  const { whole } = layer.placement;
  const start = mapPoint(layer.matrix, whole.x, whole.y);
  const end = mapPoint(layer.matrix, whole.x + whole.width, whole.y + whole.height);
  const [across, down] = [width / (end.x - start.x), height / (end.y - start.y)];
  const rows = Array.from({ length: height }, (_, row) =>
    Float64Array.from(greys.subarray(row * width, (row + 1) * width)),
  );
  const wide = resampleRows(rows, (PART.x + 0.5 - start.x) * across - 0.5, across, PART.width);
  const columns = resampleRows(transpose(wide), (PART.y + 0.5 - start.y) * down - 0.5, down, PART.height);
  return transpose(columns).map((row) => row.map((value) => Math.min(255, Math.max(0, value))));
}

function gradientOf(rows: readonly Float64Array[]): number {
  let sum = 0;
  for (const row of rows)
    for (let column = 1; column < row.length; column++) sum += Math.abs(row[column]! - row[column - 1]!);
  return sum;
}

/** Returns how far a picture lies to the right of the expected one, in pixels. */
function shiftOf(found: readonly Float64Array[], expected: readonly Float64Array[]): number {
  let [product, square] = [0, 0];
  for (const [index, row] of expected.entries()) {
    for (let column = 1; column < row.length - 1; column++) {
      const slope = (row[column + 1]! - row[column - 1]!) / 2;
      product += slope * (row[column]! - found[index]![column]!);
      square += slope * slope;
    }
  }
  return product / square;
}

async function measure(clip: Partial<VisualClip>, name: string, fullColour: boolean, frames: number[]) {
  const { path, width, height } = pictureOf(name);
  const visual = { kind: 'still', media: { kind: 'still', path, width, height } } as const;
  const timeline: ResolvedTimeline = {
    ...timelineOf([visualClip({ visual, to: FRAMES, fit: 'cover', ...clip })]),
    ...OUTPUT,
  };
  using composer = new Composer(timeline, false, undefined, { fullColour });
  const found: { ratio: number; shift: number }[] = [];
  for (const frame of frames) {
    using composed = (await composer.composeFrame(frame)).frame;
    const { y } = planesOf(composed);
    // The first plane of a picture in full colour is green. All pictures here are grey.
    const [black, range] = fullColour ? [0, 1] : [16, 255 / 219];
    const luma = Array.from({ length: PART.height }, (_, row) => {
      const at = (PART.y + row) * y.stride + PART.x;
      return Float64Array.from(y.data.subarray(at, at + PART.width), (value) => range * (value - black));
    });
    const [layer] = sceneAt(timeline, frame);
    const expected = expectedGreys(layer!, name);
    found.push({ ratio: gradientOf(luma) / gradientOf(expected), shift: shiftOf(luma, expected) });
  }
  return found;
}

const MOTIONS: [string, string, Partial<VisualClip>][] = [
  ['large', 'slideLeftSlow', { effect: 'slideLeftSlow' }],
  ['large', 'slideUpSlow', { effect: 'slideUpSlow' }],
  ['large', 'zoomInSlow', { effect: 'zoomInSlow' }],
  ['large', 'zoomOut', { effect: 'zoomOut' }],
  ['large', 'zoomInFast', { effect: 'zoomInFast' }],
  ['small', 'zoomInSlow', { effect: 'zoomInSlow' }],
];

describe.each([
  ['a video', false],
  ['stills', true],
])('in %s', (_, fullColour) => {
  test.each(MOTIONS)('a %s picture is as sharp as Lanczos makes it, in %s', async (name, _effect, clip) => {
    const found = await measure(clip, name, fullColour, [0, 41, 150]);
    for (const { ratio, shift } of found) {
      expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
      expect(Math.abs(shift)).toBeLessThan(0.003);
    }
    const ratios = found.map(({ ratio }) => ratio);
    expect(Math.max(...ratios) / Math.min(...ratios) - 1).toBeLessThan(0.01);
  });
});
