import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { StereoLoudness } from '../av/sound/stereo-loudness.ts';
import type { AudioTrack } from '../media/media.ts';
import { openMixer } from './open-mixer.ts';
import {
  audioTimeline,
  decibels,
  sine,
  type TestAudioClip,
  type Wave,
  writeTone,
} from './test-tones.fixture.ts';

let folder: string;
/** A tone of 997 Hz at half of full scale, which has -6 LUFS on both sides (ITU-R BS.1770). */
let tone: AudioTrack;
/** Short tones with nine times as much silence between them. */
let beeps: AudioTrack;
/** Soft noise with a few clicks at full scale. */
let clicks: AudioTrack;
let silence: AudioTrack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-loudness-'));
  tone = await writeTone(join(folder, 'tone.wav'), sine(997), 6);
  const beep = sine(997, 0.02);
  beeps = await writeTone(join(folder, 'beeps.wav'), (at) => (at % 96_000 < 9600 ? beep(at) : 0), 12);
  clicks = await writeTone(join(folder, 'clicks.wav'), noiseWithClicks(), 6);
  silence = await writeTone(join(folder, 'silence.wav'), () => 0, 2);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function noiseWithClicks(): Wave {
  let seed = 7;
  return (index) => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return index % 60_000 < 20 ? 0.99 : (seed / 2 ** 31 - 1) * 0.02;
  };
}

/** Mixes clips to a loudness. Returns the sound, its levels, and the warnings. */
async function mixTo(
  loudness: number,
  clips: readonly TestAudioClip[],
  seconds: number,
  range: readonly [number, number] = [0, seconds],
  ceiling = -2,
) {
  const timeline = audioTimeline(clips, seconds, { range });
  let calls = 0;
  using mixer = await openMixer(timeline, { ceiling, loudness }, () => calls++);
  const { samples } = timeline.range;
  const sound = await mixer.next(samples.to - samples.from);
  using measured = new StereoLoudness();
  measured.add(sound);
  const { left } = sound;
  const peak = decibels(left.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
  return { left, peak, calls, found: measured.integrated, warnings: mixer.warnings };
}

describe('a mix gets the wanted loudness', () => {
  it.each([-40, -23, -14])('of %s LUFS by one gain if its peaks allow it', async (loudness) => {
    const { peak, warnings } = await mixTo(loudness, [{ track: tone, from: 0, to: 6 }], 6);
    // The loudness of a tone of 997 Hz on both sides is its peak.
    expect(Math.abs(peak - loudness)).toBeLessThan(0.1);
    expect(warnings).toEqual([]);
  });

  it('that does not count its pauses', async () => {
    const { found, warnings } = await mixTo(-18, [{ track: beeps, from: 0, to: 12 }], 12);
    expect(found).toBeCloseTo(-18, 0);
    expect(warnings).toEqual([]);
  });

  it('in the part that is rendered, whatever plays outside', async () => {
    const clips = [
      { track: tone, from: 0, to: 4 },
      { track: tone, from: 4, to: 6, volume: 0.01 },
    ];
    const { peak } = await mixTo(-20, clips, 6, [4.4, 6]);
    expect(Math.abs(peak + 20)).toBeLessThan(0.2);
  });

  it('with the help of the limiter, which keeps its peaks', async () => {
    const { found, peak, calls, warnings } = await mixTo(-20, [{ track: clicks, from: 0, to: 6 }], 6);
    expect(Math.abs((found ?? 0) + 20)).toBeLessThan(0.1);
    expect(peak).toBeLessThan(-2);
    expect(warnings).toEqual([]);
    // The measuring reports its progress, and mixes the six seconds at least twice.
    expect(calls).toBeGreaterThanOrEqual(12);
  });
});

test('a mix whose peaks do not allow the loudness gets a warning that says what was reached', async () => {
  // A tone without pauses cannot be louder than the ceiling.
  const { peak, warnings } = await mixTo(-5, [{ track: tone, from: 0, to: 6 }], 6, [0, 6], -10);
  expect(peak).toBeCloseTo(-10, 0);
  expect(peak).toBeLessThan(-10);
  expect(warnings).toEqual([
    {
      field: 'output.loudness',
      text: 'The sound has a loudness of -10.1 LUFS, not -5 LUFS, because its peaks must stay below -10 dBTP. The limiter may lower the sound by at most 4 LU for that. Choose a loudness of -10.1 LUFS or less.',
    },
  ]);
});

test('silence stays silent, with a warning', async () => {
  const { left, warnings } = await mixTo(-14, [{ track: silence, from: 0, to: 2 }], 2);
  expect(left.every((sample) => sample === 0)).toBe(true);
  expect(warnings.map(({ field }) => field)).toEqual(['output.loudness']);
});
