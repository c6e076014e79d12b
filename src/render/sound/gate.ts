import { SAMPLE_RATE } from '../../base/time.ts';
import type { Stereo } from '../media/stereo.ts';
import type { AnimatedNumber } from '../resolve/animated-number.ts';
import { DelayLine } from './delay-line.ts';
import { forEachSpan, NumberCurve, toFactor } from './number-curve.ts';
import { PeakMeter, remainderPerSample, settlingSamples } from './peak-meter.ts';
import type { SoundProcessor } from './sound-processor.ts';

type GateNumber = 'threshold' | 'range' | 'attack' | 'hold' | 'release';

/** Samples by which the gate knows a sound before it is heard: 5 ms. It opens before the sound begins. */
const AHEAD_SAMPLES: number = SAMPLE_RATE / 200;
/** A gain above this value counts as 1. */
const NEARLY_ONE = 1 - 1e-5;

/** Lowers a sound in its pauses. Both channels get the same gain. */
export class Gate implements SoundProcessor {
  readonly latency = AHEAD_SAMPLES;
  readonly memory: number;
  private readonly numbers: Readonly<Record<GateNumber, NumberCurve>>;
  private readonly meter = new PeakMeter();
  private readonly delay = new DelayLine(AHEAD_SAMPLES);
  /** Samples for which the gate stays open. */
  private held = 0;
  private gain: number | undefined;

  constructor({ threshold, range, attack, hold, release }: Readonly<Record<GateNumber, AnimatedNumber>>) {
    this.numbers = {
      threshold: new NumberCurve(threshold),
      range: new NumberCurve(range),
      attack: new NumberCurve(attack),
      hold: new NumberCurve(hold),
      release: new NumberCurve(release),
    };
    const { attack: rises, hold: held, release: falls } = this.numbers;
    const settling = settlingSamples(Math.max(rises.greatest, falls.greatest));
    this.memory = settling + Math.ceil(held.greatest * SAMPLE_RATE);
  }

  process(samples: Stereo, first: number): void {
    const gains = new Float64Array(samples.left.length);
    forEachSpan(first, gains.length, (from, to, sample) => this.follow(samples, gains, from, to, sample));
    this.delay.process(samples);
    for (const side of [samples.left, samples.right])
      for (let index = 0; index < side.length; index++)
        side[index] = (side[index] ?? 0) * (gains[index] ?? 1);
  }

  /** Writes the gains of a span. */
  private follow(
    { left, right }: Stereo,
    gains: Float64Array,
    from: number,
    to: number,
    sample: number,
  ): void {
    const { threshold, range, attack, hold, release } = this.numbers;
    const limit = toFactor(threshold.at(sample));
    const closed = toFactor(-range.at(sample));
    const rises = remainderPerSample(attack.at(sample));
    const falls = remainderPerSample(release.at(sample));
    let gain = this.gain ?? closed;
    for (let index = from; index < to; index++) {
      const isLoud = this.meter.next(left[index] ?? 0, right[index] ?? 0) >= limit;
      this.held = isLoud ? Math.round(hold.at(sample) * SAMPLE_RATE) + AHEAD_SAMPLES : this.held - 1;
      const wanted = this.held > 0 ? 1 : closed;
      gain = wanted + (gain - wanted) * (wanted > gain ? rises : falls);
      if (wanted === 1 && gain > NEARLY_ONE) gain = 1;
      gains[index] = gain;
    }
    this.gain = gain;
  }
}
