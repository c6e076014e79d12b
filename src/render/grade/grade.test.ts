import { describe, expect, it } from 'vitest';
import type { Rgb } from './colour.ts';
import { changeOf } from './colour-filters.ts';
import { createCurve } from './curve.ts';
import type { ColourValues } from './filter-values.ts';
import { createGrade } from './grade.ts';

function graded(filters: readonly ColourValues[], ...colour: Rgb): Rgb {
  createGrade(filters)(colour);
  return colour;
}

const decode = (value: number): number =>
  value > 0.04045 ? ((value + 0.055) / 1.055) ** 2.4 : value / 12.92;
const encode = (light: number): number =>
  light > 0.0031308 ? 1.055 * light ** (1 / 2.4) - 0.055 : 12.92 * light;
const luma = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const COLOUR: Rgb = [0.5, 0.3, 0.2];
const LUMA = luma(COLOUR);

describe('a filter', () => {
  it.each<[ColourValues, Rgb]>([
    [{ type: 'exposure', value: 0.5 }, COLOUR.map((value) => encode(Math.SQRT2 * decode(value))) as Rgb],
    [{ type: 'contrast', value: 1.5 }, [0.5, 0.2, 0.05]],
    [{ type: 'saturation', value: 0 }, [LUMA, LUMA, LUMA]],
    [{ type: 'saturation', value: 1.5 }, COLOUR.map((value) => LUMA + 1.5 * (value - LUMA)) as Rgb],
    // The spread is 0.3.
    [{ type: 'vibrance', value: 0.5 }, COLOUR.map((value) => LUMA + 1.35 * (value - LUMA)) as Rgb],
    [{ type: 'vibrance', value: -0.5 }, COLOUR.map((value) => LUMA + 0.35 * (value - LUMA)) as Rgb],
    [{ type: 'hue', value: 360 }, COLOUR],
    [{ type: 'levels', black: 0.1, white: 0.6, gamma: 2 }, [Math.sqrt(0.8), Math.sqrt(0.4), Math.sqrt(0.2)]],
    [{ type: 'shadows', value: 1 }, COLOUR.map((value) => value * (1 + (1 - LUMA) ** 2)) as Rgb],
    [{ type: 'highlights', value: -1 }, COLOUR.map((value) => value * (1 - LUMA * (1 - LUMA))) as Rgb],
    [{ type: 'duotone', dark: '#000', light: '#ff8000' }, [LUMA, (LUMA * 128) / 255, 0]],
    [{ type: 'posterize', value: 3 }, [0.5, 0, 0]],
    [{ type: 'invert' }, [0.5, 0.7, 0.8]],
    [{ type: 'invert', value: 0.5 }, [0.5, 0.5, 0.5]],
    [
      {
        type: 'curves',
        rgb: [
          [0, 0],
          [0.5, 1],
        ],
        g: [
          [0, 1],
          [1, 0],
        ],
      },
      [1, 1, 0.4],
    ],
  ])('has its formula: %j', (values, expected) => {
    graded([values], ...COLOUR).forEach((value, channel) => expect(value).toBeCloseTo(expected[channel]!, 2));
  });

  it.each(['temperature', 'tint'] as const)('%s keeps the luminance of grey', (type) => {
    const colour = graded([{ type, value: 0.8 }], 0.4, 0.4, 0.4);
    expect(luma(colour.map(decode) as Rgb)).toBeCloseTo(decode(0.4), 6);
    if (type === 'temperature') expect(colour[0]).toBeGreaterThan(colour[2] + 0.1);
    else expect(colour[0]).toBeGreaterThan(colour[1] + 0.1);
  });

  it('turns red by 120 degrees towards green, and keeps its luma', () => {
    const [red, green, blue] = graded([{ type: 'hue', value: 120 }], 0.4, 0.2, 0.2);
    expect(green).toBeGreaterThan(red);
    expect(green).toBeGreaterThan(blue);
    expect(luma([red, green, blue])).toBeCloseTo(luma([0.4, 0.2, 0.2]), 2);
  });

  it.each(['shadows', 'highlights'] as const)('%s keeps black, white and the order of greys', (type) => {
    for (const value of [-1, 1]) {
      const greys = Array.from(
        { length: 101 },
        (_, at) => graded([{ type, value }], at / 100, at / 100, at / 100)[0],
      );
      expect(greys[0]).toBe(0);
      expect(greys[100]).toBeCloseTo(1, 12);
      expect(greys.every((grey, at) => at === 0 || grey >= greys[at - 1]!)).toBe(true);
    }
  });

  it('changes a channel by itself, or all together', () => {
    expect(changeOf({ type: 'exposure', value: 1 })).toHaveLength(3);
    expect(changeOf({ type: 'hue', value: 1 })).toBeTypeOf('function');
  });
});

it('applies filters in their order, and clamps each result', () => {
  const [brighter, inverted] = [{ type: 'contrast', value: 4 } as const, { type: 'invert' } as const];
  expect(graded([brighter, inverted], 0.9, 0.5, 0.55)).toEqual([0, 0.5, expect.closeTo(0.3, 9)]);
  const stretch = { type: 'levels', white: 0.5 } as const;
  expect(graded([stretch, inverted], 0.2, 0.2, 0.2)[0]).toBeCloseTo(0.6, 9);
  expect(graded([inverted, stretch], 0.2, 0.2, 0.2)[0]).toBe(1);
});

describe('a curve', () => {
  it('goes through its points, and stays between them', () => {
    const curve = createCurve([
      [0.2, 0.1],
      [0.4, 0.1],
      [0.6, 0.9],
      [1, 1],
    ]);
    expect([0, 0.2, 0.4, 0.6, 1].map(curve)).toEqual([0.1, 0.1, 0.1, 0.9, 1]);
    expect(curve(0.3)).toBe(0.1);
    const values = Array.from({ length: 101 }, (_, at) => curve(at / 100));
    expect(values.every((value, at) => at === 0 || value > values[at - 1]! - 1e-9)).toBe(true);
    expect(Math.max(...values)).toBeCloseTo(1, 9);
  });

  it('is straight through points on a line', () => {
    const curve = createCurve([
      [1, 1],
      [0, 0],
      [0.3, 0.3],
    ]);
    for (const value of [0.1, 0.3, 0.77]) expect(curve(value)).toBeCloseTo(value, 12);
  });
});
