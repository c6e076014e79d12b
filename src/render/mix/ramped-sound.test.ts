import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_RATE, toSeconds } from '../../base/time.ts';
import type { AudioTrack } from '../media/media.ts';
import type { Stereo } from '../media/stereo.ts';
import { toAnimatedNumber } from '../resolve/animated-number.ts';
import type { SpeedRamp } from '../resolve/speed-ramp.ts';
import { RampedSound } from './ramped-sound.ts';
import { sine, writeTone } from './test-tones.fixture.ts';

const HERTZ = 440;

let folder: string;
let tone: AudioTrack;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-ramp-'));
  tone = await writeTone(join(folder, 'tone.wav'), sine(HERTZ), 6);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Tweens = Parameters<typeof toAnimatedNumber>[0] & object[];

function open(tweens: Tweens, { trim = 0, skipped = 0, loop = 0 } = {}): RampedSound {
  const ramp = toAnimatedNumber(tweens, 1) as SpeedRamp;
  const from = toSeconds(trim);
  const repeated = loop > 0 ? { from, length: toSeconds(loop) } : undefined;
  return new RampedSound({ location: tone.location, trim: from, ramp, loop: repeated }, skipped);
}

async function read(tweens: Tweens, seconds: number, trim = 0): Promise<Stereo> {
  using sound = open(tweens, { trim });
  return await sound.read(seconds * SAMPLE_RATE);
}

/** Returns the largest difference from the tone at the seconds of the source that should be heard. */
function largestError(
  { left }: Stereo,
  secondAt: (time: number) => number,
  from: number,
  to: number,
): number {
  const wave = sine(HERTZ);
  let largest = 0;
  for (let index = Math.ceil(from * SAMPLE_RATE); index < to * SAMPLE_RATE; index++) {
    const expected = wave(secondAt(index / SAMPLE_RATE) * SAMPLE_RATE);
    largest = Math.max(largest, Math.abs((left[index] ?? NaN) - expected));
  }
  return largest;
}

it.each<[string, Tweens, (time: number) => number]>([
  ['keeps', [{ from: 1, to: 1 }], (time) => time],
  ['doubles', [{ from: 2, to: 2 }], (time) => 2 * time],
  ['speeds up', [{ from: 0.5, to: 1.5, length: 2 }], (time) => 0.5 * time + 0.25 * time * time],
  ['slows down', [{ from: 3, to: 0.5, length: 2 }], (time) => 3 * time - 0.625 * time * time],
])('plays the second of the source that the ramp says: %s', async (_, tweens, secondAt) => {
  expect(largestError(await read(tweens, 2), secondAt, 0.02, 1.99)).toBeLessThan(0.003);
});

it('is silent where the ramp stops or goes back, says so, and is heard again after it', async () => {
  const tweens: Tweens = [
    { from: 1, to: 1, length: 0.5 },
    { from: -1, to: -1, start: 0.5, length: 0.5 },
    { from: 0, to: 0, start: 1, length: 0.5 },
    { from: 1, to: 1, start: 1.5 },
  ];
  using sound = open(tweens, { trim: 1 });
  const samples = await sound.read(2 * SAMPLE_RATE);
  expect(Math.max(...samples.left.subarray(0.51 * SAMPLE_RATE, 1.49 * SAMPLE_RATE).map(Math.abs))).toBe(0);
  expect(largestError(samples, (time) => 1 + time, 0.02, 0.48)).toBeLessThan(0.003);
  expect(largestError(samples, (time) => 1 + time - 1.5, 1.52, 2)).toBeLessThan(0.003);
  const gaps = sound.takeGaps();
  expect(gaps.reduce((sum, { from, to }) => sum + to - from, 0) / SAMPLE_RATE).toBeCloseTo(1, 1);
  expect(gaps.every(({ from, to }) => from >= -1.51 * SAMPLE_RATE && to <= -0.49 * SAMPLE_RATE)).toBe(true);
  expect(sound.takeGaps()).toEqual([]);
});

it('gives the same samples in any pieces and from any sample on', async () => {
  const tweens: Tweens = [{ from: 0.5, to: 2, length: 1 }];
  const whole = await read(tweens, 1);
  using pieces = open(tweens);
  const left: number[] = [];
  for (const count of [1, 479, 480, 7000, 333]) left.push(...(await pieces.read(count)).left);
  expect(left).toEqual([...whole.left.subarray(0, left.length)]);
  using later = open(tweens, { skipped: 24_000 });
  const rest = await later.read(1000);
  rest.left.forEach((sample, index) => expect(sample).toBeCloseTo(whole.left[24_000 + index] ?? NaN, 3));
});

it('goes on in an earlier round of a loop that played back beyond its beginning', async () => {
  const tweens: Tweens = [
    { from: -2, to: -2, length: 0.5 },
    { from: 1, to: 1, start: 0.5 },
  ];
  // A round of 1.7015 s ends in the middle of a wave.
  using sound = open(tweens, { trim: 1, loop: 1.7015 });
  const samples = await sound.read(2 * SAMPLE_RATE);
  expect(largestError(samples, (time) => 1 + 1.7015 - 1 + time - 0.5, 0.52, 1.49)).toBeLessThan(0.003);
  expect(largestError(samples, (time) => 1 + time - 1.5, 1.51, 1.99)).toBeLessThan(0.003);
});

it('removes what is too high for the speed', async () => {
  const high = await writeTone(join(folder, 'high.wav'), sine(15_000), 4);
  const ramp = toAnimatedNumber([{ from: 3, to: 3 }], 1) as SpeedRamp;
  using sound = new RampedSound({ location: high.location, trim: toSeconds(0), ramp }, 0);
  const { left } = await sound.read(SAMPLE_RATE);
  expect(Math.max(...left.subarray(4800).map(Math.abs))).toBeLessThan(0.01);
});
