import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Clip, listSources } from '../../src/edit/index.ts';
import { type Planes, planesOf } from '../../src/render/av/video/video-frame.ts';
import { Composer } from '../../src/render/compose/composer.ts';
import { probeSources } from '../../src/render/probe/probe-sources.ts';
import { resolve } from '../../src/render/resolve/resolve.ts';
import { fillRect, makeClip } from '../media/clips.ts';
import { meanColour } from '../media/decode-output.ts';
import { toEdit, createMediaFolder } from '../media/render-edit.ts';

const SIZE = { width: 320, height: 180 };
/** #00b140, a dark grey and a red in BT.709, limited range. */
const [SCREEN, GREY, RED] = [
  [129, 96, 62],
  [60, 128, 128],
  [63, 102, 240],
] as const;

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
  const ticks = [0, 1];
  await makeClip(media.path('screen.mp4'), { ...SIZE, clock: 25, ticks, paint: screen, crf: 20 });
  await makeClip(media.path('halves.mp4'), { ...SIZE, clock: 25, ticks, paint: halves });
  await makeClip(media.path('red.mp4'), {
    ...SIZE,
    clock: 25,
    ticks,
    paint: (planes) => fillRect(planes, [0, 0, 320, 180], [...RED]),
  });
});

afterAll(() => media[Symbol.asyncDispose]());

/** Paints a dark grey box before a noisy green screen that gets darker from left to right. */
function screen(planes: Planes): void {
  fillRect(planes, [0, 0, 320, 180], [...SCREEN]);
  for (let at = 0; at < planes.y.stride * 180; at++) {
    planes.y.data[at] = 150 - ((at % planes.y.stride) % 320) / 8 + ((at * 7919) % 9);
  }
  fillRect(planes, [100, 40, 120, 100], [...GREY]);
}

/** Paints the left half black and the right half white. */
function halves(planes: Planes): void {
  fillRect(planes, [0, 0, 160, 180], [16, 128, 128]);
  fillRect(planes, [160, 0, 160, 180], [235, 128, 128]);
}

/** Composes the first frame of clips, without encoding. */
async function picture<Value>(
  clips: readonly Partial<Clip>[],
  read: (planes: Planes) => Value,
): Promise<Value> {
  const tracks = clips.map((clip) => ({ clips: [{ start: 0, length: 0.08, ...clip }] }));
  const edit = toEdit({ timeline: { tracks }, output: { format: 'mp4', size: SIZE } });
  const sources = listSources(edit);
  const found = await probeSources(sources, Object.fromEntries(sources.map(({ url }) => [url, url])));
  using composer = new Composer(resolve(edit, found, 'interface'), false);
  using shown = (await composer.composeFrame(0)).frame;
  return read(planesOf(shown));
}

const video = (name: string): { type: 'video'; src: string } => ({ type: 'video', src: media.path(name) });

function expectColour(actual: readonly number[], expected: readonly number[]): void {
  actual.forEach((value, index) => expect(Math.abs(value - expected[index]!)).toBeLessThanOrEqual(4));
}

it.each<[string, Partial<Clip>]>([
  ['a static video', {}],
  ['a moving video', { effect: 'zoomInSlow' }],
])('keys %s: shows the background, keeps the foreground, and removes the screen', async (_, change) => {
  const keyed = { ...video('screen.mp4'), chromaKey: { color: '#00b140' } };
  const read = (planes: Planes): number[][] => [
    meanColour(planes, 10, 10, 60, 160),
    meanColour(planes, 250, 10, 60, 160),
    meanColour(planes, 120, 60, 80, 60),
  ];
  const [left, right, box] = await picture([{ asset: video('red.mp4') }, { asset: keyed, ...change }], read);
  expectColour(left!, [255, 0, 0]);
  expectColour(right!, [255, 0, 0]);
  expectColour(box!, [51, 51, 51]);
});

it('leaves no green at the edges of a keyed clip', async () => {
  const keyed = { ...video('screen.mp4'), chromaKey: { color: '#00b140' } };
  const greenest = await picture([{ asset: video('red.mp4') }, { asset: keyed }], (planes) => {
    const row = planes.v.data.subarray(45 * planes.v.stride, 45 * planes.v.stride + 160);
    return Math.min(...row);
  });
  // Between grey, 128, and red, 240.
  expect(greenest).toBeGreaterThan(122);
});

it.each<[string, Partial<Clip>]>([
  ['is static', {}],
  ['is rotated', { transform: { rotate: { angle: 180 } } }],
])('blurs a video that %s with a sigma of a hundredth of the width, up to its edges', async (_, change) => {
  const isRotated = change.transform !== undefined;
  const row = await picture([{ asset: video('halves.mp4'), filter: 'blur', ...change }], (planes) => [
    ...planes.y.data.subarray(90 * planes.y.stride, 90 * planes.y.stride + 320),
  ]);
  if (isRotated) row.reverse();
  const mean = (column: number): number => (row[column - 1]! + row[column]!) / 2;
  expect(Math.abs(mean(160) - 125.5)).toBeLessThan(4);
  // At one sigma (3.2 pixels) left of the middle, between columns 156 and 157, the level is 0.159.
  expect(Math.abs(row[156]! * 0.7 + row[157]! * 0.3 - (16 + 219 * 0.159))).toBeLessThan(9);
  expect(row[0]).toBeLessThan(19);
  expect(row[319]).toBeGreaterThan(232);
});

it('blurs a shape beyond its box', async () => {
  const asset = {
    type: 'shape',
    shape: 'rectangle',
    rectangle: { width: 100, height: 100 },
    width: 100,
    height: 100,
  } as const;
  const clip = { asset: { ...asset, fill: { color: '#ffffff' } }, filter: 'blur' } as const;
  const row = await picture([clip], (planes) => [
    ...planes.y.data.subarray(90 * planes.y.stride, 90 * planes.y.stride + 320),
  ]);
  // The edge is at 110.
  expect(Math.abs((row[109]! + row[110]!) / 2 - 125.5)).toBeLessThan(8);
  expect(row[107]).toBeGreaterThan(25);
  expect(row[160]).toBeGreaterThan(232);
});

it.each<[NonNullable<Clip['filter']>, readonly number[]]>([
  ['greyscale', [54, 54, 54]],
  ['negative', [0, 255, 255]],
  ['darken', [204, 0, 0]],
])('filters a video: %s', async (filter, result) => {
  const clip = { asset: video('red.mp4'), filter };
  expectColour(await picture([clip], (planes) => meanColour(planes, 20, 20, 100, 100)), result);
});

it.each<[NonNullable<Clip['filters']>, readonly number[]]>([
  [[{ type: 'saturation', value: 0 }], [54, 54, 54]],
  [[{ type: 'invert' }], [0, 255, 255]],
  [
    [{ type: 'pixelate', size: 20 }, { type: 'invert' }],
    [0, 255, 255],
  ],
  [
    [{ type: 'invert' }, { type: 'blur', radius: 5 }],
    [0, 255, 255],
  ],
])('filters a video with values: %j', async (filters, result) => {
  const read = (planes: Planes): number[] => meanColour(planes, 20, 20, 100, 100);
  expectColour(await picture([{ asset: video('red.mp4'), filters }], read), result);
});

it('applies a named filter before those with values', async () => {
  const filters: NonNullable<Clip['filters']> = [
    { type: 'blur', radius: 3 },
    { type: 'contrast', value: 0.5 },
  ];
  const clip: Partial<Clip> = { asset: video('red.mp4'), filter: 'negative', filters };
  expectColour(await picture([clip], (planes) => meanColour(planes, 20, 20, 100, 100)), [64, 191, 191]);
});
