import { open, readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { KinoraError } from '../../base/errors.ts';

/** Chromaticities x and y of red, green, blue and white. */
type Primaries = readonly [number, number, number, number, number, number, number, number];

/** The parameters g, a, b, c, d of a curve (ICC.1, parametricCurveType 3): (aX + b)^g from d on, cX before. */
type Curve = readonly [g: number, a: number, b: number, c: number, d: number];

interface Colours {
  readonly primaries: Primaries;
  readonly curve: Curve;
}

const D65 = [0.3127, 0.329] as const;
const C = [0.31, 0.316] as const;
const BT709: Primaries = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, ...D65];
const SMPTE170M: Primaries = [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...D65];

/** The colours by their codes in ITU-T H.273, 8.1. */
const PRIMARIES: Readonly<Record<number, Primaries>> = {
  1: BT709,
  2: BT709,
  4: [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, ...C],
  5: [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, ...D65],
  6: SMPTE170M,
  7: SMPTE170M,
  8: [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, ...C],
  9: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, ...D65],
  11: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351],
  12: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, ...D65],
  22: [0.63, 0.34, 0.295, 0.605, 0.155, 0.077, ...D65],
};

const power = (gamma: number): Curve => [gamma, 1, 0, 0, 0];
const SRGB: Curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
/** The curve with which video is shown (ITU-R BT.1886). Chromium reads pictures in video colours with it, too. */
const VIDEO = power(2.4);

/** The curves by their codes in ITU-T H.273, 8.2. */
const CURVES: Readonly<Record<number, Curve>> = {
  1: VIDEO,
  2: SRGB,
  4: power(2.2),
  5: power(2.8),
  6: VIDEO,
  7: [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 0.0913],
  8: power(1),
  11: VIDEO,
  13: SRGB,
  14: VIDEO,
  15: VIDEO,
};

/** The curves of HDR, which no profile describes. */
const HDR: Readonly<Record<number, string>> = { 16: 'PQ', 18: 'HLG' };

/** `gAMA` is this number over the exponent. */
const GAMMA_UNIT = 100_000;
/** The gamma that programs write for sRGB, which has no exact one. */
const GAMMA_OF_SRGB = 45_455;

/** Position of the colour type in a PNG. */
const COLOUR_TYPE_AT = 25;
/** Length in bytes of the signature and the first chunk of a PNG. */
const FIRST_CHUNKS = 33;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Bytes in which to look for the chunks before the pixels. */
const HEAD = 64 * 1024;

/**
 * Adds an ICC profile to a PNG whose `cICP`, or `gAMA` and `cHRM`, declare colours other than sRGB. libvips reads only
 * profiles. If a PNG has several declarations, the one that browsers use counts. Returns the path of any other file.
 */
export async function withProfile(path: string): Promise<string | Buffer> {
  const colours = readColours(await readChunks(path));
  if (!colours || !isUsable(colours)) return path;
  const bytes = await readFile(path);
  // The colour types of greyscale, without and with alpha (PNG specification, 11.2.1).
  const isGrey = [0, 4].includes(bytes.readUInt8(COLOUR_TYPE_AT));
  const profile = Buffer.concat([Buffer.from('colours\0\0'), deflateSync(createProfile(colours, isGrey))]);
  return Buffer.concat([bytes.subarray(0, FIRST_CHUNKS), chunkOf('iCCP', profile), ...withoutProfile(bytes)]);
}

/**
 * Refuses a PNG in HDR.
 *
 * @throws {KinoraError} `asset_not_media`. The caller puts the name of the file in front of the message.
 */
export async function refuseHdr(path: string): Promise<void> {
  const code = (await readChunks(path)).get('cICP')?.at(1) ?? 0;
  if (HDR[code] === undefined) return;
  throw new KinoraError(
    'asset_not_media',
    `is a PNG in HDR (${HDR[code]}), whose colours cannot be converted; save it in SDR`,
  );
}

/** Reads the chunks before the pixels of a PNG. None for another file. */
async function readChunks(path: string): Promise<ReadonlyMap<string, Buffer>> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
  const chunks = new Map<string, Buffer>();
  if (!buffer.subarray(0, PNG.length).equals(PNG)) return chunks;
  for (const { name, from, to } of chunksIn(buffer.subarray(0, bytesRead)))
    chunks.set(name, buffer.subarray(from + 8, to - 4));
  return chunks;
}

/** True if a profile can hold the numbers of a declaration. Browsers ignore others, too. */
function isUsable({ primaries, curve }: Colours): boolean {
  const numbers = [...curve, ...colorantsOf(primaries).flat()];
  return numbers.every((value) => Number.isFinite(value) && Math.abs(value) < 0x8000);
}

/** Lists the chunks before the pixels. `from` and `to` include the length, the name and the checksum. The last one may be cut. */
function* chunksIn(bytes: Buffer): Generator<{ name: string; from: number; to: number }> {
  for (let from = PNG.length; from + 12 <= bytes.length;) {
    const name = bytes.toString('latin1', from + 4, from + 8);
    const to = from + 12 + bytes.readUInt32BE(from);
    if (name === 'IDAT') return;
    yield { name, from, to };
    from = to;
  }
}

/** The parts of a PNG after its first chunk, without a profile and without what says that the colours are sRGB. */
function withoutProfile(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let end = FIRST_CHUNKS;
  for (const { name, from, to } of chunksIn(bytes)) {
    if (from < FIRST_CHUNKS) continue;
    if (name !== 'iCCP' && name !== 'sRGB') parts.push(bytes.subarray(from, to));
    end = to;
  }
  return [...parts, bytes.subarray(end)];
}

function readColours(chunks: ReadonlyMap<string, Buffer>): Colours | undefined {
  return (
    readCodes(chunks.get('cICP')) ??
    (chunks.has('iCCP') || chunks.has('sRGB') ? undefined : readGamma(chunks))
  );
}

/** Reads `cICP`. Undefined without it, and for colours that no profile describes or that are not full RGB. */
function readCodes(data: Buffer | undefined): Colours | undefined {
  if (data?.length !== 4) return undefined;
  const [primaries, curve] = [PRIMARIES[data.readUInt8(0)], CURVES[data.readUInt8(1)]];
  const isFullRgb = data.readUInt8(2) === 0 && data.readUInt8(3) === 1;
  return primaries && curve && isFullRgb ? { primaries, curve } : undefined;
}

/** Reads `gAMA` and `cHRM`. Chromaticities alone say nothing, as in Chromium. */
function readGamma(chunks: ReadonlyMap<string, Buffer>): Colours | undefined {
  const [gamma, chromaticities] = [chunks.get('gAMA'), chunks.get('cHRM')];
  const given = gamma?.length === 4 ? gamma.readUInt32BE() : 0;
  if (given === 0 || (given === GAMMA_OF_SRGB && !chromaticities)) return undefined;
  const curve = power(GAMMA_UNIT / given);
  if (chromaticities?.length !== 32) return { primaries: BT709, curve };
  const [white, ...others] = [0, 8, 16, 24].map((at) =>
    [at, at + 4].map((from) => chromaticities.readUInt32BE(from) / GAMMA_UNIT),
  );
  return { primaries: [...others, white].flat() as unknown as Primaries, curve };
}

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** The white of all profiles (ICC.1, 7.2.16). */
const D50: Vector = [0.9642, 1, 0.8249];
/** From XYZ to the responses of the cones (Bradford, ICC.1 Annex E). */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

function apply(matrix: Matrix, [x, y, z]: Vector): Vector {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Vector;
}

function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const rows = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return rows.map((row) => row.map((value) => value / determinant)) as unknown as Matrix;
}

const toXyz = (x: number, y: number): Vector => [x / y, 1, (1 - x - y) / y];

/** Returns XYZ of full red, green and blue, adapted to {@link D50}. */
function colorantsOf([rx, ry, gx, gy, bx, by, wx, wy]: Primaries): readonly Vector[] {
  const [red, green, blue] = [toXyz(rx, ry), toXyz(gx, gy), toXyz(bx, by)];
  const columns = [0, 1, 2].map((row) => [red[row], green[row], blue[row]]) as unknown as Matrix;
  const white = toXyz(wx, wy);
  const strengths = apply(invert(columns), white);
  const [from, to] = [apply(BRADFORD, white), apply(BRADFORD, D50)];
  const back = invert(BRADFORD);
  return [red, green, blue].map((colour, index) => {
    const cones = apply(
      BRADFORD,
      colour.map((value) => value * (strengths[index] ?? 0)) as unknown as Vector,
    );
    return apply(
      back,
      cones.map((cone, at) => (cone * (to[at] ?? 0)) / (from[at] ?? 1)) as unknown as Vector,
    );
  });
}

/** Creates a profile of version 4 with a curve and, unless it is for greyscale, a matrix (ICC.1, 7 and 10). */
function createProfile({ primaries, curve }: Colours, isGrey: boolean): Buffer {
  const numbers = (type: string, head: number[], values: readonly number[]): Buffer => {
    const data = Buffer.alloc(8 + head.length + 4 * values.length);
    data.write(type, 'latin1');
    Buffer.from(head).copy(data, 8);
    for (const [index, value] of values.entries())
      data.writeInt32BE(Math.round(value * 0x10000), 8 + head.length + 4 * index);
    return data;
  };
  const colorants = colorantsOf(primaries);
  const tags = [
    ['wtpt', numbers('XYZ ', [], D50)],
    ...(isGrey ? [] : ['rXYZ', 'gXYZ', 'bXYZ']).map((name, index) => [
      name,
      numbers('XYZ ', [], colorants[index] ?? D50),
    ]),
    ...(isGrey ? ['kTRC'] : ['rTRC', 'gTRC', 'bTRC']).map((name) => [
      name,
      numbers('para', [0, 3, 0, 0], curve),
    ]),
  ] as [string, Buffer][];
  const head = Buffer.alloc(128 + 4 + 12 * tags.length);
  head.writeUInt32BE(0x04_20_00_00, 8);
  head.write(`mntr${isGrey ? 'GRAY' : 'RGB '}XYZ `, 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  numbers('', [], D50).copy(head, 68, 8);
  head.writeUInt32BE(tags.length, 128);
  let offset = head.length;
  for (const [index, [name, data]] of tags.entries()) {
    head.write(name, 132 + 12 * index, 'latin1');
    head.writeUInt32BE(offset, 136 + 12 * index);
    head.writeUInt32BE(data.length, 140 + 12 * index);
    offset += data.length;
  }
  head.writeUInt32BE(offset, 0);
  return Buffer.concat([head, ...tags.map(([, data]) => data)]);
}

function chunkOf(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
