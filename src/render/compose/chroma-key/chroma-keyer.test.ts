import { describe, expect, it } from 'vitest';
import { resolveChromaKey } from '../../resolve/chroma-key.ts';
import { ChromaKeyer } from './chroma-keyer.ts';

type Rgb = readonly [number, number, number];

const GREEN: Rgb = [0, 255, 0];
const SCREEN: Rgb = [0, 177, 64];

interface Numbers {
  readonly threshold?: number;
  readonly halo?: number;
}

/** Converts a colour to the arguments of a keyer. */
function partsOf([red, green, blue]: Rgb): { luma: number; red: number; blue: number } {
  const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return { luma, red: red - luma, blue: blue - luma };
}

/** Returns the coverage of a pixel, by default with a threshold of 150 and a halo of 100. */
function alphaOf(pixel: Rgb, color: string, numbers: Numbers = {}): number {
  const keyer = new ChromaKeyer(resolveChromaKey({ color, threshold: 150, halo: 100, ...numbers }));
  const { luma, red, blue } = partsOf(pixel);
  const { x, y } = keyer.offsetFromKey(red, blue);
  return keyer.coverageAt(keyer.lumaDistance(luma) + x ** 2 + y ** 2);
}

function spillOf(pixel: Rgb, color: string): number {
  const keyer = new ChromaKeyer(resolveChromaKey({ color }));
  const { luma, red, blue } = partsOf(pixel);
  return keyer.spillOf(keyer.alongKey(red, blue), luma, red, blue);
}

function mixed(share: number, one: Rgb, other: Rgb): Rgb {
  const [red, green, blue] = one.map((value, index) =>
    Math.round(share * value + (1 - share) * other[index]!),
  );
  return [red!, green!, blue!];
}

describe('the coverage', () => {
  // A grey has the distance 300 from a key with a hue. The distance of a mixture is its share of grey times
  // 300.
  it.each<[string, Rgb, number]>([
    ['the key itself', GREEN, 0],
    ['a half of the key in grey, at 150', mixed(0.5, GREEN, [120, 120, 120]), 0],
    ['a third of the key in grey, at 200', mixed(1 / 3, GREEN, [120, 120, 120]), 128],
    ['a quarter of the key in grey, at 225', mixed(0.25, GREEN, [120, 120, 120]), 191],
    ['a sixth of the key in grey, at 250', mixed(1 / 6, GREEN, [120, 120, 120]), 255],
    ['black', [0, 0, 0], 255],
    ['grey', [128, 128, 128], 255],
    ['white', [255, 255, 255], 255],
  ])('is correct for %s', (_, pixel, alpha) => {
    expect(Math.abs(alphaOf(pixel, '#00ff00') - alpha)).toBeLessThanOrEqual(2);
  });

  it.each<[string, Rgb]>([
    ['skin', [200, 150, 120]],
    ['dark skin', [90, 60, 45]],
    ['dark hair', [20, 18, 18]],
    ['fair hair', [220, 190, 130]],
    ['jeans', [85, 105, 115]],
    ['a grey coat', [128, 128, 128]],
  ])('is full for %s before a screen', (_, pixel) => {
    expect(alphaOf(pixel, '#00b140')).toBe(255);
  });

  it.each<[string, Rgb]>([
    ['in shadow', [0, 110, 40]],
    ['with noise', [12, 165, 76]],
    ['in bright light', [40, 230, 110]],
  ])('is 0 for the screen %s', (_, pixel) => {
    expect(alphaOf(pixel, '#00b140')).toBe(0);
  });

  it('rises from the threshold over the halo', () => {
    // A share of grey of 0.4: a distance of 120.
    const pixel = mixed(0.6, GREEN, [0, 0, 0]);
    expect(alphaOf(pixel, '#00ff00', { threshold: 120, halo: 10 })).toBe(0);
    expect(alphaOf(pixel, '#00ff00', { threshold: 70, halo: 100 })).toBeCloseTo(128, -0.5);
    expect(alphaOf(pixel, '#00ff00', { threshold: 0, halo: 240 })).toBeCloseTo(128, -0.5);
    expect(alphaOf(pixel, '#00ff00', { threshold: 20, halo: 100 })).toBe(255);
  });

  it('is either full or 0 without a halo', () => {
    const pixel = mixed(0.6, GREEN, [0, 0, 0]);
    expect(alphaOf(pixel, '#00ff00', { threshold: 119, halo: 0 })).toBe(255);
    expect(alphaOf(pixel, '#00ff00', { threshold: 121, halo: 0 })).toBe(0);
    expect(alphaOf(GREEN, '#00ff00', { threshold: 0, halo: 0 })).toBe(0);
  });

  it('depends on the brightness for a grey key', () => {
    // The distance of two greys in the cube is 100 times the square root of 3: 173.2.
    expect(alphaOf([228, 228, 228], '#808080')).toBe(59); // 23.2/100 of 255.
    expect(alphaOf([0, 0, 0], '#ffffff')).toBe(255);
    expect(alphaOf([200, 200, 200], '#ffffff')).toBe(0); // A distance of 95.
  });
});

describe('the spill', () => {
  it.each<[string, Rgb]>([
    ['white', [255, 255, 255]],
    ['grey', [128, 128, 128]],
    ['black', [10, 10, 10]],
  ])('is the share of the key that is mixed into %s', (_, pixel) => {
    expect(spillOf(mixed(0.3, SCREEN, pixel), '#00b140')).toBeCloseTo(0.3, 1.7);
  });

  it('is smaller in skin, whose hue points away from the key', () => {
    // Relative to grey, skin is at 65, 26 and the key at -120.5, 97.9. The projection of skin is -0.22: 0.3 -
    // 0.7 * 0.22.
    expect(spillOf(mixed(0.3, SCREEN, [200, 150, 120]), '#00b140')).toBeCloseTo(0.146, 2);
  });

  it('is limited where a component would become negative', () => {
    // Blue may fall to -32: 42/64.
    expect(spillOf([0, 200, 10], '#00b140')).toBeCloseTo(42 / 64, 2);
  });

  it('has no step where a component of the colour is 0', () => {
    expect(spillOf([2, 29, 32], '#00b140') - spillOf([0, 24, 27], '#00b140')).toBeLessThan(0.03);
    expect(spillOf([0, 24, 27], '#00b140')).toBeCloseTo(0.117, 2);
  });

  it('is small in yellow before green', () => {
    expect(spillOf([255, 255, 0], '#00ff00')).toBeLessThan(0.13);
  });

  it.each<[string, Rgb, string]>([
    ['skin before blue', [200, 150, 120], '#0000ff'],
    ['any colour before grey', [30, 200, 90], '#808080'],
  ])('is 0 in %s', (_, pixel, key) => {
    expect(spillOf(pixel, key)).toBe(0);
  });
});
