import { frameSample, ratio, SAMPLE_RATE } from '../../base/time.ts';
import { AudioReader, type Stereo } from '../av/audio-reader.ts';
import { MediaError } from '../av/check.ts';
import { Unreadable } from '../media/unreadable.ts';
import type { HeardClip, Timeline } from '../resolve/timeline.ts';
import { gainAt } from './gain.ts';

/** A sound at its place in the output; samples count from the output's start, `to` exclusive. */
interface Placed {
  readonly clip: HeardClip;
  readonly from: number;
  readonly to: number;
}

/** Mixes the sounds of a timeline to 48 kHz stereo, from the first sample of its range on. Close it with `using`. */
export class Mixer implements Disposable {
  private readonly placed: readonly Placed[];
  private readonly readers = new Map<Placed, AudioReader>();
  private position: number;

  constructor(timeline: Timeline) {
    this.position = frameSample(timeline.range.from, timeline.rate);
    this.placed = timeline.heard.map((clip) => ({
      clip,
      from: frameSample(clip.from, timeline.rate),
      to: frameSample(Math.min(clip.to, timeline.frames), timeline.rate),
    }));
  }

  /**
   * The next `count` samples of the sum of all sounds, full scale at 1; a louder sum is cut off there.
   *
   * @throws {Unreadable} when the file of a clip cannot be read.
   */
  async next(count: number): Promise<Stereo> {
    const mixed = { left: new Float32Array(count), right: new Float32Array(count) };
    const [from, to] = [this.position, this.position + count];
    for (const sound of this.placed) {
      if (sound.to <= from) this.close(sound);
      else if (sound.from < to) await this.add(sound, mixed, from, to);
    }
    this.position = to;
    limit(mixed.left);
    limit(mixed.right);
    return mixed;
  }

  [Symbol.dispose](): void {
    for (const sound of this.readers.keys()) this.close(sound);
  }

  private async add(sound: Placed, mixed: Stereo, from: number, to: number): Promise<void> {
    const first = Math.max(from, sound.from);
    const count = Math.min(to, sound.to) - first;
    const samples = await this.read(sound, first, count);
    const length = (sound.to - sound.from) / SAMPLE_RATE;
    for (let index = 0; index < count; index++) {
      const gain = gainAt(sound.clip, (first + index - sound.from) / SAMPLE_RATE, length);
      const at = first - from + index;
      mixed.left[at] = (mixed.left[at] ?? 0) + gain * (samples.left[index] ?? 0);
      mixed.right[at] = (mixed.right[at] ?? 0) + gain * (samples.right[index] ?? 0);
    }
  }

  private async read(sound: Placed, first: number, count: number): Promise<Stereo> {
    try {
      const reader = await this.reader(sound, first);
      return reader.read(count);
    } catch (error) {
      throw error instanceof MediaError ? new Unreadable(sound.clip.field, { cause: error }) : error;
    }
  }

  /** The reader of a sound; one that began before is opened where it is by now. */
  private async reader(sound: Placed, first: number): Promise<AudioReader> {
    const known = this.readers.get(sound);
    if (known) return known;
    const { track, trim, speed } = sound.clip;
    const played = speed.mul(ratio(first - sound.from, SAMPLE_RATE));
    const reader = await AudioReader.open(track.location, trim.add(played), speed);
    this.readers.set(sound, reader);
    return reader;
  }

  private close(sound: Placed): void {
    this.readers.get(sound)?.[Symbol.dispose]();
    this.readers.delete(sound);
  }
}

function limit(samples: Float32Array): void {
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] ?? 0;
    if (sample > 1) samples[index] = 1;
    else if (sample < -1) samples[index] = -1;
  }
}
