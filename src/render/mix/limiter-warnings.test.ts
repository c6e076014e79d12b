import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { SAMPLE_RATE } from '../../base/time.ts';
import type { AudioTrack } from '../media/media.ts';
import { limiterWarnings } from './limiter-warnings.ts';
import { Mixer } from './mixer.ts';
import { ReductionMeter } from './reduction-meter.ts';
import { audioTimeline, sine, writeTone } from './test-tones.fixture.ts';

let folder: string;
/** Tones with an amplitude of 0.8, and a very soft one. */
let tone: AudioTrack;
let other: AudioTrack;
let soft: AudioTrack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-limiter-'));
  tone = await writeTone(join(folder, 'tone.wav'), sine(300, 0.8), 6);
  other = await writeTone(join(folder, 'other.wav'), sine(470, 0.8), 6);
  soft = await writeTone(join(folder, 'soft.wav'), sine(700, 0.01), 6);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Mixes a timeline in pieces of the given length in samples. Returns its warnings. */
async function warned(timeline: ReturnType<typeof audioTimeline>, piece = 1920) {
  using mixer = new Mixer(timeline, -1);
  const { from, to } = timeline.range.samples;
  for (let at = from as number; at < to; at += piece) await mixer.next(Math.min(piece, to - at));
  return mixer.warnings;
}

describe('a mix that is much too loud', () => {
  const clips = () => [
    { track: soft, from: 0, to: 6 },
    { track: tone, from: 0, to: 6, field: 'timeline.soundtrack', volume: 0.9 },
    { track: other, from: 1, to: 3 },
  ];
  const TEXT =
    /^The sounds that play together are too loud: the limiter lowers them by more than 3 dB for (\S+) s, from (\S+) to (\S+) s of the timeline, by up to (\S+) dB at \S+ s\. Multiply this volume and that of timeline\.soundtrack by (\S+)\.$/;

  it('gets a warning that says how long, when and how much, and names the clips that are heard', async () => {
    const [warning, ...more] = await warned(audioTimeline(clips(), 6));
    expect(more).toEqual([]);
    expect(warning?.field).toBe('timeline.tracks[0].clips[2].asset.volume');
    const [, long, from, to, decibels, factor] = (TEXT.exec(warning?.text ?? '') ?? []).map(Number);
    // The tones together reach 1.53, which is 4.6 dB above the ceiling. The gain recovers slowly after 3 s.
    expect(from).toBe(1);
    expect(to).toBeGreaterThanOrEqual(3);
    expect(to).toBeLessThan(3.4);
    expect(long).toBeGreaterThanOrEqual(2);
    expect(long).toBeLessThan(2.4);
    expect(decibels).toBeCloseTo(4.7, 1);
    expect(factor).toBe(0.57);
  });

  it('gets the same warning, however it is cut into pieces', async () => {
    const timeline = audioTimeline(clips(), 6);
    expect(await warned(timeline, 7777)).toEqual(await warned(timeline, 1601));
  });

  it('gets a warning about the rendered range only', async () => {
    const during = await warned(audioTimeline(clips(), 6, { range: [1.6, 4] }));
    expect(during[0]?.text).toMatch(/for 1\.[4-8] s, from 1\.6 to 3/);
    expect(await warned(audioTimeline(clips(), 6, { range: [2.4, 3] }))).toEqual([]);
    expect(await warned(audioTimeline(clips(), 6, { range: [4, 6] }))).toEqual([]);
  });
});

test.each([
  [
    'for less than a second',
    () => [
      { track: tone, from: 0, to: 3 },
      { track: other, from: 1, to: 1.6 },
    ],
  ],
  [
    'by less than 3 dB',
    () => [
      { track: tone, from: 0, to: 6 },
      { track: other, from: 0, to: 6, volume: 0.5 },
    ],
  ],
  ['never', () => [{ track: tone, from: 0, to: 6 }]],
])('a mix that is too loud %s gets no warning', async (_, clips) => {
  expect(await warned(audioTimeline(clips(), 6))).toEqual([]);
});

describe('the meter of the reduction', () => {
  const block = (gain: number, seconds: number, level = 0.5) => {
    const count = Math.round(seconds * SAMPLE_RATE);
    const side = new Float32Array(count).fill(level);
    return [{ left: side, right: side }, new Float64Array(count).fill(gain)] as const;
  };

  it('does not count silence', () => {
    const meter = new ReductionMeter();
    expect(meter.add(...block(0.5, 2, 0), 0)).toBe(false);
    expect(limiterWarnings(meter.reduction)).toEqual([]);
  });

  it('finds the passage with most low samples, and the clips that are loud in it', () => {
    const meter = new ReductionMeter();
    for (const [second, gain, length, field] of [
      [0, 0.25, 0.5, 'short'],
      [10, 0.5, 1.5, 'long'],
      [12, 0.6, 1, 'long'],
      [40, 0.4, 1, 'late'],
    ] as const) {
      meter.add(...block(gain, length), second * SAMPLE_RATE);
      meter.addEnergy(field, 1);
    }
    expect(limiterWarnings(meter.reduction)).toEqual([
      {
        field: 'long.asset.volume',
        text: 'The sound is too loud: the limiter lowers it by more than 3 dB for 4 s, mostly from 10 to 13 s of the timeline, by up to 12 dB at 0 s. Multiply the volume by 0.5.',
      },
    ]);
  });

  it('names at most three clips', () => {
    const meter = new ReductionMeter();
    meter.add(...block(0.5, 2), 0);
    for (const [index, energy] of [5, 4, 3, 2, 0.01].entries()) meter.addEnergy(`clips[${index}]`, energy);
    expect(limiterWarnings(meter.reduction)[0]?.text).toContain(
      'Multiply this volume, that of clips[1], that of clips[2] and that of another clip by 0.5.',
    );
  });
});
