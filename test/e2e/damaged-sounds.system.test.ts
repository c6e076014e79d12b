import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NATURAL_SPEED, SAMPLE_RATE, toSeconds, ZERO } from '../../src/base/time.ts';
import { AudioReader } from '../../src/render/av/sound/audio-reader.ts';
import { Muxer } from '../../src/render/av/encode/muxer.ts';
import type { Stereo } from '../../src/render/media/stereo.ts';
import type { AudioTrack } from '../../src/render/media/media.ts';
import { SoundReader } from '../../src/render/mix/sound-reader.ts';
import { probe } from '../../src/render/probe/probe.ts';
import { failureOf } from '../../src/base/failure-of.fixture.ts';
import { makeClip, paintNumber } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { encodeSound } from '../media/encode-sound.ts';

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
});
afterAll(() => media[Symbol.asyncDispose]());

const tone = (time: number): number => 0.5 * Math.sin(2 * Math.PI * 300 * time);

async function trackOf(path: string): Promise<AudioTrack> {
  const found = await probe(path);
  if (found.kind !== 'av' || !found.audio) throw new Error('There is no sound.');
  return found.audio;
}

async function read({ location }: AudioTrack, from: number, lasts: number): Promise<Stereo> {
  using reader = await AudioReader.open(location, toSeconds(from));
  return await reader.read(Math.round(lasts * SAMPLE_RATE));
}

/** Returns the largest step between two samples. */
function largestStep(samples: Float32Array): number {
  return samples.reduce(
    (most, sample, index) => Math.max(most, Math.abs(sample - (samples[index - 1] ?? 0))),
    0,
  );
}

/** A bit more than the largest step of the tone. */
const SMOOTH = 0.021;

/** Writes a FLAC in Matroska with wrong timestamps. Returns its path. */
async function writeStamped(name: string, stamp: (time: number) => number, lasts = 4): Promise<string> {
  const path = media.path(name);
  await encodeSound(path, {
    codec: 'flac',
    container: 'matroska',
    seconds: lasts,
    wave: tone,
    stamp,
  });
  return path;
}

describe('an inexact clock', () => {
  it('leaves no gaps if every second packet is 8 ms late, and is correct after a trim', async () => {
    const packet = 4608 / SAMPLE_RATE;
    const late = (time: number): number => time + (Math.round(time / packet) % 2 === 1 ? 0.008 : 0);
    const track = await trackOf(await writeStamped('late.mkv', late));
    const { left } = await read(track, 0, 4);
    expect(left.every((sample, index) => Math.abs(sample - tone(index / SAMPLE_RATE)) < 1e-3)).toBe(true);
    for (const from of [1.5, 2.75]) {
      const part = await read(track, from, 0.5);
      expect(part.left).toEqual(left.slice(from * SAMPLE_RATE, (from + 0.5) * SAMPLE_RATE));
    }
  });

  it.each([
    ['slower', 1.02],
    ['faster', 0.98],
  ])('is followed evenly if it runs %s, without clicks or gaps', async (name, speed) => {
    const track = await trackOf(await writeStamped(`${name}.mkv`, (time) => time * speed));
    expect(Math.abs((track.duration?.valueOf() ?? 0) - 4 * speed)).toBeLessThan(0.06);
    const samples = await readAsMixer(track, 4);
    // A tone that is played faster is higher.
    expect(largestStep(samples)).toBeLessThan(SMOOTH / speed);
    const heard = samples.subarray(0, Math.floor(SAMPLE_RATE * Math.min(4, 4 * speed)));
    expect(heard.filter((sample, index) => index > 0 && sample === 0)).toHaveLength(0);
  });

  it('keeps a gap of 150 ms, without clicks', async () => {
    const gap = (time: number): number => (time > 2 ? time + 0.15 : time);
    const track = await trackOf(await writeStamped('gap.mkv', gap));
    expect(track.duration?.valueOf()).toBeCloseTo(4.15, 3);
    const samples = await readAsMixer(track, 4.15);
    const begins = samples.findIndex(
      (_, index) => index > 0 && samples.subarray(index, index + 200).every((s) => s === 0),
    );
    expect(samples.subarray(begins, begins + 0.149 * SAMPLE_RATE).every((sample) => sample === 0)).toBe(true);
    expect(
      samples.subarray(begins + 0.151 * SAMPLE_RATE, begins + 0.16 * SAMPLE_RATE).some((s) => s > 0.3),
    ).toBe(true);
    expect(largestStep(samples)).toBeLessThan(SMOOTH);
  });
});

/** Reads a sound as the mixer does, in chunks of an odd size. */
async function readAsMixer(track: AudioTrack, lasts: number): Promise<Float32Array> {
  const clip = { track, trim: ZERO, speed: NATURAL_SPEED } as Parameters<typeof SoundReader.open>[0];
  using reader = await SoundReader.open(clip, 0);
  const samples = new Float32Array(Math.round(lasts * SAMPLE_RATE));
  for (let at = 0; at < samples.length; at += 777) {
    const { left } = await reader.read(777);
    samples.set(left.subarray(0, samples.length - at), at);
  }
  return samples;
}

describe('joined files are read to the end', () => {
  it.each([
    ['a.ogg', { codec: 'libvorbis', container: 'ogg' }, 0.02],
    ['b.opus', { codec: 'libopus', container: 'ogg' }, 0.03],
    ['c.ts', { codec: 'aac', container: 'mpegts' }, 0.1],
  ])('%s', async (name, form, within) => {
    const lasts = 1.5;
    const path = media.path(name);
    await encodeSound(path, { seconds: lasts, wave: tone, ...form });
    const joined = media.path(`joined-${name}`);
    const file = await readFile(path);
    await writeFile(joined, Buffer.concat([file, file]));
    const track = await trackOf(joined);
    expect(Math.abs((track.duration?.valueOf() ?? 0) - 2 * lasts)).toBeLessThan(within);
    for (const from of [0, 1.1]) {
      const { left } = await read(track, from, 2 * lasts - from);
      const quiet = left.filter(
        (_, index) => index % 480 === 0 && left.subarray(index, index + 480).every((s) => Math.abs(s) < 0.1),
      );
      expect(quiet.length * 0.01, `from ${from} s`).toBeLessThan(0.07);
    }
  });
});

/**
 * Writes and reads one second of 16-bit PCM.
 *
 * @param mask The channel mask in the header; 0 for unnamed channels.
 */
async function readWav(channels: number, mask: number): Promise<Stereo> {
  const header = Buffer.alloc(68);
  const bytes = SAMPLE_RATE * channels * 2;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(60 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(40, 16);
  header.writeUInt16LE(0xfffe, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.writeUInt16LE(22, 36);
  header.writeUInt16LE(16, 38);
  header.writeUInt32LE(mask, 40);
  Buffer.from('0100000000001000800000aa00389b71', 'hex').copy(header, 44);
  header.write('data', 60, 'latin1');
  header.writeUInt32LE(bytes, 64);
  // Channel n holds the constant 2^n / 1024.
  const samples = Int16Array.from(
    { length: SAMPLE_RATE * channels },
    (_, index) => 2 ** (index % channels) * 32,
  );
  const path = media.path(`${channels}-${mask}.wav`);
  await writeFile(path, Buffer.concat([header, Buffer.from(samples.buffer)]));
  return read(await trackOf(path), 0, 1);
}

describe('channel layouts', () => {
  const LESS = Math.SQRT1_2;
  it.each<[string, number, number, number[], number[]]>([
    ['left and centre', 2, 0x5, [1, LESS], [0, LESS]],
    ['centre and bass', 2, 0xc, [LESS, 0], [LESS, 0]],
    ['left, centre and bass', 3, 0xd, [1, LESS, 0], [0, LESS, 0]],
    ['quad', 4, 0x33, [1, 0, LESS, 0], [0, 1, 0, LESS]],
    ['four unnamed channels', 4, 0, [1, 0, LESS, 0.5], [0, 1, LESS, 0.5]],
    ['nine unnamed channels', 9, 0, [1], [0, 1]],
  ])('%s', async (_, channels, mask, left, right) => {
    const sound = await readWav(channels, mask);
    const sum = (mix: number[]): number =>
      mix.reduce((all, gain, channel) => all + (gain * 2 ** channel) / 1024, 0);
    expect(sound.left[24_000]).toBeCloseTo(sum(left), 5);
    expect(sound.right[24_000]).toBeCloseTo(sum(right), 5);
  });
});

describe('a sound without a decoder', () => {
  it('does not affect the video of its file', async () => {
    const path = media.path('video.mp4');
    const ticks = Array.from({ length: 10 }, (_, index) => index);
    await makeClip(path, {
      width: 32,
      height: 32,
      clock: 25,
      ticks,
      paint: paintNumber,
      sound: { samples: 0.4 * SAMPLE_RATE, wave: (index) => tone(index / SAMPLE_RATE) },
    });
    const file = await readFile(path);
    file.write('mhm1', file.indexOf('mp4a', file.indexOf('stsd', file.indexOf('soun')), 'latin1'), 'latin1');
    // The content of this box would identify it as AAC again.
    file.write('free', file.indexOf('esds', 0, 'latin1'), 'latin1');
    await writeFile(path, file);
    const found = await probe(path);
    expect(found).toMatchObject({ kind: 'av', video: { width: 32 } });
    expect(found).not.toHaveProperty('audio');
  });

  it('is an error if the file contains nothing else', async () => {
    const path = media.path('sound.m4a');
    await encodeSound(path, { codec: 'alac', container: 'ipod', seconds: 0.5, wave: tone });
    const file = await readFile(path);
    const at = file.indexOf('alac', file.indexOf('stsd'), 'latin1');
    file.write('zzzz', at, 'latin1');
    await writeFile(path, file);
    expect(await failureOf(probe(path))).toBe(
      'asset_not_media: is not a media file: it contains no picture or sound that can be decoded',
    );
  });
});

it('a muxer without a path is rejected', () => {
  expect(() => new Muxer(undefined as unknown as string, 'mp4')).toThrow('must be of type string');
});
