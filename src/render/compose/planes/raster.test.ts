import { describe, expect, it, test } from 'vitest';
import { formatRows } from './planes.fixture.ts';
import { Raster, rasterize, type RgbaPixels } from './raster.ts';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];
const WHITE: Colour = [255, 255, 255, 255];
const RED: Colour = [255, 0, 0, 255];
const BLUE: Colour = [0, 0, 255, 255];
const CLEAR: Colour = [0, 255, 0, 0];

function pixels(...rows: Colour[][]): RgbaPixels {
  return { data: Uint8Array.from(rows.flat(2)), width: rows[0]?.length ?? 0, height: rows.length };
}

describe('a picture begins on an even pixel', () => {
  const one = pixels([WHITE]);

  it.each<[string, [number, number], [number, number], string[]]>([
    ['of an even place', [4, 2], [4, 2], ['255 0', '0 0']],
    ['of an odd column', [5, 2], [4, 2], ['0 255', '0 0']],
    ['of an odd row', [4, 3], [4, 2], ['0 0', '255 0']],
    ['left of and above the output', [-1, -3], [-2, -4], ['0 0', '0 255']],
    ['left of and above the output, evenly', [-2, -4], [-2, -4], ['255 0', '0 0']],
  ])('%s', (_, [x, y], [left, top], alpha) => {
    const { planes, ...at } = rasterize(one, x, y);
    expect(at).toEqual({ x: left, y: top });
    expect([planes.width, planes.height]).toEqual([2, 2]);
    expect(formatRows(planes.alpha!)).toEqual(alpha);
  });

  it.each<[number, number, number]>([
    [3, 0, 4],
    [3, 1, 4],
    [4, 1, 6],
    [2, 0, 2],
  ])('%s pixels at %s are made %s', (length, at, made) => {
    const row = Array<Colour>(length).fill(WHITE);
    expect(rasterize(pixels(row, row), at, 0).planes.width).toBe(made);
  });
});

describe('colours', () => {
  test('become BT.709 in limited range, rounded', () => {
    const { planes } = rasterize(pixels([RED, RED], [RED, RED]), 0, 0);
    expect([formatRows(planes.y), formatRows(planes.u), formatRows(planes.v)]).toEqual([
      ['63 63', '63 63'],
      ['102'],
      ['240'],
    ]);
  });

  test('an opaque picture has no alpha, one clear pixel gives it some', () => {
    expect(Object.keys(rasterize(pixels([RED, RED], [RED, RED]), 0, 0).planes)).not.toContain('alpha');
    const { planes } = rasterize(pixels([RED, RED], [RED, [255, 0, 0, 254]]), 0, 0);
    expect(formatRows(planes.alpha!)).toEqual(['255 255', '255 254']);
  });

  test('of an opaque picture are, to the bit, what a raster makes of it', () => {
    let state = 7;
    const byte = (): number => (state = (state * 1103515245 + 12345) >>> 0) >>> 24;
    const [width, height] = [36, 20];
    const data = Uint8Array.from({ length: 4 * width * height }, (_, at) => (at % 4 === 3 ? 255 : byte()));
    const raster = new Raster(width, height);
    raster.putPixels({ data, width, height }, 0, 0);
    raster.updatePlanes({ x: 0, y: 0, width, height });
    expect(rasterize({ data, width, height }, 2, 4)).toEqual({ planes: raster.getPlanes(true), x: 2, y: 4 });
  });

  test('chroma sits on the left column of its pair: the neighbours weigh half', () => {
    const row = [RED, RED, BLUE, BLUE];
    const { planes } = rasterize(pixels(row, row), 0, 0);
    // The first sample lies in the red. The second, on the first blue column: 1 red, 2 and 1 blue;
    // u = (102.34 + 3 x 240) / 4 = 205.58, v = (240 + 3 x 117.73) / 4 = 148.3.
    expect([formatRows(planes.u), formatRows(planes.v)]).toEqual([['102 206'], ['240 148']]);
  });

  test('chroma is the mean of its two rows', () => {
    const { planes } = rasterize(pixels([RED, RED], [BLUE, BLUE]), 0, 0);
    // u = (102.34 + 240) / 2 = 171.17, v = (240 + 117.73) / 2 = 178.87.
    expect([formatRows(planes.u), formatRows(planes.v)]).toEqual([['171'], ['179']]);
  });

  test('clear pixels lend no colour', () => {
    const { planes } = rasterize(pixels([CLEAR, RED], [CLEAR, RED]), 0, 0);
    // Two of the three parts in each row are clear: 1 of 3 is covered.
    expect([formatRows(planes.u), formatRows(planes.v), formatRows(planes.chromaAlpha!)]).toEqual([
      ['102'],
      ['240'],
      ['85'],
    ]);
  });

  test('pixels lend colour by their cover', () => {
    const half: Colour = [0, 0, 255, 51];
    const { planes } = rasterize(pixels([RED, half], [RED, half]), 0, 0);
    // 2 parts of red at 255, 1 of blue at 51: u = (510 x 102.34 + 51 x 240) / 561 = 114.86; cover 561 / 3 = 187.
    expect([formatRows(planes.u), formatRows(planes.chromaAlpha!)]).toEqual([['115'], ['187']]);
  });

  test('nothing but clear pixels is grey that covers nothing', () => {
    const { planes } = rasterize(pixels([CLEAR, CLEAR], [CLEAR, CLEAR]), 0, 0);
    expect([formatRows(planes.u), formatRows(planes.v), formatRows(planes.chromaAlpha!)]).toEqual([
      ['128'],
      ['128'],
      ['0'],
    ]);
  });
});
