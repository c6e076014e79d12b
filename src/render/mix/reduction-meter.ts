import { SAMPLE_RATE } from '../../base/time.ts';
import type { Stereo } from '../media/stereo.ts';

/** A gain below this value, -3 dB, makes a sound audibly flat. */
const LOW_GAIN = 10 ** (-3 / 20);
/** Low samples that are less than a second apart belong to one passage. */
const MAX_GAP_SAMPLES: number = SAMPLE_RATE;
/** A sample above this value, -60 dB, is heard. */
const AUDIBLE = 0.001;
/** Number of samples after an audible one that still belong to the sound: half a period of 30 Hz. */
const AUDIBLE_SAMPLES = SAMPLE_RATE / 60;

/** A passage in which a limiter lowers a sound a lot, from its first low sample to its last one. */
export interface LowPassage {
  /** The first timeline sample. */
  readonly from: number;
  /** The timeline sample after the last one. */
  readonly to: number;
  /** Number of samples in it that are lowered by more than 3 dB. */
  readonly count: number;
  /** The lowest gain in it. */
  readonly lowest: number;
  /** The energy of each clip in it, by the field of the clip. */
  readonly energies: ReadonlyMap<string, number>;
}

/** The reduction of a sound by a limiter. */
export interface Reduction {
  /** Number of samples that are lowered by more than 3 dB. */
  readonly count: number;
  /** The passage with most of these samples. */
  readonly passage: LowPassage;
  /** The lowest gain and its timeline sample. */
  readonly lowest: { readonly gain: number; readonly sample: number };
}

/**
 * Measures how much a limiter lowers a sound. Silence does not count. Remembers only the passage with most low
 * samples, so that a long timeline needs no more memory than a short one.
 */
export class ReductionMeter {
  private total = 0;
  private lowest = { gain: 1, sample: 0 };
  /** The last audible sample. */
  private audible = -Infinity;
  private longest: LowPassage | undefined;
  // The current passage. Not one object, because these numbers change with each sample.
  private from = 0;
  private to = -Infinity;
  private count = 0;
  private lowestOfPassage = 1;
  private energies = new Map<string, number>();

  /**
   * Adds some limited samples and their gains.
   *
   * @param sample The timeline sample of the first gain, after those that were added before.
   * @returns True if one of these samples is lowered by more than 3 dB.
   */
  add({ left, right }: Stereo, gains: Float64Array, sample: number): boolean {
    const before = this.total;
    for (let index = 0; index < gains.length; index++) {
      const at = sample + index;
      if (Math.abs(left[index] ?? 0) > AUDIBLE || Math.abs(right[index] ?? 0) > AUDIBLE) this.audible = at;
      const gain = gains[index] ?? 1;
      if (gain < LOW_GAIN && at - this.audible < AUDIBLE_SAMPLES) this.addLow(gain, at);
    }
    return this.total > before;
  }

  /** Adds the energy of a clip in the present passage. @param field The field of the clip. */
  addEnergy(field: string, energy: number): void {
    this.energies.set(field, (this.energies.get(field) ?? 0) + energy);
  }

  /** The result so far. `undefined` if no sample is lowered by more than 3 dB. */
  get reduction(): Reduction | undefined {
    const passage = this.longestPassage();
    return passage && { count: this.total, passage, lowest: this.lowest };
  }

  private addLow(gain: number, sample: number): void {
    if (sample - this.to >= MAX_GAP_SAMPLES) this.begin(sample);
    if (gain < this.lowest.gain) this.lowest = { gain, sample };
    this.lowestOfPassage = Math.min(this.lowestOfPassage, gain);
    this.to = sample + 1;
    this.count++;
    this.total++;
  }

  private begin(sample: number): void {
    this.longest = this.longestPassage();
    this.from = sample;
    this.count = 0;
    this.lowestOfPassage = 1;
    this.energies = new Map();
  }

  private longestPassage(): LowPassage | undefined {
    const { from, to, count, lowestOfPassage: lowest, energies } = this;
    return count <= (this.longest?.count ?? 0) ? this.longest : { from, to, count, lowest, energies };
  }
}
