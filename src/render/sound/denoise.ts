import { createSilence, type Stereo } from '../media/stereo.ts';
import type { AnimatedNumber } from '../resolve/animated-number.ts';
import { Fourier } from './fourier.ts';
import { HopBuffer } from './hop-buffer.ts';
import { FLOOR_FRAMES, NoiseFloor } from './noise-floor.ts';
import { NumberCurve, toFactor } from './number-curve.ts';
import type { SoundProcessor } from './sound-processor.ts';

/** Samples of a frame: 43 ms. Frames overlap by three quarters. */
const FRAME = 2048;
const HOP: number = FRAME / 4;
/** Frequencies of a frame. */
const BINS: number = FRAME / 2 + 1;
/** Frames by which the noise is known before a frame is heard: one second. */
const AHEAD_FRAMES = 94;
/** The share of the frame before in the estimate of the signal (Ephraim and Malah, 1984). It avoids musical noise. */
const INERTIA = 0.97;
/** The square root of a Hann window, for the analysis and for the synthesis. */
const WINDOW = Float64Array.from({ length: FRAME }, (_, index) =>
  Math.sin((Math.PI * (index + 0.5)) / FRAME),
);
/** The sum of the overlapping windows, and the scale of the transform. */
const SCALE = 1 / (2 * FRAME);

/** An amplitude below the least step of 16 bits, -110 dB. */
const SILENT = 3e-6;

/** The spectrum of a frame: the left channel as the real part, the right one as the imaginary part. */
interface Spectrum {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  /** The power of both channels at each frequency. */
  readonly power: Float64Array;
}

/** Lowers steady noise: a Wiener filter for a noise that is learned from the quietest moments around. */
export class Denoise implements SoundProcessor {
  /** A frame is complete after all its hops, and waits for the frames ahead. */
  readonly latency = FRAME + AHEAD_FRAMES * HOP;
  readonly memory = FLOOR_FRAMES * HOP + FRAME;
  private readonly amount: NumberCurve;
  private readonly hops = new HopBuffer(HOP);
  private readonly fourier = new Fourier(FRAME);
  private readonly floor = new NoiseFloor(BINS);
  private readonly noise = new Float64Array(BINS);
  private readonly waiting: Spectrum[] = [];
  /** Hops since the last one of digital silence, which says nothing of the noise. */
  private heard = 0;
  private readonly held = createSilence(FRAME);
  private readonly out = { left: new Float64Array(FRAME), right: new Float64Array(FRAME) };
  /** The power of the signal in the frame before, at each frequency. */
  private readonly signal = new Float64Array(BINS);

  /** @param amount decibels by which the noise is lowered. */
  constructor(amount: AnimatedNumber) {
    this.amount = new NumberCurve(amount);
  }

  process(samples: Stereo, first: number): void {
    this.hops.process(samples, first, (hop, at) => this.processHop(hop, at));
  }

  private processHop(hop: Stereo, first: number): Stereo {
    const { held, out, waiting } = this;
    for (const side of ['left', 'right'] as const) {
      held[side].copyWithin(0, HOP);
      held[side].set(hop[side], FRAME - HOP);
      out[side].copyWithin(0, HOP);
      out[side].fill(0, FRAME - HOP);
    }
    const spectrum = this.analyse();
    this.heard = isSilent(hop) ? 0 : this.heard + 1;
    if (this.heard >= FRAME / HOP) this.floor.follow(spectrum.power, this.noise);
    waiting.push(spectrum);
    const due = waiting.length > AHEAD_FRAMES ? waiting.shift() : undefined;
    if (due) this.synthesise(due, first - AHEAD_FRAMES * HOP);
    return {
      left: Float32Array.from(out.left.subarray(0, HOP)),
      right: Float32Array.from(out.right.subarray(0, HOP)),
    };
  }

  private analyse(): Spectrum {
    const [real, imaginary, power] = [
      new Float64Array(FRAME),
      new Float64Array(FRAME),
      new Float64Array(BINS),
    ];
    for (let index = 0; index < FRAME; index++) {
      const weight = WINDOW[index] ?? 0;
      real[index] = weight * (this.held.left[index] ?? 0);
      imaginary[index] = weight * (this.held.right[index] ?? 0);
    }
    this.fourier.transform(real, imaginary);
    for (let bin = 0; bin < BINS; bin++)
      power[bin] = (powerAt(bin, real, imaginary) + powerAt((FRAME - bin) % FRAME, real, imaginary)) / 2;
    return { real, imaginary, power };
  }

  /** Adds a frame without its noise to the output. */
  private synthesise({ real, imaginary, power }: Spectrum, first: number): void {
    const lowest = toFactor(-this.amount.at(Math.max(0, first)));
    for (let bin = 0; bin < BINS; bin++) {
      const gain = this.gainOf(bin, power[bin] ?? 0, lowest);
      const other = (FRAME - bin) % FRAME;
      real[bin] = (real[bin] ?? 0) * gain;
      imaginary[bin] = (imaginary[bin] ?? 0) * gain;
      if (other === bin) continue;
      real[other] = (real[other] ?? 0) * gain;
      imaginary[other] = (imaginary[other] ?? 0) * gain;
    }
    this.fourier.transform(imaginary, real);
    const { left, right } = this.out;
    for (let index = 0; index < FRAME; index++) {
      const weight = SCALE * (WINDOW[index] ?? 0);
      left[index] = (left[index] ?? 0) + weight * (real[index] ?? 0);
      right[index] = (right[index] ?? 0) + weight * (imaginary[index] ?? 0);
    }
  }

  /** Returns the gain of a frequency. @param lowest gain of pure noise. */
  private gainOf(bin: number, power: number, lowest: number): number {
    const noise = this.noise[bin] ?? 0;
    if (noise <= 0) return 1;
    const now = Math.max(0, power / noise - 1);
    const ratio = INERTIA * ((this.signal[bin] ?? 0) / noise) + (1 - INERTIA) * now;
    const gain = ratio / (1 + ratio);
    this.signal[bin] = gain * gain * power;
    return Math.max(lowest, gain);
  }
}

function isSilent({ left, right }: Stereo): boolean {
  return [left, right].every((side) => side.every((sample) => Math.abs(sample) < SILENT));
}

function powerAt(bin: number, real: Float64Array, imaginary: Float64Array): number {
  return (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2;
}
