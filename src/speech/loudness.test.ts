import { describe, expect, it } from 'vitest';
import { levelSound, SPEECH_LOUDNESS } from './level-sound.ts';
import { limitPeaks } from './limit-peaks.ts';
import { LoudnessMeter } from './loudness.ts';

function tone(rate: number, seconds: number, hertz: number, level: number): Float32Array {
  return Float32Array.from(
    { length: rate * seconds },
    (_, at) => level * Math.sin((2 * Math.PI * hertz * at) / rate),
  );
}

function measure(samples: Float32Array, rate: number): number {
  const meter = new LoudnessMeter(rate);
  meter.add(samples.subarray(0, 1000));
  meter.add(samples.subarray(1000));
  return meter.result();
}

describe('the loudness', () => {
  it.each([16_000, 22_050, 48_000])('of a full tone of 997 Hz is -3.01 LUFS at %i Hz', (rate) => {
    expect(Math.abs(measure(tone(rate, 2, 997, 1), rate) + 3.01)).toBeLessThan(0.1);
  });

  it('does not count pauses', () => {
    const sound = new Float32Array(16_000 * 6);
    sound.set(tone(16_000, 3, 997, 0.1));
    expect(Math.abs(measure(sound, 16_000) + 23.01)).toBeLessThan(0.3);
  });

  it('of silence is the lowest one', () => {
    expect(measure(new Float32Array(16_000), 16_000)).toBe(-70);
  });
});

describe('the level of a speech', () => {
  it('is the same for quiet sounds, loud sounds and sounds with peaks, in any length', async () => {
    const peaks = tone(16_000, 25, 300, 0.05).map((sample, at) => (at % 4000 < 40 ? sample * 12 : sample));
    for (const sound of [tone(16_000, 1, 300, 0.01), tone(16_000, 1, 300, 1), peaks]) {
      const level = await levelSound(sound, 16_000);
      expect(Math.abs(measure(level, 16_000) - SPEECH_LOUDNESS)).toBeLessThan(0.2);
      expect(Math.max(...level.subarray(0, 100_000))).toBeLessThan(0.86);
    }
  });

  it('limits peaks between samples', () => {
    // The samples of this tone are at most 0.71, but its peaks are 1.
    const sound = tone(16_000, 1, 4000, 1).map((_, at) => Math.SQRT1_2 * (at % 4 < 2 ? 1 : -1));
    const limited = limitPeaks(sound, 16_000, 1, 0.5);
    expect(Math.max(...limited.subarray(1000, 15_000))).toBeLessThan(0.37);
    expect(Math.max(...limited.subarray(1000, 15_000))).toBeGreaterThan(0.34);
  });
});
