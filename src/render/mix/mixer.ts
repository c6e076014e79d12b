import { SAMPLE_RATE } from '../../base/time.ts';
import { createSilence, sliceStereo, type Stereo, copyStereo } from '../media/stereo.ts';
import type { ResolvedTimeline } from '../resolve/timeline.ts';
import { DELAY_SAMPLES, Limiter } from './limiter.ts';
import { rampDown, rampUp } from './ramp.ts';
import { endOfChain, type ClipChain, chainClips } from './clip-chain.ts';
import { MixerInput } from './mixer-input.ts';

/** Samples that are mixed at a time. */
const BLOCK_SAMPLES = 2048;
/** What is mixed before a range begins, so that the limiter is as it would have been: two seconds. */
const PREROLL_SAMPLES: number = 2 * SAMPLE_RATE;

/**
 * Mixes the sounds in the range of a timeline to 48 kHz stereo, sample by sample: each at its volume, with its fades, and with short
 * ramps where it is cut. What is too loud together is limited. All lies where the whole timeline has it. Close it with `using`.
 */
export class Mixer implements Disposable {
  /** Those that have not begun, the next one first. */
  private readonly waiting: ClipChain[];
  private readonly inputs = new Map<ClipChain, MixerInput>();
  private readonly limiter: Limiter;
  private readonly from: number;
  private readonly to: number;
  /** Whether a sound is cut by the beginning or the end of what is mixed. */
  private readonly cuts: { readonly from: boolean; readonly to: boolean };
  /** The sample of the timeline that is mixed next, and the one that is handed out next. */
  private mixed: number;
  private position: number;
  /** What is mixed and not yet handed out. */
  private remainder = createSilence(0);

  /** @param ceiling in dBTP, decibels of full scale that no true peak of the mix goes beyond. */
  constructor(timeline: ResolvedTimeline, ceiling: number) {
    this.limiter = new Limiter(ceiling);
    const sounds = chainClips(timeline);
    this.from = timeline.range.samples.from;
    this.to = timeline.range.samples.to;
    this.cuts = { from: isInside(this.from, sounds), to: isInside(this.to, sounds) };
    this.position = this.from;
    this.mixed = Math.max(0, this.from - PREROLL_SAMPLES);
    this.waiting = sounds.filter(
      (sound) => endOfChain(sound) > this.mixed && sound[0].from < this.to + BLOCK_SAMPLES,
    );
  }

  /**
   * The next `count` samples of what is heard, limited to the ceiling.
   *
   * @throws {Unreadable} when the file of a clip cannot be read.
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

  [Symbol.dispose](): void {
    for (const voice of this.inputs.values()) voice[Symbol.dispose]();
  }

  /** The next samples that come out of the limiter, without those before the beginning. */
  private async nextBlock(): Promise<Stereo> {
    const due = this.mixed - DELAY_SAMPLES;
    const stretch = createSilence(BLOCK_SAMPLES);
    await this.mixBlock(stretch);
    return sliceStereo(this.limiter.push(stretch), Math.min(BLOCK_SAMPLES, Math.max(0, this.from - due)));
  }

  private async mixBlock(stretch: Stereo): Promise<void> {
    const end = this.mixed + BLOCK_SAMPLES;
    for (let next = this.waiting[0]; next && next[0].from < end; next = this.waiting[0]) {
      this.inputs.set(next, new MixerInput(next));
      this.waiting.shift();
    }
    for (const [sound, voice] of this.inputs) {
      await voice.add(stretch, this.mixed);
      if (endOfChain(sound) > end) continue;
      voice[Symbol.dispose]();
      this.inputs.delete(sound);
    }
    keepFinite(stretch.left);
    keepFinite(stretch.right);
    this.mixed = end;
  }

  /** A range is a cut like any other, where it begins or ends within a sound. */
  private applyRamps(samples: Float32Array): void {
    if (this.cuts.from) rampUp(samples, this.position - this.from);
    if (this.cuts.to) rampDown(samples, this.to - this.position);
  }
}

function isInside(sample: number, sounds: readonly ClipChain[]): boolean {
  return sounds.some((sound) => sound[0].from < sample && endOfChain(sound) > sample);
}

/** Makes silence of what is no number: files of floats may hold that, and no encoder takes it. */
function keepFinite(samples: Float32Array): void {
  let nothing = 0;
  for (let index = 0; index < samples.length; index++) nothing += 0 * (samples[index] ?? 0);
  if (nothing === 0) return;
  for (let index = 0; index < samples.length; index++) {
    if (!Number.isFinite(samples[index])) samples[index] = 0;
  }
}
