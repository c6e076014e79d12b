import { SAMPLE_RATE } from '../../base/time.ts';
import { createSilence, sliceStereo, type Stereo, copyStereo } from '../media/stereo.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { keepFinite } from '../gain/keep-finite.ts';
import { DELAY_SAMPLES, Limiter } from '../gain/limiter.ts';
import { limiterWarnings } from './limiter-warnings.ts';
import type { DuckPlan } from '../gain/duck-curve.ts';
import type { LoudnessPlan } from './loudness-plan.ts';
import { rampDown, rampUp } from '../gain/ramp.ts';
import { BusMix } from '../sound/bus-mix.ts';
import { endOfChain, type ClipChain, chainClips } from '../gain/clip-chain.ts';
import { MixerInput } from './mixer-input.ts';
import { ReductionMeter } from './reduction-meter.ts';

/** Number of samples per block of the mix. */
const BLOCK_SAMPLES = 2048;
/**
 * Number of samples that are mixed before the start of a range: two seconds. At the start of the range, the
 * limiter is then in the same state as in a mix of the whole timeline.
 */
export const PREROLL_SAMPLES: number = 2 * SAMPLE_RATE;

/** Facts about a mix that were measured before it is mixed. */
export interface MixPlans {
  /** The plan for the loudness of the mix. If absent, the loudness is that of its sounds. */
  readonly loudness?: LoudnessPlan;
  /** The plan for lowering sounds under voices. If absent, none is lowered. */
  readonly ducks?: DuckPlan;
}

/**
 * Mixes the sounds in the range of a timeline to 48 kHz stereo. Applies the volume and the fades of each
 * sound, and short ramps where a sound is cut. A limiter keeps the mix below the ceiling. A range sounds the
 * same as in a mix of the whole timeline. Close it with `using`.
 */
export class Mixer implements Disposable {
  /** The chains that have not begun, the next one first. */
  private readonly waiting: ClipChain[];
  private readonly inputs = new Map<ClipChain, MixerInput>();
  private readonly limiter: Limiter;
  private readonly buses: BusMix;
  private readonly plans: MixPlans;
  private readonly meter = new ReductionMeter();
  /** True if the limiter has lowered the latest block a lot. */
  private isLow = false;
  private readonly from: number;
  private readonly to: number;
  /**
   * `from` is true if the start of the range cuts a sound. `to` is true if the end of the range cuts a sound.
   */
  private readonly cuts: { readonly from: boolean; readonly to: boolean };
  /** The timeline sample that is mixed next. */
  private mixed: number;
  /** The timeline sample that is returned next. */
  private position: number;
  /** Mixed samples that are not returned yet. */
  private remainder = createSilence(0);

  /**
   * @param ceiling Maximum true peak of the mix in dBTP (decibels relative to full scale). Infinity for a mix
   *   without a limiter.
   * @param plans Facts about the mix that were measured beforehand.
   */
  constructor(timeline: ResolvedTimeline, ceiling: number, plans: MixPlans = {}) {
    this.limiter = new Limiter(ceiling);
    this.plans = plans;
    const chains = chainClips(timeline);
    this.from = timeline.range.samples.from;
    this.to = timeline.range.samples.to;
    // A bus may ring on after its sounds.
    const rings = (timeline.buses?.length ?? 0) > 0;
    this.cuts = {
      from: (rings && this.from > 0) || isInside(this.from, chains),
      to: rings || isInside(this.to, chains),
    };
    this.position = this.from;
    const { memory } = new BusMix(timeline, 0, 0);
    this.mixed = Math.max(0, this.from - PREROLL_SAMPLES - memory);
    this.buses = new BusMix(timeline, this.mixed, BLOCK_SAMPLES);
    const end = this.to + BLOCK_SAMPLES + this.buses.latency;
    this.waiting = chains.filter((chain) => endOfChain(chain) > this.mixed && chain[0].from < end);
  }

  /**
   * Returns the next `count` samples of the mix, limited to the ceiling.
   *
   * @throws {UnreadableSource} If the file of a clip cannot be read.
   */
  async next(count: number): Promise<Stereo> {
    const out = createSilence(count);
    for (let filled = 0; filled < count;) {
      if (this.remainder.left.length === 0) this.remainder = await this.nextBlock();
      const taken = Math.min(count - filled, this.remainder.left.length);
      copyStereo(out, sliceStereo(this.remainder, 0, taken), filled);
      this.remainder = sliceStereo(this.remainder, taken);
      filled += taken;
    }
    this.applyRamps(out.left);
    this.applyRamps(out.right);
    this.position += count;
    return out;
  }

  /** A warning if the limiter has lowered the samples so far a lot, or if the planned loudness is not reached. */
  get warnings(): ResolvedTimeline['warnings'] {
    return this.plans.loudness?.warnings ?? limiterWarnings(this.meter.reduction);
  }

  [Symbol.dispose](): void {
    for (const input of this.inputs.values()) input[Symbol.dispose]();
  }

  /** Mixes a block and returns the samples that leave the limiter, without those before the range. */
  private async nextBlock(): Promise<Stereo> {
    const due = this.mixed - DELAY_SAMPLES - this.buses.latency;
    const limited = this.limiter.push(await this.mixBlock());
    const early = Math.min(BLOCK_SAMPLES, Math.max(0, this.from - due));
    this.isLow = this.meterBlock(limited, due, early);
    return sliceStereo(limited, early);
  }

  /**
   * Measures the part of a limited block inside the range. Returns true if the limiter has lowered it a lot.
   *
   * @param due The timeline sample at which the block begins.
   * @param early Number of samples before the range.
   */
  private meterBlock(limited: Stereo, due: number, early: number): boolean {
    const end = Math.max(early, Math.min(BLOCK_SAMPLES, this.to - due));
    const gains = this.limiter.gains?.subarray(early, end);
    return gains !== undefined && this.meter.add(sliceStereo(limited, early, end), gains, due + early);
  }

  private async mixBlock(): Promise<Stereo> {
    const end = this.mixed + BLOCK_SAMPLES;
    for (let next = this.waiting[0]; next && next[0].from < end; next = this.waiting[0]) {
      this.inputs.set(next, new MixerInput(next, this.plans.ducks));
      this.waiting.shift();
    }
    for (const [chain, input] of this.inputs) {
      const block = this.buses.blockOf(chain[0].clip.bus);
      await input.add(block, this.mixed, this.isLow ? this.meter : undefined);
      if (endOfChain(chain) > end) continue;
      input[Symbol.dispose]();
      this.inputs.delete(chain);
    }
    const mixed = this.buses.mixBlock();
    for (const side of [mixed.left, mixed.right]) {
      keepFinite(side);
      if (this.plans.loudness) amplify(side, this.plans.loudness.gain);
    }
    this.mixed = end;
    return mixed;
  }

  /** Fades the mix in and out over a few samples where an edge of the range cuts through a sound. */
  private applyRamps(samples: Float32Array): void {
    if (this.cuts.from) rampUp(samples, this.position - this.from);
    if (this.cuts.to) rampDown(samples, this.to - this.position);
  }
}

function isInside(sample: number, chains: readonly ClipChain[]): boolean {
  return chains.some((chain) => chain[0].from < sample && endOfChain(chain) > sample);
}

function amplify(samples: Float32Array, gain: number): void {
  for (let index = 0; index < samples.length; index++) samples[index] = (samples[index] ?? 0) * gain;
}
