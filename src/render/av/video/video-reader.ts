import {
  AV_NOPTS_VALUE,
  AVERROR_INVALIDDATA,
  AVSEEK_FLAG_BACKWARD,
  type Frame,
  type Stream,
} from '../ffmpeg.ts';
import { fromRatio, toSeconds, type Seconds } from '../../../base/time.ts';
import { check, MediaError } from '../check.ts';
import { VideoDecoder } from './video-decoder.ts';
import type { StreamLocation } from '../../media/media.ts';
import { Input, timestampRoundingOf, streamTime } from '../input/input.ts';

/** Maximum seconds to decode ahead of the current frame. To go further ahead, the reader seeks. */
const MAX_DECODE_AHEAD = toSeconds(4);
/** Seconds to seek further back if a seek landed too late. Doubles with each attempt. */
const SEEK_STEP_BACK = toSeconds(2);
/** Maximum seconds from the end of the last frame to the declared end of the stream. */
const MAX_MISSING_END = toSeconds(1);

/**
 * Reads the frame of a video that is shown at a source second. Optimised for rising times: each frame is
 * then decoded only once. To go back or far ahead, the reader seeks. Close it with `using`.
 */
export class VideoReader implements Disposable {
  private readonly input: Input;
  private readonly stream: Stream;
  private readonly decoder: VideoDecoder;
  private readonly start: Seconds;
  private readonly demuxer: string;
  private current: Frame | undefined;
  private next: Frame | undefined;
  private hasEnded = false;
  private wasRead = false;

  private constructor(input: Input, location: StreamLocation) {
    this.input = input;
    this.stream = input.getStream(location.stream);
    this.decoder = new VideoDecoder(input, this.stream);
    this.start = location.start;
    this.demuxer = location.demuxer;
  }

  /** Opens a video track. @throws {MediaError} if the file cannot be read. */
  static async open(location: StreamLocation): Promise<VideoReader> {
    return new VideoReader(await Input.open(location.file, location.demuxer), location);
  }

  /**
   * Returns the last frame at or before `time` (contract C21), or the first frame if `time` is before the
   * first frame. Containers round timestamps to their clock, so a frame may be returned early, by no more
   * than the rounding error.
   *
   * @param time source seconds, 0 or more.
   * @param tail seconds for which the last frame stays after its end.
   * @returns a frame that the reader owns, valid until the next call; undefined after the end.
   * @throws {MediaError} if the file is damaged or truncated.
   */
  async frameAt(time: Seconds, tail: Seconds): Promise<Frame | undefined> {
    const tick = fromRatio(this.stream.timeBase.num, this.stream.timeBase.den);
    const latest = time.add(this.start).add(timestampRoundingOf(this.stream));
    const timestamp = BigInt(latest.div(tick).floor().valueOf());
    await this.seekNear(timestamp, time);
    await this.skipUnneeded(timestamp);
    while (!this.hasEnded && (this.next === undefined || timestampOf(this.next) <= timestamp))
      await this.advance();
    // After a second call, more calls are likely, so decoding the next frame ahead pays off.
    if (this.wasRead && !this.hasEnded) this.decoder.decodeAhead();
    this.wasRead = true;
    const frame = this.current ?? this.next;
    if (!frame) return undefined;
    return this.hasEnded && time.add(this.start).gte(this.endOf(frame).add(tail)) ? undefined : frame;
  }

  [Symbol.dispose](): void {
    this.freeFrames();
    // FFmpeg may still be decoding a frame in the background. Nothing may be freed until that decoding is
    // done.
    void this.decoder.discardDecodedAhead().then(() => {
      this.decoder[Symbol.dispose]();
      this.input[Symbol.dispose]();
    });
  }

  /** Avoids decoding the frames between the current one and a timestamp, if there are several. */
  private async skipUnneeded(timestamp: bigint): Promise<void> {
    if (this.hasEnded) return;
    if (this.next) {
      const { duration } = this.next;
      if (duration <= 0n || timestampOf(this.next) + 2n * duration > timestamp) return;
    }
    if (await this.decoder.skipTo(timestamp)) this.freeFrames();
  }

  private async advance(): Promise<void> {
    const next = await this.decoder.next();
    if (!next) {
      this.hasEnded = true;
      this.assertComplete();
      if (!this.next) return;
    }
    if (this.next) {
      this.current?.free();
      this.current = this.next;
    }
    this.next = next;
  }

  /** Throws if an MP4 is truncated: if the last frame ends long before the declared end of the stream. */
  private assertComplete(): void {
    const last = this.next ?? this.current;
    const { duration, startTime } = this.stream;
    if (!last || this.demuxer !== 'mov' || duration === AV_NOPTS_VALUE || startTime === AV_NOPTS_VALUE)
      return;
    const missing = streamTime(this.stream, startTime + duration).sub(this.endOf(last));
    if (missing.gt(MAX_MISSING_END)) throw new MediaError(AVERROR_INVALIDDATA, 'read the file to its end');
  }

  /**
   * Seeks if the time is before the current frame or far ahead of it. If the seek lands after the requested
   * frame, seeks again from further back.
   */
  private async seekNear(timestamp: bigint, time: Seconds): Promise<void> {
    if (this.showsCurrent(timestamp) || !this.mustSeek(timestamp, time)) return;
    for (let back = SEEK_STEP_BACK, from = time; ; back = back.mul(2), from = time.sub(back)) {
      await this.seek(from);
      this.next = await this.decoder.next();
      if ((this.next && timestampOf(this.next) <= timestamp) || from.lte(0)) return;
    }
  }

  /** Returns true if the current frame is the requested one. */
  private showsCurrent(timestamp: bigint): boolean {
    if (!this.current || timestampOf(this.current) > timestamp) return false;
    return this.hasEnded || (this.next !== undefined && timestampOf(this.next) > timestamp);
  }

  private mustSeek(timestamp: bigint, time: Seconds): boolean {
    if (this.current && timestampOf(this.current) > timestamp) return true;
    const frame = this.current ?? this.next;
    const position = frame ? streamTime(this.stream, timestampOf(frame)).sub(this.start) : toSeconds(0);
    return !this.hasEnded && time.gt(position.add(MAX_DECODE_AHEAD));
  }

  private async seek(time: Seconds): Promise<void> {
    const { num, den } = this.stream.timeBase;
    const target = BigInt(time.add(this.start).mul(den).div(num).floor().valueOf());
    this.freeFrames();
    await this.decoder.discardDecodedAhead();
    const from = target < 0n ? 0n : target;
    const code = await this.input.format.seekFrame(this.stream.index, from, AVSEEK_FLAG_BACKWARD);
    this.input.assertFetched();
    check(code, 'seek in the file');
    this.decoder.reset();
    this.hasEnded = false;
  }

  private endOf(frame: Frame): Seconds {
    const { num, den } = this.stream.avgFrameRate;
    const duration =
      frame.duration > 0n
        ? streamTime(this.stream, frame.duration)
        : num > 0
          ? fromRatio(den, num)
          : toSeconds(0);
    return streamTime(this.stream, timestampOf(frame)).add(duration);
  }

  private freeFrames(): void {
    this.current?.free();
    this.next?.free();
    this.current = undefined;
    this.next = undefined;
  }
}

function timestampOf(frame: Frame): bigint {
  return frame.bestEffortTimestamp === AV_NOPTS_VALUE ? 0n : frame.bestEffortTimestamp;
}
