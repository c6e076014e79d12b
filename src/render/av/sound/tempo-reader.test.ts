import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_RATE, toSeconds, toSpeed } from '../../../base/time.ts';
import type { AudioTrack } from '../../media/media.ts';
import { sine, writeTone } from '../../mix/test-tones.fixture.ts';
import { TempoReader } from './tempo-reader.ts';

let folder: string;
let tone: AudioTrack;
/** Beeps of 0.1 s at each full second. */
let beeps: AudioTrack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-tempo-'));
  tone = await writeTone(join(folder, 'tone.wav'), sine(440), 12);
  const beep = sine(1000);
  const isBeep = (index: number): boolean => index % SAMPLE_RATE < SAMPLE_RATE / 10;
  beeps = await writeTone(join(folder, 'beeps.wav'), (index) => (isBeep(index) ? beep(index) : 0), 12);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(track: AudioTrack, speed: number, from: number): Promise<Float32Array> {
  using reader = await TempoReader.open(track.location, toSeconds(from), toSpeed(speed));
  const { left } = await reader.read(Math.floor((10 / speed) * SAMPLE_RATE));
  return left;
}

/** Returns the frequency of a tone by the crossings of zero. */
function frequencyOf(samples: Float32Array): number {
  const crossings: number[] = [];
  for (let index = 1; index < samples.length; index++) {
    const [before, after] = [samples[index - 1] ?? 0, samples[index] ?? 0];
    if (before < 0 && after >= 0) crossings.push(index - after / (after - before));
  }
  const lasts = (crossings.at(-1) ?? 0) - (crossings[0] ?? 0);
  return ((crossings.length - 1) * SAMPLE_RATE) / lasts;
}

/** Returns the second of the centre of a beep. */
function beepTime(samples: Float32Array, from: number, to: number): number {
  let [sum, weighted] = [0, 0];
  for (let index = Math.round(from * SAMPLE_RATE); index < to * SAMPLE_RATE; index++) {
    const energy = (samples[index] ?? 0) ** 2;
    sum += energy;
    weighted += energy * index;
  }
  return weighted / sum / SAMPLE_RATE;
}

it.each([0.5, 0.75, 1.25, 2, 4])('keeps a tone within 1 Hz at the speed %s', async (speed) => {
  const samples = await read(tone, speed, 0.3);
  expect(Math.abs(frequencyOf(samples.subarray(9600, -9600)) - 440)).toBeLessThan(1);
});

it.each([0.5, 0.75, 1.25, 2, 4])('keeps beeps within half a frame at the speed %s', async (speed) => {
  const samples = await read(beeps, speed, 0.4);
  for (let second = 1; second < 10; second++) {
    const found = beepTime(samples, (second - 0.8) / speed, (second + 0.15) / speed);
    expect(Math.abs(found - (second - 0.4 + 0.05) / speed)).toBeLessThan(0.02);
  }
});

it('ends with its sound', async () => {
  using reader = await TempoReader.open(tone.location, toSeconds(10), toSpeed(2));
  const { left } = await reader.read(2 * SAMPLE_RATE);
  const end = left.findLastIndex((sample) => sample !== 0) / SAMPLE_RATE;
  expect(Math.abs(end - 1)).toBeLessThan(0.04);
  expect(reader.isOver).toBe(true);
});
