import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeSound } from '../../../../test/media/encode-sound.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { SAMPLE_RATE, toSeconds, toSpeed } from '../../../base/time.ts';
import { probeAv } from '../input/probe-av.ts';
import { AudioReader } from './audio-reader.ts';

/** A tone whose period is 100 samples at 44.1 kHz. */
const HERTZ = 441;
const sine = (second: number): number => 0.5 * Math.sin(2 * Math.PI * HERTZ * second);
let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
});

afterAll(() => media[Symbol.asyncDispose]());

async function locationOf(name: string, container: string) {
  const { audio } = await probeAv(media.path(name), container);
  if (!audio) throw new Error('no sound');
  return audio;
}

/** Returns the largest distance of a looped sound from the tone that it continues, after its first samples. */
async function errorOf(from: number, speed: number): Promise<number> {
  const sound = { codec: 'pcm_f32le', container: 'wav', format: 'flt', rate: 44_100, seconds: 0.5 };
  await encodeSound(media.path('tone.wav'), { ...sound, wave: sine });
  const { location } = await locationOf('tone.wav', 'wav');
  // Whole periods of the tone.
  const loop = { from: toSeconds(0.1), length: toSeconds(88).div(HERTZ) };
  using reader = await AudioReader.open(location, toSeconds(from), toSpeed(speed), loop);
  const { left } = await reader.read(3 * SAMPLE_RATE);
  const errors = left.map((sample, index) => Math.abs(sample - sine(from + (speed * index) / SAMPLE_RATE)));
  return errors.subarray(100).reduce((largest, error) => Math.max(largest, error), 0);
}

describe('a looped sound', () => {
  it.each([
    [0.1, 1],
    [1.23, 1],
    [0.1, 1.5],
  ])('of 44.1 kHz has no seam from second %s on at the speed %s', async (from, speed) => {
    // The position of a sample between two others is exact to the filter of the resampler.
    expect(await errorOf(from, speed)).toBeLessThan(0.002);
  });

  it('repeats its samples to the bit if its rate is that of the output', async () => {
    const noise = (second: number): number => Math.sin(1e5 * second ** 2) / 2;
    await encodeSound(media.path('noise.flac'), {
      codec: 'flac',
      container: 'flac',
      seconds: 1,
      wave: noise,
    });
    const { location } = await locationOf('noise.flac', 'flac');
    using once = await AudioReader.open(location, toSeconds(0.25));
    const { left: part } = await once.read(SAMPLE_RATE * 0.75);
    const loop = { from: toSeconds(0.25), length: toSeconds(0.75) };
    using reader = await AudioReader.open(location, toSeconds(0.25), toSpeed(1), loop);
    const { left } = await reader.read(SAMPLE_RATE * 3);
    const wrong = left.findIndex((sample, index) => sample !== part[index % part.length]);
    expect(wrong).toBe(-1);
  });

  it('stays in step if its length is no whole number of samples', async () => {
    const click = (second: number): number => (second >= 0.3 && second < 0.3001 ? 0.9 : 0);
    await encodeSound(media.path('click.wav'), {
      codec: 'pcm_f32le',
      container: 'wav',
      format: 'flt',
      seconds: 1,
      wave: click,
    });
    const { location } = await locationOf('click.wav', 'wav');
    const loop = { from: toSeconds(0), length: toSeconds(1001).div(3000) };
    using reader = await AudioReader.open(location, toSeconds(0), toSpeed(1), loop);
    const { left } = await reader.read(SAMPLE_RATE * 30);
    const clicks = [...left.keys()].filter((at) => (left[at] ?? 0) > 0.8 && (left[at - 1] ?? 0) <= 0.8);
    expect(clicks).toHaveLength(90);
    const off = clicks.map((at, index) => Math.abs(at - SAMPLE_RATE * (0.3 + (1001 / 3000) * index)));
    expect(Math.max(...off)).toBeLessThanOrEqual(0.5 + 1e-6);
  });

  it('ends if the part that it repeats is silent', async () => {
    const { location } = await locationOf('click.wav', 'wav');
    const loop = { from: toSeconds(2), length: toSeconds(1) };
    using reader = await AudioReader.open(location, toSeconds(2), toSpeed(1), loop);
    const { left } = await reader.read(SAMPLE_RATE * 10);
    expect([left.some((sample) => sample !== 0), reader.isOver]).toEqual([false, true]);
  });
});
