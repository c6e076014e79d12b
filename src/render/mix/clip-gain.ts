import { fromRatio, SAMPLE_RATE } from '../../base/time.ts';
import type { AudioClip, ResolvedTween } from '../resolve/timeline.ts';
import { valueAt } from '../scene/tween.ts';

/** Samples from one value of a tween to the next, 3 ms; a straight line joins them, so that a jump does not click. */
const STEP_SAMPLES: number = (3 * SAMPLE_RATE) / 1000;

type GainFields = Pick<AudioClip, 'volume' | 'fadeIn' | 'fadeOut'>;

/**
 * The linear gain of a clip at each of its samples: its volume, times its linear fades (contract 2.13), or its tweens. Ask for
 * samples in rising order.
 */
export class ClipGain {
  /** The one gain of all samples, where there is one. */
  readonly constant: number | undefined;
  private readonly fill: (gains: Float64Array, first: number, count: number) => void;

  /** @param length of the clip in samples. */
  constructor({ volume, fadeIn, fadeOut }: GainFields, length: number) {
    if (typeof volume === 'number') {
      this.constant = fadeIn === 0 && fadeOut === 0 ? volume : undefined;
      this.fill = fillWithFades(volume, fadeIn * SAMPLE_RATE, fadeOut * SAMPLE_RATE, length);
    } else {
      this.fill = fillWithTweens(volume);
    }
  }

  /** Writes the gains of `count` samples. @param first the first of them, counted from the start of the clip. */
  write(gains: Float64Array, first: number, count: number): void {
    if (this.constant === undefined) this.fill(gains, first, count);
    else gains.fill(this.constant, 0, count);
  }

  /** The gain of one sample. */
  at(index: number): number {
    const gains = new Float64Array(1);
    this.write(gains, index, 1);
    return gains[0] ?? 0;
  }
}

/** A volume with its fades. @param rises samples of the fade in. @param falls samples of the fade out. */
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

/** A volume that tweens change. */
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
