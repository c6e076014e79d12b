import type { Seconds } from '../../../base/time.ts';
import type { StreamLocation } from '../../media/media.ts';
import { type PlacedFrame, SoundFrames } from './sound-frames.ts';

/** The part of a sound that is played again and again. */
export interface SoundLoop {
  /** Source second at which the part begins. */
  readonly from: Seconds;
  /** Length of the part in source seconds, more than 0. */
  readonly length: Seconds;
}

/**
 * Reads a part of a sound again and again, as frames that follow each other without a gap. Positions count on
 * through all repetitions. Each repetition begins at the sample that is nearest to its exact time, so that a
 * loop stays in step with the picture for hours. Close it with `using`.
 */
export class LoopedFrames implements Disposable {
  private readonly location: StreamLocation;
  private readonly loop: SoundLoop;
  /** The repetition in which reading begins, from 0. */
  private readonly first: number;
  private frames: SoundFrames;
  /** The repetition that is read. */
  private repetition: number;
  /** True if the repetition that is read had a frame. */
  private hasSound = false;
  /** The sample that follows the last frame. */
  private end: number | undefined;

  private constructor(location: StreamLocation, loop: SoundLoop, frames: SoundFrames, first: number) {
    this.location = location;
    this.loop = loop;
    this.frames = frames;
    this.first = first;
    this.repetition = first;
  }

  /**
   * Opens a sound.
   *
   * @param location a sound in a local file.
   * @param from second of the first requested sample, counted through all repetitions: at least `loop.from`.
   * @throws {MediaError} if the file cannot be read.
   */
  static async open(location: StreamLocation, from: Seconds, loop: SoundLoop): Promise<LoopedFrames> {
    const played = from.sub(loop.from);
    const repetition = played.div(loop.length).floor().valueOf();
    const frames = await SoundFrames.open(location, loop.from.add(played.mod(loop.length)));
    return new LoopedFrames(location, loop, frames, repetition);
  }

  /**
   * Returns the next frame, which the caller frees, with its position.
   *
   * @returns undefined if the part has no sound.
   * @throws {MediaError} if the file cannot be read.
   */
  async next(): Promise<PlacedFrame | undefined> {
    for (;;) {
      const placed = this.frames.next();
      if (placed && !this.isAfterPart(placed)) {
        const kept = this.keep(placed);
        if (kept) return kept;
        continue;
      }
      placed?.frame.free();
      // Reading may begin after the last sound of a repetition. After that, each has sound or none has.
      if (!this.hasSound && this.repetition > this.first) return undefined;
      await this.restart();
    }
  }

  [Symbol.dispose](): void {
    this.frames[Symbol.dispose]();
  }

  private async restart(): Promise<void> {
    this.frames[Symbol.dispose]();
    this.frames = await SoundFrames.open(this.location, this.loop.from);
    this.repetition += 1;
    this.hasSound = false;
  }

  private isAfterPart({ frame, start }: PlacedFrame): boolean {
    return start + this.shiftAt(frame.sampleRate) >= this.edgeOf(this.repetition + 1, frame.sampleRate);
  }

  /** Moves a frame to its repetition, without the samples outside of the part. Frees it if none is left. */
  private keep({ frame, start: own }: PlacedFrame): PlacedFrame | undefined {
    const { sampleRate: rate, nbSamples } = frame;
    const start = own + this.shiftAt(rate);
    // The samples before the first requested one fill the filter of the resampler.
    const from = this.repetition === this.first ? start : Math.max(start, this.edgeOf(this.repetition, rate));
    const to = Math.min(start + nbSamples, this.edgeOf(this.repetition + 1, rate));
    if (from >= to) {
      frame.free();
      return undefined;
    }
    const isContinuous = from === this.end;
    this.end = to;
    this.hasSound = true;
    return { frame, start: from, isContinuous, part: { skip: from - start, count: to - from } };
  }

  /** Returns the first sample of a repetition. */
  private edgeOf(repetition: number, rate: number): number {
    const { from, length } = this.loop;
    return from.add(length.mul(repetition)).mul(rate).round().valueOf();
  }

  /** Returns the samples by which the frames of the repetition that is read are moved. */
  private shiftAt(rate: number): number {
    return this.edgeOf(this.repetition, rate) - this.edgeOf(0, rate);
  }
}
