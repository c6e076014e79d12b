import { SAMPLE_RATE } from '../../../base/time.ts';
import type { Stereo } from '../../media/stereo.ts';
import { Fourier } from '../../sound/fourier.ts';

/** Samples of the window around a moment: 43 ms. */
export const WINDOW_SAMPLES = 2048;
/** The lowest and the highest tone of the bands in Hz. */
const TONES = { lowest: 50, highest: 14_000 };
/** Number of bands whose levels are those of their sounds. Of more or fewer, each has a smaller or larger share. */
const USUAL_BANDS = 24;
/** The level of silence in dB below full scale. */
export const LOWEST_LEVEL = -120;

/** A band as the parts of its bins. A bin has a width of 23 Hz around its frequency. */
type Band = readonly { readonly bin: number; readonly share: number }[];

/**
 * Measures the levels of a sound in bands whose limits have equal ratios, from 50 to 14,000 Hz. A tone of full scale on both
 * channels has 0 dB if there are 24 bands. The window is that of Hann.
 */
export class BandMeter {
  private readonly bands: readonly Band[];
  private readonly fourier = new Fourier(WINDOW_SAMPLES);
  private readonly left = new Float64Array(WINDOW_SAMPLES);
  private readonly right = new Float64Array(WINDOW_SAMPLES);
  private readonly window = Float64Array.from(
    { length: WINDOW_SAMPLES },
    (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / WINDOW_SAMPLES),
  );

  /** @param count number of bands. */
  constructor(count: number) {
    this.bands = Array.from({ length: count }, (_, index) => createBand(index, count));
  }

  /** Returns the level of each band in dB. @param sound as many samples as the window has. */
  measure(sound: Stereo): number[] {
    const { left, right, window } = this;
    for (let index = 0; index < WINDOW_SAMPLES; index++) {
      const weight = window[index] ?? 0;
      left[index] = (sound.left[index] ?? 0) * weight;
      right[index] = (sound.right[index] ?? 0) * weight;
    }
    // The channels are the parts of complex numbers. In the sum of the powers of a bin and its mirror image, both remain.
    this.fourier.transform(left, right);
    // The power of a tone of full scale in all bins.
    const full = (3 * WINDOW_SAMPLES ** 2) / 32;
    return this.bands.map((band) => {
      let power = 0;
      for (const { bin, share } of band) power += share * this.powerOf(bin);
      const level = 10 * Math.log10((power * this.bands.length) / (USUAL_BANDS * full));
      // A file of floats may contain samples that are no finite numbers.
      return level > LOWEST_LEVEL ? level : LOWEST_LEVEL;
    });
  }

  /** Returns the mean power of both channels in a bin. */
  private powerOf(bin: number): number {
    const other = WINDOW_SAMPLES - bin;
    const power = (at: number): number => (this.left[at] ?? 0) ** 2 + (this.right[at] ?? 0) ** 2;
    return (power(bin) + power(other)) / 4;
  }
}

function createBand(index: number, count: number): Band {
  const ratio = TONES.highest / TONES.lowest;
  const toBin = (part: number): number =>
    (TONES.lowest * ratio ** (part / count) * WINDOW_SAMPLES) / SAMPLE_RATE;
  const [from, to] = [toBin(index), toBin(index + 1)];
  const first = Math.round(from);
  return Array.from({ length: Math.round(to) - first + 1 }, (_, place) => {
    const bin = first + place;
    return { bin, share: Math.max(0, Math.min(to, bin + 0.5) - Math.max(from, bin - 0.5)) };
  });
}
