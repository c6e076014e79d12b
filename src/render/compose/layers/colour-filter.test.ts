import { describe, expect, it } from 'vitest';
import type { Planes } from '../../av/video/video-frame.ts';
import { COLOUR_FILTERS } from '../../scene/filters.ts';
import { ColourFilter } from './colour-filter.ts';
import { createColourPlanes } from '../planes/colour-planes.ts';
import { createFlatPlanes, parsePlane, formatRows } from '../planes/planes.fixture.ts';

type Name = keyof typeof COLOUR_FILTERS;
type Yuv = readonly [number, number, number];

function filtered(name: Name, from: Planes): ReturnType<typeof createFlatPlanes> {
  const to = createFlatPlanes(from.width, from.height, [1, 1, 1]);
  new ColourFilter(COLOUR_FILTERS[name]).apply(from, to);
  return to;
}

/** Applies a filter to one colour. */
function colour(name: Name, from: Yuv): Yuv {
  const { y, u, v } = filtered(name, createFlatPlanes(2, 2, from));
  return [y.data[3]!, u.data[0]!, v.data[0]!];
}

describe('a filter', () => {
  // Luma is stretched around 125.5, chroma around 128.
  it.each<[Name, Yuv]>([
    ['boost', [146, 142, 114]], // 125.5 + 1.25 * 16.5 = 146.1; 8 * 1.25 * 1.4 = 14
    ['contrast', [149, 139, 117]], // 125.5 + 1.4 * 16.5 = 148.6; 8 * 1.4 = 11.2
    ['darken', [98, 136, 120]], // 142 - 0.2 * 219 = 98.2
    ['lighten', [186, 136, 120]], // 142 + 0.2 * 219 = 185.8
    ['muted', [140, 132, 124]], // 125.5 + 0.85 * 16.5 = 139.5; 8 * 0.85 * 0.6 = 4.08
    ['greyscale', [142, 128, 128]],
    ['negative', [109, 120, 136]], // 251 - 142; 256 - 136
  ])('%s changes luma and chroma', (name, result) => {
    expect(colour(name, [142, 136, 120])).toEqual(result);
  });

  it.each<[Name, Yuv, Yuv]>([
    ['contrast', [16, 128, 128], [16, 128, 128]],
    ['contrast', [235, 128, 128], [235, 128, 128]],
    ['lighten', [235, 128, 128], [235, 128, 128]],
    ['negative', [235, 128, 128], [16, 128, 128]],
  ])('%s makes nothing darker than black or lighter than white', (name, from, result) => {
    expect(colour(name, from)).toEqual(result);
  });

  it('darkens a dark blue to black, not to a blue without luma', () => {
    // #000033
    expect(colour('darken', [19, 150, 126])).toEqual([16, 128, 128]);
  });

  it('lightens yellow to a paler yellow, whose blue is 0.2', () => {
    const [y, u, v] = colour('lighten', [219, 16, 138]);
    // #ffff33: luma 0.9422
    expect(Math.abs(y - 222)).toBeLessThanOrEqual(1);
    expect(Math.abs(u - 38)).toBeLessThanOrEqual(1);
    expect(Math.abs(v - 136)).toBeLessThanOrEqual(1);
  });

  it('clamps each pixel on its own, even if four share their chroma', () => {
    const from = { ...createFlatPlanes(2, 2, [0, 128, 128]), y: parsePlane('16 100', '200 235') };
    expect(formatRows(filtered('lighten', from).y)).toEqual(['60 144', '235 235']);
  });

  it('supports planes with padded rows and an odd number of chroma samples', () => {
    const from: Planes = {
      width: 2,
      height: 4,
      y: parsePlane('30 40 0 0', '50 60 0 0', '70 80 0 0', '90 100 0 0'),
      u: parsePlane('128 1', '130 1'),
      v: parsePlane('128 1', '126 1'),
    };
    const to = {
      y: parsePlane(...Array<string>(4).fill('9 9 9')),
      u: parsePlane('9 9', '9 9'),
      v: parsePlane('9 9', '9 9'),
    };
    new ColourFilter(COLOUR_FILTERS.negative).apply(from, to);
    expect(formatRows(to.y)).toEqual(['221 211 9', '201 191 9', '181 171 9', '161 151 9']);
    expect(formatRows(to.u)).toEqual(['128 9', '126 9']);
    expect(formatRows(to.v)).toEqual(['128 9', '130 9']);
    expect(formatRows(from.y)[0]).toBe('30 40 0 0');
  });
});

describe('in full colour, a filter', () => {
  /** Applies a filter to one pixel of a picture of an odd size. */
  function rgb(name: Name, from: Yuv): Yuv {
    const plane = (value: number) => ({ data: new Uint8Array(9).fill(value), stride: 3 });
    const [red, green, blue] = [plane(from[0]), plane(from[1]), plane(from[2])];
    const to = { y: plane(1), u: plane(1), v: plane(1) };
    const planes = createColourPlanes({ width: 3, height: 3 }, [green, blue, red], undefined);
    new ColourFilter(COLOUR_FILTERS[name]).apply(planes, to);
    return [to.v.data[8]!, to.y.data[8]!, to.u.data[8]!];
  }

  // The luma of the colour is 0.2126 * 200 + 0.7152 * 100 + 0.0722 * 50 = 117.65.
  it.each<[Name, Yuv]>([
    ['boost', [255, 84, 0]], // 127.5 - 1.25 * 9.85 = 115.2; 115.2 + 1.75 * (82.35, -17.65, -67.65)
    ['contrast', [229, 89, 19]], // 127.5 + 1.4 * (72.5, -27.5, -77.5)
    ['darken', [149, 49, 0]], // minus 51
    ['lighten', [251, 151, 101]],
    ['muted', [161, 110, 85]], // 119.13 + 0.51 * (82.35, -17.65, -67.65)
    ['greyscale', [118, 118, 118]],
    ['negative', [55, 155, 205]],
  ])('%s changes red, green and blue exactly', (name, result) => {
    expect(rgb(name, [200, 100, 50])).toEqual(result);
  });
});
