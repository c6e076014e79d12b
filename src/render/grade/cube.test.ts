import { describe, expect, it } from 'vitest';
import type { Rgb } from './colour.ts';
import { lookUp, parseCube } from './cube.ts';

function cubeText(side: number, map: (colour: Rgb) => Rgb, head = ''): string {
  const lines = Array.from({ length: side ** 3 }, (_, at) =>
    map(
      [at % side, Math.floor(at / side) % side, Math.floor(at / side ** 2)].map(
        (step) => step / (side - 1),
      ) as Rgb,
    ).join(' '),
  );
  return [`TITLE "A look"`, '# A comment', head, `LUT_3D_SIZE ${side}`, '', ...lines, ''].join('\r\n');
}

function found(text: string, ...colour: Rgb): Rgb {
  lookUp(parseCube(text), colour);
  return colour;
}

describe('a lookup table', () => {
  it('maps colours, and interpolates between them', () => {
    const swapped = cubeText(3, ([red, green, blue]) => [blue, red, 1 - green]);
    const [red, green, blue] = found(swapped, 0.1, 0.37, 0.85);
    expect([red, green, blue].map((value) => value.toFixed(5))).toEqual(['0.85000', '0.10000', '0.63000']);
    expect(found(swapped, 1, 1, 1)).toEqual([1, 1, 0]);
  });

  it('interpolates between the corners of a tetrahedron', () => {
    // Only white is white. The least channel is the weight of that corner.
    const text = cubeText(2, (colour) => (Math.min(...colour) === 1 ? [1, 1, 1] : [0, 0, 0]));
    expect(found(text, 0.9, 0.2, 0.5)[0]).toBeCloseTo(0.2, 6);
  });

  it('has curves, alone or before a cube', () => {
    const curves = ['LUT_1D_SIZE 3', '0 0 1', '0.2 0.5 0.5', '1 1 0'].join('\n');
    const [red, green, blue] = found(curves, 0.25, 0.25, 0.25);
    expect([red, green, blue].map((value) => value.toFixed(3))).toEqual(['0.100', '0.250', '0.750']);
    const both = [
      'LUT_1D_SIZE 2',
      'LUT_3D_SIZE 2',
      '1 1 1',
      '0 0 0',
      ...cubeText(2, (colour) => colour)
        .split('\r\n')
        .slice(5),
    ].join('\n');
    expect(found(both, 0.25, 0.5, 1).map((value) => value.toFixed(3))).toEqual(['0.750', '0.500', '0.000']);
  });

  it('has a range of inputs', () => {
    const text = cubeText(2, (colour) => colour, 'DOMAIN_MIN 0 0 0\r\nDOMAIN_MAX 2 2 2');
    expect(found(text, 1, 0.5, 0)).toEqual([0.5, 0.25, 0]);
  });

  it.each([
    ['no lookup table', 'hello', 'is no lookup table (.cube): line 1 must have 3 numbers'],
    ['empty', '', 'is no lookup table (.cube): it has neither LUT_3D_SIZE nor LUT_1D_SIZE'],
    ['too large', 'LUT_3D_SIZE 129', 'has a size of 129 in line 1, but Kinora reads sizes from 2 to 65'],
    [
      'cut off',
      'LUT_3D_SIZE 2\n0 0 0',
      'is a damaged lookup table: its size asks for 8 colours, but it has 1',
    ],
    ['without numbers', 'LUT_3D_SIZE 2\n0 0 nan', 'is no lookup table (.cube): line 2 must have 3 numbers'],
    ['without a range', 'DOMAIN_MAX 0 0 0', 'has an empty range of inputs in line 1'],
  ])('is rejected if it is %s', (_, text, message) => {
    expect(() => parseCube(text)).toThrow(message);
  });
});
