import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillRect, makeAlphaClip, makeClip, setDisplayMatrix } from '../media/clips.ts';
import { mapFrames, meanColour } from '../media/decode-output.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';

type Rgb = readonly [number, number, number];

/** The SMPTE colour bars at 75 %, and black and white. */
const BARS: readonly Rgb[] = [
  [191, 191, 191],
  [191, 191, 0],
  [0, 191, 191],
  [0, 191, 0],
  [191, 0, 191],
  [191, 0, 0],
  [0, 0, 191],
  [0, 0, 0],
  [255, 255, 255],
];
const BAR = 40;
/** A flip that leaves the bars unchanged. */
const UPSIDE_DOWN = { transform: { flip: { vertical: true } } };
const SIZE = { width: BARS.length * BAR, height: 200 };

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
});

afterAll(() => media[Symbol.asyncDispose]());

async function colours(asset: object, more: object = {}): Promise<number[][]> {
  const to = media.path(`out-${Math.random()}.mp4`);
  const clip = { asset, start: 0, length: 0.4, ...more };
  // At a lower quality, the encoder moves some samples by 1.
  const output = { format: 'mp4', quality: 'veryhigh', size: SIZE };
  await renderEdit({ timeline: { tracks: [{ clips: [clip] }] }, output }, to);
  const [first = []] = await mapFrames(to, (planes) =>
    BARS.map((_, bar) => meanColour(planes, bar * BAR + 8, 40, BAR - 16, 120)),
  );
  return first;
}

function expectBars(found: readonly number[][]): void {
  const off = BARS.map((bar, index) =>
    Math.max(...bar.map((value, channel) => Math.abs(value - (found[index]?.[channel] ?? NaN)))),
  );
  expect(
    off.filter((distance) => !(distance <= 2)),
    JSON.stringify(found),
  ).toEqual([]);
}

test.each([
  ['BT.709, limited', 'bt709', 'tv'],
  ['BT.601, limited', 'smpte170m', 'tv'],
  ['BT.709, full range', 'bt709', 'pc'],
  ['BT.601, full range', 'smpte170m', 'pc'],
  ['untagged and small, so BT.601', undefined, 'tv'],
] as const)('a clip in %s keeps its colours', async (_, matrix, range) => {
  const path = media.path(`bars-${matrix}-${range}.mp4`);
  const coded = BARS.map((bar) =>
    code(bar, matrix === 'bt709' ? [0.2126, 0.0722] : [0.299, 0.114], range === 'pc'),
  );
  await makeClip(path, {
    ...SIZE,
    clock: 25,
    ticks: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    colours: { matrix, range },
    paint: (planes) => {
      for (const [bar, yuv] of coded.entries()) fillRect(planes, [bar * BAR, 0, BAR, SIZE.height], yuv);
    },
  });
  expectBars(await colours({ type: 'video', src: path }));
  // Flipped clips are drawn by the canvas.
  expectBars(await colours({ type: 'video', src: path }, UPSIDE_DOWN));
});

test('an image keeps its colours, also if it is scaled', async () => {
  const pixels = Buffer.alloc(SIZE.width * SIZE.height * 3);
  for (let at = 0; at < pixels.length; at += 3) {
    const bar = Math.floor(((at / 3) % SIZE.width) / BAR);
    for (const [channel, value] of (BARS[bar] ?? []).entries()) pixels[at + channel] = value;
  }
  const path = media.path('bars.png');
  const picture = sharp(pixels, { raw: { ...SIZE, channels: 3 } });
  await picture.png().toFile(path);
  expectBars(await colours({ type: 'image', src: path }));
  expectBars(await colours({ type: 'image', src: path }, UPSIDE_DOWN));
  const larger = media.path('bars-large.png');
  await sharp(path)
    .resize(SIZE.width * 2, SIZE.height * 2, { kernel: 'nearest' })
    .png()
    .toFile(larger);
  expectBars(await colours({ type: 'image', src: larger }));
});

test('opacity blends a clip with the layers below', async () => {
  const path = media.path('white.png');
  await sharp({ create: { ...SIZE, channels: 3, background: '#ffffff' } })
    .png()
    .toFile(path);
  const found = await colours({ type: 'image', src: path }, { opacity: 0.25 });
  for (const bar of found) for (const channel of bar) expect(Math.abs(channel - 64)).toBeLessThanOrEqual(2);
});

test('transparent parts of a video show the layers below, from top to bottom', async () => {
  const path = media.path('alpha.mkv');
  const size = { width: 320, height: 240 };
  await makeAlphaClip(path, size, 10);
  const to = media.path('alpha-out.mp4');
  const clip = { asset: { type: 'video', src: path }, start: 0, length: 0.2 };
  await renderEdit(
    {
      timeline: { background: '#0000ff', tracks: [{ clips: [clip] }] },
      output: { format: 'mp4', size: { width: 640, height: 480 } },
    },
    to,
  );
  const [columns] = await mapFrames(to, (planes) =>
    [40, 240, 440].map((x) =>
      [40, 240, 400].map((y) =>
        meanColour(planes, x, y, 120, 40).map((channel) => Math.round(Math.max(0, channel) / 25)),
      ),
    ),
  );
  // The clip is red: transparent on the left, half in the middle, opaque on the right.
  expect(columns?.[0]).toEqual([
    [0, 0, 10],
    [0, 0, 10],
    [0, 0, 10],
  ]);
  expect(columns?.[2]).toEqual([
    [10, 0, 0],
    [10, 0, 0],
    [10, 0, 0],
  ]);
  for (const [red = 0, , blue = 0] of columns?.[1] ?? []) expect([red, blue]).toEqual([5, 5]);
});

/**
 * The corners of the upright frame are red, green, blue and white: top left, top right, bottom left, bottom
 * right.
 */
test.each([
  ['not at all', [1, 0, 0, 1], 'rgbw'],
  ['a quarter clockwise', [0, 1, -1, 0], 'brwg'],
  ['upside down', [-1, 0, 0, -1], 'wbgr'],
  ['a quarter counterclockwise', [0, -1, 1, 0], 'gwrb'],
  ['mirrored', [-1, 0, 0, 1], 'grwb'],
  ['flipped', [1, 0, 0, -1], 'bwrg'],
] as const)('a clip that its metadata rotate %s is shown upright', async (name, matrix, expected) => {
  const path = media.path(`rotated ${name}.mp4`);
  const parts: [[number, number, number, number], Rgb][] = [
    [
      [0, 0, 80, 60],
      [255, 0, 0],
    ],
    [
      [80, 0, 80, 60],
      [0, 255, 0],
    ],
    [
      [0, 60, 80, 60],
      [0, 0, 255],
    ],
    [
      [80, 60, 80, 60],
      [255, 255, 255],
    ],
  ];
  await makeClip(path, {
    width: 160,
    height: 120,
    clock: 25,
    ticks: [0, 1, 2, 3, 4],
    paint: (planes) => {
      for (const [rect, rgb] of parts) fillRect(planes, rect, code(rgb, [0.2126, 0.0722], false));
    },
  });
  await setDisplayMatrix(path, matrix);
  const sideways = matrix[0] === 0;
  const size = sideways ? { width: 120, height: 160 } : { width: 160, height: 120 };
  const to = media.path(`upright ${name}.mp4`);
  await renderEdit(
    {
      timeline: {
        tracks: [{ clips: [{ asset: { type: 'video', src: path }, start: 0, length: 0.2, fit: 'none' }] }],
      },
      output: { format: 'mp4', size },
    },
    to,
  );
  const [corners] = await mapFrames(to, (planes) =>
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ].map(([right = 0, down = 0]) =>
      meanColour(
        planes,
        right * (size.width / 2) + 10,
        down * (size.height / 2) + 10,
        size.width / 2 - 20,
        size.height / 2 - 20,
      ),
    ),
  );
  expect(
    corners
      ?.map(([r = 0, g = 0, b = 0]) =>
        r > 128 && g > 128 && b > 128 ? 'w' : r > 128 ? 'r' : g > 128 ? 'g' : 'b',
      )
      .join(''),
  ).toBe(expected);
});

/** Converts a colour to Y, U and V. The weights are those of red and blue in the luma. */
function code(
  [r, g, b]: Rgb,
  [red, blue]: readonly [number, number],
  full: boolean,
): [number, number, number] {
  const luma = red * r + (1 - red - blue) * g + blue * b;
  const [u, v] = [(b - luma) / (2 * (1 - blue)), (r - luma) / (2 * (1 - red))];
  const [black, range, chroma] = full ? [0, 1, 1] : [16, 219 / 255, 224 / 255];
  return [Math.round(black + range * luma), Math.round(128 + chroma * u), Math.round(128 + chroma * v)];
}
