import { describe, expect, it } from 'vitest';
import type { Planes } from '../../av/video/video-frame.ts';
import { resolveChromaKey } from '../../resolve/chroma-key.ts';
import { rgbToYuv } from '../planes/bt709.ts';
import { KeyedFrame } from './keyed-frame.ts';

type Rgb = readonly [red: number, green: number, blue: number];
type Scene = (x: number, y: number) => Rgb;

const [WIDTH, HEIGHT] = [160, 96];
const SCREEN: Rgb = [0, 177, 64];

function mixed(share: number, one: Rgb, other: Rgb): Rgb {
  return [0, 1, 2].map((index) => share * one[index]! + (1 - share) * other[index]!) as unknown as Rgb;
}

function planesOf(scene: Scene): Planes {
  const [y, u, v] = [0, 1, 2].map(() => new Uint8Array(WIDTH * HEIGHT)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  for (let at = 0; at < y.length; at++) {
    const [luma, cb, cr] = rgbToYuv(...scene(at % WIDTH, Math.floor(at / WIDTH)));
    y[at] = Math.round(luma);
    u[at] = Math.round(cb);
    v[at] = Math.round(cr);
  }
  const plane = (data: Uint8Array) => ({ data, stride: WIDTH });
  return { width: WIDTH, height: HEIGHT, y: plane(y), u: plane(u), v: plane(v) };
}

/** Keys a scene with the defaults. */
function keyed(scene: Scene, color = '#00b140'): KeyedFrame {
  const frame = new KeyedFrame(resolveChromaKey({ color }), { width: WIDTH, height: HEIGHT }, 1);
  frame.read(planesOf(scene));
  return frame;
}

/** Returns a colour in light from 1.1 at the left to 0.6 at the right. */
const lit = (x: number, colour: Rgb): Rgb => mixed(1.1 - (0.5 * x) / WIDTH, colour, [0, 0, 0]);
const isInside = (x: number, y: number): boolean => x >= 60 && x < 110 && y >= 20 && y < 70;

describe('without threshold and halo', () => {
  it('an unevenly lit screen disappears, with a shadow on it', () => {
    const { alpha } = keyed((x, y) => lit(x, y > 80 && x < 60 ? mixed(0.65, SCREEN, [0, 0, 0]) : SCREEN));
    expect(Math.max(...alpha)).toBe(0);
  });

  it('a screen of another green than the key disappears, and what is in front of it stays', () => {
    const { alpha } = keyed((x, y) => (isInside(x, y) ? [205, 155, 125] : lit(x, [45, 165, 75])));
    expect(alpha[45 * WIDTH + 85]).toBe(255);
    expect(alpha[45 * WIDTH + 20]).toBe(0);
    expect(alpha[45 * WIDTH + 140]).toBe(0);
  });

  it.each<[string, Rgb]>([
    ['skin', [205, 155, 125]],
    ['dark cloth', [8, 16, 24]],
    ['yellow', [240, 210, 40]],
    ['grey cloth with spill', [110, 135, 118]],
    ['white', [240, 240, 240]],
  ])('%s is opaque inside', (_, colour) => {
    const { alpha } = keyed((x, y) => (isInside(x, y) ? colour : lit(x, SCREEN)));
    expect(alpha[45 * WIDTH + 85]).toBe(255);
    expect(alpha[25 * WIDTH + 65]).toBe(255);
  });

  it.each<[string, Rgb]>([
    ['white', [240, 240, 240]],
    ['dark', [20, 20, 20]],
    ['red', [190, 50, 60]],
  ])('a soft edge of %s has nearly its true alpha', (_, colour) => {
    const share = (x: number): number => Math.min(1, Math.max(0, (x - 80) / 5));
    const { alpha } = keyed((x) => mixed(share(x), colour, SCREEN));
    let square = 0;
    for (let x = 78; x < 88; x++) square += (alpha[45 * WIDTH + x]! - 255 * share(x)) ** 2;
    expect(Math.sqrt(square / 10)).toBeLessThan(24);
  });

  it.each<[string, Rgb]>([
    ['white', [242, 242, 242]],
    ['black', [16, 16, 16]],
  ])('a line of 1 pixel in %s stays whole, without specks beside it', (_, colour) => {
    // The chroma of the file has half the size, so that of the line is mixed with that of the screen.
    const scene: Scene = (x) => (x === 80 ? colour : SCREEN);
    const planes = planesOf(scene);
    for (const { data } of [planes.u, planes.v]) {
      for (let row = 0; row < HEIGHT; row++) {
        const [line, screen] = [data[row * WIDTH + 80]!, data[row * WIDTH]!];
        const shares = [0.15, 0.3, 0.3, 0.15];
        shares.forEach((share, index) => {
          data[row * WIDTH + 79 + index] = Math.round(screen + share * (line - screen));
        });
      }
    }
    const frame = new KeyedFrame(resolveChromaKey({ color: '#00b140' }), { width: WIDTH, height: HEIGHT }, 1);
    frame.read(planes);
    for (let y = 6; y < HEIGHT - 6; y++) {
      expect(frame.alpha[y * WIDTH + 80]).toBeGreaterThan(200);
      expect(frame.alpha[y * WIDTH + 79]).toBeLessThan(10);
      expect(frame.alpha[y * WIDTH + 81]).toBeLessThan(10);
    }
  });

  it('a blur of 24 pixels has no rim in a mixture of its colour and the screen', () => {
    const orange: Rgb = [228, 87, 46];
    const share = (x: number): number => Math.min(1, Math.max(0, (x - 60) / 24));
    const { alpha, v } = keyed((x) => mixed(share(x), orange, SCREEN));
    const [, , red] = rgbToYuv(...orange);
    for (let x = 66; x < 78; x++) {
      expect(Math.abs(alpha[45 * WIDTH + x]! - 255 * share(x))).toBeLessThan(40);
      expect(Math.abs(v[45 * WIDTH + x]! - red)).toBeLessThan(16);
    }
  });

  it('a pane of glass is translucent', () => {
    const { alpha } = keyed((x, y) => (isInside(x, y) ? mixed(0.4, [225, 232, 238], SCREEN) : SCREEN));
    expect(alpha[45 * WIDTH + 85]).toBeGreaterThan(70);
    expect(alpha[45 * WIDTH + 85]).toBeLessThan(150);
  });

  it('the noise of a video does not make the edges flicker', () => {
    const noise = (seed: number) => (x: number, y: number) =>
      3 * Math.sin(12.9898 * x + 78.233 * y + 37.719 * seed);
    const scene =
      (seed: number): Scene =>
      (x, y) => {
        const colour = mixed(isInside(x, y) ? 1 : 0, [205, 155, 125], lit(x, SCREEN));
        return colour.map((value) => value + noise(seed)(x, y)) as unknown as Rgb;
      };
    const [one, two] = [keyed(scene(1)).alpha, keyed(scene(2)).alpha];
    const largest = one.reduce((most, value, at) => Math.max(most, Math.abs(value - two[at]!)), 0);
    expect(largest).toBeLessThan(40);
  });

  it('a frame does not depend on the frame before', () => {
    const frame = new KeyedFrame(resolveChromaKey({ color: '#00b140' }), { width: WIDTH, height: HEIGHT }, 1);
    const scene: Scene = (x, y) => (isInside(x, y) ? [205, 155, 125] : lit(x, SCREEN));
    frame.read(planesOf((x) => lit(WIDTH - x, [60, 190, 80])));
    frame.read(planesOf(scene));
    expect(frame.alpha).toEqual(keyed(scene).alpha);
  });
});

describe.each([
  ['the defaults', {}],
  ['60 and 80', { threshold: 60, halo: 80 }],
  ['150 and 100', { threshold: 150, halo: 100 }],
])('with %s', (_, numbers) => {
  it('dark colours that differ by a step stay close together', () => {
    const key = resolveChromaKey({ color: '#00b140', ...numbers });
    // Dark greens and blues from left to right and from top to bottom.
    const colour = (x: number, y: number): Rgb => [(x + y) % 2, 10 + x / 2, 10 + y / 2];
    const frame = new KeyedFrame(key, { width: WIDTH, height: HEIGHT }, 1);
    frame.read(planesOf(colour));
    // Y of a pixel times its coverage, as far as it is seen.
    const seen = (at: number): number => (frame.y[at]! * frame.alpha[at]!) / 255;
    let largest = 0;
    for (let at = 2; at < frame.alpha.length; at++) {
      if (at % WIDTH > 1) largest = Math.max(largest, Math.abs(seen(at) - seen(at - 2)));
    }
    expect(largest).toBeLessThan(12);
  });
});
