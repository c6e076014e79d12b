import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { VideoReader } from '../../src/render/av/video/video-reader.ts';
import { fillRect, makeClip } from '../media/clips.ts';
import { listSources, nameRenderFiles } from '../../src/edit/index.ts';
import { createMediaFolder, toEdit } from '../media/render-edit.ts';
import { writeFrame } from '../media/frame.ts';
import { produce } from '../../src/render/produce/produce.ts';

/** An odd size, so that lines begin at odd and at even pixels. */
const SIZE = { width: 101, height: 57 };

let media: Awaited<ReturnType<typeof createMediaFolder>>;
/** The pixels of `lines.png` as RGB. */
let lines: Buffer;
beforeAll(async () => {
  media = await createMediaFolder();
  lines = drawLines();
  await sharp(lines, { raw: { ...SIZE, channels: 3 } }).toFile(media.path('lines.png'));
});
afterAll(() => media[Symbol.asyncDispose]());

/** Draws saturated upright and level lines of one pixel, and pixels of random colours below them. */
function drawLines(): Buffer {
  const pixels = Array.from({ length: SIZE.width * SIZE.height }, (_, at) => {
    const [x, y] = [at % SIZE.width, Math.floor(at / SIZE.width)];
    if (y < 20) return x % 3 === 0 ? [255, 0, 0] : [0, 0, 255];
    if (y < 40) return y % 3 === 0 ? [255, 255, 0] : [255, 0, 255];
    return [(at * 37) % 256, (at * 91) % 256, (at * 53) % 256];
  });
  return Buffer.from(pixels.flat());
}

function editOf(output: object, clip: object = {}): object {
  const asset = { type: 'image', src: media.path('lines.png') };
  const clips = [{ asset, start: 0, length: 1, fit: 'none', ...clip }];
  const timeline = { background: '#00ff00', tracks: [{ clips }] };
  return { timeline, output: { format: 'png', fps: 12, size: SIZE, ...output } };
}

/** Renders an edit in this process. Stills are written to the same folder. */
async function render(input: object, to: string): Promise<void> {
  const edit = toEdit(input);
  const files = Object.fromEntries(listSources(edit).map(({ url }) => [url, url]));
  const { dir, name, ext } = parse(to);
  const job = { edit, files, dialect: 'interface', folder: dir, watermark: false } as const;
  await produce({ ...job, to: nameRenderFiles(edit.output, join(dir, name), ext) }, () => undefined);
}

async function readRgb(file: Sharp): Promise<Buffer> {
  return file.removeAlpha().raw().toBuffer();
}

/** Returns the pixels of a BMP with 24 bits per pixel. Its rows are stored from the bottom. */
function readBmp(file: Buffer): Buffer {
  const stride = Math.ceil((3 * SIZE.width) / 4) * 4;
  const start = file.readUInt32LE(10);
  const rows = Array.from({ length: SIZE.height }, (_, row) => {
    const from = start + (SIZE.height - 1 - row) * stride;
    return file.subarray(from, from + 3 * SIZE.width);
  });
  return Buffer.from(Buffer.concat(rows).map((_, at, all) => all[at - (at % 3) + 2 - (at % 3)]!));
}

/** Returns the mean and the largest difference of two pictures. */
function differenceOf(one: Buffer, other: Buffer): { mean: number; most: number } {
  const off = one.map((value, at) => Math.abs(value - other[at]!));
  return { mean: off.reduce((sum, each) => sum + each, 0) / off.length, most: Math.max(...off) };
}

describe('a picture of single saturated pixels comes back unchanged', () => {
  it.each(['png', 'bmp'])('in a %s', async (format) => {
    const path = media.path(`out.${format}`);
    await render(editOf({ format }), path);
    const found = format === 'bmp' ? readBmp(await readFile(path)) : await readRgb(sharp(path));
    expect(found.equals(lines)).toBe(true);
  });

  it('in a single frame of a video edit', async () => {
    const edit = toEdit(editOf({ format: 'mp4', size: { width: 100, height: 56 } }));
    await writeFrame(edit, 0.5, media.path('frame.png'), { media: media.path('.') });
    // The middle of 101 x 57 pixels in 100 x 56.
    const expected = sharp(lines, { raw: { ...SIZE, channels: 3 } });
    const found = await readRgb(
      sharp(media.path('frame.png')).extract({ left: 1, top: 1, width: 98, height: 54 }),
    );
    const places = [0, 1, 2].flatMap((left) =>
      [0, 1, 2].map((top) => ({ left, top, width: 98, height: 54 })),
    );
    const offs = await Promise.all(
      places.map(async (place) => differenceOf(found, await readRgb(expected.clone().extract(place))).most),
    );
    expect(Math.min(...offs)).toBe(0);
  });
});

test.each([
  ['jpg', 'veryhigh', ''],
  ['jpg', 'high', ''],
  ['mp4', 'veryhigh', '-poster'],
  ['mp4', 'medium', '-poster'],
  ['gif', 'veryhigh', '-poster'],
  ['mp3', 'high', '-poster'],
])('a JPEG of a %s of %s quality is the JPEG of the pixels%s', async (format, quality, suffix) => {
  // An mp4 has an even size.
  const size = format === 'mp4' ? { width: 100, height: 56 } : SIZE;
  const stills = suffix ? { poster: { capture: 0.25 }, thumbnail: { capture: 0.25, scale: 1 } } : {};
  const name = `${format}-${quality}`;
  await render(
    editOf({ format, quality, size, ...stills }, { fit: 'cover' }),
    media.path(`${name}.${format}`),
  );
  const level = { high: 90, veryhigh: 97, medium: 80 }[quality]!;
  const asked = sharp(lines, { raw: { ...SIZE, channels: 3 } }).resize(size.width, size.height, {
    fit: 'fill',
  });
  const jpeg = await asked.jpeg({ quality: level, chromaSubsampling: '4:4:4' }).toBuffer();
  for (const path of suffix ? [`${name}-poster.jpg`, `${name}-thumb.jpg`] : [`${name}.jpg`]) {
    const found = await readRgb(sharp(media.path(path)));
    expect(differenceOf(found, await readRgb(sharp(jpeg))).mean, path).toBeLessThan(1);
  }
});

test('small red letters on blue have the colours between red and blue', async () => {
  const letters = (color: string): object => ({
    asset: { type: 'rich-text', text: 'Quick brown fox 0123', font: { size: 14, color } },
  });
  const draw = async (name: string, color: string, background: string): Promise<Buffer> => {
    const edit = editOf({ size: { width: 180, height: 30 } }, letters(color)) as {
      timeline: { background: string };
    };
    edit.timeline.background = background;
    await render(edit, media.path(name));
    return readRgb(sharp(media.path(name)));
  };
  // The shape of small letters depends a little on their colour, but not on the background.
  const cover = await draw('on-black.png', '#ff0000', '#000000');
  const found = await draw('on-blue.png', '#ff0000', '#0000ff');
  const expected = cover.map((share, at) => [share, 0, 255 - cover[at - 2]!][at % 3]!);
  expect(Math.max(...cover)).toBeGreaterThan(200);
  expect(differenceOf(found, Buffer.from(expected)).most).toBeLessThanOrEqual(1);
});

test('a matte, an opacity and a scaled output keep full colour', async () => {
  const path = media.path('half.png');
  await render(editOf({}, { opacity: 0.5 }), path);
  const half = Buffer.from(lines.map((value, at) => (value + (at % 3 === 1 ? 255 : 0) + 1) >> 1));
  expect(differenceOf(await readRgb(sharp(path)), half).most).toBeLessThanOrEqual(1);
  const large = media.path('large.png');
  const flat = {
    type: 'shape',
    shape: 'rectangle',
    rectangle: { width: 400, height: 57 },
    fill: { color: '#ff0000' },
  };
  await render(editOf({ scaleTo: 'preview' }, { asset: flat, offset: { x: 2.5 } }), large);
  // Red up to the middle, and green from there on, without a mixture that is wider than the scaling.
  const { data, info } = await sharp(large).raw().toBuffer({ resolveWithObject: true });
  const row = data.subarray(3 * 20 * info.width, 3 * 21 * info.width);
  const mixed = Array.from({ length: info.width }, (_, x) => row.subarray(3 * x, 3 * x + 3)).filter(
    ([red, green, blue]) => red! > 8 && green! > 8 && blue! < 8,
  );
  expect(mixed.length).toBeLessThan(14);
});

test('the poster of a video does not open or decode its sources again', async () => {
  const src = media.path('clip.mp4');
  const ticks = Array.from({ length: 20 }, (_, index) => index);
  const paint = (planes: Parameters<typeof fillRect>[0], index: number): void =>
    fillRect(planes, [0, 0, 64, 36], [40 + 8 * index, 128, 128]);
  await makeClip(src, { width: 64, height: 36, clock: 12, ticks, paint });
  const opened = vi.spyOn(VideoReader, 'open');
  const output = { format: 'mp4', size: { width: 64, height: 36 }, poster: { capture: 0.6 } };
  await render(editOf(output, { asset: { type: 'video', src } }), media.path('v.mp4'));
  expect(opened).toHaveBeenCalledTimes(1);
  const { channels } = await sharp(media.path('v-poster.jpg')).stats();
  expect(Math.abs(channels[0]!.mean - ((40 + 8 * 7 - 16) * 255) / 219)).toBeLessThan(2);
});
