import { describe, expect, it } from 'vitest';
import type { SpatialValues } from '../../grade/filter-values.ts';
import { toFloats, toStraight } from './float-picture.ts';
import { applySpatial } from './spatial-filters.ts';

const [WIDTH, HEIGHT] = [48, 32];

type Colour = readonly [number, number, number, number];

function picture(colourAt: (x: number, y: number) => Colour) {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) data.set(colourAt(x, y), 4 * (y * WIDTH + x));
  return { data, width: WIDTH, height: HEIGHT };
}

/** Stripes, a gradient and a square. */
const SCENE = picture((x, y) => [x % 7 < 3 ? 220 : 40, (255 * y) / HEIGHT, x > 20 && y > 10 ? 200 : 30, 255]);
const at = (x: number, y: number): number =>
  4 * (Math.min(HEIGHT - 1, Math.max(0, y)) * WIDTH + Math.min(WIDTH - 1, Math.max(0, x)));

function apply(values: SpatialValues, from = SCENE) {
  return toStraight(applySpatial(toFloats(from), values, 1)).data;
}

/** Returns the mean difference from a formula of the samples around a pixel. */
function meanErrorOf(
  values: SpatialValues,
  formula: (x: number, y: number, channel: number) => number,
): number {
  const result = apply(values);
  let sum = 0;
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      for (let channel = 0; channel < 3; channel++) {
        const expected = Math.min(255, Math.max(0, formula(x, y, channel)));
        sum += Math.abs(result[at(x, y) + channel]! - expected);
      }
  return sum / (3 * WIDTH * HEIGHT);
}

function gaussianAt(sigma: number, from = SCENE): (x: number, y: number, channel: number) => number {
  const reach = Math.ceil(4 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.exp(-((index - reach) ** 2) / (2 * sigma ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0) ** 2;
  return (x, y, channel) => {
    let sum = 0;
    for (const [down, rowWeight] of weights.entries())
      for (const [across, weight] of weights.entries())
        sum += rowWeight * weight * from.data[at(x + across - reach, y + down - reach) + channel]!;
    return sum / total;
  };
}

const lumaAt = (x: number, y: number): number => {
  const [red, green, blue] = SCENE.data.subarray(at(x, y), at(x, y) + 3);
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};

describe('a filter of the pixels around', () => {
  it.each([1, 2.5, 5])('blurs as a Gaussian: sigma %f', (radius) => {
    expect(meanErrorOf({ type: 'blur', radius }, gaussianAt(radius))).toBeLessThanOrEqual(1);
  });

  it('sharpens by what a blur takes away', () => {
    const blurred = gaussianAt(1.5);
    const formula = (x: number, y: number, channel: number): number => {
      const value = SCENE.data[at(x, y) + channel]!;
      return value + 0.7 * (value - blurred(x, y, channel));
    };
    expect(meanErrorOf({ type: 'sharpen', amount: 0.7, radius: 1.5 }, formula)).toBeLessThanOrEqual(1);
  });

  it('blurs along a line', () => {
    const formula = (x: number, y: number, channel: number): number => {
      const samples = Array.from({ length: 64 }, (_, index) => {
        const place = x - 4 + (index + 0.5) / 8;
        const left = Math.floor(place);
        const share = place - left;
        return (
          SCENE.data[at(left, y) + channel]! * (1 - share) + SCENE.data[at(left + 1, y) + channel]! * share
        );
      });
      return samples.reduce((sum, sample) => sum + sample, 0) / 64;
    };
    expect(meanErrorOf({ type: 'directionalBlur', length: 8 }, formula)).toBeLessThanOrEqual(1.5);
    const down = apply({ type: 'directionalBlur', length: 8, angle: 90 });
    // Stripes do not change along themselves.
    expect(Math.abs(down[at(3, 16)]! - SCENE.data[at(3, 16)]!)).toBeLessThanOrEqual(1);
  });

  it.each([0, 30, 45, 90, 120, 180, -70, 200])('blurs along a line of any direction: %i degrees', (angle) => {
    const [across, down] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    // A slope, whose mean is its middle, and a step that is blurred by the distance from it.
    const slope = picture((x, y) => [
      40 + 3 * x,
      40 + 4 * y,
      x * across + y * down > 24 * across + 16 * down ? 255 : 0,
      255,
    ]);
    const result = apply({ type: 'directionalBlur', length: 10, angle }, slope);
    for (const offset of [-4, -2, 0, 2, 4]) {
      const place = at(Math.round(24 + offset * across), Math.round(16 + offset * down));
      expect(Math.abs(result[place]! - slope.data[place]!)).toBeLessThanOrEqual(1);
      expect(Math.abs(result[place + 1]! - slope.data[place + 1]!)).toBeLessThanOrEqual(1);
      expect(result[place + 3]).toBe(255);
      const column = (place / 4) % WIDTH;
      const row = Math.floor(place / 4 / WIDTH);
      const distance = (column - 24) * across + (row - 16) * down;
      expect(Math.abs(result[place + 2]! - 255 * (0.5 + distance / 10))).toBeLessThanOrEqual(20);
    }
  });

  it('fills squares with their mean', () => {
    const formula = (x: number, y: number, channel: number): number => {
      const [left, top] = [Math.floor(x / 5) * 5, Math.floor(y / 5) * 5];
      let [sum, count] = [0, 0];
      for (let row = top; row < Math.min(HEIGHT, top + 5); row++)
        for (let column = left; column < Math.min(WIDTH, left + 5); column++, count++)
          sum += SCENE.data[at(column, row) + channel]!;
      return sum / count;
    };
    expect(meanErrorOf({ type: 'pixelate', size: 5 }, formula)).toBeLessThanOrEqual(0.5);
  });

  it('shows edges by the operator of Sobel', () => {
    const formula = (x: number, y: number): number => {
      const [side, end] = [-1, 1].reduce<[number, number]>(
        ([across, down], sign) => [
          across + sign * (lumaAt(x + sign, y - 1) + 2 * lumaAt(x + sign, y) + lumaAt(x + sign, y + 1)),
          down + sign * (lumaAt(x - 1, y + sign) + 2 * lumaAt(x, y + sign) + lumaAt(x + 1, y + sign)),
        ],
        [0, 0],
      );
      return Math.hypot(side, end);
    };
    expect(meanErrorOf({ type: 'edges' }, formula)).toBeLessThanOrEqual(0.5);
  });

  it('glows by the light of bright parts', () => {
    const [amount, radius, threshold] = [0.8, 3, 0.4];
    const bright = picture((x, y) => {
      const part = Math.min(1, Math.max(0, (lumaAt(x, y) / 255 - threshold) / (1 - threshold)));
      const share = part ** 2 * (3 - 2 * part);
      const [red, green, blue] = SCENE.data.subarray(at(x, y), at(x, y) + 3);
      return [share * red!, share * green!, share * blue!, 255];
    });
    const light = gaussianAt(radius, bright);
    const formula = (x: number, y: number, channel: number): number => {
      const value = SCENE.data[at(x, y) + channel]!;
      // The blend mode `screen` of W3C compositing.
      return 255 - (255 - value) * (1 - Math.min(1, (amount * light(x, y, channel)) / 255));
    };
    expect(meanErrorOf({ type: 'glow', amount, radius, threshold }, formula)).toBeLessThanOrEqual(1);
  });

  it('shifts red and blue by a share of the distance from the middle', () => {
    const share = 3 / Math.hypot(WIDTH / 2, HEIGHT / 2);
    const lineAt = (x: number, y: number, channel: number): number => {
      const left = Math.floor(x);
      const rest = x - left;
      return SCENE.data[at(left, y) + channel]! * (1 - rest) + SCENE.data[at(left + 1, y) + channel]! * rest;
    };
    const formula = (x: number, y: number, channel: number): number => {
      const side = [-share, 0, share][channel]!;
      const [across, down] = [x + side * (x - (WIDTH - 1) / 2), y + side * (y - (HEIGHT - 1) / 2)];
      const top = Math.floor(down);
      const rest = down - top;
      return lineAt(across, top, channel) * (1 - rest) + lineAt(across, top + 1, channel) * rest;
    };
    expect(meanErrorOf({ type: 'chromaticAberration', value: 3 }, formula)).toBeLessThanOrEqual(1);
  });

  it('adds the light of bright parts, and leaves dark pictures as they are', () => {
    const spot = picture((x, y) =>
      Math.hypot(x - 24, y - 16) < 4 ? [255, 255, 255, 255] : [20, 20, 20, 255],
    );
    const glowing = apply({ type: 'glow', amount: 1, radius: 4 }, spot);
    expect(glowing[at(24 + 6, 16)]!).toBeGreaterThan(50);
    expect(glowing[at(0, 0)]!).toBeLessThanOrEqual(22);
    const dark = picture(() => [90, 90, 90, 255]);
    expect(apply({ type: 'glow', amount: 1 }, dark)).toEqual(dark.data);
  });

  it('shifts red outwards and blue inwards, most in the corners', () => {
    const line = picture((x) => (x === 40 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
    const shifted = apply({ type: 'chromaticAberration', value: 4 }, line);
    const peakOf = (channel: number): number => {
      const row = Array.from({ length: WIDTH }, (_, x) => shifted[at(x, 16) + channel]!);
      return row.indexOf(Math.max(...row));
    };
    expect([peakOf(0), peakOf(1), peakOf(2)]).toEqual([43, 40, 38]);
  });

  it.each<SpatialValues>([
    { type: 'blur', radius: 3 },
    { type: 'pixelate', size: 6 },
    { type: 'directionalBlur', length: 6 },
    { type: 'directionalBlur', length: 6, angle: 50 },
    { type: 'sharpen', amount: 3, radius: 2 },
  ])('gives no colour of transparent pixels to others: %j', (values) => {
    const half = picture((x) => (x < 24 ? [200, 100, 50, 255] : [0, 255, 0, 0]));
    const result = apply(values, half);
    expect(result[at(26, 16) + 3]).toBeLessThan(255);
    for (let x = 0; x < WIDTH; x++) {
      if (result[at(x, 16) + 3]! < 8) continue;
      expect(Math.abs(result[at(x, 16)]! - 200)).toBeLessThanOrEqual(8);
      expect(Math.abs(result[at(x, 16) + 1]! - 100)).toBeLessThanOrEqual(8);
    }
  });
});
