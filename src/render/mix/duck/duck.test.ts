import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { SAMPLE_RATE } from '../../../base/time.ts';
import type { AudioTrack } from '../../media/media.ts';
import type { Stereo } from '../../media/stereo.ts';
import { openMixer } from '../open-mixer.ts';
import {
  audioTimeline,
  decibels,
  mixTimeline,
  sine,
  type TestAudioClip,
  toneLevel,
  writeTone,
} from '../test-tones.fixture.ts';
import { DuckCurve } from '../../gain/duck-curve.ts';

const VOICE_FIELD = 'timeline.tracks[0].clips[1]';
const DUCK = { under: [VOICE_FIELD], by: 12 };

let folder: string;
/** A tone of 6 kHz without end. */
let music: AudioTrack;
/** A tone of 400 Hz in words of 0.3 s with pauses of 0.3 s, from 1 s to 2.5 s and from 4 s to 5.5 s. */
let voice: AudioTrack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-duck-'));
  music = await writeTone(join(folder, 'music.wav'), sine(6000, 0.1), 8);
  const word = sine(400, 0.2);
  voice = await writeTone(
    join(folder, 'voice.wav'),
    (index) => {
      const second = index / SAMPLE_RATE;
      const spoken = (second >= 1 && second < 2.5) || (second >= 4 && second < 5.5);
      return spoken && (second % 3) - 1 - 0.6 * Math.floor(((second % 3) - 1) / 0.6) < 0.3 ? word(index) : 0;
    },
    8,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function mixDucked(
  clips: readonly TestAudioClip[],
  range: readonly [number, number] = [0, 8],
): Promise<Stereo> {
  const timeline = audioTimeline(clips, 8, { range });
  using mixer = await openMixer(timeline, { ceiling: -1, loudness: undefined }, () => undefined);
  const { from, to } = timeline.range.samples;
  return await mixer.next(to - from);
}

/** Returns the level of the music around a second, in dB of its own level. */
function musicAt({ left }: Stereo, second: number): number {
  const from = Math.round((second - 0.01) * SAMPLE_RATE);
  return decibels(toneLevel(left.subarray(from, from + SAMPLE_RATE / 50), 6000) / 0.1);
}

describe('a sound that goes down under a voice', () => {
  const clips = (more: Partial<TestAudioClip> = {}): TestAudioClip[] => [
    { track: music, from: 0, to: 8, duck: DUCK },
    { track: voice, from: 0, to: 8, ...more },
  ];

  it('is down within 150 ms, up within 600 ms, and stays down between words', async () => {
    const mix = await mixDucked(clips());
    for (const second of [0.5, 0.9, 3.2, 3.8, 6.2, 7]) expect(musicAt(mix, second)).toBeCloseTo(0, 1);
    for (let second = 1.15; second < 2.2; second += 0.05)
      expect(Math.abs(musicAt(mix, second) + 12)).toBeLessThan(0.2);
    for (const second of [4.15, 5.15]) expect(Math.abs(musicAt(mix, second) + 12)).toBeLessThan(0.2);
    for (const second of [3.09, 6.09]) expect(musicAt(mix, second)).toBeGreaterThan(-0.1);
  });

  it('follows a voice that is quiet in the mix', async () => {
    const mix = await mixDucked(clips({ volume: 0.02 }));
    expect(Math.abs(musicAt(mix, 1.5) + 12)).toBeLessThan(0.2);
  });

  it('does not follow a voice that is not heard there', async () => {
    const mix = await mixDucked(clips({ from: 2, to: 6, trim: 6 }));
    for (const second of [1.5, 3, 4.5]) expect(musicAt(mix, second)).toBeCloseTo(0, 1);
  });

  it('sounds the same in a range', async () => {
    const whole = await mixDucked(clips());
    const part = await mixDucked(clips(), [1.2, 4.4]);
    const from = Math.round(1.2 * SAMPLE_RATE);
    for (const index of [3000, 40_000, 66_000, 100_000, 130_000])
      expect(part.left[index]).toBeCloseTo(whole.left[from + index] ?? NaN, 6);
  });

  it('sounds the same with a depth of 0 as without', async () => {
    const plain = { track: music, from: 0, to: 8 };
    const second = { track: voice, from: 0, to: 8 };
    const flat = await mixDucked([{ ...plain, duck: { under: [VOICE_FIELD], by: 0 } }, second]);
    expect(flat).toEqual(await mixTimeline(audioTimeline([plain, second], 8)));
  });
});

test('the curve falls and rises in decibels, without a step', () => {
  const curve = new DuckCurve([{ from: 48_000, to: 96_000 }], 20);
  const gains = curve.gainsFrom(40_000, 100_000) ?? new Float64Array();
  expect(Math.min(...gains)).toBeCloseTo(0.1, 6);
  expect([gains[0], gains.at(-1)]).toEqual([1, 1]);
  // 20 dB in 100 ms, with the largest slope of a sine.
  const steps = gains.slice(1).map((gain, index) => Math.abs(decibels(gain / (gains[index] ?? gain))));
  expect(Math.max(...steps)).toBeLessThan(0.0066);
  expect(curve.gainsFrom(0, 40_000)).toBeUndefined();
});

test('the curve of many voices is that of the ones nearby', () => {
  const spans = Array.from({ length: 500 }, (_, index) => ({
    from: 2 * SAMPLE_RATE * index,
    to: (2 * index + 0.5) * SAMPLE_RATE,
  }));
  const curve = new DuckCurve(spans.toReversed(), 12);
  for (const second of [0.2, 0.75, 1.3, 500.1, 500.8, 998.2, 1200]) {
    const at = second * SAMPLE_RATE;
    const alone = new DuckCurve(
      spans.filter(({ from }) => Math.abs(from - at) < 3 * SAMPLE_RATE),
      12,
    );
    expect(curve.gainsFrom(at, 2048), `${second} s`).toEqual(alone.gainsFrom(at, 2048));
  }
  expect(curve.gainsFrom(1.3 * SAMPLE_RATE, 100)).toBeUndefined();
});
