import type { Rgb } from './colour.ts';

/** A file with a lookup table of colours. */
export interface LutFile {
  /** Hash of the file. */
  readonly id: string;
  /** The content of the file, in the format `.cube`. */
  readonly text: string;
}

/** A faulty lookup table. Its message follows the name of the file. */
export class CubeError extends Error {
  override readonly name = 'CubeError';
}

/** A table of red, green and blue, one after another. */
interface Table {
  /** Number of entries, along each side of a cube. */
  readonly size: number;
  readonly values: Float32Array;
  /** Input of the first and of the last entry, by channel. */
  readonly least: Rgb;
  readonly most: Rgb;
}

/** A lookup table: curves, a cube of colours, or a cube after curves. */
export interface Cube {
  readonly curves?: Table;
  readonly cube?: Table;
}

/** Maximum number of colours along a side of a cube, and of entries of a curve. */
const MAX_SIDE = 65;
const MAX_ENTRIES = 65_536;

const cubes = new WeakMap<LutFile, Cube>();

/** Returns the table of a file. The file is read once. @throws {CubeError} if it is faulty. */
export function cubeOf(file: LutFile): Cube {
  const known = cubes.get(file) ?? parseCube(file.text);
  cubes.set(file, known);
  return known;
}

/** The lines of a file before its numbers. */
interface Header {
  curveSize: number;
  cubeSize: number;
  least: Rgb;
  most: Rgb;
}

/**
 * Parses a lookup table in the format `.cube` (Adobe, Cube LUT Specification 1.0), and what DaVinci Resolve adds to it.
 *
 * @throws {CubeError} if it is faulty.
 */
export function parseCube(text: string): Cube {
  const header: Header = { curveSize: 0, cubeSize: 0, least: [0, 0, 0], most: [1, 1, 1] };
  const numbers: number[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const words = line.trim().split(/\s+/);
    const [first = ''] = words;
    if (first === '' || first.startsWith('#') || first === 'TITLE') continue;
    if (/^[A-Z]/.test(first)) readKeyword(header, words, index + 1);
    else numbers.push(...readNumbers(words, 3, index + 1));
  }
  const { curveSize, cubeSize, least, most } = header;
  if (curveSize === 0 && cubeSize === 0)
    throw new CubeError('is no lookup table (.cube): it has neither LUT_3D_SIZE nor LUT_1D_SIZE');
  const expected = curveSize + cubeSize ** 3;
  if (numbers.length !== 3 * expected) {
    const phrase = `is a damaged lookup table: its size asks for ${expected} colours, but it has ${numbers.length / 3}`;
    throw new CubeError(phrase);
  }
  const tableOf = (from: number, size: number, count: number): Table => ({
    size,
    values: Float32Array.from(numbers.slice(3 * from, 3 * (from + count))),
    least,
    most,
  });
  return {
    ...(curveSize > 0 && { curves: tableOf(0, curveSize, curveSize) }),
    ...(cubeSize > 0 && { cube: tableOf(curveSize, cubeSize, cubeSize ** 3) }),
  };
}

function readKeyword(header: Header, [keyword = '', ...values]: readonly string[], line: number): void {
  switch (keyword) {
    case 'LUT_1D_SIZE':
      header.curveSize = readSize(values, MAX_ENTRIES, line);
      break;
    case 'LUT_3D_SIZE':
      header.cubeSize = readSize(values, MAX_SIDE, line);
      break;
    case 'DOMAIN_MIN':
      header.least = readNumbers(values, 3, line) as Rgb; // Three numbers.
      break;
    case 'DOMAIN_MAX':
      header.most = readNumbers(values, 3, line) as Rgb; // Three numbers.
      break;
    case 'LUT_1D_INPUT_RANGE':
    case 'LUT_3D_INPUT_RANGE': {
      const [least = 0, most = 1] = readNumbers(values, 2, line);
      header.least = [least, least, least];
      header.most = [most, most, most];
    }
  }
  if (header.least.some((least, channel) => !(least < (header.most[channel] ?? 0)))) {
    // The two ends may come one after another.
    if (keyword !== 'DOMAIN_MIN') throw new CubeError(`has an empty range of inputs in line ${line}`);
  }
}

function readSize(values: readonly string[], most: number, line: number): number {
  const [size = 0] = readNumbers(values, 1, line);
  if (Number.isInteger(size) && size >= 2 && size <= most) return size;
  throw new CubeError(`has a size of ${size} in line ${line}, but Kinora reads sizes from 2 to ${most}`);
}

function readNumbers(words: readonly string[], count: number, line: number): number[] {
  const numbers = words.map(Number);
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers;
  throw new CubeError(
    `is no lookup table (.cube): line ${line} must have ${count === 1 ? 'a number' : `${count} numbers`}`,
  );
}

/** Looks a colour up, in place. Inputs outside the range of the table are clamped to it. */
export function lookUp({ curves, cube }: Cube, colour: Rgb): void {
  if (curves) lookUpCurves(curves, colour);
  if (cube) lookUpCube(cube, colour);
}

/** Returns the place of an input between the entries of a table. */
function placeOf({ size, least, most }: Table, colour: Rgb, channel: 0 | 1 | 2): number {
  const share = (colour[channel] - least[channel]) / (most[channel] - least[channel]);
  return Math.min(1, Math.max(0, share)) * (size - 1);
}

function lookUpCurves(table: Table, colour: Rgb): void {
  for (const channel of [0, 1, 2] as const) {
    const place = placeOf(table, colour, channel);
    const at = Math.min(table.size - 2, Math.floor(place));
    const [from, to] = [table.values[3 * at + channel] ?? 0, table.values[3 * at + 3 + channel] ?? 0];
    colour[channel] = from + (place - at) * (to - from);
  }
}

/** Interpolates between the four nearest corners of a cell, as most programs do (tetrahedral interpolation). */
function lookUpCube(table: Table, colour: Rgb): void {
  const { size, values } = table;
  const steps = [3, 3 * size, 3 * size ** 2] as const;
  const rests: Rgb = [0, 0, 0];
  let at = 0;
  for (const channel of [0, 1, 2] as const) {
    const place = placeOf(table, colour, channel);
    const cell = Math.min(size - 2, Math.floor(place));
    at += cell * steps[channel];
    rests[channel] = place - cell;
  }
  // From the first corner of the cell to the last one along its sides, the farthest side first.
  const [red, green, blue] = rests;
  const first = red >= green ? (red >= blue ? 0 : 2) : green >= blue ? 1 : 2;
  const last = red < green ? (red <= blue ? 0 : 2) : green <= blue ? 1 : 2;
  const middle = (3 - first - last) as 0 | 1 | 2; // The one that is left.
  const second = at + steps[first];
  const third = second + steps[middle];
  const fourth = third + steps[last];
  const weights = [
    1 - rests[first],
    rests[first] - rests[middle],
    rests[middle] - rests[last],
    rests[last],
  ] as const;
  for (const channel of [0, 1, 2] as const)
    colour[channel] =
      weights[0] * (values[at + channel] ?? 0) +
      weights[1] * (values[second + channel] ?? 0) +
      weights[2] * (values[third + channel] ?? 0) +
      weights[3] * (values[fourth + channel] ?? 0);
}
