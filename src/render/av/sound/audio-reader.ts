import { NATURAL_SPEED, SAMPLE_RATE, type Seconds, type Speed } from '../../../base/time.ts';
import type { StreamLocation } from '../../media/media.ts';
import { createSilence, sliceStereo, type Stereo, copyStereo } from '../../media/stereo.ts';
import { type SoundChunk, Resampler, type SoundGap } from './resampler.ts';
import { LoopedFrames, type SoundLoop } from './looped-frames.ts';
import { type PlacedFrame, SoundFrames } from './sound-frames.ts';

export type { SoundGap };

/** Decoded frames of a sound in order. */
export interface FrameSource extends Disposable {
  /** Returns the next frame, which the caller frees. Undefined after the last one. */
  next(): PlacedFrame | undefined | Promise<PlacedFrame | undefined>;
}

/**
 * Reads a sound as 48 kHz stereo from a given second on, and fills the gaps of the file with silence. Faster
 * playback raises the pitch, like a tape. Close it with `using`.
 */
export class AudioReader implements Disposable {
  private readonly frames: FrameSource;
  private readonly resampler: Resampler;
  private readonly chunks: SoundChunk[] = [];
  private position: number;
  /** The gaps found since the last call of {@link AudioReader.takeGaps}. */
  private gaps: SoundGap[] = [];
  private hasEnded = false;

  private constructor(frames: FrameSource, from: Seconds, speed: Speed) {
    this.frames = frames;
    this.position = from.mul(SAMPLE_RATE).div(speed).round().valueOf();
    this.resampler = new Resampler(speed);
  }

  /**
   * Opens a sound.
   *
   * @param location a sound in a local file.
   * @param from source second of the first sample, counted through all repetitions of a loop.
   * @param speed playback speed, above 0.
   * @param loop the part to repeat without end. Default: the sound plays once.
   * @throws {MediaError} if the file cannot be read.
   */
  static async open(
    location: StreamLocation,
    from: Seconds,
    speed: Speed = NATURAL_SPEED,
    loop?: SoundLoop,
  ): Promise<AudioReader> {
    const frames = loop
      ? await LoopedFrames.open(location, from, loop)
      : await SoundFrames.open(location, from);
    return new AudioReader(frames, from, speed);
  }

  /**
   * Reads frames that were opened before.
   *
   * @param from second of the first sample.
   * @param speed playback speed, above 0.
   */
  static over(frames: FrameSource, from: Seconds, speed: Speed): AudioReader {
    return new AudioReader(frames, from, speed);
  }

  /**
   * True if only silence is left. May become true late, when a part of the final silence has already been
   * read.
   */
  get isOver(): boolean {
    return this.hasEnded && this.chunks.every(({ start, left }) => start + left.length <= this.position);
  }

  /**
   * Returns the next `count` samples. Samples after the end of the sound are silent.
   *
   * @throws {MediaError} if the sound cannot be resampled, or not be opened for its next repetition.
   */
  async read(count: number): Promise<Stereo> {
    const out = createSilence(count);
    for (let filled = 0; filled < count;) {
      const chunk = await this.chunkFrom(this.position + filled);
      const gap = chunk ? Math.max(0, chunk.start - (this.position + filled)) : count;
      if (!chunk || gap >= count - filled) break;
      filled += gap;
      const taken = Math.min(chunk.left.length, count - filled);
      copyStereo(out, sliceStereo(chunk, 0, taken), filled);
      filled += taken;
    }
    this.position += count;
    return out;
  }

  /**
   * Returns the gaps found since the last call. Some gaps may lie beyond the read position.
   *
   * @returns positions in samples, relative to the next sample to read.
   */
  takeGaps(): SoundGap[] {
    const { gaps, position } = this;
    this.gaps = [];
    return gaps.map(({ from, to }) => ({ from: from - position, to: to - position }));
  }

  [Symbol.dispose](): void {
    this.resampler[Symbol.dispose]();
    this.frames[Symbol.dispose]();
  }

  /**
   * Returns the first chunk that ends after a position, without its samples before that position. If two
   * chunks overlap, the earlier one wins.
   */
  private async chunkFrom(position: number): Promise<SoundChunk | undefined> {
    for (;;) {
      const [chunk] = this.chunks;
      if (!chunk) {
        if (this.hasEnded) return undefined;
        await this.decode();
      } else if (chunk.start + chunk.left.length <= position) this.chunks.shift();
      else return chunk.start < position ? skipSamples(chunk, position - chunk.start) : chunk;
    }
  }

  private async decode(): Promise<void> {
    const next = await this.frames.next();
    this.hasEnded = !next;
    const chunks = next ? this.resampler.push(next) : this.resampler.finish();
    this.chunks.push(...chunks);
    this.gaps.push(...chunks.flatMap(({ gap }) => gap ?? []));
    next?.frame.free();
  }
}

/** Returns a chunk without its first `count` samples. */
function skipSamples(chunk: SoundChunk, count: number): SoundChunk {
  return { ...sliceStereo(chunk, count), start: chunk.start + count };
}
