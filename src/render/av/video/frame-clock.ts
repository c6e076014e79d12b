import { AV_NOPTS_VALUE, type Frame, type Stream } from '../ffmpeg.ts';
import { MAX_STRAYS } from '../input/analyze-clock.ts';

/** Seconds between two frames that may be an error. */
const FAR = 10;

/** A decoded frame. */
export interface DecodedFrame {
  readonly frame: Frame;
  /** True if the decoder had no more packets when it returned the frame. */
  readonly isLast: boolean;
}

/**
 * Gives frames with a wrong time the time that follows the frame before: those that are more than 10 s away from it,
 * if one of the next frames is near it again. A long pause is something else: all later frames come after it. A
 * first frame that is more than 10 s later than the next ones gets the time before these.
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
    } else if (frame.bestEffortTimestamp >= this.far) await this.mendFirst(frame);
    this.last = frame.bestEffortTimestamp;
    return next;
  }

  /** Forgets the frames so far. Call it after seeking. */
  reset(): void {
    for (const { frame } of this.ahead.splice(0)) frame.free();
    this.last = undefined;
    this.step = 0n;
  }

  /** Gives the first frame the time before the next one, if that is near the one after it, but much earlier. */
  private async mendFirst(frame: Frame): Promise<void> {
    const next = await this.timeAhead(0);
    if (next === undefined || next > frame.bestEffortTimestamp - this.far) return;
    const later = await this.timeAhead(1);
    if (later === undefined || !this.isNear(later, next)) return;
    this.hasStrays = true;
    frame.bestEffortTimestamp = next - (frame.duration > 0n ? frame.duration : later - next);
  }

  /** Returns the time that the file has for a frame after the next one. Undefined at the end. */
  private async timeAhead(index: number): Promise<bigint | undefined> {
    const later = await this.lookAhead(index);
    return later?.pts === AV_NOPTS_VALUE ? later.bestEffortTimestamp : later?.pts;
  }

  /** Returns a frame after the next one, which stays the property of this clock. Undefined at the end. */
  private async lookAhead(index: number): Promise<Frame | undefined> {
    const later = this.ahead[index] ?? (await this.read());
    if (later) this.ahead[index] = later;
    return later?.frame;
  }

  private async isStray({ bestEffortTimestamp: time }: Frame, last: bigint): Promise<boolean> {
    // In a slide show, long steps are usual.
    if (this.isNear(time, last) || (time > last && time - last <= 2n * this.step)) return false;
    for (let index = 0; index < MAX_STRAYS; index++) {
      const later = await this.lookAhead(index);
      if (!later) return false;
      if (this.isNear(later.bestEffortTimestamp, last)) return true;
    }
    return false;
  }

  private isNear(time: bigint, last: bigint): boolean {
    return time > last - this.far && time < last + this.far;
  }
}
