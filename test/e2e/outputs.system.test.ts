import { readFile, stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { SAMPLE_RATE } from '../../src/base/time.ts';
import { listSources } from '../../src/edit/index.ts';
import { VideoDecoder } from '../../src/render/av/video/video-decoder.ts';
import { Input } from '../../src/render/av/input/input.ts';
import { produce } from '../../src/render/produce/produce.ts';
import { createBeeps, makeClip, paintNumber, readNumber } from '../media/clips.ts';
import { renderFrame } from '../media/render-frame.ts';
import { mapFrames, decodeSound } from '../media/decode-output.ts';
import { toEdit, createMediaFolder, renderEdit } from '../media/render-edit.ts';

const SIZE = { width: 384, height: 216 };
const BITS = 12;
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

let media: Awaited<ReturnType<typeof createMediaFolder>>;

/** Writes a clip of 4 seconds with numbered frames and a beep at each full second. */
beforeAll(async () => {
  media = await createMediaFolder();
  await makeClip(media.path('numbers.mp4'), {
    ...SIZE,
    clock: 25,
    ticks: range(0, 100),
    paint: paintNumber,
    sound: { samples: 4 * SAMPLE_RATE, wave: createBeeps([0, 1, 2, 3], 0.1) },
  });
});

afterAll(() => media[Symbol.asyncDispose]());

function edit(output: object, clip: object = {}): object {
  const asset = { type: 'video', src: media.path('numbers.mp4') };
  const clips = [{ asset, start: 0, length: 4, ...clip }];
  return { timeline: { tracks: [{ clips }] }, output: { size: SIZE, ...output } };
}

/** Makes an output in this process, which is faster than a render. Each output has its own file. */
async function makeOutput(output: { format: string } & Record<string, unknown>, clip: object = {}) {
  const to = media.path(`${Math.random()}.${output.format}`);
  const parsed = toEdit(edit(output, clip));
  const files = Object.fromEntries(listSources(parsed).map(({ url }) => [url, url]));
  const options = {
    dialect: 'interface',
    folder: media.path('.'),
    to: { output: to },
    watermark: false,
  } as const;
  const produced = await produce({ edit: parsed, files, ...options }, () => undefined);
  return { path: to, ...produced };
}

/** Reads the frame number in a still image. */
async function readStillNumber(picture: Sharp): Promise<number> {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true });
  const plane = { data, stride: info.width * info.channels };
  const { width, height } = info;
  return readNumber({ width, height, y: plane, u: plane, v: plane });
}

/** Decodes the left channel of an mp3, without the padding that its first frame declares. */
async function decodeMp3(path: string): Promise<number[]> {
  using input = await Input.open(path, 'mp3');
  using decoder = new VideoDecoder(input, input.audio!);
  const samples: number[] = [];
  for (let frame = await decoder.next(); frame; frame = await decoder.next()) {
    const plane = frame.data?.[0] ?? Buffer.alloc(0);
    for (let at = 0; at < frame.nbSamples; at++) samples.push(plane.readFloatLE(4 * at));
    frame.free();
  }
  return samples;
}

describe('a range is output from its first to its last frame', () => {
  test('in an mp4, with its sound', async () => {
    const { path, frames, duration } = await makeOutput({
      format: 'mp4',
      range: { start: 0.9, length: 1.38 },
    });
    // 22.5 and 57 frames. Halves are rounded up.
    expect(await mapFrames(path, readNumber)).toEqual(range(23, 57));
    expect([frames, duration]).toEqual([34, 1.36]);
    const sound = await decodeSound(path);
    const loud = sound!.left.findIndex((sample) => Math.abs(sample) > 0.2) / SAMPLE_RATE;
    // The beep at 1 s is two frames after the first frame.
    expect(loud).toBeGreaterThan(0.078);
    expect(loud).toBeLessThan(0.084);
  });

  test('to the end of the timeline, at another frame rate', async () => {
    const { path } = await makeOutput({ format: 'mp4', fps: 12, range: { start: 3.5 } });
    expect(await mapFrames(path, readNumber)).toEqual([87, 90, 92, 94, 96, 98]);
  });

  test('in a gif', async () => {
    const { path, frames } = await makeOutput({
      format: 'gif',
      range: { start: 1, length: 0.4 },
      repeat: false,
    });
    const { pages, delay, loop, width, pageHeight } = await sharp(path, { animated: true }).metadata();
    expect({ pages, loop, width, pageHeight }).toEqual({
      pages: 10,
      loop: 1,
      width: SIZE.width,
      pageHeight: SIZE.height,
    });
    expect(delay).toEqual(new Array(10).fill(40));
    const numbers = range(0, 10).map((page) => readStillNumber(sharp(path, { page })));
    expect(await Promise.all(numbers)).toEqual(range(25, 35));
    expect(frames).toBe(10);
  });

  test('in a gif with 60 fps, which is reduced to 50', async () => {
    const { path } = await makeOutput({ format: 'gif', fps: 60, range: { start: 1, length: 0.2 } });
    expect((await sharp(path).metadata()).delay).toEqual(new Array(10).fill(20));
    const numbers = range(0, 10).map((page) => readStillNumber(sharp(path, { page })));
    expect(await Promise.all(numbers)).toEqual([25, 25, 26, 26, 27, 27, 28, 28, 29, 29]);
  });

  test('in an mp3, to the sample', async () => {
    const { path, ...facts } = await makeOutput({
      format: 'mp3',
      fps: 29.97,
      range: { start: 0.99, length: 1.017 },
    });
    const sound = await decodeMp3(path);
    expect(sound).toHaveLength(48_816);
    // The beeps at 1 and 2 s. The encoder adds a bit of pre-echo.
    const loud = (from: number) => sound.findIndex((sample, at) => at >= from && Math.abs(sample) > 0.2);
    expect(Math.abs(loud(0) - 0.01 * SAMPLE_RATE)).toBeLessThan(48);
    expect(Math.abs(loud(SAMPLE_RATE) - 1.01 * SAMPLE_RATE)).toBeLessThan(48);
    expect(facts).toMatchObject({ format: 'mp3', duration: 1.017, warnings: [{ field: 'output.size' }] });
  });

  test('in an mp3 of the whole timeline, to its exact end', async () => {
    const { path } = await makeOutput({ format: 'mp3' }, { length: 2.135 });
    expect(await decodeMp3(path)).toHaveLength(102_480);
  });

  it.each(['jpg', 'png', 'bmp'])('in a %s, as its first frame', async (format) => {
    const { path, frames } = await makeOutput({ format, range: { start: 2.04, length: 1 } });
    expect(frames).toBe(1);
    const picture = format === 'bmp' ? await readBmp(path) : sharp(path);
    const { width, height, format: found } = await picture.metadata();
    expect({ width, height }).toEqual(SIZE);
    if (format !== 'bmp') expect(found).toBe(format === 'jpg' ? 'jpeg' : 'png');
    expect(await readStillNumber(picture)).toBe(51);
  });

  test('but a single frame may be outside the range', async () => {
    const found = await renderFrame(edit({ format: 'mp4', range: { start: 0, length: 1 } }), 3);
    const bar = SIZE.width / BITS;
    const bits = range(0, BITS).map((bit) => (found.colourAt(bit * bar + bar / 2, 100)[1] > 125 ? 1 : 0));
    expect(Number.parseInt(bits.join(''), 2)).toBe(75);
  });
});

/** Reads a BMP of 24 bits per pixel with rows from bottom to top. Sharp does not support BMP. */
async function readBmp(path: string): Promise<Sharp> {
  const file = await readFile(path);
  expect([file.toString('latin1', 0, 2), file.readUInt16LE(28), file.readUInt32LE(30)]).toEqual([
    'BM',
    24,
    0,
  ]);
  const [from, width, height] = [file.readUInt32LE(10), file.readInt32LE(18), file.readInt32LE(22)];
  expect(file.length).toBe(from + height * Math.ceil((width * 3) / 4) * 4);
  const line = (file.length - from) / height;
  const rows = range(0, height).map((row) => {
    const start = from + (height - 1 - row) * line;
    // The order is blue, green, red.
    return Buffer.from(range(0, width * 3).map((at) => file[start + at - (at % 3) + 2 - (at % 3)] ?? 0));
  });
  return sharp(Buffer.concat(rows), { raw: { width, height, channels: 3 } });
}

describe('scaleTo', () => {
  test('scales the finished frame with all its content', async () => {
    const text = { asset: { type: 'text', text: 'Scaled', font: { size: 60, color: '#ffffff' } } };
    const output = { format: 'png', size: undefined, resolution: 'hd', aspectRatio: '4:3' };
    const whole = await makeOutput(output, text);
    const scaled = await makeOutput({ ...output, scaleTo: 'mobile' }, text);
    expect([scaled.width, scaled.height]).toEqual([480, 360]);
    const expected = await sharp(whole.path).resize(480, 360).removeAlpha().raw().toBuffer();
    const found = await sharp(scaled.path).removeAlpha().raw().toBuffer();
    const off = found.reduce((sum, sample, at) => sum + Math.abs(sample - (expected[at] ?? 0)), 0);
    expect(off / found.length).toBeLessThan(0.5);
  });

  test('works for videos and gifs, also with a custom size', async () => {
    const span = { start: 1, length: 0.2 };
    const video = await makeOutput({
      format: 'mp4',
      range: span,
      scaleTo: 'preview',
      size: { width: 200, height: 300 },
    });
    const [size] = await mapFrames(video.path, ({ width, height }) => ({ width, height }));
    expect(size).toEqual({ width: 288, height: 432 });
    const gif = await makeOutput({ format: 'gif', range: span, scaleTo: 'preview' });
    expect(await sharp(gif.path).metadata()).toMatchObject({ width: 512, height: 288 });
    expect(await readStillNumber(sharp(gif.path, { page: 4 }))).toBe(29);
  });
});

test('a gif or a still may have an odd size, which its content fills', async () => {
  const size = { width: 101, height: 57 };
  for (const format of ['gif', 'png', 'jpg', 'bmp']) {
    const clip = {
      asset: {
        type: 'shape',
        shape: 'rectangle',
        rectangle: { width: 200, height: 200 },
        fill: { color: '#ffffff' },
      },
    };
    const { path } = await makeOutput({ format, size }, { ...clip, length: 0.2 });
    const { data, info } = await (format === 'bmp' ? await readBmp(path) : sharp(path))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect({ width: info.width, height: info.height }).toEqual(size);
    expect(Math.min(...data), format).toBeGreaterThan(250);
  }
});

test.each([
  ['png', 33, 17, [512, 264]],
  ['gif', 33, 16, [512, 248]],
  ['jpg', 32, 17, [512, 272]],
  ['png', 3, 3, [288, 288]],
  ['bmp', 4096, 1, [512, 2]],
  ['gif', 1, 4096, [2, 512]],
] as const)('scaleTo makes a %s with even sides of %d x %d', async (format, width, height, [wide, high]) => {
  // Along the longer side, the first half is blue and the rest yellow. The smallest image is all blue.
  const isUpright = width < height;
  const isTiny = width === 3;
  const blue = (at: number): boolean => {
    const place = isUpright ? Math.floor(at / width) : at % width;
    return isTiny || place < Math.max(width, height) / 2;
  };
  const pixels = range(0, width * height).flatMap((at) => (blue(at) ? [0, 0, 255] : [255, 255, 0]));
  const src = media.path(`halves-${width}x${height}.png`);
  await sharp(Uint8Array.from(pixels), { raw: { width, height, channels: 3 } }).toFile(src);
  const clip = { asset: { type: 'image', src }, length: 0.2 };
  const output = { format, quality: 'veryhigh', size: { width, height }, scaleTo: 'preview' };
  const { path } = await makeOutput(output, clip);
  const picture = format === 'bmp' ? await readBmp(path) : sharp(path);
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([wide, high]);
  const colourAt = (part: number): number[] => {
    const [x, y] = isUpright ? [0, Math.floor(part * high)] : [Math.floor(part * wide), high >> 1];
    return [...data.subarray(3 * (y * wide + x), 3 * (y * wide + x) + 3)];
  };
  for (const part of [0, 0.2, 0.35, 0.65, 0.8, 0.999]) {
    const expected = part < 0.5 || isTiny ? [0, 0, 255] : [255, 255, 0];
    const off = colourAt(part).map((value, at) => Math.abs(value - (expected[at] ?? 0)));
    expect(Math.max(...off), `at ${part}: ${colourAt(part).join()}`).toBeLessThanOrEqual(8);
  }
});

test.each([
  ['a static clip', {}],
  ['a moving clip', { effect: 'zoomIn' }],
])('an odd size has its colours up to the last row and column with %s', async (_, how) => {
  const size = { width: 33, height: 17 };
  const src = media.path('blue.png');
  await sharp({ create: { ...size, channels: 3, background: '#0000ff' } }).toFile(src);
  const { path } = await makeOutput(
    { format: 'png', size },
    { asset: { type: 'image', src }, length: 0.2, ...how },
  );
  const { channels } = await sharp(path).stats();
  const ends = channels.map(({ min, max }) => [min, max]);
  const expected = [0, 0, 255];
  for (const [at, [min = 0, max = 255]] of ends.entries()) {
    expect(Math.max(max - expected[at]!, expected[at]! - min), JSON.stringify(ends)).toBeLessThanOrEqual(2);
  }
});

describe('the quality', () => {
  it.each(['mp4', 'gif', 'mp3', 'jpg'])('increases the size of a %s with each step', async (format) => {
    const sizes: number[] = [];
    // A static image would be the same in gifs with the same number of colours.
    const clip = { asset: { type: 'image', src: await writeNoise() }, effect: 'zoomInSlow' };
    for (const quality of ['verylow', 'low', 'medium', 'high', 'veryhigh']) {
      const { path } = await makeOutput(
        { format, quality, range: { length: 0.4 } },
        format === 'mp3' ? {} : clip,
      );
      sizes.push((await stat(path)).size);
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBe(5);
  });
});

async function writeNoise(): Promise<string> {
  const path = media.path('noise.png');
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  await sharp({ create: { ...SIZE, channels: 3, background: '#000000', noise } })
    .png()
    .toFile(path);
  return path;
}

describe('sound', () => {
  test('is omitted if it is muted', async () => {
    expect(await decodeSound((await makeOutput({ format: 'mp4', mute: true })).path)).toBeUndefined();
    expect(await decodeSound((await makeOutput({ format: 'mp4' })).path)).toBeDefined();
  });

  test('has no track if the range is silent', async () => {
    const clip = { asset: { type: 'audio', src: media.path('numbers.mp4') }, start: 2, length: 1 };
    expect(
      await decodeSound((await makeOutput({ format: 'mp4', range: { length: 1 } }, clip)).path),
    ).toBeUndefined();
  });

  test('without visuals shows the background in an mp4', async () => {
    const clip = { asset: { type: 'audio', src: media.path('numbers.mp4') }, length: 1 };
    const { path } = await makeOutput({ format: 'mp4' }, clip);
    const lights = await mapFrames(path, ({ y }) => Math.max(...y.data.subarray(0, SIZE.width)));
    expect(lights).toEqual(new Array(25).fill(16));
    expect(await decodeSound(path)).toBeDefined();
  });

  test('of an edit without sound is silence of the same duration in an mp3, also without a size', async () => {
    const text = { asset: { type: 'text', text: 'Silence' }, length: 1.4 };
    const { path, duration } = await makeOutput({ format: 'mp3', size: undefined }, text);
    expect(duration).toBe(1.4);
    expect(await decodeMp3(path)).toEqual(new Array(1.4 * SAMPLE_RATE).fill(0));
  });

  test('is all that an mp3 needs: HTML pages are not drawn', async () => {
    const html = { asset: { type: 'html', html: '<p>Page</p>', width: 9000, height: 9000 }, length: 1 };
    const path = media.path('page.mp3');
    await renderEdit(edit({ format: 'mp3' }, html), path);
    expect(await decodeMp3(path)).toHaveLength(SAMPLE_RATE);
  });
});
