import { describe, expect, it, test } from 'vitest';
import { DELAY_SAMPLES, Limiter } from './limiter.ts';
import { decibels, toneLevel, waveSamples, sine, type Wave } from '../mix/test-tones.fixture.ts';

/** Limits a sound and removes the delay. */
function limited(samples: Float32Array, other = samples): { left: Float32Array; right: Float32Array } {
  const [left, right] = [new Float32Array(samples.length), new Float32Array(samples.length)];
  const limiter = new Limiter(-1);
  const padded = [samples, other].map((side) =>
    Float32Array.from([...side, ...new Float32Array(DELAY_SAMPLES)]),
  );
  let at = -DELAY_SAMPLES;
  // Blocks of uneven lengths, as video frames produce them.
  for (
    let from = 0, count = 801;
    from < samples.length + DELAY_SAMPLES;
    from += count, count = 1602 - count + 1
  ) {
    const part = padded.map((side) => side.subarray(from, from + count));
    const out = limiter.push({ left: part[0] ?? samples, right: part[1] ?? samples });
    const due = Math.max(0, -at);
    left.set(out.left.subarray(due), Math.max(0, at));
    right.set(out.right.subarray(due), Math.max(0, at));
    at += out.left.length;
  }
  return { left, right };
}

/** Measures the true peak with 16 times oversampling, from more surrounding samples than the limiter uses. */
function truePeak(samples: Float32Array): number {
  let most = 0;
  for (let index = 40; index < samples.length - 40; index++) {
    if (Math.abs(samples[index] ?? 0) < 0.6) continue;
    for (let share = -0.5; share <= 0.5; share += 1 / 16) {
      let sum = 0;
      for (let tap = -40; tap <= 40; tap++) {
        const [angle, window] = [Math.PI * (share - tap), (Math.PI * (share - tap)) / 82];
        const weight = angle === 0 ? 1 : (Math.sin(angle) / angle) * Math.cos(window) ** 2;
        sum += weight * (samples[index + tap] ?? 0);
      }
      most = Math.max(most, Math.abs(sum));
    }
  }
  return most;
}

function noise(size: number): Wave {
  let seed = 7;
  return () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return size * (seed / 2 ** 31 - 1);
  };
}

describe('the true peak stays below -1 dB', () => {
  it.each<[string, Wave]>([
    ['for a tone', sine(440, 2.5)],
    // At a quarter of the sample rate and a phase of an eighth of a turn, the wave is 3 dB higher than its
    // samples.
    ['for a tone that is louder between its samples', sine(12_000, 1.2, 1 / 8)],
    ['for a high tone', sine(17_900, 1.6)],
    ['for a single loud sample', (index) => (index === 3000 ? 5 : 0.1)],
    ['for a square wave', (index) => (index % 96 < 48 ? 1.8 : -1.8)],
    ['for bursts', (index) => sine(330, index % 2000 < 300 ? 3 : 0.1)(index)],
  ])('%s', (_, wave) => {
    const { left } = limited(waveSamples(wave, 9600));
    expect(decibels(truePeak(left))).toBeLessThan(-0.99);
  });

  it('for noise, except for the part above the audible range', () => {
    const { left } = limited(waveSamples(noise(3), 9600));
    expect(decibels(truePeak(left))).toBeLessThan(-0.6);
  });
});

describe('a sound that is not too loud stays bit-identical', () => {
  it.each<[string, Wave]>([
    ['up to the ceiling', sine(1000, 0.88)],
    ['even if it is very soft', noise(1e-6)],
  ])('%s', (_, wave) => {
    const samples = waveSamples(wave, 9600);
    expect(limited(samples).left).toEqual(samples);
  });

  it('before a loud moment and some seconds after it', () => {
    const samples = waveSamples(
      (index) => sine(500, index >= 9600 && index < 12_000 ? 2 : 0.5)(index),
      480_000,
    );
    const { left } = limited(samples);
    expect(left.subarray(0, 9600 - 240)).toEqual(samples.subarray(0, 9600 - 240));
    expect(left.subarray(384_000)).toEqual(samples.subarray(384_000));
    expect(left.subarray(9600, 12_000)).not.toEqual(samples.subarray(9600, 12_000));
  });
});

test('both channels get the same gain', () => {
  const { left, right } = limited(waveSamples(sine(1000, 2), 9600), waveSamples(sine(1000, 0.2), 9600));
  for (let index = 1; index < 9600; index += 7)
    expect(10 * (right[index] ?? 0)).toBeCloseTo(left[index] ?? 0, 5);
});

test('a steady tone gets no overtones', () => {
  const { left } = limited(waveSamples(sine(50, 2), 144_000));
  const [tone = 1, ...others] = [50, 100, 150, 200, 250].map((hertz) =>
    toneLevel(left.subarray(96_000), hertz),
  );
  expect(decibels(Math.hypot(...others) / tone)).toBeLessThan(-80);
});

test('the gain has recovered half a second after a peak', () => {
  const samples = waveSamples((index) => (index === 4800 ? 4 : 0.25), 48_000);
  const { left } = limited(samples);
  expect(decibels((left[4800 + 24_000] ?? 0) / 0.25)).toBeGreaterThan(-0.3);
});
