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
    ['at an even position', [4, 2], [4, 2], ['255 0', '0 0']],
    ['at an odd column', [5, 2], [4, 2], ['0 255', '0 0']],
    ['at an odd row', [4, 3], [4, 2], ['0 0', '255 0']],
    ['left of and above the output at an odd position', [-1, -3], [-2, -4], ['0 0', '0 255']],
    ['left of and above the output at an even position', [-2, -4], [-2, -4], ['255 0', '0 0']],
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
  ])('%s pixels at %s are padded to %s', (length, at, padded) => {
    const row = Array<Colour>(length).fill(WHITE);
    expect(rasterize(pixels(row, row), at, 0).planes.width).toBe(padded);
  });
});

describe('colours', () => {
  test('are converted to BT.709 in limited range and rounded', () => {
    const { planes } = rasterize(pixels([RED, RED], [RED, RED]), 0, 0);
    expect([formatRows(planes.y), formatRows(planes.u), formatRows(planes.v)]).toEqual([
      ['63 63', '63 63'],
      ['102'],
      ['240'],
    ]);
  });

  test('an opaque picture has no alpha, and one translucent pixel adds it', () => {
    expect(Object.keys(rasterize(pixels([RED, RED], [RED, RED]), 0, 0).planes)).not.toContain('alpha');
    const { planes } = rasterize(pixels([RED, RED], [RED, [255, 0, 0, 254]]), 0, 0);
    expect(formatRows(planes.alpha!)).toEqual(['255 255', '255 254']);
  });

  test('of an opaque picture are bit for bit those of a raster', () => {
    let state = 7;
    const byte = (): number => (state = (state * 1103515245 + 12345) >>> 0) >>> 24;
    const [width, height] = [36, 20];
    const data = Uint8Array.from({ length: 4 * width * height }, (_, at) => (at % 4 === 3 ? 255 : byte()));
    const raster = new Raster(width, height);
    raster.putPixels({ data, width, height }, 0, 0);
    raster.updatePlanes({ x: 0, y: 0, width, height });
    expect(rasterize({ data, width, height }, 2, 4)).toEqual({ planes: raster.getPlanes(true), x: 2, y: 4 });
  });

  test('chroma sits on the left column of its pair, whose neighbours weigh half', () => {
    const row = [RED, RED, BLUE, BLUE];
    const { planes } = rasterize(pixels(row, row), 0, 0);
    // The first sample is inside the red. The second is on the first blue column: red weighs 1, blue 2 + 1.
    // u = (102.34 + 3 * 240) / 4 = 205.58, v = (240 + 3 * 117.73) / 4 = 148.3.
    expect([formatRows(planes.u), formatRows(planes.v)]).toEqual([['102 206'], ['240 148']]);
  });

  test('chroma is the average of its two rows', () => {
    const { planes } = rasterize(pixels([RED, RED], [BLUE, BLUE]), 0, 0);
    // u = (102.34 + 240) / 2 = 171.17, v = (240 + 117.73) / 2 = 178.87.
    expect([formatRows(planes.u), formatRows(planes.v)]).toEqual([['171'], ['179']]);
  });

  test('transparent pixels add no colour', () => {
    const { planes } = rasterize(pixels([CLEAR, RED], [CLEAR, RED]), 0, 0);
    // Two of the three parts of each row are transparent, so a third is covered.
    expect([formatRows(planes.u), formatRows(planes.v), formatRows(planes.chromaAlpha!)]).toEqual([
      ['102'],
      ['240'],
      ['85'],
    ]);
  });

  test('pixels add colour by their alpha', () => {
    const half: Colour = [0, 0, 255, 51];
    const { planes } = rasterize(pixels([RED, half], [RED, half]), 0, 0);
    // Two parts of red at 255, one of blue at 51: u = (510 * 102.34 + 51 * 240) / 561 = 114.86. Alpha is 561
    // / 3 = 187.
    expect([formatRows(planes.u), formatRows(planes.chromaAlpha!)]).toEqual([['115'], ['187']]);
  });

  test('transparent pixels alone give grey with an alpha of 0', () => {
    const { planes } = rasterize(pixels([CLEAR, CLEAR], [CLEAR, CLEAR]), 0, 0);
    expect([formatRows(planes.u), formatRows(planes.v), formatRows(planes.chromaAlpha!)]).toEqual([
      ['128'],
      ['128'],
      ['0'],
    ]);
  });
});
