import { AV_FRAME_FLAG_KEY, AV_NOPTS_VALUE, type Frame } from '../ffmpeg.ts';

/** The display and decoding times of a frame, on the clock of the file, and its flags. */
export type OrderedFrame = Pick<Frame, 'bestEffortTimestamp' | 'pktDts' | 'flags'>;

/**
 * Finds frames that a decoder returns too late: after a frame that is shown later. A damaged packet can have
 * that effect. Without the late frames, all others keep their times.
 *
 * A clock that steps back in the file is something else, for example where two films were joined. Then the
 * packets step back, too, or a keyframe begins something new. Those frames are not late.
 */
export class FrameOrder {
  private shown: bigint | undefined;
  private decoded: bigint = AV_NOPTS_VALUE;

  /**
   * Returns true if a frame is late. Call it once for each frame, in the order of the decoder.
   *
   * @param isLast true if the decoder has no more packets. Its frames then do not say when they were decoded.
   */
  isLate({ bestEffortTimestamp: shown, pktDts: decoded, flags }: OrderedFrame, isLast: boolean): boolean {
    if (shown === AV_NOPTS_VALUE) return false;
    const isDecodedLater = isLast || (decoded !== AV_NOPTS_VALUE && decoded > this.decoded);
    const isShownEarlier = this.shown !== undefined && shown < this.shown;
    if (isDecodedLater && isShownEarlier && (flags & AV_FRAME_FLAG_KEY) === 0) return true;
    this.shown = shown;
    this.decoded = decoded;
    return false;
  }

  /** Forgets the frames so far. Call it after seeking. */
  reset(): void {
    this.shown = undefined;
    this.decoded = AV_NOPTS_VALUE;
  }
}
