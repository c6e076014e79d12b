import { SAMPLE_RATE } from '../../base/time.ts';
import { silence, sliced, type Stereo, write } from '../media/stereo.ts';
import type { Timeline } from '../resolve/timeline.ts';
import { DELAY, Limiter } from './limiter.ts';
import { fall, rise } from './ramp.ts';
import { endOf, type Sound, soundsOf } from './sounds.ts';
import { Voice } from './voice.ts';

/** Samples that are mixed at a time. */
const STRETCH = 2048;
/** What is mixed before a range begins, so that the limiter is as it would have been: two seconds. */
const RUN_UP: number = 2 * SAMPLE_RATE;

/**
 * Mixes the sounds in the range of a timeline to 48 kHz stereo, sample by sample: each at its volume, with its fades, and with short
 * ramps where it is cut. What is too loud together is limited. All lies where the whole timeline has it. Close it with `using`.
 */
export class Mixer implements Disposable {
  /** Those that have not begun, the next one first. */
  private readonly waiting: Sound[];
  private readonly voices = new Map<Sound, Voice>();
  private readonly limiter: Limiter;
  private readonly from: number;
  private readonly to: number;
  /** Whether a sound is cut by the beginning or the end of what is mixed. */
  private readonly cut: { readonly from: boolean; readonly to: boolean };
  /** The sample of the timeline that is mixed next, and the one that is handed out next. */
  private mixed: number;
  private position: number;
  /** What is mixed and not yet handed out. */
  private rest = silence(0);

  /** @param ceiling in dBTP, decibels of full scale that no true peak of the mix goes beyond. */
  constructor(timeline: Timeline, ceiling: number) {
    this.limiter = new Limiter(ceiling);
    const sounds = soundsOf(timeline);
    this.from = timeline.range.samples.from;
    this.to = timeline.range.samples.to;
    this.cut = { from: isInside(this.from, sounds), to: isInside(this.to, sounds) };
    this.position = this.from;
    this.mixed = Math.max(0, this.from - RUN_UP);
    this.waiting = sounds.filter((sound) => endOf(sound) > this.mixed && sound[0].from < this.to + STRETCH);
  }

  /**
   * The next `count` samples of what is heard, limited to the ceiling.
   *
   * @throws {Unreadable} when the file of a clip cannot be read.
   */
  async next(count: number): Promise<Stereo> {
    const out = silence(count);
    for (let filled = 0; filled < count;) {
      if (this.rest.left.length === 0) this.rest = await this.more();
      const taken = Math.min(count - filled, this.rest.left.length);
      write(out, sliced(this.rest, 0, taken), filled);
      this.rest = sliced(this.rest, taken);
      filled += taken;
    }
    this.ramp(out.left);
    this.ramp(out.right);
    this.position += count;
    return out;
  }

  [Symbol.dispose](): void {
    for (const voice of this.voices.values()) voice[Symbol.dispose]();
  }

  /** The next samples that come out of the limiter, without those before the beginning. */
  private async more(): Promise<Stereo> {
    const due = this.mixed - DELAY;
    const stretch = silence(STRETCH);
    await this.mix(stretch);
    return sliced(this.limiter.push(stretch), Math.min(STRETCH, Math.max(0, this.from - due)));
  }

  private async mix(stretch: Stereo): Promise<void> {
    const end = this.mixed + STRETCH;
    for (let next = this.waiting[0]; next && next[0].from < end; next = this.waiting[0]) {
      this.voices.set(next, new Voice(next));
      this.waiting.shift();
    }
    for (const [sound, voice] of this.voices) {
      await voice.add(stretch, this.mixed);
      if (endOf(sound) > end) continue;
      voice[Symbol.dispose]();
      this.voices.delete(sound);
    }
    keepFinite(stretch.left);
    keepFinite(stretch.right);
    this.mixed = end;
  }

  /** A range is a cut like any other, where it begins or ends within a sound. */
  private ramp(samples: Float32Array): void {
    if (this.cut.from) rise(samples, this.position - this.from);
    if (this.cut.to) fall(samples, this.to - this.position);
  }
}

function isInside(sample: number, sounds: readonly Sound[]): boolean {
  return sounds.some((sound) => sound[0].from < sample && endOf(sound) > sample);
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
