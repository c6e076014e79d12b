import { AV_NOPTS_VALUE, type Frame, type Stream } from '../ffmpeg.ts';

/** Seconds between two frames that may be an error. */
const FAR = 10;
/** Maximum number of frames in a row with wrong times. */
const MAX_STRAYS = 8;

/** A decoded frame. */
export interface DecodedFrame {
  readonly frame: Frame;
  /** True if the decoder had no more packets when it returned the frame. */
  readonly isLast: boolean;
}

/**
 * Gives frames with a wrong time the time that follows the frame before: those that are more than 10 s away from it,
 * if one of the next frames is near it again. A long pause is something else: all later frames come after it.
 */
export class FrameClock {
  private readonly read: () => Promise<DecodedFrame | undefined>;
  private readonly far: bigint;
  private readonly ahead: DecodedFrame[] = [];
  private last: bigint | undefined;
  /** The ticks between the last two frames. */
  private step = 0n;
  private hasStrays = false;

  /** @param read returns the next frame in the order in which they are shown. */
  constructor({ timeBase }: Pick<Stream, 'timeBase'>, read: () => Promise<DecodedFrame | undefined>) {
    this.read = read;
    this.far = BigInt(Math.round((FAR * timeBase.den) / timeBase.num));
  }

  /** Returns the next frame, which the caller frees. */
  async next(): Promise<DecodedFrame | undefined> {
    const next = this.ahead.shift() ?? (await this.read());
    if (!next || next.frame.bestEffortTimestamp === AV_NOPTS_VALUE) return next;
    const { frame } = next;
    // After a wrong time, FFmpeg guesses times, although those of the file are right again.
    if (this.hasStrays && frame.pts !== AV_NOPTS_VALUE) frame.bestEffortTimestamp = frame.pts;
    if (this.last !== undefined) {
      if (await this.isStray(frame, this.last)) {
        this.hasStrays = true;
        frame.bestEffortTimestamp = this.last + (frame.duration > 0n ? frame.duration : this.step);
      }
      this.step = frame.bestEffortTimestamp - this.last;
    }
    this.last = frame.bestEffortTimestamp;
    return next;
  }

  /** Forgets the frames so far. Call it after seeking. */
  reset(): void {
    for (const { frame } of this.ahead.splice(0)) frame.free();
    this.last = undefined;
    this.step = 0n;
  }

  private async isStray({ bestEffortTimestamp: time }: Frame, last: bigint): Promise<boolean> {
    // In a slide show, long steps are usual.
    if (this.isNear(time, last) || (time > last && time - last <= 2n * this.step)) return false;
    for (let index = 0; index < MAX_STRAYS; index++) {
      const later = this.ahead[index] ?? (await this.read());
      if (!later) return false;
      this.ahead[index] = later;
      if (this.isNear(later.frame.bestEffortTimestamp, last)) return true;
    }
    return false;
  }

  private isNear(time: bigint, last: bigint): boolean {
    return time > last - this.far && time < last + this.far;
  }
}
