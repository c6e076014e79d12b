import { SAMPLE_RATE } from '../../base/time.ts';
import type { Stereo } from '../media/stereo.ts';
import type { AnimatedNumber } from '../resolve/animated-number.ts';
import { Biquad, type Coefficients, designBiquad } from './biquad.ts';
import { forEachSpan, NumberCurve } from './number-curve.ts';
import { PeakMeter, remainderPerSample, toDecibels } from './peak-meter.ts';
import type { SoundProcessor } from './sound-processor.ts';

type DeesserNumber = 'frequency' | 'threshold' | 'range';

/** A reduction follows hissing in 1 ms, and returns in 50 ms. */
const FALLS: number = remainderPerSample(0.001);
const RISES: number = remainderPerSample(0.05);
const Q = Math.SQRT1_2;
/** An inaudible reduction in decibels. */
const INAUDIBLE = 1e-3;

/** Lowers sharp hissing: a high shelf falls as far as the tones above its frequency exceed the threshold. */
export class Deesser implements SoundProcessor {
  readonly latency = 0;
  readonly memory = SAMPLE_RATE;
  private readonly numbers: Readonly<Record<DeesserNumber, NumberCurve>>;
  private readonly meter = new PeakMeter();
  private readonly detectors = { left: new Biquad(), right: new Biquad() };
  private readonly shelves = { left: new Biquad(), right: new Biquad() };
  /** The present gain of the shelf in decibels. */
  private gain = 0;
  private shelf: Coefficients = designBiquad('highShelf', 1000, Q, 0);

  constructor({ frequency, threshold, range }: Readonly<Record<DeesserNumber, AnimatedNumber>>) {
    this.numbers = {
      frequency: new NumberCurve(frequency),
      threshold: new NumberCurve(threshold),
      range: new NumberCurve(range),
    };
  }

  process(samples: Stereo, first: number): void {
    const hissing = { left: Float32Array.from(samples.left), right: Float32Array.from(samples.right) };
    forEachSpan(first, samples.left.length, (from, to, start) => {
      const { frequency, threshold, range } = this.numbers;
      const hertz = frequency.at(start);
      const highpass = designBiquad('highpass', hertz, Q, 0);
      if (start === first + from) this.shelf = designBiquad('highShelf', hertz, Q, this.gain);
      for (const side of ['left', 'right'] as const) {
        this.detectors[side].process(hissing[side], from, to, highpass);
        this.shelves[side].process(samples[side], from, to, this.shelf);
      }
      const [limit, most] = [threshold.at(start), range.at(start)];
      for (let index = from; index < to; index++) {
        const level = this.meter.next(hissing.left[index] ?? 0, hissing.right[index] ?? 0);
        const wanted = level === 0 ? 0 : -Math.min(most, Math.max(0, toDecibels(level) - limit));
        this.gain = wanted + (this.gain - wanted) * (wanted < this.gain ? FALLS : RISES);
        if (wanted === 0 && this.gain > -INAUDIBLE) this.gain = 0;
      }
    });
  }
}
