import {
  AV_NOPTS_VALUE,
  AVERROR_INVALIDDATA,
  avImageGetBufferSize,
  type AVPixelFormat,
  AVSEEK_FLAG_BACKWARD,
  type Frame,
  type Stream,
} from '../ffmpeg.ts';
import { earlierOf, fromRatio, laterOf, toSeconds, type Seconds, ZERO } from '../../../base/time.ts';
import { check, MediaError } from '../check.ts';
import { FrameBlender } from './frame-blender.ts';
import { VideoDecoder } from './video-decoder.ts';
import type { StreamLocation } from '../../media/media.ts';
import { isLaterShown, type SourceMoment } from '../../media/source-moment.ts';
import { FrameTimes } from '../input/frame-times.ts';
import { Input, streamTime } from '../input/input.ts';

/** Maximum seconds to decode ahead of the current frame. To go further ahead, the reader seeks. */
const MAX_DECODE_AHEAD = toSeconds(4);
/** Seconds to seek further back if a seek landed too late. Doubles with each attempt. */
const SEEK_STEP_BACK = toSeconds(2);
/** Frames that are further apart than this many seconds, as in a recorded screen, show no motion. */
const MAX_BLENDED = toSeconds(0.25);
/** Maximum bytes of frames that stay decoded while a video plays backwards. */
const MAX_PASSED_BYTES = 64e6;
/** Minimum number of these frames. Fewer would have most frames decoded many times. */
const MIN_PASSED = 4;
/** Maximum seconds from the end of the last frame to the declared end of the stream. */
const MAX_MISSING_END = toSeconds(1);

/** A frame and its source second. */
interface TimedFrame {
  readonly frame: Frame;
  /** If the file has rounded the time, the earliest one that the frame may have. */
  readonly time: Seconds;
}

/**
 * Reads the frame of a video that is shown at a moment of the source. Optimised for rising times: each frame
 * is then decoded only once. To go back or far ahead, the reader seeks. While a video plays backwards, the frames
 * before each moment stay decoded. Close it with `using`.
 */
export class VideoReader implements Disposable {
  private readonly input: Input;
  private readonly stream: Stream;
  private readonly times: FrameTimes;
  private readonly decoder: VideoDecoder;
  private readonly start: Seconds;
  private readonly location: StreamLocation;
  private current: Frame | undefined;
  private next: Frame | undefined;
  /** The frames before the current one that a video that plays backwards needs, each directly after the one before. */
  private passed: Frame[] = [];
  /** The frames after the next one that are decoded already. */
  private ahead: Frame[] = [];
  /** The second, on the clock of the file, from which on the current frame is known to be the right one. */
  private currentFrom: Seconds = ZERO;
  private blender: FrameBlender | undefined;
  private hasEnded = false;
  private wasRead = false;

  private constructor(input: Input, location: StreamLocation) {
    this.input = input;
    this.stream = input.getStream(location.stream);
    this.times = new FrameTimes(this.stream);
    this.decoder = new VideoDecoder(input, this.stream);
    this.start = location.start;
    this.location = location;
  }

  /** Opens a video track. @throws {MediaError} if the file cannot be read. */
  static async open(location: StreamLocation): Promise<VideoReader> {
    return new VideoReader(await Input.openStream(location), location);
  }

  /**
   * Returns the frame that is nearest to a moment, among those that are at most the moment's lead early
   * (contract C21). Before the first frame, returns the first frame.
   *
   * @returns a frame that the reader owns, valid until the next call; undefined after the end.
   * @throws {MediaError} if the file is damaged or truncated.
   */
  async frameAt(moment: SourceMoment): Promise<Frame | undefined> {
    const wanted: SourceMoment = { ...moment, time: moment.time.add(this.start) };
    this.goBack(wanted);
    await this.seekNear(wanted);
    if (!wanted.isBackward) await this.skipUnneeded(wanted);
    await this.advanceTo(wanted);
    const { restart, ...once } = moment;
    if (restart && this.showsRestart(wanted, restart.at))
      return this.frameAt({ ...once, time: restart.to, lead: ZERO });
    const blended = moment.blends === true ? await this.blend(wanted) : undefined;
    // After a second call, more calls are likely, so decoding the next frame ahead pays off.
    if (this.wasRead && !this.hasEnded && !moment.isBackward) this.decoder.decodeAhead();
    this.wasRead = true;
    const frame = this.current ?? this.next;
    if (!frame) return undefined;
    const isOver = this.hasEnded && !this.next && wanted.time.gte(this.endOf(frame).add(moment.tail));
    return isOver ? undefined : (blended ?? frame);
  }

  /**
   * Yields the frame that is shown at the beginning of a part of the source, and all later frames of that part. Yields
   * nothing after the end. Each frame is valid until the next one is asked for.
   *
   * @param from source second, 0 or more.
   * @param to source second, exclusive.
   * @throws {MediaError} if the file is damaged or truncated.
   */
  async *framesBetween(from: Seconds, to: Seconds): AsyncGenerator<TimedFrame> {
    let frame = await this.frameAt({ time: from, lead: ZERO, tail: ZERO });
    while (frame) {
      // The caller works on this one meanwhile.
      if (!this.next && !this.hasEnded) this.decoder.decodeAhead();
      yield { frame, time: this.earliestTimeOf(frame) };
      if (!this.current) this.takeNext();
      if (!this.next) await this.decodeNext();
      if (!this.next || this.earliestTimeOf(this.next).gte(to)) return;
      frame = this.takeNext();
    }
  }

  [Symbol.dispose](): void {
    this.freeFrames();
    this.blender?.[Symbol.dispose]();
    // FFmpeg may still be decoding a frame in the background. Nothing may be freed until that decoding is
    // done.
    void this.decoder.discardDecodedAhead().then(() => {
      this.decoder[Symbol.dispose]();
      this.input[Symbol.dispose]();
    });
  }

  /**
   * Blends the two frames around a moment by how near they are. Returns undefined if a frame is exactly at the moment,
   * or if there are no two frames that show a motion.
   */
  private async blend({ time }: SourceMoment): Promise<Frame | undefined> {
    if (this.current && !this.next) await this.decodeNext();
    const { current, next } = this;
    if (!current || !next) return undefined;
    const [earlier, later] = [this.timeOf(current), this.timeOf(next)];
    const apart = later.sub(earlier);
    if (time.lte(earlier) || time.gte(later) || apart.gt(MAX_BLENDED)) return undefined;
    const share = time.sub(earlier).div(apart).valueOf();
    this.blender ??= new FrameBlender();
    return await this.blender.blend(current, next, share);
  }

  /** Avoids decoding the frames between the current one and a moment, if there are several. */
  private async skipUnneeded(wanted: SourceMoment): Promise<void> {
    if (this.hasEnded || this.ahead.length > 0) return;
    const timestamp = this.timestampAt(wanted.time);
    const last = this.next ?? this.current;
    if (last) {
      const { duration } = last;
      const kept = this.next ? 2n : 3n;
      if (duration <= 0n || timestampOf(last) + kept * duration > timestamp) return;
    }
    if (await this.decoder.skipTo(timestamp)) this.freeFrames();
  }

  /** Decodes frames until the current one is the one to show, or the first frame is still ahead. */
  private async advanceTo(wanted: SourceMoment): Promise<void> {
    // If the current frame is early already, the frames after it are further away.
    while (!this.current || this.timeOf(this.current).lt(wanted.time)) {
      if (!this.next) await this.decodeNext();
      if (!this.next || !this.isNextShown(this.next, wanted)) return;
      this.pass(this.current, wanted);
      this.current = this.next;
      this.next = undefined;
      const time = this.timeOf(this.current);
      this.currentFrom = time.lt(wanted.time) ? time : wanted.time;
    }
  }

  /** Keeps a frame that was shown or passed over if the video plays backwards, else frees it and those before it. */
  private pass(frame: Frame | undefined, { isBackward }: SourceMoment): void {
    if (!frame) return;
    this.passed.push(frame);
    if (!isBackward) {
      this.freePassed();
      return;
    }
    // A decoded picture has a pixel format.
    const bytes = avImageGetBufferSize(frame.format as AVPixelFormat, frame.width, frame.height, 1);
    if (this.passed.length > Math.max(MIN_PASSED, MAX_PASSED_BYTES / bytes)) this.passed.shift()?.free();
  }

  /** Returns to the kept frame that is shown at an earlier moment, if there is one. */
  private goBack({ time }: SourceMoment): void {
    const [first] = this.passed;
    if (!first || this.timeOf(first).gt(time)) return;
    while (this.current && this.timeOf(this.current).gt(time)) {
      if (this.next) this.ahead.unshift(this.next);
      this.next = this.current;
      this.current = this.passed.pop();
    }
    if (this.current) this.currentFrom = earlierOf(this.currentFrom, this.timeOf(this.current));
  }

  private async decodeNext(): Promise<void> {
    this.next = this.ahead.shift();
    if (this.hasEnded || this.next) return;
    this.next = await this.decoder.next();
    if (this.next) return;
    this.hasEnded = true;
    this.assertComplete();
  }

  /** Makes the next frame the current one. */
  private takeNext(): Frame | undefined {
    this.current?.free();
    this.current = this.next;
    this.next = undefined;
    if (this.current) this.currentFrom = this.timeOf(this.current);
    return this.current;
  }

  /** Returns the earliest source second that a frame may have had before the file rounded it. */
  private earliestTimeOf(frame: Frame): Seconds {
    const { time, rounding } = this.times.timeOf(timestampOf(frame));
    return laterOf(time.sub(rounding).sub(this.start), ZERO);
  }

  private isNextShown(next: Frame, { time, lead }: SourceMoment): boolean {
    const later = this.times.timeOf(timestampOf(next));
    const earlier = this.current && this.times.timeOf(timestampOf(this.current));
    const isExact = later.rounding.equals(0) && earlier?.rounding.equals(0);
    return isLaterShown(
      {
        // No frame before the first one is nearer.
        earlier: (earlier ?? later).time,
        later: later.time,
        // A frame that stands still has no lead that could make up for a rounding.
        rounding: isExact && lead.gt(0) ? ZERO : this.times.rounding,
      },
      { time, lead: earlier ? lead : ZERO },
    );
  }

  /** Returns true if the first frame of the next repetition is already nearer than the last frame. */
  private showsRestart({ time, lead }: SourceMoment, restart: Seconds): boolean {
    if (!this.hasEnded || !this.current) return false;
    const times = { earlier: this.timeOf(this.current), later: restart.add(this.start), rounding: ZERO };
    return isLaterShown(times, { time, lead });
  }

  /** Throws if an MP4 is truncated: if the last frame ends long before the declared end of the stream. */
  private assertComplete(): void {
    const last = this.next ?? this.current;
    const { duration, startTime } = this.stream;
    const { demuxer, isCutOff } = this.location;
    if (!last || demuxer !== 'mov' || isCutOff === true) return;
    if (duration === AV_NOPTS_VALUE || startTime === AV_NOPTS_VALUE) return;
    const missing = streamTime(this.stream, startTime + duration).sub(this.endOf(last));
    if (missing.gt(MAX_MISSING_END)) throw new MediaError(AVERROR_INVALIDDATA, 'read the file to its end');
  }

  /**
   * Seeks if the moment is before the current frame or far ahead of it. If the seek lands after the requested
   * frame, seeks again from further back.
   */
  private async seekNear({ time }: SourceMoment): Promise<void> {
    if (!(await this.mustSeek(time))) return;
    const timestamp = this.timestampAt(time);
    for (let back = SEEK_STEP_BACK, from = time; ; back = back.mul(2), from = time.sub(back)) {
      await this.seek(from);
      this.next = await this.decoder.next();
      if ((this.next && timestampOf(this.next) <= timestamp) || from.lte(this.start)) return;
    }
  }

  private async mustSeek(time: Seconds): Promise<boolean> {
    const { current } = this;
    if (current && time.lt(this.currentFrom)) return true;
    const frame = current ?? this.next;
    const position = frame ? this.timeOf(frame) : this.start;
    if (this.hasEnded || time.lte(position.add(MAX_DECODE_AHEAD))) return false;
    if (!current) return !this.next || this.timeOf(this.next).lte(time);
    // The current frame may last so long that it is still the right one.
    if (!this.next) await this.decodeNext();
    return this.next !== undefined && this.timeOf(this.next).lte(time);
  }

  /** @param time seconds on the clock of the file. */
  private async seek(time: Seconds): Promise<void> {
    const { num, den } = this.stream.timeBase;
    const target = BigInt(time.mul(den).div(num).floor().valueOf());
    this.freeFrames();
    await this.decoder.discardDecodedAhead();
    const from = target < 0n ? 0n : target;
    const code = await this.input.format.seekFrame(this.stream.index, from, AVSEEK_FLAG_BACKWARD);
    this.input.assertFetched();
    check(code, 'seek in the file');
    this.decoder.reset();
    this.hasEnded = false;
  }

  private timeOf(frame: Frame): Seconds {
    return this.times.timeOf(timestampOf(frame)).time;
  }

  /** Returns the last timestamp that counts as reached at a second on the clock of the file. */
  private timestampAt(time: Seconds): bigint {
    const { num, den } = this.stream.timeBase;
    return BigInt(time.add(this.times.rounding).mul(den).div(num).floor().valueOf());
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
    for (const frame of this.ahead) frame.free();
    this.freePassed();
    this.current = undefined;
    this.next = undefined;
    this.ahead = [];
  }

  private freePassed(): void {
    for (const frame of this.passed) frame.free();
    this.passed = [];
  }
}

function timestampOf(frame: Frame): bigint {
  return frame.bestEffortTimestamp === AV_NOPTS_VALUE ? 0n : frame.bestEffortTimestamp;
}
