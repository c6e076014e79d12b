import { describe, expect, it } from 'vitest';
import { SAMPLE_RATE, toSeconds } from '../../base/time.ts';
import type { SoundFilter } from '../../edit/model.ts';
import type { Stereo } from '../media/stereo.ts';
import { decibels, sine, toneLevel, type Wave } from '../mix/test-tones.fixture.ts';
import { resolveSoundFilters } from '../resolve/sound/sound-filters.ts';
import { compressedGain } from './compressor.ts';
import { SoundRack } from './sound-rack.ts';

/** Frequencies with whole periods in the measured quarter of a second. */
const SWEEP = [20, 40, 80, 160, 320, 640, 1000, 2000, 4000, 8000, 12_000, 16_000, 20_000];

/** Filters a wave, and takes the latency away. */
function filter(filters: SoundFilter[], wave: Wave, seconds: number, right = wave, block = 2048): Stereo {
  const rack = new SoundRack(resolveSoundFilters(filters), 0);
  const [left, other]: [number[], number[]] = [[], []];
  const count = Math.round(seconds * SAMPLE_RATE) + rack.latency;
  for (let at = 0; at < count; at += block) {
    const length = Math.min(block, count - at);
    const part = (of: Wave): Float32Array => Float32Array.from({ length }, (_, index) => of(at + index));
    const out = rack.push({ left: part(wave), right: part(right) });
    left.push(...out.left);
    other.push(...out.right);
  }
  return {
    left: Float32Array.from(left).subarray(rack.latency),
    right: Float32Array.from(other).subarray(rack.latency),
  };
}

/** Returns the gain in dB of a filter at a frequency, after half a second. */
function gainAt(filters: SoundFilter[], hertz: number, size = 0.1): number {
  const { left } = filter(filters, sine(hertz, size), 0.75);
  return decibels(toneLevel(left.subarray(SAMPLE_RATE / 2), hertz) / size);
}

/** A repeatable noise of -1 to 1. */
function noise(seed = 1): Wave {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function levelOf(samples: Float32Array): number {
  return decibels(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
}

/** A complex number. */
type Complex = readonly [real: number, imaginary: number];

/**
 * Returns the gain in dB of an analogue prototype of the Audio EQ Cookbook, at the frequency that the bilinear transform
 * gives it. Written apart from the formulas of the digital filters.
 */
function prototypeGain(
  { type, side, gain = 0, q = 0.707 }: { type: string; side?: string; gain?: number; q?: number },
  frequency: number,
  hertz: number,
): number {
  const warp = (of: number): number => Math.tan((Math.PI * of) / SAMPLE_RATE);
  const w = warp(hertz) / warp(frequency);
  const a = 10 ** (gain / 40);
  const root = Math.sqrt(a) / q;
  const size = ([real, imaginary]: Complex): number => Math.hypot(real, imaginary);
  const parts: Record<string, readonly [Complex, Complex]> = {
    lowpass: [
      [1, 0],
      [1 - w * w, w / q],
    ],
    highpass: [
      [-w * w, 0],
      [1 - w * w, w / q],
    ],
    peak: [
      [1 - w * w, (w * a) / q],
      [1 - w * w, w / (a * q)],
    ],
    low: [
      [a * (a - w * w), a * root * w],
      [1 - a * w * w, root * w],
    ],
    high: [
      [a * (1 - a * w * w), a * root * w],
      [a - w * w, root * w],
    ],
  };
  const [above, below] = parts[side ?? type]!;
  return decibels(size(above) / size(below));
}

/** Returns the first sample at which two sounds differ. -1 if they are equal, to the bit. */
function findDifference(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return Math.min(one.length, other.length);
  return one.findIndex((sample, index) => sample !== other[index]);
}

describe('the filters of a sound', () => {
  it.each([
    { type: 'highpass', frequency: 100, q: 0.707 },
    { type: 'highpass', frequency: 3000, q: 2 },
    { type: 'lowpass', frequency: 3400, q: 0.707 },
    { type: 'peak', frequency: 1000, gain: 9, q: 1.5 },
    { type: 'peak', frequency: 9000, gain: -12, q: 0.7 },
    { type: 'shelf', side: 'low', frequency: 250, gain: 8, q: 0.707 },
    { type: 'shelf', side: 'high', frequency: 5000, gain: -10, q: 0.5 },
  ] as const)('change tones within 0.1 dB of the transfer function: %j', (each) => {
    for (const hertz of SWEEP) {
      const wanted = prototypeGain(each, each.frequency, hertz);
      // Nobody hears a tone that is 70 dB lower.
      if (wanted > -70) expect(Math.abs(gainAt([each], hertz) - wanted), `${hertz} Hz`).toBeLessThan(0.1);
    }
  });

  it('compress steady tones by the formula of the curve', () => {
    for (const level of [-30, -21, -18, -15, -6, -1]) {
      const each = { type: 'compressor', threshold: -18, ratio: 4, knee: 6, makeup: 3 } as const;
      const wanted = compressedGain(level, -18, 4, 6) + 3;
      expect(Math.abs(gainAt([each], 1000, 10 ** (level / 20)) - wanted), `${level} dB`).toBeLessThan(0.1);
    }
    expect(compressedGain(-6, -18, 4, 0)).toBeCloseTo(-9, 10);
    expect(compressedGain(-18, -18, 4, 6)).toBeCloseTo(-0.5625, 10);
  });

  it('lower hissing by as much as it exceeds the threshold, and nothing else', () => {
    const each = { type: 'deesser', threshold: -30, range: 12 } as const;
    expect(gainAt([each], 16_000, 10 ** (-24 / 20))).toBeCloseTo(-6, 0);
    expect(gainAt([each], 16_000, 0.5)).toBeCloseTo(-12, 0);
    expect(Math.abs(gainAt([each], 300, 0.5))).toBeLessThan(0.01);
  });

  it('close the gate in pauses, and open it before a sound', () => {
    const word: Wave = (index) => (index >= 48_000 ? sine(500, 0.3)(index) : sine(500, 0.001)(index));
    const { left } = filter([{ type: 'gate', threshold: -40, range: 20 }], word, 1.5);
    expect(decibels(toneLevel(left.subarray(24_000, 36_000), 500) / 0.001)).toBeCloseTo(-20, 1);
    const words = Float32Array.from({ length: left.length }, (_, index) => word(index));
    expect(findDifference(left.subarray(50_000), words.subarray(50_000))).toBe(-1);
    expect(left[48_024]! / word(48_024)).toBeGreaterThan(0.9);
  });

  it('place and widen, and keep the other side', () => {
    const [one, other] = [sine(500, 0.4), sine(700, 0.2)];
    const panned = filter([{ type: 'pan', value: 0.5 }], one, 0.1, other);
    expect(panned.right).toEqual(Float32Array.from({ length: 4800 }, (_, index) => other(index)));
    expect(decibels(toneLevel(panned.left, 500) / 0.4)).toBeCloseTo(-3.01, 2);
    expect(Math.max(...filter([{ type: 'pan', value: -1 }], one, 0.1).right)).toBe(0);
    const mono = filter([{ type: 'width', value: 0 }], one, 0.1, other);
    expect(mono.left).toEqual(mono.right);
  });

  it.each([-12, -4, 5, 12])('move the pitch by %i semitones', (semitones) => {
    const hertz = 440;
    const { left } = filter([{ type: 'pitch', semitones }], sine(hertz, 0.5), 1.2);
    expect(
      Math.abs(decibels(toneLevel(left.subarray(9600), hertz * 2 ** (semitones / 12)) / 0.5)),
    ).toBeLessThan(0.1);
  });

  it('lower steady noise by the amount, and keep a voice', () => {
    const hiss = noise();
    const quiet = filter([{ type: 'denoise', amount: 12 }], () => 0.02 * hiss(0), 4);
    expect(levelOf(quiet.left.subarray(48_000)) - levelOf(Float32Array.of(0.02 / Math.sqrt(3)))).toBeCloseTo(
      -12,
      0,
    );
    // Words of 0.4 s with pauses of 0.3 s.
    const word: Wave = (index) => ((index / SAMPLE_RATE) % 0.7 < 0.4 ? sine(400, 0.3)(index) : 0);
    const spoken = filter([{ type: 'denoise', amount: 20 }], (index) => word(index) + 0.01 * hiss(0), 4);
    const from = Math.round(2.9 * SAMPLE_RATE);
    expect(Math.abs(decibels(toneLevel(spoken.left.subarray(from, from + 9600), 400) / 0.3))).toBeLessThan(
      0.2,
    );
  });

  it('let a reverberation fall by 60 dB in its decay', () => {
    const clap: Wave = (index) => (index < 480 ? noise(index + 1)(0) : 0);
    const { left } = filter([{ type: 'reverb', mix: 1, decay: 1, damping: 0 }], clap, 1.2);
    const at = (second: number): number =>
      levelOf(left.subarray(second * SAMPLE_RATE, (second + 0.1) * SAMPLE_RATE));
    expect(at(0.2) - at(1)).toBeGreaterThan(45);
    expect(at(0.2) - at(1)).toBeLessThan(51);
  });

  it('keep peaks below the ceiling, and what is below it as it is', () => {
    const { left } = filter([{ type: 'limiter', ceiling: -6 }], sine(997, 0.9), 0.5);
    expect(Math.max(...left)).toBeLessThanOrEqual(10 ** (-6 / 20));
    const soft = filter([{ type: 'limiter', ceiling: -6 }], sine(997, 0.4), 0.5);
    expect(soft.left).toEqual(Float32Array.from({ length: 24_000 }, (_, index) => sine(997, 0.4)(index)));
  });
});

const STEADY: readonly SoundFilter[] = [
  { type: 'gain', db: 0 },
  { type: 'peak', gain: 0 },
  { type: 'shelf', gain: 0 },
  { type: 'gate', range: 0 },
  { type: 'compressor', ratio: 1 },
  { type: 'deesser', range: 0 },
  { type: 'denoise', amount: 0 },
  { type: 'reverb', mix: 0 },
  { type: 'pan', value: 0 },
  { type: 'width', value: 1 },
  { type: 'pitch', semitones: 0 },
];

it('are left out if they change nothing', () => {
  expect(resolveSoundFilters(STEADY)).toEqual([]);
  expect(resolveSoundFilters([{ type: 'limiter' }, { type: 'radio' }]).length).toBeGreaterThan(5);
});

it('change nothing, to the bit, while their tweens are at a neutral value', () => {
  const tween = (value: number) => [{ from: value, to: value, length: 1 }];
  const wave = noise();
  const samples = Float32Array.from({ length: 24_000 }, () => 0.5 * wave(0));
  const filters: SoundFilter[] = [
    { type: 'gain', db: tween(0) },
    { type: 'peak', gain: tween(0) },
    { type: 'compressor', ratio: tween(1) },
    { type: 'reverb', mix: tween(0) },
    { type: 'pan', value: tween(0) },
    { type: 'width', value: tween(1) },
    { type: 'gate', range: tween(0) },
    { type: 'limiter', ceiling: 0 },
  ];
  const { left } = filter(filters, (index) => samples[index] ?? 0, 0.5);
  expect(findDifference(left, samples)).toBe(-1);
});

it.each([
  [{ type: 'gate', threshold: -90 }],
  [{ type: 'limiter', ceiling: -0.5 }],
  [{ type: 'denoise' }],
  [{ type: 'gate', threshold: -90 }, { type: 'limiter' }, { type: 'denoise', amount: 3 }],
] as SoundFilter[][])('keep an impulse at its sample: %j', (...filters) => {
  const { left } = filter(filters, (index) => (index === 20_000 ? 0.5 : 0), 0.5);
  expect(left.findIndex((sample) => Math.abs(sample) > 0.2)).toBe(20_000);
});

it('do not depend on the blocks in which a sound arrives', () => {
  const all: SoundFilter[] = [
    { type: 'podcast' },
    { type: 'pitch', semitones: [{ from: 0, to: 5, length: 0.3 }] },
    { type: 'gate', threshold: [{ from: -60, to: -20, length: 0.4 }] },
    { type: 'reverb' },
    { type: 'limiter', ceiling: [{ from: 0, to: -12, length: 0.4 }] },
  ];
  const wave: Wave = (index) => noise(index + 7)(0) * 0.4;
  const [one, other] = [1000, 7777].map((block) => filter(all, wave, 0.5, wave, block));
  expect(findDifference(one!.left, other!.left)).toBe(-1);
});

it('follow tweens by the seconds of the sound', () => {
  const tween = { from: -20, to: 0, start: 0.1, length: 0.2 };
  const [filters] = [resolveSoundFilters([{ type: 'gain', db: [tween] }])];
  expect(filters[0]?.numbers).toEqual({
    db: [{ from: -20, to: 0, start: toSeconds(0.1), end: toSeconds(0.3), curve: 'linear' }],
  });
  const { left } = filter([{ type: 'gain', db: [tween] }], () => 0.5, 0.4);
  for (const [second, gain] of [
    [0.05, -20],
    [0.15, -15],
    [0.25, -5],
    [0.35, 0],
  ] as const)
    expect(decibels(left[Math.round(second * SAMPLE_RATE)]! / 0.5)).toBeCloseTo(gain, 2);
});

it('begin at any moment before their sound', () => {
  const rack = new SoundRack(
    resolveSoundFilters([{ type: 'highpass', q: [{ from: 1, to: 2, length: 1 }] }]),
    -100,
  );
  const wave = Float32Array.from({ length: 9600 }, (_, index) => (index < 100 ? 0 : sine(500, 0.5)(index)));
  expect(toneLevel(rack.push({ left: wave, right: wave }).left.subarray(4800), 500)).toBeGreaterThan(0.4);
});

it('do not overflow, however many raise a sound', () => {
  const gains = Array.from({ length: 31 }, (): SoundFilter => ({ type: 'gain', db: 24 }));
  const { left } = filter([...gains, { type: 'limiter', ceiling: -6 }], sine(500, 0.5), 0.2);
  expect(Math.max(...left)).toBeLessThanOrEqual(10 ** (-6 / 20));
  expect(Math.max(...left)).toBeGreaterThan(0.3);
});
