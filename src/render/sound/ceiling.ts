import { SAMPLE_RATE } from '../../base/time.ts';
import { DELAY_SAMPLES, Limiter } from '../gain/limiter.ts';
import { copyStereo, type Stereo } from '../media/stereo.ts';
import type { AnimatedNumber } from '../resolve/animated-number.ts';
import { NumberCurve, toFactor } from './number-curve.ts';
import type { SoundProcessor } from './sound-processor.ts';

/** Lowers the peaks of a sound above a ceiling, as the limiter of the output does. */
export class Ceiling implements SoundProcessor {
  readonly latency = DELAY_SAMPLES;
  readonly memory = 2 * SAMPLE_RATE;
  private readonly ceiling: NumberCurve;
  private readonly limiter: Limiter;
  /** The ceilings of the samples in the limiter, as factors. */
  private held = new Float64Array(DELAY_SAMPLES).fill(1);

  /** @param ceiling dBTP. */
  constructor(ceiling: AnimatedNumber) {
    this.ceiling = new NumberCurve(ceiling);
    this.limiter = new Limiter(this.ceiling.constant ?? 0);
  }

  process(samples: Stereo, first: number): void {
    const isFixed = this.ceiling.constant !== undefined;
    const count = samples.left.length;
    const factors = new Float64Array(isFixed ? 0 : DELAY_SAMPLES + count);
    if (!isFixed) {
      factors.set(this.held);
      for (let index = 0; index < count; index++)
        factors[DELAY_SAMPLES + index] = toFactor(this.ceiling.at(first + index));
      this.held = factors.slice(count);
      // Below a ceiling of 0 dBTP, the sound is as much louder as its own ceiling is lower.
      multiply(samples, factors.subarray(DELAY_SAMPLES), -1);
    }
    copyStereo(samples, this.limiter.push(samples), 0);
    if (!isFixed) multiply(samples, factors, 1);
  }
}

function multiply({ left, right }: Stereo, factors: Float64Array, power: 1 | -1): void {
  for (const side of [left, right])
    for (let index = 0; index < side.length; index++)
      side[index] = (side[index] ?? 0) * (factors[index] ?? 1) ** power;
}
