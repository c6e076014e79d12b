import { HALF_WIDTH, sampleAt } from '../gain/sample-at.ts';
import { createSilence, type Stereo } from '../media/stereo.ts';
import type { AnimatedNumber } from '../resolve/animated-number.ts';
import { HopBuffer } from './hop-buffer.ts';
import { NumberCurve } from './number-curve.ts';
import type { SoundProcessor } from './sound-processor.ts';

/** Samples between two grains: 21 ms. Each grain is twice as long, and fades in and out. */
const HOP = 1024;
/** The largest ratio of two frequencies: an octave. */
const MOST_RATIO = 2;
/** Samples by which a grain may be earlier or later than its place, so that it continues the one before: 12 ms. */
const REACH = 576;
/** Samples that a coarse search for that place leaves out. */
const COARSE = 4;
/** The energy of an inaudible part, which is not compared. */
const SILENT = 1e-9;
/** The likeness, of 1, by which a grain at the end of its reach must exceed one at its place. */
const TIMELINESS = 0.02;
/** The last samples of the sound that are held. */
const HELD = 8 * HOP;
/** Samples of the sound after the middle of a grain that it may need, in whole hops. */
const AHEAD: number = HOP * Math.ceil((HOP * MOST_RATIO + REACH + HALF_WIDTH * MOST_RATIO) / HOP);
/** A grain fades as a squared sine, so that two overlapping ones add up to 1. */
const FADE = Float64Array.from(
  { length: 2 * HOP },
  (_, index) => Math.sin((Math.PI * (index + 0.5)) / (2 * HOP)) ** 2,
);

/**
 * Raises or lowers the pitch of a sound: overlapping grains play faster or slower. Each grain begins where the sound
 * continues the grain before best (waveform similarity: Verhelst and Roelands, 1993).
 */
export class Pitch implements SoundProcessor {
  readonly latency = AHEAD + HOP;
  readonly memory = HELD;
  private readonly semitones: NumberCurve;
  private readonly hops = new HopBuffer(HOP);
  private readonly held = createSilence(HELD);
  /** Both channels together. */
  private readonly mono = new Float64Array(HELD);
  private readonly out = createSilence(2 * HOP);
  /** Samples by which the grain before was later than its place. */
  private shift = 0;

  constructor(semitones: AnimatedNumber) {
    this.semitones = new NumberCurve(semitones);
  }

  process(samples: Stereo, first: number): void {
    this.hops.process(samples, first, (hop, at) => this.processHop(hop, at));
  }

  private processHop(hop: Stereo, first: number): Stereo {
    const { held, mono, out } = this;
    mono.copyWithin(0, HOP);
    for (let index = 0; index < HOP; index++)
      mono[HELD - HOP + index] = (hop.left[index] ?? 0) + (hop.right[index] ?? 0);
    for (const side of ['left', 'right'] as const) {
      held[side].copyWithin(0, HOP);
      held[side].set(hop[side], HELD - HOP);
      out[side].copyWithin(0, HOP);
      out[side].fill(0, HOP);
    }
    const middle = HELD - AHEAD;
    const ratio = 2 ** (this.semitones.at(Math.max(0, first + HOP - AHEAD)) / 12);
    this.shift = this.findShift(middle, ratio);
    this.addGrain(middle + this.shift, ratio);
    return { left: out.left.slice(0, HOP), right: out.right.slice(0, HOP) };
  }

  private addGrain(middle: number, ratio: number): void {
    const stretch = Math.max(1, ratio);
    for (let index = 0; index < 2 * HOP; index++) {
      const [left, right] = sampleAt(this.held, middle + (index - HOP) * ratio, stretch);
      const weight = FADE[index] ?? 0;
      this.out.left[index] = (this.out.left[index] ?? 0) + weight * left;
      this.out.right[index] = (this.out.right[index] ?? 0) + weight * right;
    }
  }

  /** Returns the shift with which a grain continues the one before best. @param middle the place of the grain. */
  private findShift(middle: number, ratio: number): number {
    // The second half of the grain before began in its middle, one hop earlier.
    const before = middle - HOP + this.shift;
    const length = Math.floor(HOP * ratio);
    // A whole number of samples apart, both parts have the same phase between their samples.
    const lag = Math.round(middle - HOP * ratio - before);
    const likenessAt = (shift: number, step: number): number =>
      this.compare(Math.round(before), Math.round(before) + lag + shift, length, step);
    const search = (least: number, most: number, step: number): number => {
      let [best, found] = [-Infinity, 0];
      for (let shift = least; shift <= most; shift += step) {
        // The nearest of several good places keeps the sound in time.
        const value = likenessAt(shift, step) - (Math.abs(shift) / REACH) * TIMELINESS;
        if (value > best) [best, found] = [value, shift];
      }
      return found;
    };
    const coarse = search(-REACH, REACH, COARSE);
    const shift = search(coarse - COARSE + 1, coarse + COARSE - 1, 1);
    const [early, here, late] = [shift - 1, shift, shift + 1].map((one) => likenessAt(one, 1));
    return before + lag + shift + findVertex(early ?? 0, here ?? 0, late ?? 0) + HOP * ratio - middle;
  }

  /** Returns how alike two parts of the sound are, -1 to 1. */
  private compare(one: number, other: number, length: number, step: number): number {
    let [product, energy, own] = [0, 0, 0];
    for (let index = 0; index < length; index += step) {
      const a = this.mono[one + index] ?? 0;
      const b = this.mono[other + index] ?? 0;
      product += a * b;
      energy += b * b;
      own += a * a;
    }
    return Math.min(energy, own) < SILENT ? 0 : product / Math.sqrt(energy * own);
  }
}

/** Returns the place of the vertex of the parabola through three values, from -0.5 to 0.5 around the middle one. */
function findVertex(before: number, value: number, after: number): number {
  const bend = 2 * value - before - after;
  return bend > 0 ? Math.min(0.5, Math.max(-0.5, (after - before) / (2 * bend))) : 0;
}
