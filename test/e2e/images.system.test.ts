import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { encodeClip } from '../media/encode-clip.ts';
import { type RenderedFrame, renderFrame } from '../media/render-frame.ts';
import { createMediaFolder } from '../media/render-edit.ts';

type Rgb = readonly [number, number, number];

const SIZE = { width: 64, height: 48 };
/** Colours of the quarters: top left, top right, bottom left, bottom right. */
const QUARTERS: readonly Rgb[] = [
  [200, 60, 40],
  [60, 160, 80],
  [70, 90, 180],
  [128, 128, 128],
];
const MIDDLES = [
  [16, 12],
  [48, 12],
  [16, 36],
  [48, 36],
] as const;

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
});

afterAll(() => media[Symbol.asyncDispose]());

/** Creates an image of four quarters. */
function quarters(colours: readonly Rgb[] = QUARTERS): Sharp {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const colour = colours[(y < 24 ? 0 : 2) + (x < 32 ? 0 : 1)] ?? [0, 0, 0];
      pixels.set(colour, (y * SIZE.width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { ...SIZE, channels: 3 } });
}

/** Renders a file over a background, in its own size. */
async function renderImage(
  path: string,
  { second = 0, type = 'image', loop, background = '#000000', ...clip }: Record<string, unknown> = {},
): Promise<RenderedFrame> {
  const given = {
    asset: { type, src: path, ...(loop === true && { loop }) },
    start: 0,
    length: 5,
    fit: 'none',
    ...clip,
  };
  const timeline = { background, tracks: [{ clips: [given] }] };
  return renderFrame({ timeline, output: { format: 'mp4', size: SIZE } }, Number(second));
}

function expectColours(found: RenderedFrame, expected: readonly Rgb[] = QUARTERS, most = 2): void {
  const colours = MIDDLES.map(([x, y]) => found.colourAt(x, y));
  const off = colours.flatMap((colour, at) =>
    colour.map((value, channel) => Math.abs(value - (expected[at]?.[channel] ?? NaN))),
  );
  expect(Math.max(...off), JSON.stringify(colours)).toBeLessThanOrEqual(most);
}

function expectNear(colour: Rgb, other: Rgb): void {
  const off = colour.map((value, channel) => Math.abs(value - (other[channel] ?? NaN)));
  expect(Math.max(...off), JSON.stringify([colour, other])).toBeLessThanOrEqual(2);
}

async function write(name: string, picture: Sharp): Promise<string> {
  const path = media.path(name);
  await picture.toFile(path);
  return path;
}

describe('an image keeps its colours', () => {
  const sixteen = (): Sharp => quarters().toColourspace('rgb16');
  it.each<[string, () => Sharp]>([
    ['png', () => quarters().png()],
    ['16-bit png', () => sixteen().png()],
    ['palette png', () => quarters().png({ palette: true, colours: 16 })],
    ['jpg', () => quarters().jpeg({ quality: 100, chromaSubsampling: '4:4:4' })],
    ['webp', () => quarters().webp({ lossless: true })],
    ['avif', () => quarters().avif({ quality: 95, chromaSubsampling: '4:4:4', effort: 0 })],
    ['gif', () => quarters().gif()],
    ['lzw tiff', () => quarters().tiff({ compression: 'lzw' })],
    ['16-bit tiff', () => sixteen().tiff({ compression: 'deflate' })],
    ['cmyk tiff', () => quarters().toColourspace('cmyk').tiff({ compression: 'lzw' })],
    ['cmyk jpg', () => quarters().toColourspace('cmyk').jpeg({ quality: 100 })],
    ['display-p3 png', () => quarters().withIccProfile('p3').png()],
    [
      'display-p3 jpg',
      () => quarters().withIccProfile('p3').jpeg({ quality: 100, chromaSubsampling: '4:4:4' }),
    ],
  ])('in %s', async (name, picture) => {
    const path = await write(name.replace(/(.*) (.*)/, '$1.$2').replace(/^(\w+)$/, 'plain.$1'), picture());
    // CMYK cannot represent all colours of sRGB.
    expectColours(await renderImage(path), QUARTERS, name.startsWith('cmyk') ? 30 : 2);
  });

  it('with a colour profile that stores different values', async () => {
    const path = await write(
      'red.png',
      quarters(QUARTERS.map(() => [255, 0, 0]))
        .withIccProfile('p3')
        .png(),
    );
    const [stored] = await sharp(path, { ignoreIcc: true }).raw().toBuffer();
    // The red of sRGB is 234, 51, 35 in Display P3.
    expect(stored).toBe(234);
    expectColours(
      await renderImage(path),
      QUARTERS.map(() => [255, 0, 0]),
    );
  });

  it('in grey with alpha', async () => {
    const grey = Buffer.alloc(SIZE.width * SIZE.height * 2);
    for (let at = 0; at < grey.length; at += 2) grey.set([200, at / 2 < grey.length / 4 ? 255 : 51], at);
    const path = await write(
      'grey.png',
      sharp(grey, { raw: { ...SIZE, channels: 2 } })
        .toColourspace('b-w')
        .png(),
    );
    const light = 200 * 0.2;
    // The lower half shows four fifths of the background.
    expectColours(await renderImage(path, { background: '#0000ff' }), [
      [200, 200, 200],
      [200, 200, 200],
      [light, light, light + 204],
      [light, light, light + 204],
    ]);
  });

  it.each([24, 32])('in a BMP with %s bits per pixel', async (bits) => {
    const path = media.path(`${bits}.bmp`);
    await writeFile(path, await bitmap(bits / 8));
    expectColours(await renderImage(path));
    // Flipped clips are drawn by the canvas.
    expectColours(
      await renderImage(path, { transform: { flip: { horizontal: true, vertical: true } } }),
      [...QUARTERS].reverse(),
    );
  });
});

/** Creates a BMP of the four quarters, with rows from bottom to top. */
async function bitmap(bytes: number): Promise<Buffer> {
  const pixels = await quarters().raw().toBuffer();
  const head = Buffer.alloc(54);
  const size = SIZE.width * SIZE.height * bytes;
  head.write('BM');
  for (const [at, value] of [
    [2, 54 + size],
    [10, 54],
    [14, 40],
    [18, SIZE.width],
    [22, SIZE.height],
    [34, size],
  ] as const)
    head.writeUInt32LE(value, at);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bytes * 8, 28);
  const body = Buffer.alloc(size, 255);
  for (let at = 0; at < SIZE.width * SIZE.height; at++) {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
    const to = ((SIZE.height - 1 - y) * SIZE.width + x) * bytes;
    body.set([pixels[at * 3 + 2] ?? 0, pixels[at * 3 + 1] ?? 0, pixels[at * 3] ?? 0], to);
  }
  return Buffer.concat([head, body]);
}

test.each<[number, (picture: Sharp) => Sharp]>([
  [1, (picture) => picture],
  [2, (picture) => picture.flop()],
  [3, (picture) => picture.rotate(180)],
  [4, (picture) => picture.flip()],
  [5, (picture) => picture.rotate(270).flop()],
  [6, (picture) => picture.rotate(270)],
  [7, (picture) => picture.rotate(90).flop()],
  [8, (picture) => picture.rotate(90)],
])('a photograph with the EXIF orientation %s is shown upright', async (orientation, stored) => {
  // Rotate in a separate step, because sharp rotates before it mirrors.
  const turned = await stored(quarters()).png().toBuffer();
  const path = await write(
    `turned-${orientation}.jpg`,
    sharp(turned).withMetadata({ orientation }).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }),
  );
  expectColours(await renderImage(path));
});

describe('an animated image', () => {
  const STEPS: readonly Rgb[] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
  ];
  /**
   * Creates an animation: a red, a green and a blue bar of 20 pixels, one after the other from left to right,
   * on transparency.
   */
  const bars = (): Sharp => {
    const page = SIZE.width * SIZE.height;
    const pixels = Buffer.alloc(page * 4 * STEPS.length);
    for (const [step, colour] of STEPS.entries()) {
      for (let at = 0; at < page; at++) {
        if (Math.floor((at % SIZE.width) / 20) === step) pixels.set([...colour, 255], (step * page + at) * 4);
      }
    }
    const raw = { width: SIZE.width, height: SIZE.height * 3, channels: 4, pageHeight: SIZE.height } as const;
    return sharp(pixels, { raw });
  };
  const DELAYS = { delay: [200, 400, 100] };
  /** Returns the colours of the three bars over a white background, from left to right. */
  const seen = async (path: string, second: number, more = {}): Promise<string> => {
    const found = await renderImage(path, { second, background: '#ffffff', ...more });
    return [10, 30, 50]
      .map((x) => found.colourAt(x, 24))
      .map(
        (colour) =>
          ['r', 'g', 'b', 'w'].find((_, at) => same(colour, [...STEPS, [255, 255, 255] as const][at])) ?? '?',
      )
      .join('');
  };
  const same = (colour: Rgb, other: Rgb = [NaN, NaN, NaN]): boolean =>
    colour.every((value, channel) => Math.abs(value - (other[channel] ?? NaN)) <= 2);

  it.each<[string, (loop: number) => Sharp]>([
    ['gif', (loop) => bars().gif({ ...DELAYS, loop })],
    ['webp', (loop) => bars().webp({ ...DELAYS, loop, lossless: true })],
  ])('in %s keeps its delays, its transparency and its number of loops', async (ending, picture) => {
    const endless = await write(`endless.${ending}`, picture(0));
    const twice = await write(`twice.${ending}`, picture(2));
    const at = async (path: string, ...seconds: number[]) => {
      const found: string[] = [];
      for (const second of seconds) found.push(await seen(path, second));
      return found;
    };
    expect(await at(endless, 0, 0.16, 0.2, 0.56, 0.6, 0.68, 0.72, 4.4)).toEqual([
      ...['rww', 'rww', 'wgw', 'wgw', 'wwb', 'wwb', 'rww', 'wgw'],
    ]);
    expect(await at(twice, 0.72, 1.36, 1.4, 4.4)).toEqual(['rww', 'wwb', 'wwb', 'wwb']);
    // The loop of the asset overrules that of the file.
    expect(await seen(twice, 4.4, { loop: true })).toBe('wgw');
    // Flipped clips are drawn by the canvas.
    expect(await seen(endless, 0.2, { transform: { flip: { vertical: true } } })).toBe('wgw');
  });

  const SHORT = { delay: [10, 300, 0], loop: 0 };
  it.each<[string, () => Promise<string>]>([
    ['gif', () => write('short.gif', bars().gif(SHORT))],
    ['webp', () => write('short.webp', bars().webp({ ...SHORT, lossless: true }))],
  ])('in %s shows a picture with a delay below 20 ms for 0.1 s, also the last one', async (_ending, make) => {
    const path = await make();
    const found = [];
    for (const second of [0, 0.04, 0.12, 0.36, 0.4, 0.44, 0.52]) found.push(await seen(path, second));
    expect(found).toEqual(['rww', 'rww', 'wgw', 'wgw', 'wwb', 'wwb', 'rww']);
  });

  it('in APNG does so, too', async () => {
    const path = await writeApng('short.png');
    const bytes = await readFile(path);
    // The delays of the frames are 10 ms, none and none.
    for (const [index, delay] of [10, 0, 0].entries()) {
      let chunk = -1;
      for (let count = 0; count <= index; count++) chunk = bytes.indexOf('fcTL', chunk + 1, 'latin1');
      bytes.writeUInt16BE(delay, chunk + 24);
      bytes.writeUInt16BE(1000, chunk + 26);
      bytes.writeUInt32BE(crc32(bytes.subarray(chunk, chunk + 30)), chunk + 30);
    }
    await writeFile(path, bytes);
    const found = [];
    for (const second of [0, 0.04, 0.12, 0.16, 0.2, 0.28]) found.push(await seen(path, second));
    expect(found).toEqual(['rww', 'rww', 'wgw', 'wgw', 'wwb', 'wwb']);
  });

  async function writeApng(name: string): Promise<string> {
    const path = media.path(name);
    const paint = (x: number, _y: number, index: number): readonly [number, number, number, number] =>
      Math.floor(x / 20) === index ? [...(STEPS[index] ?? [0, 0, 0]), 255] : [0, 0, 0, 0];
    const codec = { codec: 'apng', container: 'apng', filters: 'format=rgba', count: 3 } as const;
    await encodeClip(path, { ...SIZE, ...codec, paint });
    return path;
  }

  it('in APNG is played, too, and keeps its last frame', async () => {
    const path = await writeApng('moving.png');
    const found = [];
    for (const second of [0, 0.04, 0.08, 2]) found.push(await seen(path, second));
    expect(found).toEqual(['rww', 'wgw', 'wwb', 'wwb']);
  });

  it('is 3 s long as an image, and has its own duration as a video', async () => {
    const path = await write('video.gif', bars().gif({ ...DELAYS, loop: 0 }));
    const after = {
      timeline: { background: '#ffffff', tracks: [] as object[] },
      output: { format: 'mp4', size: SIZE },
    };
    const next = { asset: { type: 'text', text: '' }, start: 'auto', length: 1 };
    const lengthOf = async (type: string): Promise<string> => {
      const first = { asset: { type, src: path }, start: 0, length: 'auto', fit: 'none' };
      after.timeline.tracks = [{ clips: [first, next] }];
      return renderFrame(after, 99).then(
        () => '',
        (error: unknown) => String(error),
      );
    };
    expect(await lengthOf('image')).toContain('the edit lasts 4 s');
    expect(await lengthOf('video')).toContain('the edit lasts 1.72 s');
    expect(await seen(path, 0.2, { type: 'video' })).toBe('wgw');
    expect(await seen(path, 1, { type: 'video' })).toBe('www');
  });
});

describe('an SVG by its URL', () => {
  const DRAWING = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Made by hand -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY red "#c83c28">]>
<svg xmlns="http://www.w3.org/2000/svg" VIEW viewBox="0 0 8 6">
  <rect width="4" height="3" fill="&red;"/><rect x="4" width="4" height="3" fill="#3ca050"/>
  <rect y="3" width="4" height="3" fill="#465ab4"/><rect x="4" y="3" width="4" height="3" fill="#808080"/>
</svg>`;
  const drawing = async (name: string, attributes = ''): Promise<string> => {
    const path = media.path(name);
    await writeFile(path, DRAWING.replace('VIEW', attributes));
    return path;
  };

  it('is fitted like an image, and sharp at any size', async () => {
    const found = await renderImage(await drawing('a.svg'), { fit: 'contain' });
    expectColours(found);
    // Eight units are 64 pixels. If it were enlarged from 8 pixels, the edge would be 6 pixels wide. Chroma
    // has half the resolution.
    for (const [near, far] of [
      [27, 16],
      [36, 48],
    ] as const)
      expectNear(found.colourAt(near, 10), found.colourAt(far, 12));
    const stretched = await renderImage(await drawing('a.svg'), { fit: 'cover', width: 64, height: 16 });
    expectNear(stretched.colourAt(16, 20), found.colourAt(16, 12));
    expectNear(stretched.colourAt(16, 27), found.colourAt(16, 36));
    expectNear(stretched.colourAt(16, 13), [0, 0, 0]);
  });

  it.each<[string, string, number]>([
    ['of its width and height', 'width="32" height="24"', 32],
    ['of its view box', '', 8],
    ['of other units', 'width="0.25in" height="18"', 24],
  ])('has the size %s', async (_, attributes, width) => {
    const path = await drawing(`size-${width}.svg`, attributes);
    const found = await renderImage(path, { background: '#ffffff' });
    const left = 32 - width / 2;
    expect(found.colourAt(left - 4, 24)).toEqual([255, 255, 255]);
    expect(found.colourAt(left + 1, 22)[0]).toBeGreaterThan(190);
    expect(found.colourAt(left + 1, 22)[1]).toBeLessThan(70);
  });

  it('is cropped, rotated and moved like an image', async () => {
    const path = await drawing('b.svg');
    const asset = { type: 'image', src: path, crop: { left: 0.5 } };
    const cropped = await renderImage(path, { asset, fit: 'contain', background: '#ffffff' });
    expect(cropped.colourAt(16, 12)).toEqual([255, 255, 255]);
    const turned = { fit: 'contain', transform: { flip: { horizontal: true, vertical: true } } };
    expectColours(await renderImage(path, turned), [...QUARTERS].reverse());
  });
});
