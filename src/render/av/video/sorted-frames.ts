import { AV_NOPTS_VALUE, type Frame } from '../ffmpeg.ts';
import type { VideoDecoder } from './video-decoder.ts';

/** Frames that a codec may store ahead of a frame that is shown earlier. */
const MAX_REORDERED = 16;

/**
 * Reads the frames of a stream whose timestamps are in decoding order: an AVI, or an MP4 without the table of
 * the times at which its frames are shown. The decoder returns the frames in the order in which they are shown,
 * each with the time at which it was decoded. This class hands out the same times in ascending order. It compares
 * only frames that the decoder returns, so that frames that are lost in the file do not shift the others.
 */
export class SortedFrames implements Disposable {
  private readonly decoder: VideoDecoder;
  private readonly frames: Frame[] = [];
  private times: bigint[] = [];
  private hasEnded = false;

  /** @param decoder a decoder that uses decoding times. The caller closes it. */
  constructor(decoder: VideoDecoder) {
    this.decoder = decoder;
  }

  /**
   * Returns the next frame with its time as `bestEffortTimestamp`. The caller frees it.
   *
   * @returns undefined at the end of the stream.
   * @throws {MediaError} if the file is truncated or too damaged to read on.
   */
  async next(): Promise<Frame | undefined> {
    while (!this.hasEnded && this.frames.length <= MAX_REORDERED) {
      const frame = await this.decoder.next();
      if (!frame) this.hasEnded = true;
      else {
        this.frames.push(frame);
        if (frame.pts !== AV_NOPTS_VALUE) this.times.push(frame.pts);
      }
    }
    const frame = this.frames.shift();
    if (!frame) return undefined;
    const earliest = this.times.reduce<bigint | undefined>(
      (least, time) => (least === undefined || time < least ? time : least),
      undefined,
    );
    const at = earliest === undefined ? -1 : this.times.indexOf(earliest);
    if (at >= 0) this.times.splice(at, 1);
    frame.bestEffortTimestamp = earliest ?? AV_NOPTS_VALUE;
    return frame;
  }

  [Symbol.dispose](): void {
    for (const frame of this.frames.splice(0)) frame.free();
  }
}
