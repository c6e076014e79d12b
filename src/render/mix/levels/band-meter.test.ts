import { expect, it, test } from 'vitest';
import { createSilence } from '../../media/stereo.ts';
import { sine, waveSamples } from '../test-tones.fixture.ts';
import { BandMeter, LOWEST_LEVEL, WINDOW_SAMPLES } from './band-meter.ts';

const tone = (hertz: number, size: number): Float32Array => waveSamples(sine(hertz, size), WINDOW_SAMPLES);

/** Returns the band in which a frequency is, by the formula of the document. */
const bandOf = (hertz: number, count: number): number =>
  Math.floor((count * Math.log(hertz / 50)) / Math.log(14_000 / 50));

test.each([200, 1000, 5000])('a tone of %i Hz is in its band, at its level', (hertz) => {
  const samples = tone(hertz, 1);
  const levels = new BandMeter(24).measure({ left: samples, right: samples });
  expect(levels.indexOf(Math.max(...levels))).toBe(bandOf(hertz, 24));
  // A tone near the edge of its band is in two of them.
  const power = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0);
  expect(Math.abs(10 * Math.log10(power))).toBeLessThan(0.1);
});

test.each([0.5, 0.01])('a tone of the size %f is as many decibels lower', (size) => {
  const [full, low] = [1, size].map((each) => {
    const samples = tone(1000, each);
    return Math.max(...new BandMeter(24).measure({ left: samples, right: samples }));
  });
  expect(low! - full!).toBeCloseTo(20 * Math.log10(size), 3);
});

it('averages the powers of both channels', () => {
  const samples = tone(1000, 1);
  const silent = new Float32Array(WINDOW_SAMPLES);
  const meter = new BandMeter(24);
  const both = Math.max(...meter.measure({ left: samples, right: samples }));
  expect(both - Math.max(...meter.measure({ left: samples, right: silent }))).toBeCloseTo(3.01, 2);
  expect(both - Math.max(...meter.measure({ left: silent, right: samples }))).toBeCloseTo(3.01, 2);
  // Opposite channels must not cancel each other.
  const opposite = samples.map((value) => -value);
  expect(Math.max(...meter.measure({ left: samples, right: opposite }))).toBeCloseTo(both, 3);
});

it('has a lowest level', () => {
  expect(new BandMeter(8).measure(createSilence(WINDOW_SAMPLES))).toEqual(
    Array.from({ length: 8 }, () => LOWEST_LEVEL),
  );
});
