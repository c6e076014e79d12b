import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BoxedTrack, boxesOf, movieOf, tracksOf } from '../../../test/media/boxes.ts';
import { soundOf } from '../../../test/media/look-inside.ts';
import { mediaFolder } from '../../../test/media/rendered.ts';
import { readStrictly } from '../../../test/media/strictly.ts';
import { type Rate, SAMPLE_RATE, sampleAtFrame, toRate } from '../../base/time.ts';
import { createVideoFrame, planesOf, type VideoFrame } from '../av/video/video-frame.ts';
import { Mp4Output } from './mp4-output.ts';

/** Samples that the AAC encoder puts before the first. */
const PRIMING = 1024;
const RATES = [12, 15, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60];

let folder: Awaited<ReturnType<typeof mediaFolder>>;
beforeAll(async () => void (folder = await mediaFolder()));
afterAll(() => folder[Symbol.asyncDispose]());

describe.each(RATES)('an MP4 at %s frames a second', (framesPerSecond) => {
  const frames = toRate(framesPerSecond);
  // Not a whole number of seconds, AAC frames or groups of pictures.
  const count = frames.mul(4.37).floor().valueOf();
  const samples = sampleAtFrame(count, frames);
  let path: string;
  beforeAll(async () => {
    path = folder.path(`${framesPerSecond}.mp4`);
    await write(path, { rate: frames, count, sound: true });
  });

  it('begins with its index, which says when the pictures and the sound begin and end', async () => {
    const boxes = await boxesOf(path);
    expect(boxes.map(({ type }) => type).filter((type) => type !== 'free')).toEqual(['ftyp', 'moov', 'mdat']);
    const movie = movieOf(boxes);
    const { video, audio } = splitTracks(tracksOf(boxes));
    expect(movie.created).toBe(0);
    expect(video.shown / movie.timescale).toBeCloseTo(count / frames.valueOf(), 9);
    expect(audio?.shown).toBe((samples * movie.timescale) / SAMPLE_RATE);
    expect(movie.duration).toBe(Math.max(video.shown, audio?.shown ?? 0));
  });

  it('has pictures that all last equally long, of which the first is shown at once', async () => {
    const { video } = splitTracks(tracksOf(await boxesOf(path)));
    const [[alike, ticks] = [0, 0], ...others] = video.lasting;
    expect(others).toEqual([]);
    expect(alike).toBe(count);
    expect(frames.mul(ticks).valueOf()).toBe(video.timescale);
    // B-frames: what is decoded first is shown later, and the edit leaves that out.
    expect(video.later.length).toBeGreaterThan(1);
    expect(video.edits).toEqual([{ duration: video.shown, from: video.later[0]?.[1], rate: 1 }]);
    expect(Math.min(...video.later.map(([, later]) => later))).toBeGreaterThanOrEqual(0);
  });

  it('has sound that begins at its first sample and ends with its last', async () => {
    const { audio } = splitTracks(tracksOf(await boxesOf(path)));
    expect(audio?.timescale).toBe(SAMPLE_RATE);
    expect(audio?.edits).toEqual([{ duration: audio?.shown, from: PRIMING, rate: 1 }]);
    expect(audio?.duration).toBe(PRIMING + samples);
    const { left } = (await soundOf(path)) ?? { left: new Float32Array() };
    expect(left).toHaveLength(samples);
    // The tone is where it was, not a sample earlier or later.
    const middle = Math.floor(samples / 2);
    for (let at = middle; at < middle + 100; at++) expect(left[at]).toBeCloseTo(toneAt(at), 1);
  });

  it('can be sought every two seconds', async () => {
    const { video } = splitTracks(tracksOf(await boxesOf(path)));
    const keys = [...(video.keys ?? []), count + 1];
    const gaps = keys.slice(1).map((key, index) => key - (keys[index] ?? 0));
    expect(keys[0]).toBe(1);
    expect(Math.max(...gaps) / frames.valueOf()).toBeLessThanOrEqual(2);
    expect(keys.length).toBeGreaterThan(2);
  });

  it('is decoded without a single remark', async () => {
    const { pictures, samples: decoded, remarks, rates, fresh } = await readStrictly(path);
    expect(remarks).toEqual([]);
    expect(pictures).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(decoded).toBe(samples);
    expect(rates).toEqual([frames.toFraction(), frames.toFraction()]);
    // Nothing after a keyframe needs what was before it.
    expect(fresh).toBe(true);
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
  ])('of %j has the level %d or the next above it', async (size, level) => {
    const path = folder.path(`${size.width}x${size.height}.mp4`);
    await write(path, { ...size, rate: toRate(25), count: 2, sound: false });
    const { video, audio } = splitTracks(tracksOf(await boxesOf(path)));
    expect(audio).toBeUndefined();
    expect(video).toMatchObject(size);
    expect(video.profile?.[0]).toBe(100);
    expect(video.profile?.[2]).toBeGreaterThanOrEqual(level);
    expect(video.profile?.[2]).toBeLessThanOrEqual(level + 2);
    expect((await readStrictly(path)).remarks).toEqual([]);
  });

  it('of a single picture lasts as long as that', async () => {
    const path = folder.path('one.mp4');
    await write(path, { rate: toRate(29.97), count: 1, sound: true });
    const boxes = await boxesOf(path);
    const { video, audio } = splitTracks(tracksOf(boxes));
    expect(video.lasting).toEqual([[1, 1001]]);
    expect(video.timescale).toBe(30_000);
    expect(audio?.duration).toBe(PRIMING + 1602);
    const { pictures, samples, remarks } = await readStrictly(path);
    expect({ pictures, samples, remarks }).toEqual({ pictures: [0], samples: 1602, remarks: [] });
  });

  it('says what its colours are, that its pixels are square and upright, and nothing about this machine', async () => {
    const path = folder.path('tags.mp4');
    await write(path, { rate: toRate(25), count: 5, sound: true });
    const { video, audio } = splitTracks(tracksOf(await boxesOf(path)));
    expect(video.colours).toEqual({ codes: [1, 1, 1], full: false });
    expect(video.aspect).toEqual([1, 1]);
    expect(video.matrix.map((number) => number / 0x10000)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 0x4000]);
    expect([video.language, audio?.language]).toEqual(['und', 'und']);
    expect([video.name, audio?.name]).toEqual(['VideoHandler', 'SoundHandler']);
    expect((await readFile(path)).includes(folder.path('').slice(1))).toBe(false);
  });
});

it('a file that is damaged is remarked upon', async () => {
  const path = folder.path('damaged.mp4');
  await write(path, { rate: toRate(25), count: 20, sound: true });
  const bytes = await readFile(path);
  bytes.fill(0x55, bytes.length - 3000, bytes.length - 2000);
  await writeFile(path, bytes);
  expect((await readStrictly(path)).remarks).not.toEqual([]);
});

function splitTracks(tracks: readonly BoxedTrack[]): { video: BoxedTrack; audio: BoxedTrack | undefined } {
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

/** Waves that move half a pixel a frame: B-frames are worth while, and nothing looks like a cut. */
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
