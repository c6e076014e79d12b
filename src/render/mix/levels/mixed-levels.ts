import { SAMPLE_RATE, sampleAtFrame, type SampleIndex } from '../../../base/time.ts';
import { createSilence, sliceStereo, type Stereo, copyStereo } from '../../media/stereo.ts';
import type { ResolvedTimeline } from '../../resolve/timeline.ts';
import type { DuckPlan } from '../../gain/duck-curve.ts';
import { placeAudioClip } from '../../gain/clip-chain.ts';
import { planDucks } from '../duck/plan-ducks.ts';
import { Mixer } from '../mixer.ts';
import { BandMeter, WINDOW_SAMPLES } from './band-meter.ts';

/** Samples to read at once: a tenth of a second. */
const BLOCK_SAMPLES = SAMPLE_RATE / 10;
/** A mix begins so many samples early, because it begins with a short ramp. */
const EARLY_SAMPLES = SAMPLE_RATE / 10;
/** Samples that are skipped by reading them. For more, another mix is begun. */
const MAX_SKIPPED = 5 * SAMPLE_RATE;

/** A part of the sound of a timeline, and the bands in which it is measured. */
interface MeasuredPart {
  /** The fields of the clips that are heard. All if absent. */
  readonly fields?: readonly string[] | undefined;
  /** Number of bands. */
  readonly count: number;
}

/**
 * Measures the sound of a timeline around its frames: with volumes, fades, filters and ducks, and without the limiter and a
 * target loudness, whose work depends on all that follows. Fastest if the frames follow each other. Close it with `using`.
 */
export class MixedLevels implements Disposable {
  private readonly timeline: ResolvedTimeline;
  private readonly meters = new Map<number, BandMeter>();
  private readonly sounds = new Map<string, SoundWindow>();
  private ducks: Promise<DuckPlan> | undefined;
  /** The measurement before. One follows the other, because a mix is read in its order. */
  private before: Promise<unknown> = Promise.resolve();

  constructor(timeline: ResolvedTimeline) {
    this.timeline = timeline;
  }

  /**
   * Returns the level of each band in dB, in a window around the middle of a frame of the timeline.
   *
   * @throws {UnreadableSource} if the file of a clip cannot be read.
   */
  levelsAt(frame: number, part: MeasuredPart): Promise<readonly number[]> {
    const measured = this.before.then(() => this.measure(frame, part));
    this.before = measured.catch(() => undefined);
    return measured;
  }

  [Symbol.dispose](): void {
    for (const sound of this.sounds.values()) sound[Symbol.dispose]();
    this.sounds.clear();
  }

  private async measure(frame: number, { fields, count }: MeasuredPart): Promise<readonly number[]> {
    const { rate } = this.timeline;
    const middle = (sampleAtFrame(frame, rate) + sampleAtFrame(frame + 1, rate)) / 2;
    const sound = await this.soundOf(fields);
    const meter = this.meters.get(count) ?? new BandMeter(count);
    this.meters.set(count, meter);
    return meter.measure(await sound.read(Math.round(middle) - WINDOW_SAMPLES / 2));
  }

  private async soundOf(fields: readonly string[] | undefined): Promise<SoundWindow> {
    const key = fields?.join() ?? '';
    const known = this.sounds.get(key);
    if (known) return known;
    const { audioClips, rate, frameCount } = this.timeline;
    const end = sampleAtFrame(frameCount, rate);
    const placed = audioClips.map((clip) => placeAudioClip(clip, rate));
    // All voices are read, because they count also where they are not shown.
    if (audioClips.some(({ duck }) => duck))
      this.ducks ??= planDucks(placed, { from: 0, to: end }, () => undefined);
    const ducks = await this.ducks;
    const heard = fields ? audioClips.filter(({ field }) => fields.includes(field)) : audioClips;
    const sound = new SoundWindow({ ...this.timeline, audioClips: heard }, end, ducks);
    this.sounds.set(key, sound);
    return sound;
  }
}

/** Reads windows of a mix. */
class SoundWindow implements Disposable {
  private readonly timeline: ResolvedTimeline;
  private readonly end: number;
  private readonly ducks: DuckPlan | undefined;
  private mixer: Mixer | undefined;
  /** The samples that were read last, and the sample of the timeline with which they begin. */
  private held: { readonly from: number; readonly samples: Stereo } = { from: 0, samples: createSilence(0) };

  /** @param end the sample of the timeline after which nothing is heard. */
  constructor(timeline: ResolvedTimeline, end: number, ducks: DuckPlan | undefined) {
    this.timeline = timeline;
    this.end = end;
    this.ducks = ducks;
  }

  /** Reads a window. What is outside of the timeline is silent. @param from the sample with which it begins. */
  async read(from: number): Promise<Stereo> {
    const window = createSilence(WINDOW_SAMPLES);
    const [first, last] = [Math.max(0, from), Math.min(this.end, from + WINDOW_SAMPLES)];
    if (last <= first || this.timeline.audioClips.length === 0) return window;
    await this.hold(first, last);
    const at = first - this.held.from;
    copyStereo(window, sliceStereo(this.held.samples, at, at + last - first), first - from);
    return window;
  }

  [Symbol.dispose](): void {
    this.mixer?.[Symbol.dispose]();
    this.mixer = undefined;
  }

  private async hold(from: number, to: number): Promise<void> {
    const next = this.held.from + this.held.samples.left.length;
    if (!this.mixer || from < this.held.from || from > next + MAX_SKIPPED) this.begin(from);
    while (this.held.from + this.held.samples.left.length < to) {
      const { from: begin, samples } = this.held;
      const block = (await this.mixer?.next(BLOCK_SAMPLES)) ?? createSilence(BLOCK_SAMPLES);
      const passed = Math.min(samples.left.length, Math.max(0, from - begin));
      const kept = samples.left.length - passed;
      const joined = createSilence(kept + BLOCK_SAMPLES);
      copyStereo(joined, sliceStereo(samples, passed), 0);
      copyStereo(joined, block, kept);
      this.held = { from: begin + passed, samples: joined };
    }
  }

  private begin(from: number): void {
    this[Symbol.dispose]();
    const { timeline, ducks } = this;
    // The casts are safe: samples of the timeline.
    const samples = {
      from: Math.max(0, from - EARLY_SAMPLES) as SampleIndex,
      to: this.end as SampleIndex,
    };
    this.mixer = new Mixer(
      { ...timeline, range: { ...timeline.range, samples } },
      Infinity,
      ducks && { ducks },
    );
    this.held = { from: samples.from, samples: createSilence(0) };
  }
}
