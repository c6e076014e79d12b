import { chooseChannels } from '../gain/clip-envelope.ts';
import { SoundCovers } from '../gain/sound-covers.ts';
import type { Stereo } from '../media/stereo.ts';
import type { AudioClip } from '../resolve/timeline.ts';
import { SoundRack } from '../sound/sound-rack.ts';
import { type ClipSound, SoundReader } from './sound-reader.ts';

/** The fields of a clip that decide its samples before its gains. */
export type FilteredClip = ClipSound & Pick<AudioClip, 'channels' | 'covers' | 'sound'>;

/** Reads the samples of a sound in order, with its channels chosen and its filters applied. Close it with `using`. */
export class FilteredSound implements Disposable {
  private readonly reader: SoundReader;
  private readonly channels: AudioClip['channels'];
  private readonly covers: SoundCovers | undefined;
  private readonly rack: SoundRack | undefined;

  /** @param first the sample of the clip that is read first. */
  private constructor(
    reader: SoundReader,
    { channels, covers }: FilteredClip,
    first: number,
    rack: SoundRack | undefined,
  ) {
    this.reader = reader;
    this.channels = channels;
    this.covers = covers && new SoundCovers(covers, first);
    this.rack = rack;
  }

  /**
   * Opens the sound of a clip chain.
   *
   * @param clip the first clip of the chain.
   * @param skipped number of samples to skip at the beginning of the chain.
   * @throws {MediaError} if the file cannot be read.
   */
  static async open(clip: FilteredClip, skipped: number): Promise<FilteredSound> {
    if (!clip.sound)
      return new FilteredSound(await SoundReader.open(clip, skipped), clip, skipped, undefined);
    const { memory, latency } = new SoundRack(clip.sound, 0);
    const from = Math.max(0, skipped - memory);
    const reader = await SoundReader.open(clip, from);
    const sound = new FilteredSound(reader, clip, from, new SoundRack(clip.sound, from));
    try {
      // The samples before the first one that is heard, and those that the filters are late by.
      for (let left = skipped - from + latency; left > 0; left -= BLOCK_SAMPLES)
        await sound.read(Math.min(left, BLOCK_SAMPLES));
      return sound;
    } catch (error) {
      reader[Symbol.dispose]();
      throw error;
    }
  }

  /** True if the sound would begin with a click. */
  get clicks(): boolean {
    return this.reader.clicks;
  }

  /** Returns the next samples. @throws {MediaError} if the file cannot be read. */
  async read(count: number): Promise<Stereo> {
    const chosen = chooseChannels(await this.reader.read(count), this.channels);
    const samples = this.covers ? this.covers.cover(chosen) : chosen;
    return this.rack ? this.rack.push(samples) : samples;
  }

  [Symbol.dispose](): void {
    this.reader[Symbol.dispose]();
  }
}

/** Samples to read at once: a quarter of a second. */
const BLOCK_SAMPLES = 12_000;
