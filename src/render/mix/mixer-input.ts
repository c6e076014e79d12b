import { MediaError } from '../av/check.ts';
import type { Stereo } from '../media/stereo.ts';
import { UnreadableSource } from '../media/unreadable-source.ts';
import { ClipGain } from '../gain/clip-gain.ts';
import type { AudioClip } from '../resolve/timeline.ts';
import type { DuckPlan } from '../gain/duck-curve.ts';
import type { ReductionMeter } from './reduction-meter.ts';
import { rampDown, RAMP_SAMPLES, rampUp } from './ramp.ts';
import { SoundReader } from './sound-reader.ts';
import { endOfChain, type PlacedAudioClip, type ClipChain } from './clip-chain.ts';

/** The gains of a clip in a chain, with its ramps at the start and the end. */
interface Envelope {
  readonly gain: ClipGain;
  /**
   * The gain at which the ramp at the start of the clip begins. `undefined` if the clip starts without a
   * ramp.
   */
  readonly startGain: number | undefined;
  /** True if the clip is the last one of its chain. */
  readonly isLast: boolean;
}

/** Reads the sound of one clip chain and applies the gains of its clips. Close it with `using`. */
export class MixerInput implements Disposable {
  private readonly chain: ClipChain;
  private readonly ducks: DuckPlan | undefined;
  private reader: SoundReader | undefined;
  private index = -1;
  private envelope: Envelope | undefined;

  /** @param ducks How clips go down under voices. */
  constructor(chain: ClipChain, ducks?: DuckPlan) {
    this.chain = chain;
    this.ducks = ducks;
  }

  /**
   * Adds the sound to a block of the mix. Blocks must follow each other without gaps.
   *
   * @param at The timeline sample at which the block begins.
   * @param meter Gets the energies of the clips in this block, if they matter.
   * @throws {UnreadableSource} If the file cannot be read.
   */
  async add(mixed: Stereo, at: number, meter?: Pick<ReductionMeter, 'addEnergy'>): Promise<void> {
    const end = at + mixed.left.length;
    for (const [index, placed] of this.chain.entries()) {
      const [from, to] = [Math.max(at, placed.from), Math.min(end, placed.to)];
      if (to <= from) continue;
      const samples = await this.read(placed, from, to - from);
      const envelope = this.envelopeOf(index, placed);
      const own = gainsOf(envelope, placed, from, to);
      const gains = multiply(own, this.ducks?.get(placed.clip)?.gainsFrom(from, to - from));
      add(mixed.left, samples.left, from - at, gains);
      add(mixed.right, samples.right, from - at, gains);
      meter?.addEnergy(placed.clip.field, energyOf(samples.left, gains) + energyOf(samples.right, gains));
    }
  }

  [Symbol.dispose](): void {
    this.reader?.[Symbol.dispose]();
  }

  private async read({ clip }: PlacedAudioClip, from: number, count: number): Promise<Stereo> {
    const [first] = this.chain;
    try {
      this.reader ??= await SoundReader.open(first.clip, from - first.from);
      return chooseChannels(await this.reader.read(count), first.clip.channels);
    } catch (error) {
      throw error instanceof MediaError ? new UnreadableSource(clip.field, { cause: error }) : error;
    }
  }

  private envelopeOf(index: number, placed: PlacedAudioClip): Envelope {
    if (this.envelope && this.index === index) return this.envelope;
    const gain = new ClipGain(placed.clip, placed.to - placed.from);
    const before = this.gainBefore(index);
    const last = placed.to === endOfChain(this.chain);
    this.index = index;
    this.envelope = { gain, startGain: before === gain.at(0) ? undefined : before, isLast: last };
    return this.envelope;
  }

  private gainBefore(index: number): number | undefined {
    const joined = this.chain[index - 1];
    if (joined) return new ClipGain(joined.clip, joined.to - joined.from).at(joined.to - joined.from - 1);
    return this.reader?.clicks === true ? 0 : undefined;
  }
}

function chooseChannels({ left, right }: Stereo, channels: AudioClip['channels']): Stereo {
  switch (channels) {
    case 'left':
      return { left, right: left };
    case 'right':
      return { left: right, right };
    case 'swap':
      return { left: right, right: left };
    case 'mono': {
      const middle = left.map((sample, index) => (sample + (right[index] ?? 0)) / 2);
      return { left: middle, right: middle };
    }
    case undefined:
      return { left, right };
  }
}

/** Returns the gains of some samples of a clip, or a single gain if all these samples have the same gain. */
function gainsOf(
  { gain, startGain: before, isLast: last }: Envelope,
  placed: PlacedAudioClip,
  from: number,
  to: number,
): Float64Array | number {
  const rising = before !== undefined && from < placed.from + RAMP_SAMPLES;
  const falling = last && to > placed.to - RAMP_SAMPLES;
  if (gain.constant !== undefined && !rising && !falling) return gain.constant;
  const gains = new Float64Array(to - from);
  gain.write(gains, from - placed.from, gains.length);
  if (rising) rampUp(gains, from - placed.from, before);
  if (falling) rampDown(gains, placed.to - from);
  return gains;
}

/** Multiplies gains with those of a duck, if there are any. */
function multiply(own: Float64Array | number, duck: Float64Array | undefined): Float64Array | number {
  if (!duck) return own;
  return duck.map((gain, index) => gain * (typeof own === 'number' ? own : (own[index] ?? 0)));
}

function add(mixed: Float32Array, samples: Float32Array, at: number, gains: Float64Array | number): void {
  if (typeof gains === 'number') {
    for (let index = 0; index < samples.length; index++) {
      mixed[at + index] = (mixed[at + index] ?? 0) + gains * (samples[index] ?? 0);
    }
  } else {
    for (let index = 0; index < samples.length; index++) {
      mixed[at + index] = (mixed[at + index] ?? 0) + (gains[index] ?? 0) * (samples[index] ?? 0);
    }
  }
}

function energyOf(samples: Float32Array, gains: Float64Array | number): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index++) {
    const gain = typeof gains === 'number' ? gains : (gains[index] ?? 0);
    sum += (gain * (samples[index] ?? 0)) ** 2;
  }
  // A file of floats may contain samples that are no finite numbers.
  return Number.isFinite(sum) ? sum : 0;
}
