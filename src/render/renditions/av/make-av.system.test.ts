import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBox, readBoxes } from '../../../../test/media/boxes.ts';
import {
  type ClipOptions,
  fillRect,
  makeAlphaClip,
  makeClip,
  setDisplayMatrix,
} from '../../../../test/media/clips.ts';
import { decodeStrictly } from '../../../../test/media/decode-strictly.ts';
import { remux } from '../../../../test/media/remux.ts';
import { SAMPLE_RATE } from '../../../base/time.ts';
import { probe } from '../../probe/probe.ts';
import {
  createAvFolder,
  describeStreams,
  type AvFolder,
  findOnset,
  listPackets,
  mapPictures,
  measureFrequency,
  numbersOf,
  readLeft,
} from './av.fixture.ts';

const SIZE = { width: 160, height: 90 };
const [WHITE, BLACK] = [
  [235, 128, 128],
  [16, 128, 128],
] as const;

let folder: AvFolder;
beforeAll(async () => void (folder = await createAvFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

describe('a video in another format', () => {
  // The picture becomes white and the tone begins at the same moment.
  const start = 0.5;
  beforeAll(() =>
    makeClip(folder.path('start.mp4'), {
      ...SIZE,
      clock: 30,
      ticks: Array.from({ length: 45 }, (_, index) => index),
      paint: (planes, index) => {
        // Theora leaves out a picture that is equal to the previous one.
        planes.y.data.fill((index / 30 >= start ? 200 : 30) + 20 * (index % 2));
        planes.u.data.fill(128);
        planes.v.data.fill(128);
      },
      sound: {
        samples: 1.5 * SAMPLE_RATE,
        wave: (index) => (index / SAMPLE_RATE >= start ? 0.5 * Math.sin(index / 8) : 0),
      },
    }),
  );

  it.each([
    ['mp4', 'h264', 'aac', 'bt709'],
    ['mov', 'h264', 'aac', 'bt709'],
    ['mkv', 'h264', 'aac', 'bt709'],
    ['webm', 'vp9', 'opus', 'bt709'],
    ['avi', 'mpeg4', 'mp3', undefined],
    ['ogv', 'theora', 'vorbis', 'bt470bg'],
    ['wmv', 'wmv2', 'wmav2', undefined],
  ] as const)('%s has %s and %s in sync', async (format, video, audio, matrix) => {
    const made = await folder.convert('start.mp4', { format });
    expect(made).toMatchObject({ ...SIZE, fps: 30, duration: 1.5, extension: `.${format}` });
    const streams = await describeStreams(made.path);
    expect(streams.video).toMatchObject({ codec_name: video, ...SIZE, r_frame_rate: '30/1' });
    expect(streams.video?.['color_space']).toBe(matrix);
    expect(streams.audio).toMatchObject({ codec_name: audio, sample_rate: '48000', channels: 2 });
    const bright = await mapPictures(made.path, ({ y }, seconds) => ({
      seconds,
      is: (y.data[45 * y.stride + 80] ?? 0) > 125,
    }));
    expect(bright).toHaveLength(45);
    expect(bright[0]?.seconds).toBe(0);
    const shown = bright.find(({ is }) => is)?.seconds ?? 0;
    const heard = findOnset(await readLeft(made.path));
    expect(shown).toBeCloseTo(start, 2);
    expect(Math.abs(shown - heard)).toBeLessThan(0.01);
  });

  it.each([
    ['mp3', 'mp3'],
    ['wav', 'pcm_s16le'],
  ] as const)('%s is its sound', async (format, codec) => {
    const made = await folder.convert('start.mp4', { format });
    expect(made).toEqual({ path: made.path, extension: `.${format}`, duration: 1.5 });
    const { video, audio } = await describeStreams(made.path);
    expect(video).toBeUndefined();
    expect(audio).toMatchObject({ codec_name: codec, sample_rate: '48000', channels: 2 });
    expect(findOnset(await readLeft(made.path))).toBeCloseTo(start, 2);
  });

  it('keeps its own format if none is requested', async () => {
    expect((await folder.convert('start.mp4', {})).extension).toBe('.mp4');
  });
});

describe('a rendition of a video without sound', () => {
  beforeAll(() => folder.writeClip('mute.mp4', 45));

  it.each(['mp4', 'mov', 'mkv', 'webm', 'avi', 'ogv', 'wmv'] as const)(
    'has a silent track if it is always to have sound: %s',
    async (format) => {
      const made = await folder.convert('mute.mp4', { format, audio: 'always', speed: { speed: 1.5 } });
      expect(made.duration).toBeCloseTo(1, 1);
      expect((await describeStreams(made.path)).audio).toMatchObject({ sample_rate: '48000', channels: 2 });
      const left = await readLeft(made.path);
      expect(left.length / 48_000).toBeCloseTo(1, 1);
      expect(left.every((sample) => Math.abs(sample) < 1e-4)).toBe(true);
    },
  );

  it('has a silent track as long as its picture if the file does not declare its duration', async () => {
    const live = folder.path('live.mkv');
    await remux(folder.path('mute.mp4'), live, {
      demuxer: 'mov',
      container: 'matroska',
      options: { live: '1' },
    });
    const source = await probe(live);
    expect(source.kind === 'av' && source.video).not.toHaveProperty('duration');
    const { path } = await folder.convert('live.mkv', { format: 'mp4', audio: 'always' });
    const { video, audio } = await describeStreams(path);
    expect(Number(video?.['duration'])).toBeGreaterThan(1);
    expect(Math.abs(Number(audio?.['duration']) - Number(video?.['duration']))).toBeLessThan(0.05);
  });

  it('has no sound otherwise', async () => {
    const { path } = await folder.convert('mute.mp4', { audio: 'auto' });
    expect((await describeStreams(path)).audio).toBeUndefined();
  });
});

describe('an mp4', () => {
  it('is ready for cutting: the index first, closed groups of one length, one parameter set', async () => {
    await folder.writeClip('cut.mp4', 40, { seconds: 1 });
    const { path } = await folder.convert('cut.mp4', { format: 'mp4', keyframeInterval: 7 });
    const boxes = await readBoxes(path);
    expect(boxes.map(({ type }) => type).filter((type) => type !== 'free')).toEqual(['ftyp', 'moov', 'mdat']);
    const packets = await listPackets(path, 'video');
    expect(packets.flatMap(({ isKey }, index) => (isKey ? [index] : []))).toEqual([0, 7, 14, 21, 28, 35]);
    expect(packets.flatMap(({ data }) => unitTypes(data)).filter((type) => type === 7 || type === 8)).toEqual(
      [],
    );
    const strict = await decodeStrictly(path);
    expect(strict).toMatchObject({ messages: [], hasOnlyIdrKeyframes: true });
    expect(strict.frameIndexes).toHaveLength(40);
  });

  it('has a keyframe every two seconds by default', async () => {
    await folder.writeClip('long.mp4', 70, { keyframeEvery: 5 });
    const packets = await listPackets((await folder.convert('long.mp4', {})).path, 'video');
    expect(packets.flatMap(({ isKey }, index) => (isKey ? [index] : []))).toEqual([0, 60]);
  });
});

/** Returns the types of the NAL units of an H.264 packet with lengths of four bytes. */
function unitTypes(data: Buffer): number[] {
  const types: number[] = [];
  for (let at = 0; at + 4 < data.length; at += 4 + data.readUInt32BE(at))
    types.push((data[at + 4] ?? 0) & 31);
  return types;
}

describe('a rendition of a lower quality', () => {
  // Noise, so that every codec has something to save.
  const paint: ClipOptions['paint'] = ({ y }, index) => {
    for (let at = 0; at < y.data.length; at++) y.data[at] = 60 + ((at * 7919 + index * 31) % 97);
  };
  beforeAll(() => folder.writeClip('noise.mp4', 12, { paint, seconds: 1 }));

  it.each(['mp4', 'webm', 'avi', 'ogv', 'wmv', 'mp3'] as const)('is smaller as %s', async (format) => {
    const sizes: number[] = [];
    for (const quality of [1, 50, 100])
      sizes.push((await readFile((await folder.convert('noise.mp4', { format, quality })).path)).length);
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other));
    expect(new Set(sizes).size).toBe(3);
  });

  it('is smaller as ProRes', async () => {
    await makeAlphaClip(folder.path('prores.mkv'), { width: 96, height: 48 }, 3);
    const [low, high] = [
      await folder.convert('prores.mkv', { format: 'mov', quality: 1 }),
      await folder.convert('prores.mkv', { format: 'mov', quality: 100 }),
    ];
    expect((await readFile(low.path)).length).toBeLessThan((await readFile(high.path)).length);
  });
});

describe('the frames of a rendition', () => {
  it('are picked evenly at half the rate', async () => {
    await folder.writeClip('even.mp4', 30);
    const made = await folder.convert('even.mp4', { fps: 15 });
    expect(made).toMatchObject({ fps: 15, duration: 1 });
    expect(await numbersOf(made)).toEqual(Array.from({ length: 15 }, (_, index) => 2 * index));
  });

  it('are repeated at a higher rate', async () => {
    await folder.writeClip('slow.mp4', 12, { clock: 12 });
    const made = await folder.convert('slow.mp4', { fps: 24, format: 'mkv' });
    expect(await numbersOf(made)).toEqual(Array.from({ length: 24 }, (_, index) => Math.floor(index / 2)));
  });

  it('have an NTSC rate if one is requested', async () => {
    await folder.writeClip('ntsc.mp4', 30);
    const made = await folder.convert('ntsc.mp4', { fps: 29.97 });
    expect(made).toMatchObject({ fps: 29.97, duration: 1.001 });
    const { video } = await describeStreams(made.path);
    expect(video).toMatchObject({ avg_frame_rate: '30000/1001', r_frame_rate: '30000/1001' });
  });

  it('become constant if the rate of the source varies, and keep their times', async () => {
    const ticks = [0, 1, 2, 3, 6, 7, 8, 12, 13, 14, 15, 20, 21, 22, 23, 24, 28, 29];
    await folder.writeClip('varies.mp4', ticks.length, { ticks });
    const made = await folder.convert('varies.mp4', { fps: 30 });
    const expected = Array.from({ length: 30 }, (_, tick) => ticks.filter((at) => at <= tick).length - 1);
    expect(await numbersOf(made)).toEqual(expected);
    const times = (await listPackets(made.path, 'video')).map(({ time }) => Math.round(time * 30));
    expect(times).toEqual(Array.from({ length: 30 }, (_, index) => index));
  });
});

describe('the size of a rendition', () => {
  beforeAll(async () => {
    await folder.writeClip('size.mp4', 4);
    await folder.writeClip('turned.mp4', 4);
    await setDisplayMatrix(folder.path('turned.mp4'), [0, 1, -1, 0]);
  });

  it.each([
    ['mp4', { height: 46 }, { width: 82, height: 46 }],
    ['mp4', { width: 81 }, { width: 80, height: 46 }],
    ['webm', { width: 81 }, { width: 81, height: 46 }],
    ['webm', { width: 31, height: 51 }, { width: 31, height: 51 }],
    ['ogv', { width: 200, height: 50 }, { width: 200, height: 50 }],
  ] as const)('of %s is that of %j, even where the codec needs it', async (format, size, expected) => {
    const made = await folder.convert('size.mp4', { format, size });
    expect(made).toMatchObject(expected);
    expect((await describeStreams(made.path)).video).toMatchObject(expected);
  });

  it('is upright, and no turn is left to do', async () => {
    const made = await folder.convert('turned.mp4', { format: 'mp4' });
    expect(made).toMatchObject({ width: 90, height: 160 });
    const { video } = await describeStreams(made.path);
    expect(video).toMatchObject({ width: 90, height: 160, sample_aspect_ratio: '1:1' });
    expect(video?.['side_data_list']).toBeUndefined();
  });

  it('has bars if the picture is contained', async () => {
    await folder.writeClip('white.mp4', 3, { paint: (planes) => fillRect(planes, [0, 0, 160, 90], WHITE) });
    const made = await folder.convert('white.mp4', { size: { width: 160, height: 160 }, fit: 'contain' });
    const [column] = await mapPictures(made.path, ({ y }) =>
      [10, 30, 40, 80, 120, 130, 150].map((row) => (y.data[row * y.stride + 80] ?? 0) > 125),
    );
    expect(column).toEqual([false, false, true, true, true, false, false]);
  });

  it('is filled and cut by default, and stretched if requested', async () => {
    await folder.writeClip('centre.mp4', 3, {
      paint: (planes) => {
        fillRect(planes, [0, 0, 160, 90], BLACK);
        fillRect(planes, [36, 0, 88, 90], WHITE);
      },
    });
    const shares = [];
    for (const fit of ['crop', 'cover'] as const) {
      const made = await folder.convert('centre.mp4', { size: { width: 90, height: 90 }, fit });
      const [row] = await mapPictures(made.path, ({ y }) => y.data.slice(45 * y.stride, 45 * y.stride + 90));
      shares.push(row?.filter((luma) => luma > 125).length);
    }
    expect(shares).toEqual([expect.closeTo(88, -1), expect.closeTo(50, -1)]);
  });
});

describe('the alpha of a video', () => {
  beforeAll(() => makeAlphaClip(folder.path('alpha.mkv'), { width: 96, height: 48 }, 5));

  it.each(['webm', 'mkv', 'mov'] as const)('survives in %s', async (format) => {
    const made = await folder.convert('alpha.mkv', { format, size: { width: 48 } });
    const [alphas] = await mapPictures(made.path, ({ alpha }) =>
      // ProRes has 12 bits in two bytes.
      [8, 24, 40].map(
        (x) =>
          alpha &&
          (format === 'mov'
            ? (alpha.data[alpha.stride * 12 + 2 * x + 1] ?? 0) * 16 +
              ((alpha.data[alpha.stride * 12 + 2 * x] ?? 0) >> 4)
            : alpha.data[alpha.stride * 12 + x]),
      ),
    );
    expect(alphas).toEqual([expect.closeTo(0, -1), expect.closeTo(128, -1), expect.closeTo(255, -1)]);
  });

  it('becomes black in an mp4', async () => {
    const made = await folder.convert('alpha.mkv', { format: 'mp4' });
    const [lumas] = await mapPictures(made.path, ({ y }) =>
      [16, 80].map((x) => y.data[y.stride * 24 + x] ?? 0),
    );
    expect(lumas?.[0]).toBeLessThan(20);
    expect(lumas?.[1]).toBeGreaterThan(50);
  });

  it('is kept in the bars', async () => {
    const made = await folder.convert('alpha.mkv', {
      format: 'webm',
      size: { width: 48, height: 48 },
      fit: 'contain',
    });
    const [alphas] = await mapPictures(made.path, ({ alpha }) =>
      [4, 24, 44].map((row) => alpha?.data[alpha.stride * row + 40]),
    );
    expect(alphas).toEqual([expect.closeTo(0, -1), expect.closeTo(255, -1), expect.closeTo(0, -1)]);
  });
});

describe('the colours of a rendition', () => {
  it.each([
    ['mp4', 'bt709'],
    ['ogv', 'bt470bg'],
    ['avi', undefined],
  ] as const)('of %s are converted and tagged', async (format, matrix) => {
    // Pure green, by BT.601.
    const paint: ClipOptions['paint'] = (planes) => fillRect(planes, [0, 0, 160, 90], [145, 54, 34]);
    await folder.writeClip('green.mp4', 3, { paint, colours: { matrix: 'smpte170m', range: 'tv' } });
    const made = await folder.convert('green.mp4', { format, quality: 100 });
    const [colour] = await mapPictures(made.path, ({ y, u, v }) =>
      [y, u, v].map(({ data, stride }) => data[20 * stride + 20]),
    );
    const expected = format === 'mp4' ? [173, 42, 26] : [145, 54, 34];
    expect(colour).toEqual(expected.map((value) => expect.closeTo(value, -1) as number));
    expect((await describeStreams(made.path)).video?.['color_space']).toBe(matrix);
  });
});

describe('the speed of a rendition', () => {
  beforeAll(() => folder.writeClip('speed.mp4', 60, { seconds: 2 }));

  it.each([
    [2, 1000],
    [0.4, 1000],
    [5, 1000],
  ])('of %d keeps the pitch', async (speed, frequency) => {
    const made = await folder.convert('speed.mp4', { speed: { speed }, format: 'mkv' });
    expect(made.duration).toBeCloseTo(2 / speed, 1);
    expect(await numbersOf(made)).toHaveLength(Math.round(60 / speed));
    const samples = await readLeft(made.path);
    expect(samples.length / SAMPLE_RATE).toBeCloseTo(2 / speed, 1);
    expect(measureFrequency(samples, 0.1, 0.3) / frequency).toBeCloseTo(1, 1);
  });

  it.each([
    [2, 2000],
    [0.5, 500],
  ])('of %d changes the pitch if it is not preserved', async (speed, frequency) => {
    const made = await folder.convert('speed.mp4', { speed: { speed, preservePitch: false }, format: 'wav' });
    expect(made.duration).toBeCloseTo(2 / speed, 2);
    expect(measureFrequency(await readLeft(made.path), 0.1, 0.9) / frequency).toBeCloseTo(1, 2);
  });

  it('must not be 0, nor make a rendition of days', async () => {
    await expect(folder.convert('speed.mp4', { speed: { speed: 0 } })).rejects.toMatchObject({
      code: 'validation_failed',
      message: 'At a speed of 0, the rendition would never end. Use a speed above 0 and up to 10.',
    });
    await expect(folder.convert('speed.mp4', { speed: { speed: 0.00001 } })).rejects.toThrow(
      'would last 56 hours',
    );
  });
});

describe('a source that is damaged', () => {
  it.each([0.1, 0.3, 0.45, 0.6, 0.7, 0.8])(
    'at %d of it still has its duration, and its other pictures their times',
    async (part) => {
      await folder.writeClip('whole.mp4', 60, { keyframeEvery: 10, seconds: 2 });
      const file = await readFile(folder.path('whole.mp4'));
      const data = findBox(await readBoxes(folder.path('whole.mp4')), 'mdat');
      const at = (data?.offset ?? 0) + Math.round((data?.body.length ?? 0) * part);
      file.fill(0x55, at, at + 2000);
      await writeFile(folder.path('damaged.mp4'), file);
      const made = await folder.convert('damaged.mp4', { format: 'webm', size: { width: 80 } });
      expect(made.duration).toBe(2);
      const numbers = await numbersOf(made);
      expect(numbers).toHaveLength(60);
      // The pictures from one keyframe to the one after the next can be damaged.
      expect(numbers.filter((number, index) => number === index).length).toBeGreaterThanOrEqual(40);
    },
  );
});
