import { describe, expect, it } from 'vitest';
import type { Planes } from '../av/video/video-frame.ts';
import type { PixelSize } from '../scene/placement.ts';
import { createFlatPlanes } from './planes/planes.fixture.ts';
import { createWatermark } from './create-watermark.ts';

const BLACK = [16, 128, 128] as const;
const GREY = [126, 128, 128] as const;
const WHITE = [235, 128, 128] as const;

const SIZES: readonly [string, PixelSize][] = [
  ['the smallest preview', { width: 512, height: 288 }],
  ['a small portrait', { width: 162, height: 288 }],
  ['hd', { width: 1280, height: 720 }],
  ['a portrait', { width: 1080, height: 1920 }],
  ['a square', { width: 1080, height: 1080 }],
  ['4K', { width: 3840, height: 2160 }],
];

function marked({ width, height }: PixelSize, colour: readonly [number, number, number]): Planes {
  const output = createFlatPlanes(width, height, colour);
  createWatermark({ width, height }).paint(output);
  return output;
}

interface Part extends PixelSize {
  readonly left: number;
  readonly top: number;
}

/** Returns the share of a part whose luma differs from its old value by at least `minChange`. */
function countChanged(
  { y }: Planes,
  before: number,
  minChange: number,
  { left, top, width, height }: Part,
): number {
  let count = 0;
  for (let row = top; row < top + height; row++) {
    const start = row * y.stride + left;
    for (let at = start; at < start + width; at++) if (Math.abs(y.data[at]! - before) >= minChange) count++;
  }
  return count / (width * height);
}

describe.each(SIZES)('on %s', (_, size) => {
  it.each([
    ['black', BLACK],
    ['mid grey', GREY],
    ['white', WHITE],
  ] as const)('the names and the badge are visible on %s', (_colour, colour) => {
    const output = marked(size, colour);
    // The badge is in the top right corner. Names are everywhere else, so also in the lower half.
    const [width, height] = [size.width >> 1, size.height >> 1];
    const lower = { left: 0, top: height, width: size.width, height };
    expect(countChanged(output, colour[0], 35, lower)).toBeGreaterThan(0.005);
    const corner = { left: width, top: 0, width, height: height >> 1 };
    expect(countChanged(output, colour[0], 80, corner)).toBeGreaterThan(0.005);
  });

  it('covers only a small part', () => {
    const output = marked(size, GREY);
    expect(countChanged(output, GREY[0], 1, { left: 0, top: 0, ...size })).toBeLessThan(0.12);
    expect(countChanged(output, GREY[0], 80, { left: 0, top: 0, ...size })).toBeLessThan(0.03);
  });

  it('leaves no third of the width or the height without a name', () => {
    const output = marked(size, GREY);
    const [width, height] = [Math.floor(size.width / 3), Math.floor(size.height / 3)];
    for (const part of [0, 1, 2]) {
      const column = { left: part * width, top: 0, width, height: size.height };
      const row = { left: 0, top: part * height, width: size.width, height };
      for (const strip of [column, row])
        expect(countChanged(output, GREY[0], 30, strip)).toBeGreaterThan(0.002);
    }
  });
});

it('is the same on every frame', () => {
  const watermark = createWatermark({ width: 512, height: 288 });
  const [one, other] = [createFlatPlanes(512, 288, GREY), createFlatPlanes(512, 288, GREY)];
  watermark.paint(one);
  watermark.paint(other);
  expect(one).toEqual(other);
});

it.each([
  { width: 64, height: 36 },
  { width: 1920, height: 40 },
  { width: 40, height: 1080 },
  { width: 2, height: 2 },
])('is visible on an unusual output of $width x $height', (size) => {
  expect(countChanged(marked(size, BLACK), BLACK[0], 1, { left: 0, top: 0, ...size })).toBeGreaterThan(0);
});
