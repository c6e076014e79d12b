import type { Stereo } from '../media/stereo.ts';
import type { AnimatedNumber } from '../resolve/animated-number.ts';
import { NumberCurve, toFactor } from './number-curve.ts';
import type { SoundProcessor } from './sound-processor.ts';

/** Makes a sound louder or quieter. */
export class Gain implements SoundProcessor {
  readonly latency = 0;
  readonly memory = 0;
  private readonly decibels: NumberCurve;

  constructor(decibels: AnimatedNumber) {
    this.decibels = new NumberCurve(decibels);
  }

  process({ left, right }: Stereo, first: number): void {
    const { constant } = this.decibels;
    let factor = toFactor(constant ?? 0);
    for (let index = 0; index < left.length; index++) {
      if (constant === undefined) factor = toFactor(this.decibels.at(first + index));
      left[index] = (left[index] ?? 0) * factor;
      right[index] = (right[index] ?? 0) * factor;
    }
  }
}

/**
 * Moves a sound to the left or to the right, as the balance of an amplifier: the side towards which it moves stays as it
 * is, and the other one falls as a quarter of a cosine.
 */
export class Pan implements SoundProcessor {
  readonly latency = 0;
  readonly memory = 0;
  private readonly place: NumberCurve;

  constructor(place: AnimatedNumber) {
    this.place = new NumberCurve(place);
  }

  process({ left, right }: Stereo, first: number): void {
    for (let index = 0; index < left.length; index++) {
      const place = Math.min(1, Math.max(-1, this.place.at(first + index)));
      const other = place > 0 ? left : right;
      // The cosine of a right angle is not exactly 0 in floats.
      const gain = Math.abs(place) === 1 ? 0 : Math.cos((Math.abs(place) * Math.PI) / 2);
      other[index] = (other[index] ?? 0) * gain;
    }
  }
}

/** Makes the stereo image of a sound narrower or wider: multiplies the difference of its channels. */
export class Width implements SoundProcessor {
  readonly latency = 0;
  readonly memory = 0;
  private readonly factor: NumberCurve;

  constructor(factor: AnimatedNumber) {
    this.factor = new NumberCurve(factor);
  }

  process({ left, right }: Stereo, first: number): void {
    for (let index = 0; index < left.length; index++) {
      const [one, other] = [left[index] ?? 0, right[index] ?? 0];
      const added = ((this.factor.at(first + index) - 1) * (one - other)) / 2;
      left[index] = one + added;
      right[index] = other - added;
    }
  }
}
