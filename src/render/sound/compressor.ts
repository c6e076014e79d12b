import type { Stereo } from '../media/stereo.ts';
import type { AnimatedNumber } from '../resolve/animated-number.ts';
import { forEachSpan, NumberCurve, toFactor } from './number-curve.ts';
import { PeakMeter, remainderPerSample, settlingSamples, toDecibels } from './peak-meter.ts';
import type { SoundProcessor } from './sound-processor.ts';

type CompressorNumber = 'threshold' | 'ratio' | 'attack' | 'release' | 'knee' | 'makeup';

/** An inaudible reduction in decibels. */
const INAUDIBLE = 1e-4;

/**
 * Returns the gain in decibels of a compressor for a steady level (Giannoulis, Massberg and Reiss, "Digital Dynamic Range
 * Compressor Design", 2012, equation 4). All levels in decibels.
 */
export function compressedGain(level: number, threshold: number, ratio: number, knee: number): number {
  const over = level - threshold;
  const slope = 1 / ratio - 1;
  if (2 * over <= -knee) return 0;
  return 2 * over < knee ? (slope * (over + knee / 2) ** 2) / (2 * knee) : slope * over;
}

/** Makes loud moments quieter. Both channels get the same gain. */
export class Compressor implements SoundProcessor {
  readonly latency = 0;
  readonly memory: number;
  private readonly numbers: Readonly<Record<CompressorNumber, NumberCurve>>;
  private readonly meter = new PeakMeter();
  /** The present gain in decibels, without the makeup. */
  private gain = 0;

  constructor(numbers: Readonly<Record<CompressorNumber, AnimatedNumber>>) {
    const { threshold, ratio, attack, release, knee, makeup } = numbers;
    this.numbers = {
      threshold: new NumberCurve(threshold),
      ratio: new NumberCurve(ratio),
      attack: new NumberCurve(attack),
      release: new NumberCurve(release),
      knee: new NumberCurve(knee),
      makeup: new NumberCurve(makeup),
    };
    const { attack: falls, release: rises } = this.numbers;
    this.memory = settlingSamples(Math.max(falls.greatest, rises.greatest));
  }

  process(samples: Stereo, first: number): void {
    forEachSpan(first, samples.left.length, (from, to, sample) =>
      this.processSpan(samples, from, to, sample),
    );
  }

  private processSpan({ left, right }: Stereo, from: number, to: number, sample: number): void {
    const { threshold, ratio, knee, attack, release, makeup } = this.numbers;
    const [limit, factor, width] = [threshold.at(sample), ratio.at(sample), knee.at(sample)];
    const lowest = toFactor(limit - width / 2);
    const falls = remainderPerSample(attack.at(sample));
    const rises = remainderPerSample(release.at(sample));
    const raised = toFactor(makeup.at(sample));
    let [known, wanted] = [-1, 0];
    for (let index = from; index < to; index++) {
      const [one, other] = [left[index] ?? 0, right[index] ?? 0];
      const level = this.meter.next(one, other);
      if (level !== known) {
        known = level;
        wanted = level > lowest ? compressedGain(toDecibels(level), limit, factor, width) : 0;
      }
      this.gain = wanted + (this.gain - wanted) * (wanted < this.gain ? falls : rises);
      if (wanted === 0 && this.gain > -INAUDIBLE) this.gain = 0;
      const gain = this.gain === 0 ? raised : raised * toFactor(this.gain);
      left[index] = one * gain;
      right[index] = other * gain;
    }
  }
}
