import { readFile, writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMediaFolder } from './media/render-edit.ts';
import { renderFrame } from './media/render-frame.ts';

type Rgb = readonly [number, number, number];

const RED: Rgb = [255, 0, 0];
const GREEN: Rgb = [0, 255, 0];
const BLUE: Rgb = [0, 0, 255];
/** The colour behind all pictures. It shows where a picture is transparent. */
const BEHIND: Rgb = [0, 128, 128];

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
});
afterAll(() => media[Symbol.asyncDispose]());

/** Renders a picture in its own size, 16x16 unless stated, and returns the colours of some pixels. */
async function show(
  path: string,
  at: readonly (readonly [number, number])[],
  { second = 0, type = 'image', size = { width: 16, height: 16 } } = {},
): Promise<Rgb[]> {
  const clip = { asset: { type, src: path }, start: 0, length: 3, fit: 'none' };
  const timeline = { background: '#008080', tracks: [{ clips: [clip] }] };
  const { colourAt } = await renderFrame({ timeline, output: { format: 'mp4', size, fps: 12 } }, second);
  return at.map(([x, y]) => colourAt(x, y));
}

function expectNear(found: readonly Rgb[], expected: readonly Rgb[], most = 2): void {
  const off = found.flatMap((colour, index) =>
    colour.map((value, channel) => Math.abs(value - (expected[index]?.[channel] ?? NaN))),
  );
  expect(Math.max(...off), JSON.stringify(found)).toBeLessThanOrEqual(most);
}

const LEFT_AND_RIGHT = [
  [4, 8],
  [12, 8],
] as const;

describe('a GIF', () => {
  /** One frame: its left edge, its width, the index of its colour, and its disposal. */
  type GifFrame = readonly [left: number, width: number, colour: number, disposal: number];

  /** Writes an animated GIF of 16x16 pixels with one second for each frame. Colour 3 is transparent. */
  function gifOf(frames: readonly GifFrame[]): Buffer {
    const head = Buffer.from('GIF89a\x10\0\x10\0\xf1\0\0', 'latin1');
    const palette = Buffer.from([...RED, ...GREEN, ...BLUE, 0, 0, 0]);
    const blocks = frames.flatMap(([left, width, colour, disposal]) => [
      Buffer.from([0x21, 0xf9, 4, (disposal << 2) | 1, 100, 0, 3, 0]),
      Buffer.from([0x2c, left, 0, 0, 0, width, 0, 16, 0, 0, 2]),
      pack(Array<number>(16 * width).fill(colour)),
    ]);
    return Buffer.concat([head, palette, ...blocks, Buffer.from(';')]);
  }

  /** Writes pixels of two bits without compression: a clear code after each two keeps all codes at three bits. */
  function pack(pixels: readonly number[]): Buffer {
    const codes = [4, ...pixels.flatMap((pixel, index) => (index % 2 ? [pixel, 4] : [pixel])), 5];
    const bytes = Buffer.alloc(Math.ceil((codes.length * 3) / 8));
    for (const [index, code] of codes.entries())
      for (let bit = 0; bit < 3; bit++)
        if ((code >> bit) & 1) bytes[(3 * index + bit) >> 3]! |= 1 << ((3 * index + bit) & 7);
    const blocks: Buffer[] = [];
    for (let from = 0; from < bytes.length; from += 255) {
      const part = bytes.subarray(from, from + 255);
      blocks.push(Buffer.from([part.length]), part);
    }
    return Buffer.concat([...blocks, Buffer.from([0])]);
  }

  // The first frame is red, the second is green on the left, the third is blue on the right half of the right.
  it.each<readonly [string, number, Rgb]>([
    ['stays', 1, GREEN],
    ['is left open, and stays', 0, GREEN],
    ['is removed', 2, BEHIND],
    ['is replaced by what was there before', 3, RED],
  ])('whose second frame %s', async (_what, disposal, after) => {
    const path = media.path(`${disposal}.gif`);
    await writeFile(
      path,
      gifOf([
        [0, 16, 0, 1],
        [0, 8, 1, disposal],
        [12, 4, 2, 1],
      ]),
    );
    const at = [...LEFT_AND_RIGHT, [14, 8]] as const;
    expectNear(await show(path, at, { second: 0.5 }), [RED, RED, RED]);
    expectNear(await show(path, at, { second: 1.5 }), [GREEN, RED, RED]);
    expectNear(await show(path, at, { second: 2.5 }), [after, BLUE, BLUE]);
    expectNear(await show(path, at, { second: 2.5, type: 'video' }), [after, BLUE, BLUE]);
  });
});

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}

describe('a PNG', () => {
  const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const gradient = (x: number, y: number): Rgb => [16 * x, 16 * y, 128];

  /** Writes the seven passes of an interlaced picture (Adam7). @param bytesOf the bytes of a pixel. */
  function interlace(bytesOf: (x: number, y: number) => readonly number[]): Buffer {
    const passes = [
      [0, 0, 8, 8],
      [4, 0, 8, 8],
      [0, 4, 4, 8],
      [2, 0, 4, 4],
      [0, 2, 2, 4],
      [1, 0, 2, 2],
      [0, 1, 1, 2],
    ] as const;
    const rows: number[] = [];
    for (const [left, top, right, down] of passes)
      for (let y = top; y < 16; y += down) {
        rows.push(0);
        for (let x = left; x < 16; x += right) rows.push(...bytesOf(x, y));
      }
    return deflateSync(Buffer.from(rows));
  }

  it.each([8, 16])('with interlaced rows and %d bits', async (bits) => {
    const bytesOf = (x: number, y: number) =>
      gradient(x, y).flatMap((value) => (bits === 16 ? [value, value] : [value]));
    const path = media.path(`interlaced-${bits}.png`);
    const head = Buffer.concat([uint32(16, 16), Buffer.from([bits, 2, 0, 0, 1])]);
    await writeFile(
      path,
      Buffer.concat([
        ...[
          SIGNATURE,
          chunk('IHDR', head),
          chunk('IDAT', interlace(bytesOf)),
          chunk('IEND', Buffer.alloc(0)),
        ],
      ]),
    );
    const at = [
      [0, 0],
      [5, 9],
      [15, 14],
    ] as const;
    expectNear(
      await show(path, at),
      at.map(([x, y]) => gradient(x, y)),
    );
  });

  it('with a palette that has a transparent and a half transparent colour', async () => {
    const path = media.path('palette.png');
    const row = Buffer.from([0, ...Array<number>(8).fill(0), ...Array<number>(8).fill(1)]);
    const lower = Buffer.from([0, ...Array<number>(16).fill(2)]);
    const rows = Buffer.concat([...Array<Buffer>(8).fill(row), ...Array<Buffer>(8).fill(lower)]);
    await writeFile(
      path,
      Buffer.concat([
        SIGNATURE,
        chunk('IHDR', Buffer.concat([uint32(16, 16), Buffer.from([8, 3, 0, 0, 0])])),
        chunk('PLTE', Buffer.from([...RED, ...GREEN, ...BLUE])),
        chunk('tRNS', Buffer.from([0, 128])),
        chunk('IDAT', deflateSync(rows)),
        chunk('IEND', Buffer.alloc(0)),
      ]),
    );
    const at = [
      [4, 4],
      [12, 4],
      [8, 12],
    ] as const;
    expectNear(await show(path, at), [BEHIND, [0, 192, 64], BLUE]);
  });

  it.each<readonly [string, boolean, readonly Rgb[]]>([
    ['is part of the animation', true, [RED, GREEN]],
    // Programs that show animations leave this picture out.
    ['is not part of the animation', false, [GREEN, BLUE]],
  ])('that is animated, whose first picture %s', async (_what, isPart, shown) => {
    const path = media.path(`animated-${isPart}.png`);
    const rows = (colour: Rgb): Buffer =>
      deflateSync(
        Buffer.concat(Array<Buffer>(16).fill(Buffer.from([0, ...Array<Rgb>(16).fill(colour).flat()]))),
      );
    let sequence = 0;
    const control = (): Buffer =>
      chunk('fcTL', Buffer.concat([uint32(sequence++, 16, 16, 0, 0), Buffer.from([0, 1, 0, 1, 0, 0])]));
    const frame = (colour: Rgb): Buffer => {
      const begin = control();
      return Buffer.concat([begin, chunk('fdAT', Buffer.concat([uint32(sequence++), rows(colour)]))]);
    };
    await writeFile(
      path,
      Buffer.concat([
        SIGNATURE,
        chunk('IHDR', Buffer.concat([uint32(16, 16), Buffer.from([8, 2, 0, 0, 0])])),
        chunk('acTL', uint32(2, 1)),
        ...(isPart ? [control()] : []),
        chunk('IDAT', rows(RED)),
        ...(isPart ? [frame(GREEN)] : [frame(GREEN), frame(BLUE)]),
        chunk('IEND', Buffer.alloc(0)),
      ]),
    );
    for (const [second, colour] of shown.entries())
      expectNear(await show(path, [[8, 8]], { second: second + 0.5 }), [colour]);
    // Played once, it stays at its last picture.
    expectNear(await show(path, [[8, 8]], { second: 2.5 }), [shown[1] ?? RED]);
  });
});

it('an animated WebP shows the picture of each time, also where a frame covers only a part', async () => {
  const path = media.path('animated.webp');
  const solid = ([r, g, b]: Rgb) =>
    sharp({ create: { width: 16, height: 16, channels: 3, background: { r, g, b } } });
  const pages = await Promise.all([RED, GREEN, BLUE].map((colour) => solid(colour).raw().toBuffer()));
  await sharp(Buffer.concat(pages), { raw: { width: 16, height: 48, channels: 3, pageHeight: 16 } })
    .webp({ lossless: true, delay: [1000, 1000, 1000], loop: 1 })
    .toFile(path);
  for (const [second, colour] of [RED, GREEN, BLUE].entries())
    expectNear(await show(path, [[8, 8]], { second: second + 0.5 }), [colour]);
});

it('a TIFF with a plane for each colour', async () => {
  const planes = [0, 1, 2].map((channel) =>
    Buffer.from(Array.from({ length: 256 }, (_, at) => (at % 16 < 8 ? RED : BLUE)[channel] ?? 0)),
  );
  const entries: readonly (readonly [tag: number, type: number, count: number, value: number])[] = [
    [256, 3, 1, 16],
    [257, 3, 1, 16],
    [258, 3, 3, 8 + 768],
    [259, 3, 1, 1],
    [262, 3, 1, 2],
    [273, 4, 3, 8 + 768 + 6],
    [277, 3, 1, 3],
    [278, 3, 1, 16],
    [279, 4, 3, 8 + 768 + 6 + 12],
    // The planes follow one another.
    [284, 3, 1, 2],
  ];
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  const lists = Buffer.alloc(30);
  for (const index of [0, 1, 2]) {
    lists.writeUInt16LE(8, 2 * index);
    lists.writeUInt32LE(8 + 256 * index, 6 + 4 * index);
    lists.writeUInt32LE(256, 18 + 4 * index);
  }
  head.writeUInt32LE(8 + 768 + lists.length, 4);
  const directory = Buffer.alloc(2 + 12 * entries.length + 4);
  directory.writeUInt16LE(entries.length);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + 12 * index);
    directory.writeUInt16LE(type, 4 + 12 * index);
    directory.writeUInt32LE(count, 6 + 12 * index);
    if (type === 3 && count === 1) directory.writeUInt16LE(value, 10 + 12 * index);
    else directory.writeUInt32LE(value, 10 + 12 * index);
  }
  const path = media.path('planes.tif');
  await writeFile(path, Buffer.concat([head, ...planes, lists, directory]));
  expectNear(await show(path, LEFT_AND_RIGHT), [RED, BLUE]);
});

describe('a JPEG', () => {
  const halves = (): Promise<Buffer> =>
    sharp({ create: { width: 16, height: 16, channels: 3, background: '#ff0000' } })
      .composite([
        {
          input: { create: { width: 8, height: 16, channels: 3, background: '#0000ff' } },
          left: 8,
          top: 0,
        },
      ])
      .png()
      .toBuffer();

  it('that is progressive', async () => {
    const path = media.path('progressive.jpg');
    await sharp(await halves())
      .jpeg({ quality: 100, progressive: true, chromaSubsampling: '4:4:4' })
      .toFile(path);
    expect((await readFile(path)).includes(Buffer.from([0xff, 0xc2]))).toBe(true);
    expectNear(await show(path, LEFT_AND_RIGHT), [RED, BLUE]);
  });

  it('with inverted inks, as Adobe writes them', async () => {
    const path = media.path('inks.jpg');
    const plain = await sharp(await halves())
      .toColourspace('cmyk')
      .jpeg({ quality: 100 })
      .toBuffer();
    // The marker of Adobe says that the values are inverted. Most decoders expect it in every CMYK file.
    expect(plain.includes(Buffer.from('Adobe'))).toBe(true);
    await writeFile(path, plain);
    const [left, right] = await show(path, LEFT_AND_RIGHT);
    expect(left?.[0]).toBeGreaterThan(200);
    expect(left?.[2]).toBeLessThan(80);
    expect(right?.[2]).toBeGreaterThan(110);
    expect(right?.[0]).toBeLessThan(100);
  });
});
