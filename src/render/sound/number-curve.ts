import { fromRatio, SAMPLE_RATE, ZERO } from '../../base/time.ts';
import { type AnimatedNumber, valueRangeOf } from '../resolve/animated-number.ts';
import { valueAt } from '../resolve/tween.ts';

/** Distance in samples between two computed values of an animated number: 3 ms. Between them, it changes steadily. */
const STEP_SAMPLES: number = (3 * SAMPLE_RATE) / 1000;

/**
 * An animated number of a filter at each sample of its sound. Ask for samples in ascending order. An easing that leads
 * beyond the ends of all tweens stays at them, so that the number is always one that the filter allows.
 */
export class NumberCurve {
  /** The number, if it does not change. */
  readonly constant: number | undefined;
  private readonly value: AnimatedNumber;
  /** The greatest value that the number has. */
  readonly greatest: number;
  private readonly least: number;
  private current = 0;
  private step = -Infinity;
  private from = 0;
  private to = 0;

  constructor(value: AnimatedNumber) {
    this.value = value;
    ({ least: this.least, greatest: this.greatest } = valueRangeOf(value));
    this.constant = typeof value === 'number' ? value : undefined;
  }

  /** Returns the number at a sample. */
  at(sample: number): number {
    if (this.constant !== undefined) return this.constant;
    const step = Math.floor(sample / STEP_SAMPLES);
    if (step !== this.step) {
      this.from = step === this.step + 1 ? this.to : this.valueOf(step);
      this.to = this.valueOf(step + 1);
      this.step = step;
    }
    return this.from + (this.to - this.from) * (sample / STEP_SAMPLES - step);
  }

  private valueOf(step: number): number {
    if (typeof this.value === 'number') return this.value;
    const time = step <= 0 ? ZERO : fromRatio(step * STEP_SAMPLES, SAMPLE_RATE);
    while (this.value[this.current + 1]?.start.lte(time) === true) this.current++;
    const exact = valueAt(this.value.slice(this.current, this.current + 2), time);
    return Math.min(this.greatest, Math.max(this.least, exact));
  }
}

/** Samples for which a filter keeps the numbers that it computes its own from: a third of a millisecond. */
const SPAN_SAMPLES = 16;

/**
 * Divides samples into spans with the same numbers: at whole multiples of {@link SPAN_SAMPLES}, so that the blocks in which
 * the samples arrive do not matter.
 *
 * @param visit gets the sample with which the span begins. It may be in an earlier block.
 */
export function forEachSpan(
  first: number,
  count: number,
  visit: (from: number, to: number, start: number) => void,
): void {
  for (let from = 0; from < count;) {
    const start = Math.floor((first + from) / SPAN_SAMPLES) * SPAN_SAMPLES;
    const to = Math.min(count, start + SPAN_SAMPLES - first);
    visit(from, to, start);
    from = to;
  }
}

/** Converts decibels to a factor of the amplitude. */
export function toFactor(decibels: number): number {
  return decibels === 0 ? 1 : 10 ** (decibels / 20);
}
