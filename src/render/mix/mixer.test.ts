import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { SAMPLE_RATE, toSpeed } from '../../base/time.ts';
import { EASINGS } from '../../edit/schema/values.ts';
import type { AudioTrack } from '../media/media.ts';
import type { AudioClip } from '../resolve/timeline.ts';
import { toAnimatedNumber } from '../resolve/animated-number.ts';
import { ease } from '../resolve/easing.ts';
import { RAMP_SAMPLES } from '../gain/ramp.ts';
import {
  decibels,
  audioTimeline,
  largestStep,
  toneLevel,
  mixTimeline,
  waveSamples,
  sine,
  audibleRange,
  writeTone,
} from './test-tones.fixture.ts';

let folder: string;
/** A tone of 1 kHz that starts at 0. */
let tone: AudioTrack;
/** A constant value. */
let level: AudioTrack;
/** A drum beat. */
let drum: AudioTrack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-mix-'));
  tone = await writeTone(join(folder, 'tone.wav'), sine(1000), 4);
  level = await writeTone(join(folder, 'level.wav'), () => 0.5, 4);
  drum = await writeTone(join(folder, 'drum.wav'), beat, 0.5);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns a sample of a drum beat, which is loudest at its first sample. */
function beat(index: number): number {
  return 0.6 * Math.cos(2 * index) * Math.exp(-index / 4000);
}

/** Returns the samples from a second on, for a number of seconds. */
function second(samples: Float32Array, from: number, lasts: number): Float32Array {
  return samples.subarray(Math.round(from * SAMPLE_RATE), Math.round((from + lasts) * SAMPLE_RATE));
}

describe('a tone has the right level to a tenth of a decibel', () => {
  it.each([1, 0.5, 0.1, 0.003])('at volume %s', async (volume) => {
    const { left, right } = await mixTimeline(audioTimeline([{ track: tone, from: 0.4, to: 2, volume }], 2));
    for (const side of [left, right]) {
      expect(Math.abs(decibels(toneLevel(second(side, 0.5, 1), 1000) / (0.5 * volume)))).toBeLessThan(0.1);
    }
  });

  it.each<[string, number, number, [time: number, gain: number][]]>([
    [
      'faded in',
      2,
      0,
      [
        [0.05, 0.025],
        [0.5, 0.25],
        [1.5, 0.75],
        [2.5, 1],
        [3.8, 1],
      ],
    ],
    [
      'faded out',
      0,
      2,
      [
        [0.05, 1],
        [1.5, 1],
        [2.5, 0.75],
        [3.5, 0.25],
        [3.94, 0.03],
      ],
    ],
    [
      'faded at both ends',
      2,
      2,
      [
        [0.05, 0.025],
        [1.9, 0.95],
        [2.1, 0.95],
        [3.94, 0.03],
      ],
    ],
    [
      'with short fades',
      0.4,
      0.2,
      [
        [0.1, 0.25],
        [1, 1],
        [3.85, 0.75],
      ],
    ],
  ])('%s', async (_, fadeIn, fadeOut, points) => {
    const clip = { track: tone, from: 1, to: 5, volume: 0.8, fadeIn, fadeOut };
    const { left } = await mixTimeline(audioTimeline([clip], 5));
    for (const [time, gain] of points) {
      // Measures twenty periods around the moment. A linear fade has its mean in the middle.
      const found = toneLevel(second(left, 1 + time - 0.01, 0.02), 1000);
      expect(Math.abs(decibels(found / (0.5 * 0.8 * gain)))).toBeLessThan(0.1);
    }
  });

  it.each(EASINGS)('with the easing %s', async (easing) => {
    const volume = toAnimatedNumber(
      [{ from: 0.1, to: 0.9, start: 0.5, length: 1, interpolation: 'bezier', easing }],
      1,
    );
    const { left } = await mixTimeline(audioTimeline([{ track: level, from: 0, to: 2, volume }], 2));
    const expected = (time: number): number => {
      const progress = ease(easing, Math.min(1, Math.max(0, time - 0.5)));
      return Math.min(1, Math.max(0, 0.1 + 0.8 * progress));
    };
    for (let time = 0.1; time < 1.9; time += 0.0311) {
      const found = (left[Math.round(time * SAMPLE_RATE)] ?? 0) / 0.5;
      const wanted = expected(Math.round(time * SAMPLE_RATE) / SAMPLE_RATE);
      if (wanted > 0.05) expect(Math.abs(decibels(found / wanted))).toBeLessThan(0.1);
      else expect(Math.abs(found - wanted)).toBeLessThan(0.005);
    }
  });

  test('before, between and after tweens, with volumes clamped to 0 to 1', async () => {
    const volume = toAnimatedNumber(
      [
        { from: 0.2, to: 2, start: 0.5, length: 1 },
        { from: -1, to: 1, start: 2, length: 1 },
      ],
      1,
    );
    const { left } = await mixTimeline(audioTimeline([{ track: level, from: 0, to: 4, volume }], 4));
    const points: [number, number][] = [
      [0.2, 0.2],
      [0.75, 0.65],
      [1.2, 1],
      [1.75, 0.5],
      [1.9, 0],
      [2.4, 0],
      [2.75, 0.5],
      [3.9, 1],
    ];
    for (const [time, gain] of points) expect((left[time * SAMPLE_RATE] ?? 0) / 0.5).toBeCloseTo(gain, 3);
  });
});

test('a tween that jumps does not click', async () => {
  const volume = toAnimatedNumber(
    [{ from: 1, to: 0.2, start: 0.5, length: 0.5, interpolation: 'constant' }],
    1,
  );
  const { left } = await mixTimeline(audioTimeline([{ track: tone, from: 0, to: 2, volume }], 2));
  expect(toneLevel(second(left, 0.5, 0.49), 1000)).toBeCloseTo(0.5, 4);
  expect(toneLevel(second(left, 1.01, 0.5), 1000)).toBeCloseTo(0.1, 4);
  expect(largestStep(left)).toBeLessThan(largestStep(waveSamples(sine(1000), 96)) * 1.01);
});

describe('a clip is heard from its first sample to its last', () => {
  it.each<[number, number, number, number]>([
    [25, 0.4, 1.6, 0.5],
    [30_000 / 1001, 0.5005, 1.5015, 1],
    [60, 1 / 60, 1, 0],
  ])('at %s frames per second', async (fps, from, to, trim) => {
    const { left } = await mixTimeline(audioTimeline([{ track: level, from, to, trim }], 2, { fps }));
    const frames = [from, to].map((time) => Math.round((Math.round(time * fps) / fps) * SAMPLE_RATE));
    expect(audibleRange(left)).toEqual(frames);
  });

  test('without a click where it is cut', async () => {
    // Both ends are cut at the top of a wave.
    const clip = { track: tone, from: 0.4, to: 1.6, trim: 0.50025 };
    const { left } = await mixTimeline(audioTimeline([clip], 2));
    expect(largestStep(left)).toBeLessThan(largestStep(waveSamples(sine(1000), 96)) * 1.01);
    const whole = waveSamples(sine(1000), 24_012 + 57_600).subarray(24_012);
    expect(left.subarray(19_200 + RAMP_SAMPLES, 76_800 - RAMP_SAMPLES)).toEqual(
      whole.subarray(RAMP_SAMPLES, -RAMP_SAMPLES),
    );
  });
});

describe('the beginning and the end of a file', () => {
  test('are unchanged if they do not click', async () => {
    const { left } = await mixTimeline(audioTimeline([{ track: drum, from: 0.4, to: 1.2 }], 2));
    expect(left.subarray(19_200, 19_200 + 20_000)).toEqual(waveSamples(beat, 20_000));
  });

  test('get a ramp if they are cut off', async () => {
    const torn = sine(1000, 0.5, 0.25);
    const track = await writeTone(join(folder, 'torn.wav'), torn, 0.5);
    const { left } = await mixTimeline(audioTimeline([{ track, from: 0.4, to: 1.2 }], 2));
    expect(audibleRange(left)).toEqual([19_200, 43_200]);
    expect(largestStep(left)).toBeLessThan(largestStep(waveSamples(torn, 96)) * 1.01);
    expect(left.subarray(19_200 + RAMP_SAMPLES, 43_200 - RAMP_SAMPLES)).toEqual(
      waveSamples(torn, 24_000).subarray(RAMP_SAMPLES, -RAMP_SAMPLES),
    );
  });
});

describe('clips that continue each other', () => {
  const whole = async (): Promise<Float32Array> =>
    (await mixTimeline(audioTimeline([{ track: tone, from: 0.4, to: 3.4, trim: 0.1 }], 4))).left;

  it.each<[string, number, number]>([
    ['at a frame', 1.2, 0.9],
    ['between two frames', 1.2113, 0.9113],
    ['with a rounding error of decimals', 1.2113, 0.9116],
  ])('sound exactly like one clip: cut %s', async (_, at, trim) => {
    const clips = [
      { track: tone, from: 0.4, to: at, trim: 0.1 },
      { track: tone, from: at, to: 2, trim },
      { track: tone, from: 2, to: 3.4, trim: 1.7 },
    ];
    expect((await mixTimeline(audioTimeline(clips.toReversed(), 4))).left).toEqual(await whole());
  });

  test('sound exactly like one clip at twice the speed, too', async () => {
    const clip = { track: tone, speed: toSpeed(2) };
    const one = await mixTimeline(audioTimeline([{ ...clip, from: 0, to: 1.6 }], 2));
    const two = await mixTimeline(
      audioTimeline(
        [
          { ...clip, from: 0, to: 0.8 },
          { ...clip, from: 0.8, to: 1.6, trim: 1.6 },
        ],
        2,
      ),
    );
    expect(two.left).toEqual(one.left);
    expect(toneLevel(second(one.left, 0.2, 1), 2000)).toBeCloseTo(0.5, 3);
  });

  test('change from one volume to the other without a click or a pause', async () => {
    const clips = [
      { track: tone, from: 0.4, to: 2, trim: 0.1, volume: 0.2 },
      { track: tone, from: 2, to: 3.4, trim: 1.7, volume: 0.9 },
    ];
    const { left } = await mixTimeline(audioTimeline(clips, 4));
    const one = await whole();
    const [at, wave] = [96_000, 48];
    expect(left[at - 13]).toBeCloseTo(0.2 * (one[at - 13] ?? 0), 6);
    expect(largestStep(left)).toBeLessThan(0.9 * largestStep(waveSamples(sine(1000), 96)) * 1.01);
    const loudness = [-1, 0, 1, 2, 3].map((index) =>
      toneLevel(left.subarray(at + index * wave, at + (index + 1) * wave), 1000),
    );
    expect(loudness).toEqual(loudness.toSorted((a, b) => a - b));
    expect(loudness[0]).toBeCloseTo(0.1, 3);
    expect(loudness[4]).toBeCloseTo(0.45, 3);
  });

  it.each<[string, { at?: number; trim?: number; times?: number }]>([
    ['jump in their source', { trim: 1.705 }],
    ['are one frame apart', { at: 2.04, trim: 1.74 }],
    ['play at different speeds', { times: 0.5 }],
  ])('get ramps if they %s', async (_, { at = 2, trim = 1.7, times = 1 }) => {
    const clips = [
      { track: tone, from: 0.4, to: 2, trim: 0.1 },
      { track: tone, from: at, to: 3.4, trim, speed: toSpeed(times) },
    ];
    const { left } = await mixTimeline(audioTimeline(clips, 4));
    const quiet = left.subarray(96_000 - 3, 96_000 + 3).map(Math.abs);
    expect(Math.max(...quiet)).toBeLessThan(0.01);
    expect(largestStep(left)).toBeLessThan(largestStep(waveSamples(sine(1000), 96)) * 1.01);
  });
});

describe('a mix', () => {
  test('is exactly the sum of its sounds if that is not too loud', async () => {
    const clips = [
      { track: level, from: 0, to: 2 },
      { track: drum, from: 0.4, to: 2, volume: 0.5 },
    ];
    const { left, right } = await mixTimeline(audioTimeline(clips, 2));
    const [start, count] = [19_200, 20_000];
    const sum = waveSamples((index) => Math.fround(0.5 + 0.5 * Math.fround(beat(index))), count);
    expect(left.subarray(start, start + count)).toEqual(sum);
    expect(right).toEqual(left);
  });

  it.each<[AudioClip['channels'], number, number]>([
    [undefined, 0.1, 0.3],
    ['left', 0.1, 0.1],
    ['right', 0.3, 0.3],
    ['mono', 0.2, 0.2],
    ['swap', 0.3, 0.1],
  ])('has the channels that a clip chooses: %s', async (channels, ...expected) => {
    const path = join(folder, 'sides.wav');
    const sides = await writeTone(path, () => 0.1, 1);
    const file = await readFile(path);
    for (let at = 48; at < file.length; at += 8) file.writeFloatLE(0.3, at);
    await writeFile(path, file);
    const clip = { track: sides, from: 0, to: 1, ...(channels && { channels }) };
    const { left, right } = await mixTimeline(audioTimeline([clip], 1));
    for (const [index, side] of [left, right].entries())
      expect(side[20_000]).toBeCloseTo(expected[index] ?? NaN, 6);
  });

  test('of loud sounds is limited without a delay', async () => {
    const clips = [1, 2, 3].map(() => ({ track: tone, from: 0.4, to: 1.6, trim: 0.1 }));
    const { left } = await mixTimeline(audioTimeline(clips, 2));
    const ceiling = 10 ** (-1 / 20);
    expect(left.every((sample) => Math.abs(sample) <= ceiling)).toBe(true);
    expect(audibleRange(left)).toEqual([19_200, 76_800]);
    expect(toneLevel(second(left, 0.8, 0.4), 1000)).toBeGreaterThan(ceiling * 0.98);
  });

  test('is silent where a file contains NaN', async () => {
    const track = await writeTone(join(folder, 'broken.wav'), (index) => (index === 5000 ? NaN : 0.25), 1);
    const { left } = await mixTimeline(audioTimeline([{ track, from: 0, to: 0.8 }], 1));
    expect([left[4999], left[5000], left[5001]]).toEqual([0.25, 0, 0.25]);
  });
});

describe('a range', () => {
  const clips = () => [
    { track: tone, from: 0.4, to: 3.6, trim: 0.1, fadeIn: 1.6 },
    {
      track: level,
      from: 1,
      to: 3.2,
      volume: toAnimatedNumber([{ from: 0, to: 1, start: 0, length: 2 }], 1),
    },
  ];

  test('sounds exactly as in the whole timeline, except for ramps where it cuts sounds', async () => {
    const whole = await mixTimeline(audioTimeline(clips(), 4));
    const part = await mixTimeline(audioTimeline(clips(), 4, { range: [2, 3] }));
    const [from, to] = [96_000, 144_000];
    expect(part.left).toHaveLength(48_000);
    expect(part.left.subarray(RAMP_SAMPLES, -RAMP_SAMPLES)).toEqual(
      whole.left.subarray(from + RAMP_SAMPLES, to - RAMP_SAMPLES),
    );
    expect(Math.abs(part.left[0] ?? 1)).toBeLessThan(0.001);
    expect(Math.abs(part.left.at(-1) ?? 1)).toBeLessThan(0.001);
    expect(largestStep(part.left)).toBeLessThan(0.08);
  });

  test('does not change a sound that starts with it', async () => {
    const timeline = audioTimeline([{ track: drum, from: 1, to: 2 }], 2, { range: [1, 2] });
    expect((await mixTimeline(timeline)).left.subarray(0, 20_000)).toEqual(waveSamples(beat, 20_000));
  });

  test('is limited as in the whole timeline, even because of loud sound before it', async () => {
    const burst = { from: 1.2, to: 2.36, track: tone, trim: 0.1 };
    const clips = [{ track: level, from: 0, to: 4 }, burst, burst, burst];
    const whole = (await mixTimeline(audioTimeline(clips, 4))).left.subarray(
      115_200 + RAMP_SAMPLES,
      144_000 - RAMP_SAMPLES,
    );
    const part = await mixTimeline(audioTimeline(clips, 4, { range: [2.4, 3] }));
    expect(part.left.subarray(RAMP_SAMPLES, -RAMP_SAMPLES)).toEqual(whole);
    // The range itself is not loud, but its beginning is still attenuated by more than a decibel.
    expect(decibels((whole[0] ?? 0) / 0.5)).toBeLessThan(-1);
  });
});
