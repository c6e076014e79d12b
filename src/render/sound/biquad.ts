import { SAMPLE_RATE } from '../../base/time.ts';
import { SLOW } from './sound-processor.ts';

/** The coefficients of a filter of the second order, divided by a0. */
export interface Coefficients {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** A kind of filter of the second order. */
export type BiquadKind = 'highpass' | 'lowpass' | 'peak' | 'lowShelf' | 'highShelf';

/** The highest frequency in hertz that a filter is computed for: beyond it, the formulas do not hold. */
const MAX_FREQUENCY = 0.49 * SAMPLE_RATE;

/**
 * Computes a filter by the formulas of Robert Bristow-Johnson's "Audio EQ Cookbook"
 * (https://www.w3.org/TR/audio-eq-cookbook/).
 *
 * @param frequency hertz.
 * @param gain decibels. A highpass and a lowpass have none.
 */
export function designBiquad(kind: BiquadKind, frequency: number, q: number, gain: number): Coefficients {
  const w = (2 * Math.PI * Math.min(frequency, MAX_FREQUENCY)) / SAMPLE_RATE;
  const cos = Math.cos(w);
  const alpha = Math.sin(w) / (2 * q);
  const a = 10 ** (gain / 40);
  switch (kind) {
    case 'highpass':
      return divide([(1 + cos) / 2, -(1 + cos), (1 + cos) / 2], [1 + alpha, -2 * cos, 1 - alpha]);
    case 'lowpass':
      return divide([(1 - cos) / 2, 1 - cos, (1 - cos) / 2], [1 + alpha, -2 * cos, 1 - alpha]);
    case 'peak':
      return divide([1 + alpha * a, -2 * cos, 1 - alpha * a], [1 + alpha / a, -2 * cos, 1 - alpha / a]);
    case 'lowShelf':
      return designShelf(a, cos, alpha);
    case 'highShelf': {
      // The formulas of a high shelf are those of a low one with the frequencies reversed.
      const { b0, b1, b2, a1, a2 } = designShelf(a, -cos, alpha);
      return { b0, b1: -b1, b2, a1: -a1, a2 };
    }
  }
}

function designShelf(a: number, cos: number, alpha: number): Coefficients {
  const root = 2 * Math.sqrt(a) * alpha;
  const [up, down] = [a + 1, a - 1];
  return divide(
    [a * (up - down * cos + root), 2 * a * (down - up * cos), a * (up - down * cos - root)],
    [up + down * cos + root, -2 * (down + up * cos), up + down * cos - root],
  );
}

type Three = readonly [number, number, number];

function divide([b0, b1, b2]: Three, [a0, a1, a2]: Three): Coefficients {
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0 };
}

/** One channel of a filter of the second order, in double precision. */
export class Biquad {
  private s1 = 0;
  private s2 = 0;

  /** Filters some samples in place. */
  process(samples: Float32Array, from: number, to: number, { b0, b1, b2, a1, a2 }: Coefficients): void {
    let { s1, s2 } = this;
    for (let index = from; index < to; index++) {
      const x = samples[index] ?? 0;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      samples[index] = y;
    }
    this.s1 = Math.abs(s1) < SLOW ? 0 : s1;
    this.s2 = Math.abs(s2) < SLOW ? 0 : s2;
  }
}
