import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../../base/time.ts';
import { AudioReader } from '../av/sound/audio-reader.ts';
import { probeAv } from '../av/input/probe-av.ts';
import { SoundOutput } from './sound-output.ts';
import type { Quality } from './quality.ts';

const SECONDS = 2;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-mp3-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the samples of a tone. */
function createTone(hertz: number, amplitude: number): Float32Array {
  const step = (2 * Math.PI * hertz) / SAMPLE_RATE;
  return Float32Array.from(
    { length: SECONDS * SAMPLE_RATE },
    (_, index) => amplitude * Math.sin(step * index),
  );
}

/** Returns the level of a second in the middle, in dB relative to full scale. */
function levelOf(samples: Float32Array): number {
  const middle = samples.subarray(SAMPLE_RATE / 2, (SECONDS - 0.5) * SAMPLE_RATE);
  return 10 * Math.log10(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
}

async function encodeSamples(samples: Float32Array, quality: Quality) {
  const path = join(folder, `${Math.random()}.mp3`);
  await using output = await SoundOutput.openMp3(path, { quality });
  await output.writeSound({ left: samples, right: samples });
  await output.finish();
  const { audio } = await probeAv(path, 'mp3');
  if (!audio?.duration) throw new Error('The MP3 has no sound.');
  using reader = await AudioReader.open(audio.location, audio.duration.mul(0));
  return await reader.read(samples.length);
}

it.each(['verylow', 'low', 'medium', 'high', 'veryhigh'] as const)(
  'is as loud as its input at the quality %s',
  async (quality) => {
    for (const [hertz, amplitude] of [
      [440, 0.25],
      [1000, 0.8],
      [3000, 0.05],
    ] as const) {
      const samples = createTone(hertz, amplitude);
      const { left, right } = await encodeSamples(samples, quality);
      for (const side of [left, right])
        expect(Math.abs(levelOf(side) - levelOf(samples)), `${hertz} Hz`).toBeLessThan(0.01);
    }
  },
);

/** Writes samples in blocks of an odd size, and reads the file again. */
async function rewrite(format: 'm4a' | 'wav', samples: Float32Array) {
  const path = join(folder, `sound.${format}`);
  await using output =
    format === 'wav'
      ? await SoundOutput.openWav(path)
      : await SoundOutput.openM4a(path, { quality: 'veryhigh' });
  for (let at = 0; at < samples.length; at += 1777) {
    const block = samples.subarray(at, at + 1777);
    await output.writeSound({ left: block, right: block.map((sample) => -sample) });
  }
  await output.finish();
  const { audio } = await probeAv(path, format === 'wav' ? 'wav' : 'mov');
  if (!audio?.duration) throw new Error('The file has no sound.');
  using reader = await AudioReader.open(audio.location, audio.duration.mul(0));
  return { path, lasts: audio.duration.mul(SAMPLE_RATE).valueOf(), ...(await reader.read(samples.length)) };
}

it('a WAV has every sample, rounded to 16 bits with a dither of at most two steps', async () => {
  const samples = createTone(997, 0.8);
  const { path, lasts, left, right } = await rewrite('wav', samples);
  expect(lasts).toBe(samples.length);
  expect((await stat(path)).size).toBeLessThan(4 * samples.length + 200);
  for (const [side, sign] of [
    [left, 1],
    [right, -1],
  ] as const)
    expect(side.findIndex((sample, at) => Math.abs(sample - sign * (samples[at] ?? NaN)) > 2 / 32_768)).toBe(
      -1,
    );
  // Without a dither, a tone of half a step would be silent.
  const soft = await rewrite('wav', createTone(1000, 0.4 / 32_768));
  const level = soft.left.reduce(
    (sum, sample, at) => sum + sample * Math.sin((2 * Math.PI * 1000 * at) / SAMPLE_RATE),
    0,
  );
  expect((2 * level) / soft.left.length).toBeCloseTo(0.4 / 32_768, 6);
});

it('an M4A begins and ends with its sound', async () => {
  const samples = createTone(997, 0.5);
  const { lasts, left, right } = await rewrite('m4a', samples);
  expect(lasts).toBe(samples.length);
  const off = (side: Float32Array, sign: number): number =>
    Math.max(
      ...side.subarray(4800, 9600).map((sample, at) => Math.abs(sample - sign * (samples[4800 + at] ?? NaN))),
    );
  expect(off(left, 1)).toBeLessThan(0.01);
  expect(off(right, -1)).toBeLessThan(0.01);
});
