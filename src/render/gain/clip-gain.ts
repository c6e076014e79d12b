import { fromRatio, SAMPLE_RATE } from '../../base/time.ts';
import type { ResolvedTween } from '../resolve/animated-number.ts';
import type { AudioClip } from '../resolve/timeline.ts';
import { valueAt } from '../resolve/tween.ts';

/**
 * Distance in samples between two computed values of a tween: 3 ms. The gain changes linearly between them,
 * so that a jump does not click.
 */
const STEP_SAMPLES: number = (3 * SAMPLE_RATE) / 1000;

type GainFields = Pick<AudioClip, 'volume' | 'fadeIn' | 'fadeOut'>;

/**
 * The linear gain of a clip at each sample. A constant volume is multiplied by the linear fades of the clip
 * (contract 2.13). If the volume has tweens, the gain is the value of the tweens. Request the samples in
 * ascending order.
 */
export class ClipGain {
  /** The gain of all samples. Absent if the gain is not constant. */
  readonly constant: number | undefined;
  private readonly fill: (gains: Float64Array, first: number, count: number) => void;

  /** @param length Length of the clip in samples. */
  constructor({ volume, fadeIn, fadeOut }: GainFields, length: number) {
    if (typeof volume === 'number') {
      this.constant = fadeIn === 0 && fadeOut === 0 ? volume : undefined;
      this.fill = fillWithFades(volume, fadeIn * SAMPLE_RATE, fadeOut * SAMPLE_RATE, length);
    } else {
      this.fill = fillWithTweens(volume);
    }
  }

  /**
   * Writes the gains of `count` samples.
   *
   * @param first Index of the first sample, from the start of the clip.
   */
  write(gains: Float64Array, first: number, count: number): void {
    if (this.constant === undefined) this.fill(gains, first, count);
    else gains.fill(this.constant, 0, count);
  }

  /** Returns the gain of one sample. */
  at(index: number): number {
    const gains = new Float64Array(1);
    this.write(gains, index, 1);
    return gains[0] ?? 0;
  }
}

/**
 * Returns a function that writes the gains of a constant volume with fades.
 *
 * @param rises Length of the fade-in in samples.
 * @param falls Length of the fade-out in samples.
 * @param length Length of the clip in samples.
 */
function fillWithFades(volume: number, rises: number, falls: number, length: number): ClipGain['write'] {
  return (gains, first, count) => {
    for (let index = 0; index < count; index++) {
      const at = first + index;
      const left = length - at;
      const rising = at < rises ? at / rises : 1;
      gains[index] = left < falls ? (volume * rising * left) / falls : volume * rising;
    }
  };
}

/** Returns a function that writes the gains of a volume with tweens. */
function fillWithTweens(volume: readonly ResolvedTween[]): ClipGain['write'] {
  let current = 0;
  const valueOf = (step: number): number => {
    const time = fromRatio(step * STEP_SAMPLES, SAMPLE_RATE);
    while (volume[current + 1]?.start.lte(time) === true) current++;
    return Math.min(1, Math.max(0, valueAt(volume.slice(current, current + 2), time)));
  };
  let step = -1;
  let [from, to] = [0, 0];
  return (gains, first, count) => {
    for (let index = 0; index < count; index++) {
      const at = first + index;
      const currentStep = Math.floor(at / STEP_SAMPLES);
      if (currentStep !== step) {
        from = currentStep === step + 1 && step >= 0 ? to : valueOf(currentStep);
        to = valueOf(currentStep + 1);
        step = currentStep;
      }
      gains[index] = from + (to - from) * (at / STEP_SAMPLES - currentStep);
    }
  };
}
