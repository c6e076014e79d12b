import { expect, it } from 'vitest';
import { LANCZOS, LONG_LANCZOS } from '../planes/filters.ts';
import type { SampleLine } from '../planes/taps.ts';
import { AxisAlignedBitmap } from './axis-aligned-bitmap.ts';
import { SubsampledBitmap } from './subsampled-bitmap.ts';

const BITMAP = { width: 93, height: 71 };
const OUTPUT = { width: 80, height: 60 };
const LEVELS = 4;

/** A colourful picture without fine details, which subsampled chroma shows as well as the colours themselves. */
const PIXELS = {
  ...BITMAP,
  data: Uint8Array.from({ length: 4 * BITMAP.width * BITMAP.height }, (_, index) => {
    const [x, y] = [(index >> 2) % BITMAP.width, Math.floor(index / 4 / BITMAP.width)];
    const channel = index % 4;
    return channel === 3 ? 255 : 128 + 90 * Math.sin(x / 9 + 2 * channel) * Math.cos(y / 11 - channel);
  }),
  isPremultiplied: false,
  isReduced: { across: false, down: false },
};

const line = (start: number, step: number, length: number, count: number): SampleLine => {
  return { start, step, length, count, filter: LANCZOS };
};

it.each<[string, number, [number, number], [number, number]]>([
  ['larger', 0, [3.3, 0.8], [2.2, 0.9]],
  ['smaller', 0, [-5.3, 1.21], [-4.2, 1.3]],
  ['mirrored', 0, [88.6, -1.07], [60.1, -0.9]],
  ['from a smaller copy', 2, [1.2, 0.55], [0.4, 0.52]],
])('a picture is drawn %s like one in red, green and blue', (_, level, across, down) => {
  const columnShares = new Uint8Array(OUTPUT.width).fill(255);
  const rowShares = new Uint8Array(OUTPUT.height).fill(255);
  columnShares.set([0, 60, 190]);
  rowShares.set([120, 250], OUTPUT.height - 2);
  const [width, height] = [Math.ceil(93 / 2 ** (level / 2)), Math.ceil(71 / 2 ** (level / 2))];
  const area = {
    ...OUTPUT,
    level,
    across: line(...across, width, OUTPUT.width),
    down: line(...down, height, OUTPUT.height),
    columnShares,
    rowShares,
  };
  const exact = new AxisAlignedBitmap(BITMAP, OUTPUT, {
    levels: LEVELS,
    hasAlpha: false,
    levelFilter: LONG_LANCZOS,
  });
  exact.load(PIXELS);
  const subsampled = new SubsampledBitmap(BITMAP, OUTPUT, LEVELS);
  subsampled.load(PIXELS);
  const [expected, found] = [exact.draw(area), subsampled.draw(area)];
  for (let y = 0; y < OUTPUT.height; y++) {
    for (let x = 0; x < OUTPUT.width; x++) {
      const alpha = expected.alpha!.data[y * expected.alpha!.stride + x]!;
      expect(Math.abs(found.alpha!.data[y * found.alpha!.stride + x]! - alpha)).toBeLessThan(2);
      // The colours of transparent pixels do not count.
      if (alpha < 100) continue;
      const off = found.y.data[y * found.y.stride + x]! - expected.y.data[y * expected.y.stride + x]!;
      expect(Math.abs(off)).toBeLessThan(3);
    }
  }
  for (let y = 0; y < OUTPUT.height / 2; y++) {
    for (let x = 0; x < OUTPUT.width / 2; x++) {
      const at = (plane: { data: Uint8Array; stride: number }): number => plane.data[y * plane.stride + x]!;
      const alpha = at(expected.chromaAlpha!);
      expect(Math.abs(at(found.chromaAlpha!) - alpha)).toBeLessThan(3);
      if (alpha < 255) continue;
      expect(Math.abs(at(found.u) - at(expected.u))).toBeLessThan(5);
      expect(Math.abs(at(found.v) - at(expected.v))).toBeLessThan(5);
    }
  }
});

it('a flat picture keeps its exact colour', () => {
  const colour = [201, 33, 97, 255];
  const data = Uint8Array.from(
    { length: 4 * BITMAP.width * BITMAP.height },
    (_, index) => colour[index % 4]!,
  );
  const pixels = { ...PIXELS, data, isReduced: { across: true, down: true } };
  const area = {
    ...OUTPUT,
    level: 1,
    across: line(0.3, 0.7, Math.ceil(93 / Math.SQRT2), OUTPUT.width),
    down: line(0.1, 0.6, Math.ceil(71 / Math.SQRT2), OUTPUT.height),
    columnShares: new Uint8Array(OUTPUT.width).fill(255),
    rowShares: new Uint8Array(OUTPUT.height).fill(255),
  };
  const bitmap = new SubsampledBitmap(BITMAP, OUTPUT, LEVELS);
  bitmap.load(pixels);
  const { y, u, v, alpha } = bitmap.draw(area);
  const luma = 0.2126 * 201 + 0.7152 * 33 + 0.0722 * 97;
  const expected = [
    16 + (219 / 255) * luma,
    128 + ((224 / 255) * (97 - luma)) / 1.8556,
    128 + ((224 / 255) * (201 - luma)) / 1.5748,
  ];
  const greys = [y, u, v].map(({ data: samples, stride }, index) => {
    const width = index === 0 ? OUTPUT.width : OUTPUT.width / 2;
    const rows = index === 0 ? OUTPUT.height : OUTPUT.height / 2;
    return [
      ...new Set(
        Array.from({ length: rows }, (_, row) => [
          ...samples.subarray(row * stride, row * stride + width),
        ]).flat(),
      ),
    ];
  });
  expect(greys).toEqual(expected.map((value) => [Math.round(value)]));
  expect(alpha).toBeUndefined();
});

it('an enlarged picture has the colour details that a video can show', () => {
  const data = Uint8Array.from({ length: 4 * BITMAP.width * BITMAP.height }, (_, index) => {
    const isRed = ((index >> 2) % BITMAP.width) % 4 < 2;
    return [isRed ? 255 : 0, 0, isRed ? 0 : 255, 255][index % 4]!;
  });
  const area = {
    ...OUTPUT,
    level: 0,
    across: line(2, 0.5, BITMAP.width, OUTPUT.width),
    down: line(2, 0.5, BITMAP.height, OUTPUT.height),
    columnShares: new Uint8Array(OUTPUT.width).fill(255),
    rowShares: new Uint8Array(OUTPUT.height).fill(255),
  };
  const contrastOf = (bitmap: AxisAlignedBitmap | SubsampledBitmap): number => {
    bitmap.load({ ...PIXELS, data });
    const { v } = bitmap.draw(area);
    const row = [...v.data.subarray(10 * v.stride + 4, 10 * v.stride + OUTPUT.width / 2 - 4)];
    return row.slice(1).reduce((sum, value, index) => sum + Math.abs(value - row[index]!), 0);
  };
  const exact = contrastOf(
    new AxisAlignedBitmap(BITMAP, OUTPUT, { levels: 1, hasAlpha: false, levelFilter: LONG_LANCZOS }),
  );
  const [halved, kept] = [false, true].map((keepsChroma) =>
    contrastOf(new SubsampledBitmap(BITMAP, OUTPUT, LEVELS, keepsChroma)),
  );
  expect(kept).toBeGreaterThan(0.98 * exact);
  expect(kept).toBeGreaterThan(1.15 * halved!);
});
