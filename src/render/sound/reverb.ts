import { SAMPLE_RATE } from '../../base/time.ts';
import type { Stereo } from '../media/stereo.ts';
import type { AnimatedNumber } from '../resolve/animated-number.ts';
import { forEachSpan, NumberCurve } from './number-curve.ts';
import { SLOW, type SoundProcessor } from './sound-processor.ts';

type ReverbNumber = 'mix' | 'decay' | 'damping';

/** The lengths of the loops and of the diffusers of Freeverb (Jezar at Dreampoint, 2000, public domain), at 44.1 kHz. */
const LOOPS = [1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617];
const DIFFUSERS = [556, 441, 341, 225];
/** Samples by which everything is longer on the right, so that both sides differ. */
const SPREAD = 23;
/** The gain of a diffuser. */
const DIFFUSION = 0.5;
/** The share of a loop's high tones that the greatest damping takes away. */
const MOST_DAMPING = 0.8;

/** Adds the reverberation of a room, as Freeverb does: eight damped loops side by side, then four diffusers. */
export class Reverb implements SoundProcessor {
  readonly latency = 0;
  readonly memory: number;
  private readonly numbers: Readonly<Record<ReverbNumber, NumberCurve>>;
  private readonly left = new Room(0);
  private readonly right = new Room(SPREAD);

  constructor({ mix, decay, damping }: Readonly<Record<ReverbNumber, AnimatedNumber>>) {
    this.numbers = {
      mix: new NumberCurve(mix),
      decay: new NumberCurve(decay),
      damping: new NumberCurve(damping),
    };
    this.memory = Math.ceil(2 * this.numbers.decay.greatest * SAMPLE_RATE);
  }

  process({ left, right }: Stereo, first: number): void {
    const { mix, decay, damping } = this.numbers;
    forEachSpan(first, left.length, (from, to, sample) => {
      this.left.tune(decay.at(sample), damping.at(sample));
      this.right.tune(decay.at(sample), damping.at(sample));
      for (let index = from; index < to; index++) {
        const [one, other] = [left[index] ?? 0, right[index] ?? 0];
        const middle = (one + other) / 2;
        const share = mix.at(first + index);
        left[index] = one + share * (this.left.next(middle) - one);
        right[index] = other + share * (this.right.next(middle) - other);
      }
    });
  }
}

/** The reverberation of one side. */
class Room {
  private readonly loops: readonly Loop[];
  private readonly diffusers: readonly Diffuser[];
  private decay = 0;
  private level = 0;

  constructor(spread: number) {
    this.loops = LOOPS.map((length) => new Loop(toLength(length + spread)));
    this.diffusers = DIFFUSERS.map((length) => new Diffuser(toLength(length + spread)));
  }

  /** @param decay seconds in which the reverberation falls by 60 dB. */
  tune(decay: number, damping: number): void {
    for (const loop of this.loops) loop.damping = MOST_DAMPING * damping;
    if (decay === this.decay) return;
    this.decay = decay;
    let energy = 0;
    for (const loop of this.loops) {
      loop.feedback = 10 ** ((-3 * loop.samples.length) / (decay * SAMPLE_RATE));
      energy += 1 / (1 - loop.feedback ** 2);
    }
    // The reverberation of a noise is then as loud as the noise.
    this.level = 1 / Math.sqrt(energy);
  }

  next(sample: number): number {
    let sum = 0;
    for (const loop of this.loops) sum += loop.next(sample);
    sum *= this.level;
    for (const diffuser of this.diffusers) sum = diffuser.next(sum);
    return sum;
  }
}

/** Repeats a sound again and again, each time quieter and with fewer high tones. */
class Loop {
  readonly samples: Float64Array;
  feedback = 0;
  damping = 0;
  private at = 0;
  private damped = 0;

  constructor(length: number) {
    this.samples = new Float64Array(length);
  }

  next(sample: number): number {
    const out = this.samples[this.at] ?? 0;
    const damped = out + (this.damped - out) * this.damping;
    this.damped = Math.abs(damped) < SLOW ? 0 : damped;
    this.samples[this.at] = sample + this.damped * this.feedback;
    this.at = this.at + 1 === this.samples.length ? 0 : this.at + 1;
    return out;
  }
}

/** Blurs a sound without changing how loud its tones are: an allpass of Schroeder. */
class Diffuser {
  private readonly samples: Float64Array;
  private at = 0;

  constructor(length: number) {
    this.samples = new Float64Array(length);
  }

  next(sample: number): number {
    const held = this.samples[this.at] ?? 0;
    const kept = sample + held * DIFFUSION;
    this.samples[this.at] = Math.abs(kept) < SLOW ? 0 : kept;
    this.at = this.at + 1 === this.samples.length ? 0 : this.at + 1;
    return held - kept * DIFFUSION;
  }
}

function toLength(samples: number): number {
  return Math.round((samples * SAMPLE_RATE) / 44_100);
}
