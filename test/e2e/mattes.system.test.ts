import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type Dialect, type Clip, type Edit, listSources } from '../../src/edit/index.ts';
import { type Planes, planesOf } from '../../src/render/av/video/video-frame.ts';
import { Composer } from '../../src/render/compose/composer.ts';
import { probeSources } from '../../src/render/probe/probe-sources.ts';
import { resolve } from '../../src/render/resolve/resolve.ts';
import { writePng } from '../../src/render/stills/still.ts';
import { fillRect, makeAlphaClip, makeClip } from '../media/clips.ts';
import { mapFrames } from '../media/decode-output.ts';
import { toEdit, createMediaFolder, renderEdit } from '../media/render-edit.ts';

const SIZE = { width: 320, height: 180 };
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
/** Returns the luma of a frame of greys.mp4. */
const greyOf = (index: number): number => 16 + 10 * index;

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
  await picture('white.png', SIZE, () => 255);
  await picture('gradient.png', SIZE, (x) => (x / 319) * 255);
  await picture('left.png', { width: 64, height: 64 }, (x) => (x < 32 ? 255 : 0));
  await picture('upper.png', { width: 64, height: 64 }, (_, y) => (y < 32 ? 255 : 0));
  await video('greys.mp4', greyOf);
  await video('white.mp4', () => 235);
  await video('black.mp4', () => 16);
  await video('photo.mp4', (index, x) => 40 + 3 * index + (x % 100), 25);
  await makeAlphaClip(media.path('alpha.mkv'), SIZE, 5);
  await writeFile(media.path('broken.mp4'), 'not a video');
});

afterAll(() => media[Symbol.asyncDispose]());

async function picture(
  name: string,
  size: { width: number; height: number },
  light: (x: number, y: number) => number,
): Promise<void> {
  const data = new Uint8Array(size.width * size.height * 4).fill(255);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const at = (y * size.width + x) * 4;
      data.fill(Math.round(light(x, y)), at, at + 3);
    }
  }
  await writePng({ ...size, data }, media.path(name));
}

async function video(name: string, luma: (index: number, x: number) => number, count = 20): Promise<void> {
  const paint = (planes: Planes, index: number): void => {
    fillRect(planes, [0, 0, SIZE.width, SIZE.height], [16, 128, 128]);
    for (let at = 0; at < planes.y.stride * SIZE.height; at++) {
      planes.y.data[at] = luma(index, at % planes.y.stride);
    }
  };
  await makeClip(media.path(name), { ...SIZE, clock: 25, ticks: range(count), paint });
}

function editOf(tracks: Partial<Clip>[][], fps = 25): Edit {
  const clips = tracks.map((track) => ({
    clips: track.map((clip) => ({ start: 0, length: 1, ...clip })),
  }));
  return toEdit({ timeline: { tracks: clips }, output: { format: 'mp4', size: SIZE, fps } });
}

const image = (name: string, given: object = {}): Partial<Clip> => ({
  asset: { type: 'image', src: media.path(name), ...given },
});
const luma = (name: string, given: object = {}): Partial<Clip> => ({
  asset: { type: 'luma', src: media.path(name), ...given },
});

/** Composes frames of an edit, without encoding. Returns their samples. */
async function compose(
  edit: Edit,
  frames: readonly number[],
  dialect: Dialect = 'interface',
): Promise<Uint8Array[]> {
  const sources = listSources(edit);
  const found = await probeSources(sources, Object.fromEntries(sources.map(({ url }) => [url, url])));
  using composer = new Composer(resolve(edit, found, dialect), false);
  const pictures: Uint8Array[] = [];
  for (const frame of frames) {
    using shown = (await composer.composeFrame(frame)).frame;
    const { y, u, v } = planesOf(shown);
    const rows = (plane: typeof y, width: number, height: number): number[] =>
      range(height).flatMap((row) => [
        ...plane.data.subarray(row * plane.stride, row * plane.stride + width),
      ]);
    pictures.push(Uint8Array.from([...rows(y, 320, 180), ...rows(u, 160, 90), ...rows(v, 160, 90)]));
  }
  return pictures;
}

const at = (planes: Uint8Array | undefined, x: number, y: number): number => planes?.[y * 320 + x] ?? -1;
/** Returns the coverage of white over black, from 0 to 255. */
const share = (planes: Uint8Array | undefined, x: number, y: number): number =>
  ((at(planes, x, y) - 16) / 219) * 255;

describe('the brightness of a matte', () => {
  it.each<[Dialect, (x: number) => number]>([
    ['interface', (x) => (x / 319) * 255],
    ['shotstack', (x) => 255 - (x / 319) * 255],
  ])('is the coverage of the clip, in the dialect %s', async (dialect, seen) => {
    const [found] = await compose(editOf([[image('white.png'), luma('gradient.png')]]), [0], dialect);
    for (const x of range(320)) expect(Math.abs(share(found, x, 90) - seen(x))).toBeLessThan(2);
  });

  it('follows the frames of a video from its trim, and keeps the last one', async () => {
    const matte = { ...luma('greys.mp4', { trim: 0.2 }), start: 0.2 };
    const found = await compose(editOf([[image('white.png'), matte]]), range(25));
    const lumas = found.map((planes) => at(planes, 160, 90));
    // Frames 0 to 4 have no matte. Frame 5 has source frame 5, and frame 19 the last one, source frame 19.
    const expected = range(25).map((frame) => (frame < 5 ? 235 : Math.min(greyOf(19), greyOf(frame))));
    for (const [frame, value] of lumas.entries())
      expect(Math.abs(value - (expected[frame] ?? 0))).toBeLessThan(2);
  });

  it('follows the output frame rate, not that of the matte', async () => {
    const found = await compose(editOf([[image('white.png'), luma('greys.mp4')]], 50), range(20));
    for (const [frame, planes] of found.entries())
      expect(Math.abs(at(planes, 160, 90) - greyOf(Math.floor(frame / 2)))).toBeLessThan(2);
  });

  it('hides exactly all at limited-range black, and nothing at limited-range white', async () => {
    const clip = { asset: { type: 'video', src: media.path('photo.mp4') } } as const;
    const [plain, black, white] = [
      await compose(editOf([[clip]]), range(5)),
      await compose(editOf([[clip, luma('black.mp4')]]), range(5)),
      await compose(editOf([[clip, luma('white.mp4')]]), range(5)),
    ];
    expect(white).toEqual(plain);
    for (const planes of black) expect(new Set(planes.subarray(0, 320 * 180))).toEqual(new Set([16]));
  });

  it('is taken over black if the matte is transparent', async () => {
    // The red thirds are transparent, half and opaque. Red has 0.2126 of the brightness of white.
    const [found] = await compose(editOf([[image('white.png'), luma('alpha.mkv')]]), [0]);
    for (const [x, light] of [
      [50, 0],
      [160, 27],
      [270, 54],
    ] as const)
      expect(Math.abs(share(found, x, 90) - light)).toBeLessThan(3);
  });

  it('is multiplied if there are several mattes', async () => {
    const [found] = await compose(
      editOf([[image('white.png'), luma('gradient.png'), luma('upper.png')]]),
      [0],
    );
    expect(Math.abs(share(found, 200, 40) - (200 / 319) * 255)).toBeLessThan(2);
    expect(at(found, 200, 140)).toBe(16);
  });
});

describe('a matte covers its clip', () => {
  /** A white square of 100x100 in the middle, from 110 to 210 and from 40 to 140. */
  const square = (given: Partial<Clip> = {}): Partial<Clip> => ({
    ...image('white.png'),
    width: 100,
    height: 100,
    ...given,
  });
  /** Points in its four quarters, clockwise from the top left. */
  const QUARTERS = [
    [120, 50],
    [200, 50],
    [200, 130],
    [120, 130],
  ] as const;

  it.each<[string, Partial<Clip>, number[]]>([
    ['at its position', {}, [255, 0, 0, 255]],
    ['rotated with it', { transform: { rotate: { angle: 90 } } }, [255, 255, 0, 0]],
    ['mirrored with it', { transform: { flip: { horizontal: true } } }, [0, 255, 255, 0]],
    ['moving with it', { effect: 'zoomInSlow' }, [255, 0, 0, 255]],
  ])('%s', async (_, given, seen) => {
    const [found] = await compose(editOf([[square(given), luma('left.png')]]), [0]);
    expect(QUARTERS.map(([x, y]) => Math.round(share(found, x, y)))).toEqual(seen);
  });

  it('without its crop', async () => {
    const asset = { ...image('white.png', { crop: { left: 0.25 } }).asset } as Clip['asset'];
    const [found] = await compose(editOf([[{ asset, fit: 'cover' }, luma('left.png')]]), [0]);
    expect([40, 120, 150, 170].map((x) => Math.round(share(found, x, 90)))).toEqual([0, 255, 255, 0]);
  });

  it('scaled with it', async () => {
    const [found] = await compose(editOf([[{ ...image('white.png'), scale: 0.5 }, luma('left.png')]]), [0]);
    expect([76, 90, 150, 170].map((x) => Math.round(share(found, x, 90)))).toEqual([0, 255, 255, 0]);
  });

  it('with subpixel accuracy', async () => {
    const angle = [{ from: 0, to: 0.5, start: 0, length: 1 }];
    const edit = editOf([[{ ...image('white.png'), transform: { rotate: { angle } } }, luma('left.png')]]);
    const found = await compose(edit, range(25));
    // The edge moves evenly to the left at the top: 0.5 degrees are 0.7 pixels at 80 pixels above the middle.
    const edges = found.map((planes) =>
      range(60).reduce((sum, x) => sum + share(planes, 130 + x, 10) / 255, 0),
    );
    for (const [frame, edge] of edges.entries())
      expect(
        Math.abs(edge - ((edges[0] ?? 0) + 80 * Math.tan((frame / 25) * 0.5 * (Math.PI / 180)))),
      ).toBeLessThan(0.05);
  });
});

describe('a matte masks', () => {
  it('the clips of its track that play at the same time, and no others', async () => {
    const found = await compose(
      editOf([
        [
          { ...image('white.png'), position: 'left', width: 160, fit: 'cover' },
          { ...image('white.png'), position: 'left', width: 160, fit: 'cover', start: 1 },
          { ...luma('black.mp4'), start: 0.5, length: 1 },
        ],
        [{ ...image('white.png'), position: 'right', width: 160, fit: 'cover', length: 2 }],
      ]),
      [12, 13, 37, 38],
    );
    // 0.5 s and 1.5 s are halfway between two frames, and round to the later one.
    expect(found.map((planes) => [at(planes, 80, 90), at(planes, 240, 90)])).toEqual([
      [235, 235],
      [16, 235],
      [16, 235],
      [235, 235],
    ]);
  });

  it('no earlier frames, and is never visible itself', async () => {
    const clip = { asset: { type: 'video', src: media.path('photo.mp4') } } as const;
    const matte = { ...luma('gradient.png'), start: 0.8, length: 0.2 };
    const frames = [0, 10, 19];
    expect(await compose(editOf([[clip, matte]]), frames)).toEqual(await compose(editOf([[clip]]), frames));
    const [alone] = await compose(editOf([[{ ...luma('white.png') }]]), [0]);
    expect(new Set(alone?.subarray(0, 320 * 180))).toEqual(new Set([16]));
  });
});

test('a matte with length "auto" has the length of its file, or 3 s for an image', async () => {
  const to = media.path('out.mp4');
  const made = await renderEdit(
    editOf([
      [
        { ...image('white.png'), length: 2 },
        { ...luma('greys.mp4'), length: 'auto' },
      ],
      [{ ...luma('white.png'), length: 'auto' }],
    ]),
    to,
  );
  expect(made.frames).toBe(75);
  const lumas = await mapFrames(to, ({ y }) => y.data[90 * y.stride + 160] ?? 0);
  for (const frame of range(75)) {
    const expected = frame < 20 ? greyOf(frame) : frame < 50 ? 235 : 16;
    expect(Math.abs((lumas[frame] ?? 0) - expected)).toBeLessThan(4);
  }
});

test('an invalid matte is reported with its field', async () => {
  const edit = editOf([[image('white.png'), luma('broken.mp4')]]);
  await expect(renderEdit(edit, media.path('none.mp4'))).rejects.toThrow(
    /^timeline\.tracks\[0\]\.clips\[1\]\.asset\.src: /,
  );
});
