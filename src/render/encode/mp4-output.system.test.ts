import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mp4Track, readBoxes, readMovieHeader, readTracks } from '../../../test/media/boxes.ts';
import { decodeSound } from '../../../test/media/decode-output.ts';
import { createMediaFolder } from '../../../test/media/render-edit.ts';
import { decodeStrictly } from '../../../test/media/decode-strictly.ts';
import { type Rate, SAMPLE_RATE, sampleAtFrame, toRate } from '../../base/time.ts';
import { createVideoFrame, planesOf, type VideoFrame } from '../av/video/video-frame.ts';
import { Mp4Output } from './mp4-output.ts';

/** Samples that the AAC encoder adds before the first one. */
const PRIMING = 1024;
const RATES = [12, 15, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60];

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => void (folder = await createMediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

describe.each(RATES)('an MP4 at %s frames per second', (framesPerSecond) => {
  const frames = toRate(framesPerSecond);
  // Not a whole number of seconds, AAC frames or groups of pictures.
  const count = frames.mul(4.37).floor().valueOf();
  const samples = sampleAtFrame(count, frames);
  let path: string;
  beforeAll(async () => {
    path = folder.path(`${framesPerSecond}.mp4`);
    await write(path, { rate: frames, count, sound: true });
  });

  it('begins with its index, which contains the start and end of pictures and sound', async () => {
    const boxes = await readBoxes(path);
    expect(boxes.map(({ type }) => type).filter((type) => type !== 'free')).toEqual(['ftyp', 'moov', 'mdat']);
    const movie = readMovieHeader(boxes);
    const { video, audio } = splitTracks(readTracks(boxes));
    expect(movie.created).toBe(0);
    expect(video.movieDuration / movie.timescale).toBeCloseTo(count / frames.valueOf(), 9);
    expect(audio?.movieDuration).toBe((samples * movie.timescale) / SAMPLE_RATE);
    expect(movie.duration).toBe(Math.max(video.movieDuration, audio?.movieDuration ?? 0));
  });

  it('has pictures of equal duration, and the first one is shown immediately', async () => {
    const { video } = splitTracks(readTracks(await readBoxes(path)));
    const [[alike, ticks] = [0, 0], ...others] = video.sampleDurations;
    expect(others).toEqual([]);
    expect(alike).toBe(count);
    expect(frames.mul(ticks).valueOf()).toBe(video.timescale);
    // With B-frames, decoding starts before the first picture is shown. The edit list skips that time.
    expect(video.compositionOffsets.length).toBeGreaterThan(1);
    expect(video.edits).toEqual([
      { duration: video.movieDuration, from: video.compositionOffsets[0]?.[1], rate: 1 },
    ]);
    expect(Math.min(...video.compositionOffsets.map(([, later]) => later))).toBeGreaterThanOrEqual(0);
  });

  it('has sound that begins at its first sample and ends with its last', async () => {
    const { audio } = splitTracks(readTracks(await readBoxes(path)));
    expect(audio?.timescale).toBe(SAMPLE_RATE);
    expect(audio?.edits).toEqual([{ duration: audio?.movieDuration, from: PRIMING, rate: 1 }]);
    expect(audio?.duration).toBe(PRIMING + samples);
    const { left } = (await decodeSound(path)) ?? { left: new Float32Array() };
    expect(left).toHaveLength(samples);
    // The tone starts at exactly the same sample.
    const middle = Math.floor(samples / 2);
    for (let at = middle; at < middle + 100; at++) expect(left[at]).toBeCloseTo(toneAt(at), 1);
  });

  it('has a keyframe every two seconds', async () => {
    const { video } = splitTracks(readTracks(await readBoxes(path)));
    const keys = [...(video.syncSamples ?? []), count + 1];
    const gaps = keys.slice(1).map((key, index) => key - (keys[index] ?? 0));
    expect(keys[0]).toBe(1);
    expect(Math.max(...gaps) / frames.valueOf()).toBeLessThanOrEqual(2);
    expect(keys.length).toBeGreaterThan(2);
  });

  it('is decoded without any warning', async () => {
    const result = await decodeStrictly(path);
    expect(result.messages).toEqual([]);
    expect(result.frameIndexes).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(result.sampleCount).toBe(samples);
    expect(result.frameRates).toEqual([frames.toFraction(), frames.toFraction()]);
    // Pictures after a keyframe do not refer to pictures before it.
    expect(result.hasOnlyIdrKeyframes).toBe(true);
  });
});

describe('an MP4', () => {
  it.each([
    [{ width: 2, height: 2 }, 10],
    [{ width: 130, height: 98 }, 11],
    [{ width: 1280, height: 720 }, 31],
    [{ width: 1080, height: 1920 }, 40],
    [{ width: 4096, height: 2 }, 40],
    [{ width: 4096, height: 4096 }, 60],
  ])('of %j has the level %d or the next higher one', async (size, level) => {
    const path = folder.path(`${size.width}x${size.height}.mp4`);
    await write(path, { ...size, rate: toRate(25), count: 2, sound: false });
    const { video, audio } = splitTracks(readTracks(await readBoxes(path)));
    expect(audio).toBeUndefined();
    expect(video).toMatchObject(size);
    expect(video.profile?.[0]).toBe(100);
    expect(video.profile?.[2]).toBeGreaterThanOrEqual(level);
    expect(video.profile?.[2]).toBeLessThanOrEqual(level + 2);
    expect((await decodeStrictly(path)).messages).toEqual([]);
  });

  it('of a single picture has its duration', async () => {
    const path = folder.path('one.mp4');
    await write(path, { rate: toRate(29.97), count: 1, sound: true });
    const boxes = await readBoxes(path);
    const { video, audio } = splitTracks(readTracks(boxes));
    expect(video.sampleDurations).toEqual([[1, 1001]]);
    expect(video.timescale).toBe(30_000);
    expect(audio?.duration).toBe(PRIMING + 1602);
    const { frameIndexes, sampleCount, messages } = await decodeStrictly(path);
    expect({ frameIndexes, sampleCount, messages }).toEqual({
      frameIndexes: [0],
      sampleCount: 1602,
      messages: [],
    });
  });

  it('contains its colour tags, square pixels and no rotation, and nothing about this machine', async () => {
    const path = folder.path('tags.mp4');
    await write(path, { rate: toRate(25), count: 5, sound: true });
    const { video, audio } = splitTracks(readTracks(await readBoxes(path)));
    expect(video.colours).toEqual({ codes: [1, 1, 1], full: false });
    expect(video.pixelAspect).toEqual([1, 1]);
    expect(video.matrix.map((number) => number / 0x10000)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 0x4000]);
    expect([video.language, audio?.language]).toEqual(['und', 'und']);
    expect([video.name, audio?.name]).toEqual(['VideoHandler', 'SoundHandler']);
    expect((await readFile(path)).includes(folder.path('').slice(1))).toBe(false);
  });
});

it('decoding a damaged file gives a warning', async () => {
  const path = folder.path('damaged.mp4');
  await write(path, { rate: toRate(25), count: 20, sound: true });
  const bytes = await readFile(path);
  bytes.fill(0x55, bytes.length - 3000, bytes.length - 2000);
  await writeFile(path, bytes);
  expect((await decodeStrictly(path)).messages).not.toEqual([]);
});

function splitTracks(tracks: readonly Mp4Track[]): { video: Mp4Track; audio: Mp4Track | undefined } {
  const [video, audio] = ['vide', 'soun'].map((kind) => tracks.find((track) => track.kind === kind));
  if (!video) throw new Error('there is no picture');
  return { video, audio };
}

function toneAt(at: number): number {
  return 0.5 * Math.sin((2 * Math.PI * 441 * at) / SAMPLE_RATE);
}

interface WrittenFile {
  readonly rate: Rate;
  readonly count: number;
  readonly sound: boolean;
  readonly width?: number;
  readonly height?: number;
}

async function write(
  path: string,
  { rate, count, sound, width = 64, height = 36 }: WrittenFile,
): Promise<void> {
  await using output = await Mp4Output.open(path, {
    width,
    height,
    rate,
    hasSound: sound,
    quality: 'medium',
    encoder: 'few threads',
    loops: false,
  });
  for (let frame = 0; frame < count; frame++) {
    await output.writeFrame(paintFrame(width, height, frame), false);
    if (!sound) continue;
    const from = sampleAtFrame(frame, rate);
    const length = sampleAtFrame(frame + 1, rate) - from;
    const left = Float32Array.from({ length }, (_, index) => toneAt(from + index));
    await output.writeSound({ left, right: left });
  }
  await output.finish();
}

/** Waves that move half a pixel per frame: suitable for B-frames, and without anything like a cut. */
function paintFrame(width: number, height: number, frame: number): VideoFrame {
  const picture = createVideoFrame(width, height);
  const { y, u, v } = planesOf(picture);
  const wave = Float32Array.from({ length: width }, (_, x) => 60 * Math.sin((x + frame / 2) / 9));
  for (let top = 0; top < height; top++) {
    const height = Math.cos(top / 7);
    for (let x = 0; x < width; x++) y.data[top * y.stride + x] = 120 + height * (wave[x] ?? 0);
  }
  u.data.fill(128);
  v.data.fill(128);
  return picture;
}
