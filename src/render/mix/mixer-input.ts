import { MediaError } from '../av/check.ts';
import type { Stereo } from '../media/stereo.ts';
import { UnreadableSource } from '../media/unreadable-source.ts';
import { endOfChain, type PlacedAudioClip, type ClipChain } from '../gain/clip-chain.ts';
import { addSamples, type ClipEnvelope, gainsOf, multiplyGains } from '../gain/clip-envelope.ts';
import { ClipGain } from '../gain/clip-gain.ts';
import type { DuckPlan } from '../gain/duck-curve.ts';
import { FilteredSound } from './filtered-sound.ts';
import type { ReductionMeter } from './reduction-meter.ts';

/** Reads the sound of one clip chain and applies the gains of its clips. Close it with `using`. */
export class MixerInput implements Disposable {
  private readonly chain: ClipChain;
  private readonly ducks: DuckPlan | undefined;
  private reader: FilteredSound | undefined;
  private index = -1;
  private envelope: ClipEnvelope | undefined;

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
      const gains = multiplyGains(own, this.ducks?.get(placed.clip)?.gainsFrom(from, to - from));
      addSamples(mixed.left, samples.left, from - at, gains);
      addSamples(mixed.right, samples.right, from - at, gains);
      meter?.addEnergy(placed.clip.field, energyOf(samples.left, gains) + energyOf(samples.right, gains));
    }
  }

  [Symbol.dispose](): void {
    this.reader?.[Symbol.dispose]();
  }

  private async read({ clip }: PlacedAudioClip, from: number, count: number): Promise<Stereo> {
    const [first] = this.chain;
    try {
      this.reader ??= await FilteredSound.open(first.clip, from - first.from);
      return await this.reader.read(count);
    } catch (error) {
      throw error instanceof MediaError ? new UnreadableSource(clip.field, { cause: error }) : error;
    }
  }

  private envelopeOf(index: number, placed: PlacedAudioClip): ClipEnvelope {
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

function energyOf(samples: Float32Array, gains: Float64Array | number): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index++) {
    const gain = typeof gains === 'number' ? gains : (gains[index] ?? 0);
    sum += (gain * (samples[index] ?? 0)) ** 2;
  }
  // A file of floats may contain samples that are no finite numbers.
  return Number.isFinite(sum) ? sum : 0;
}
