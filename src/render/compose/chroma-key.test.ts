import { describe, expect, it } from 'vitest';
import { colourKey } from '../resolve/colour-key.ts';
import { ChromaKeyer } from './chroma-key.ts';
import { keyPixels } from './keyed-pixels.ts';

type Rgb = readonly [number, number, number];

const GREEN: Rgb = [0, 255, 0];
const SCREEN: Rgb = [0, 177, 64];

interface Numbers {
  readonly threshold?: number;
  readonly halo?: number;
  /** The pixel's own alpha. */
  readonly own?: number;
}

/** What of a pixel is left, as red, green, blue and alpha. */
function keyed(pixel: Rgb, color: string, { own = 255, ...numbers }: Numbers = {}): number[] {
  const pixels = new Uint8ClampedArray([...pixel, own]);
  keyPixels(pixels, new ChromaKeyer(colourKey({ color, ...numbers })));
  return [...pixels];
}

function mixed(share: number, one: Rgb, other: Rgb): Rgb {
  const [red, green, blue] = one.map((value, index) =>
    Math.round(share * value + (1 - share) * other[index]!),
  );
  return [red!, green!, blue!];
}

const alphaOf = (pixel: Rgb, color: string, numbers?: Numbers): number => keyed(pixel, color, numbers)[3]!;

describe('how much is seen', () => {
  // A grey lies 300 away from a key that has a hue, and a mixture of both by its share of that.
  it.each<[string, Rgb, number]>([
    ['the key itself', GREEN, 0],
    ['half of it in grey: 150', mixed(0.5, GREEN, [120, 120, 120]), 0],
    ['a third of it in grey: 200', mixed(1 / 3, GREEN, [120, 120, 120]), 128],
    ['a quarter of it in grey: 225', mixed(0.25, GREEN, [120, 120, 120]), 191],
    ['a sixth of it in grey: 250', mixed(1 / 6, GREEN, [120, 120, 120]), 255],
    ['black', [0, 0, 0], 255],
    ['grey', [128, 128, 128], 255],
    ['white', [255, 255, 255], 255],
  ])('by default, of %s', (_, pixel, alpha) => {
    expect(Math.abs(alphaOf(pixel, '#00ff00') - alpha)).toBeLessThanOrEqual(2);
  });

  it.each<[string, Rgb]>([
    ['skin', [200, 150, 120]],
    ['dark skin', [90, 60, 45]],
    ['dark hair', [20, 18, 18]],
    ['fair hair', [220, 190, 130]],
    ['jeans', [85, 105, 115]],
    ['a grey coat', [128, 128, 128]],
  ])('of %s before a screen: all', (_, pixel) => {
    expect(alphaOf(pixel, '#00b140')).toBe(255);
  });

  it.each<[string, Rgb]>([
    ['in the shade', [0, 110, 40]],
    ['with noise', [12, 165, 76]],
    ['in bright light', [40, 230, 110]],
  ])('of the screen %s: nothing', (_, pixel) => {
    expect(alphaOf(pixel, '#00b140')).toBe(0);
  });

  it('rises from the threshold over the halo', () => {
    // 0.4 of grey: 120
    const pixel = mixed(0.6, GREEN, [0, 0, 0]);
    expect(alphaOf(pixel, '#00ff00', { threshold: 120, halo: 10 })).toBe(0);
    expect(alphaOf(pixel, '#00ff00', { threshold: 70, halo: 100 })).toBeCloseTo(128, -0.5);
    expect(alphaOf(pixel, '#00ff00', { threshold: 0, halo: 240 })).toBeCloseTo(128, -0.5);
    expect(alphaOf(pixel, '#00ff00', { threshold: 20, halo: 100 })).toBe(255);
  });

  it('is all or nothing without a halo', () => {
    const pixel = mixed(0.6, GREEN, [0, 0, 0]);
    expect(alphaOf(pixel, '#00ff00', { threshold: 119, halo: 0 })).toBe(255);
    expect(alphaOf(pixel, '#00ff00', { threshold: 121, halo: 0 })).toBe(0);
    expect(alphaOf(GREEN, '#00ff00', { threshold: 0, halo: 0 })).toBe(0);
  });

  it('counts brightness from a key that is grey', () => {
    // The distance of two greys in the cube: 100 x the root of 3 = 173.2.
    expect(alphaOf([228, 228, 228], '#808080')).toBe(59); // 23.2 / 100 of 255
    expect(alphaOf([0, 0, 0], '#ffffff')).toBe(255);
    expect(alphaOf([200, 200, 200], '#ffffff')).toBe(0); // 95
  });

  it('multiplies with alpha that is there already', () => {
    expect(alphaOf([128, 128, 128], '#00ff00', { own: 100 })).toBe(100);
    expect(alphaOf(mixed(0.25, GREEN, [120, 120, 120]), '#00ff00', { own: 100 })).toBe(75);
  });
});

describe('the colour of the key', () => {
  it.each<[string, Rgb]>([
    ['white', [255, 255, 255]],
    ['grey', [128, 128, 128]],
    ['black', [10, 10, 10]],
  ])('is taken out of %s', (_, pixel) => {
    keyed(mixed(0.3, SCREEN, pixel), '#00b140')
      .slice(0, 3)
      .forEach((value, index) => expect(Math.abs(value - pixel[index]!)).toBeLessThanOrEqual(2));
  });

  it('leaves no green in what was before it', () => {
    const [red, green] = keyed(mixed(0.3, SCREEN, [200, 150, 120]), '#00b140');
    expect(green!).toBeLessThan(red!);
  });

  it.each<[string, Rgb, string]>([
    ['yellow before green', [255, 255, 0], '#00ff00'],
    ['skin before blue', [200, 150, 120], '#0000ff'],
    ['what is before grey', [30, 200, 90], '#808080'],
  ])('is not looked for in %s', (_, pixel, key) => {
    expect(keyed(pixel, key).slice(0, 3)).toEqual([...pixel]);
  });
});
