import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_RATE } from '../../base/time.ts';
import { AudioReader } from '../av/sound/audio-reader.ts';
import { probeAv } from '../av/input/probe-av.ts';
import { Mp3Output } from './mp3-output.ts';
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
  await using output = await Mp3Output.open(path, { quality });
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
