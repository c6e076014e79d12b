import { describe, expect, it } from 'vitest';
import type { Planes } from '../av/picture.ts';
import type { Size } from '../scene/placement.ts';
import { flat } from './planes.fixture.ts';
import { watermarkOn } from './watermark.ts';

const BLACK = [16, 128, 128] as const;
const GREY = [126, 128, 128] as const;
const WHITE = [235, 128, 128] as const;

const SIZES: readonly [string, Size][] = [
  ['the smallest preview', { width: 512, height: 288 }],
  ['a small portrait', { width: 162, height: 288 }],
  ['hd', { width: 1280, height: 720 }],
  ['a portrait', { width: 1080, height: 1920 }],
  ['a square', { width: 1080, height: 1080 }],
  ['4K', { width: 3840, height: 2160 }],
];

function marked({ width, height }: Size, colour: readonly [number, number, number]): Planes {
  const output = flat(width, height, colour);
  watermarkOn({ width, height }).paint(output);
  return output;
}

interface Part extends Size {
  readonly left: number;
  readonly top: number;
}

/** The share of a part whose luma is at least so far from what it was. */
function changed({ y }: Planes, before: number, least: number, { left, top, width, height }: Part): number {
  let count = 0;
  for (let row = top; row < top + height; row++) {
    const start = row * y.stride + left;
    for (let at = start; at < start + width; at++) if (Math.abs(y.data[at]! - before) >= least) count++;
  }
  return count / (width * height);
}

describe.each(SIZES)('on %s', (_, size) => {
  it.each([
    ['black', BLACK],
    ['mid grey', GREY],
    ['white', WHITE],
  ] as const)('the names and the badge are seen on %s', (_colour, colour) => {
    const output = marked(size, colour);
    // The badge is in the right upper corner, names are everywhere else: here the lower half.
    const [width, height] = [size.width >> 1, size.height >> 1];
    const lower = { left: 0, top: height, width: size.width, height };
    expect(changed(output, colour[0], 35, lower)).toBeGreaterThan(0.005);
    const corner = { left: width, top: 0, width, height: height >> 1 };
    expect(changed(output, colour[0], 80, corner)).toBeGreaterThan(0.005);
  });

  it('covers little', () => {
    const output = marked(size, GREY);
    expect(changed(output, GREY[0], 1, { left: 0, top: 0, ...size })).toBeLessThan(0.12);
    expect(changed(output, GREY[0], 80, { left: 0, top: 0, ...size })).toBeLessThan(0.03);
  });

  it('leaves no third of the width or the height without a name', () => {
    const output = marked(size, GREY);
    const [width, height] = [Math.floor(size.width / 3), Math.floor(size.height / 3)];
    for (const part of [0, 1, 2]) {
      const column = { left: part * width, top: 0, width, height: size.height };
      const row = { left: 0, top: part * height, width: size.width, height };
      for (const strip of [column, row]) expect(changed(output, GREY[0], 30, strip)).toBeGreaterThan(0.002);
    }
  });
});

it('is the same on every picture', () => {
  const watermark = watermarkOn({ width: 512, height: 288 });
  const [one, other] = [flat(512, 288, GREY), flat(512, 288, GREY)];
  watermark.paint(one);
  watermark.paint(other);
  expect(one).toEqual(other);
});

it.each([
  { width: 64, height: 36 },
  { width: 1920, height: 40 },
  { width: 40, height: 1080 },
  { width: 2, height: 2 },
])('has something on the smallest and the oddest output: $width x $height', (size) => {
  expect(changed(marked(size, BLACK), BLACK[0], 1, { left: 0, top: 0, ...size })).toBeGreaterThan(0);
});
