import { SAMPLE_RATE } from '../../base/time.ts';
import type { Stereo } from '../media/stereo.ts';
import type { AnimatedNumber } from '../resolve/animated-number.ts';
import { Biquad, type BiquadKind, type Coefficients, designBiquad } from './biquad.ts';
import { forEachSpan, NumberCurve } from './number-curve.ts';
import type { SoundProcessor } from './sound-processor.ts';

/** The numbers of an equaliser. */
interface EqualiserNumbers {
  readonly frequency: AnimatedNumber;
  readonly q: AnimatedNumber;
  readonly gain?: AnimatedNumber;
}

/** Changes some of the tones of a sound: a highpass, a lowpass, a shelf or a peak. */
export class Equaliser implements SoundProcessor {
  readonly latency = 0;
  readonly memory = SAMPLE_RATE / 2;
  private readonly kind: BiquadKind;
  private readonly frequency: NumberCurve;
  private readonly q: NumberCurve;
  private readonly gain: NumberCurve;
  private readonly left = new Biquad();
  private readonly right = new Biquad();
  private readonly fixed: Coefficients | undefined;

  constructor(kind: BiquadKind, { frequency, q, gain = 0 }: EqualiserNumbers) {
    this.kind = kind;
    this.frequency = new NumberCurve(frequency);
    this.q = new NumberCurve(q);
    this.gain = new NumberCurve(gain);
    const isFixed = [this.frequency, this.q, this.gain].every(({ constant }) => constant !== undefined);
    this.fixed = isFixed ? this.designAt(0) : undefined;
  }

  process({ left, right }: Stereo, first: number): void {
    if (this.fixed) {
      this.left.process(left, 0, left.length, this.fixed);
      this.right.process(right, 0, right.length, this.fixed);
      return;
    }
    forEachSpan(first, left.length, (from, to, sample) => {
      const coefficients = this.designAt(sample);
      this.left.process(left, from, to, coefficients);
      this.right.process(right, from, to, coefficients);
    });
  }

  private designAt(sample: number): Coefficients {
    const { kind, frequency, q, gain } = this;
    return designBiquad(kind, frequency.at(sample), q.at(sample), gain.at(sample));
  }
}
