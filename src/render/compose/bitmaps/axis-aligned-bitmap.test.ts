import { expect, it } from 'vitest';
import { CATMULL_ROM, type Filter, LANCZOS, LONG_LANCZOS } from '../planes/filters.ts';
import type { SampleLine } from '../planes/taps.ts';
import { AxisAlignedBitmap, type LoadedPixels } from './axis-aligned-bitmap.ts';

const BITMAP = { width: 45, height: 38 };
const OUTPUT = { width: 50, height: 40 };
const FORM = { levels: 1, hasAlpha: false, levelFilter: LONG_LANCZOS };
const PLAIN = { isPremultiplied: false, isReduced: { across: false, down: false } };

/** Returns pseudorandom bytes, the same each time. */
function noise(count: number, seed = 7): number[] {
  let state = seed;
  return Array.from({ length: count }, () => (state = (state * 1103515245 + 12345) >>> 0) >>> 24);
}

function loaded(data: readonly number[], size = BITMAP): LoadedPixels {
  return { data: Uint8Array.from(data), ...size, ...PLAIN };
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= 3) return 0;
  return (3 * Math.sin(Math.PI * x) * Math.sin((Math.PI * x) / 3)) / (Math.PI * x) ** 2;
}

/** Returns sources and weights of a result, computed without tables. */
function weigh(position: number, step: number, length: number): { source: number; weight: number }[] {
  const stretch = Math.max(1, Math.abs(step));
  const sources = Array.from(
    { length: 2 * Math.ceil(3 * stretch) + 1 },
    (_, index) => Math.round(position) - Math.ceil(3 * stretch) + index,
  );
  const weights = sources.map((source) => lanczos((source - position) / stretch));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return sources.map((source, index) => ({
    source: Math.min(length - 1, Math.max(0, source)),
    weight: weights[index]! / sum,
  }));
}

/** Resamples one channel, without rounding. */
function resample(
  from: readonly number[],
  channel: number,
  across: readonly [number, number],
  down: readonly [number, number],
): number[] {
  const results: number[] = [];
  for (let row = 0; row < OUTPUT.height; row++) {
    const rows = weigh(down[0] + row * down[1], down[1], BITMAP.height);
    for (let column = 0; column < OUTPUT.width; column++) {
      let sum = 0;
      for (const { source: x, weight } of weigh(across[0] + column * across[1], across[1], BITMAP.width)) {
        for (const { source: y, weight: share } of rows)
          sum += weight * share * from[4 * (y * BITMAP.width + x) + channel]!;
      }
      results.push(sum);
    }
  }
  return results;
}

const line = (
  [start, step]: readonly [number, number],
  length: number,
  count: number,
  filter: Filter = LANCZOS,
): SampleLine => {
  return { start, step, length, count, filter };
};

const area = (across: readonly [number, number], down: readonly [number, number], filter?: Filter) => ({
  ...OUTPUT,
  level: 0,
  across: line(across, BITMAP.width, OUTPUT.width, filter),
  down: line(down, BITMAP.height, OUTPUT.height, filter),
  columnShares: new Uint8Array(OUTPUT.width).fill(255),
  rowShares: new Uint8Array(OUTPUT.height).fill(255),
});

const limit = (value: number, most = 255): number => Math.min(most, Math.max(0, value));

const PLACES: [string, readonly [number, number], readonly [number, number]][] = [
  ['shifted', [0.25, 1], [-0.5, 1]],
  ['larger', [0.31, 0.8], [-0.27, 0.9]],
  ['smaller', [-3.1, 1.31], [-6.6, 1.27]],
  ['much smaller', [-3.1, 2.31], [-6.6, 4.27]],
  ['mirrored', [43.7, -0.85], [0.2, 0.7]],
  ['upside down', [1.25, 0.8], [37.4, -0.93]],
];

it.each(PLACES)(
  'a bitmap is drawn %s as the filter defines it, with subpixel precision',
  (_, across, down) => {
    const from = noise(BITMAP.width * BITMAP.height).flatMap((value) => [value, value, value, 255]);
    const bitmap = new AxisAlignedBitmap(BITMAP, OUTPUT, FORM);
    bitmap.load(loaded(from));
    const { y, u, v, alpha } = bitmap.draw(area(across, down));
    let different = 0;
    for (const [index, exact] of resample(from, 0, across, down).entries()) {
      const grey = Math.round(limit(exact));
      const found = y.data[Math.floor(index / OUTPUT.width) * y.stride + (index % OUTPUT.width)]!;
      const off = Math.abs(found - Math.round(16 + (219 / 255) * grey));
      expect(off).toBeLessThan(2);
      if (off > 0) different++;
    }
    // Values halfway between two greys may be rounded either way.
    expect(different).toBeLessThan(0.03 * OUTPUT.width * OUTPUT.height);
    expect([alpha, u.data[0], v.data[0]]).toEqual([undefined, 128, 128]);
  },
);

it.each(PLACES)('a bitmap with alpha is drawn %s, with colours within their alpha', (_, across, down) => {
  const count = BITMAP.width * BITMAP.height;
  const alphas = noise(count, 3).map((value) => limit(2 * value - 128));
  // Every colour is a share of the alpha, as premultiplied colours are.
  const from = noise(3 * count).flatMap((value, index) => {
    const alpha = alphas[Math.floor(index / 3)]!;
    const colour = Math.round((value * alpha) / 255);
    return index % 3 === 2 ? [colour, alpha] : [colour];
  });
  const surface = { ...OUTPUT, fullColour: true };
  const bitmap = new AxisAlignedBitmap(BITMAP, surface, { ...FORM, hasAlpha: true });
  bitmap.load({ ...loaded(from), isPremultiplied: true });
  const planes = bitmap.draw(area(across, down));
  const exactAlphas = resample(from, 3, across, down);
  for (const [index, exact] of resample(from, 0, across, down).entries()) {
    const at = Math.floor(index / OUTPUT.width) * planes.y.stride + (index % OUTPUT.width);
    const alpha = exactAlphas[index]!;
    expect(Math.abs(planes.alpha!.data[at]! - limit(alpha))).toBeLessThan(0.6);
    // If alpha is too large, colours are reduced along with it.
    const colour = limit(exact * Math.min(1, 255 / alpha), limit(alpha));
    // Planes in full colour have straight colours: green, blue and red.
    const found = (planes.v.data[at]! * planes.alpha!.data[at]!) / 255;
    expect(Math.abs(found - colour)).toBeLessThan(1.6);
  }
});

it('the edges of a drawing keep its colour, and have no ring outside', () => {
  const from = Array.from({ length: BITMAP.width * BITMAP.height }, (_, index) =>
    index % BITMAP.width < 20 ? [200, 100, 40, 255] : [0, 0, 0, 0],
  ).flat();
  const surface = { ...OUTPUT, fullColour: true };
  const bitmap = new AxisAlignedBitmap(BITMAP, surface, { ...FORM, hasAlpha: true });
  bitmap.load(loaded(from));
  const { alpha, y, u, v } = bitmap.draw(area([0.5, 1], [0.5, 1], CATMULL_ROM));
  const row = 20 * y.stride;
  const alphas = [...alpha!.data.subarray(row + 15, row + 25)];
  expect(alphas).toEqual([255, 255, 255, 255, 128, 0, 0, 0, 0, 0]);
  for (let column = 10; column < 20; column++) {
    const colour = [v, y, u].map(({ data }) => data[row + column]!);
    for (const [channel, value] of [200, 100, 40].entries())
      expect(Math.abs(colour[channel]! - value)).toBeLessThan(2);
  }
});

it('partly covered pixels have alpha and keep their colour', () => {
  const bitmap = new AxisAlignedBitmap(BITMAP, OUTPUT, FORM);
  bitmap.load(loaded(Array.from({ length: 4 * BITMAP.width * BITMAP.height }, () => 255)));
  const drawn = area([0, 0.9], [0, 0.9]);
  drawn.columnShares.set([0, 64]);
  drawn.rowShares.set([128]);
  const { y, alpha } = bitmap.draw(drawn);
  const second = y.stride;
  expect([0, 1, 2].map((column) => alpha?.data[column])).toEqual([0, 32, 128]);
  expect([0, 1, 2].map((column) => alpha?.data[second + column])).toEqual([0, 64, 255]);
  expect([1, 2, second + 1].map((index) => y.data[index])).toEqual([235, 235, 235]);
});

it.each([0, 1, 2, 3, 4])('level %i does not change the colour of a flat bitmap', (level) => {
  const bitmap = new AxisAlignedBitmap(BITMAP, OUTPUT, { ...FORM, levels: 5 });
  const flat = Array.from({ length: 4 * BITMAP.width * BITMAP.height }, () => 120);
  bitmap.load({ ...loaded(flat), isReduced: { across: true, down: true } });
  const { y } = bitmap.draw({
    ...area([0.5, 1], [0.5, 1]),
    level,
    across: line([-3.3, 0.7], Math.ceil(45 / 2 ** (level / 2)), OUTPUT.width),
    down: line([-2.1, 0.7], Math.ceil(38 / 2 ** (level / 2)), OUTPUT.height),
  });
  const greys = new Set(
    Array.from({ length: OUTPUT.height }, (_, row) => [
      ...y.data.subarray(row * y.stride, row * y.stride + OUTPUT.width),
    ]).flat(),
  );
  expect([...greys]).toEqual([Math.round(16 + (219 / 255) * 120)]);
});

it('a bitmap of a few pixels is drawn, too', () => {
  const size = { width: 2, height: 1 };
  const bitmap = new AxisAlignedBitmap(size, OUTPUT, FORM);
  bitmap.load(loaded([10, 10, 10, 255, 240, 240, 240, 255], size));
  const { y } = bitmap.draw({
    ...area([0, 0], [0, 0]),
    across: line([-0.5, 2 / OUTPUT.width], 2, OUTPUT.width),
    down: line([-0.5, 1 / OUTPUT.height], 1, OUTPUT.height),
  });
  const last = y.data[OUTPUT.width - 1]!;
  expect(y.data[0]).toBeLessThan(30);
  expect(last).toBeGreaterThan(215);
  expect(y.data[39 * y.stride]).toBe(y.data[0]);
});
