import { AV_NOPTS_VALUE, AVERROR_INVALIDDATA, AVSEEK_FLAG_BACKWARD, type Frame, type Stream } from 'node-av';
import { fromRatio, toSeconds, type Seconds } from '../../../base/time.ts';
import { check, MediaError } from '../check.ts';
import { VideoDecoder } from './video-decoder.ts';
import type { StreamLocation } from '../../media/media.ts';
import { Input, timestampRoundingOf, streamTime } from '../input/input.ts';

/** A wanted time further ahead than this is looked for with a seek instead of decoding up to it. */
const MAX_DECODE_AHEAD = toSeconds(4);
/** How far before the wanted time a seek that landed too late is tried again; doubled each time. */
const SEEK_STEP_BACK = toSeconds(2);
/** Pictures may end this much before the length that the file tells. */
const MAX_MISSING_END = toSeconds(1);

/**
 * Gives the picture of a video that is seen at any source second. Made for times that rise: each frame is decoded once;
 * going back, or far ahead, seeks. Close it with `using`.
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

  /** @throws {MediaError} when the file cannot be read. */
  static async open(location: StreamLocation): Promise<VideoReader> {
    return new VideoReader(await Input.open(location.file, location.demuxer), location);
  }

  /**
   * The last picture whose time is at or before `time` (contract C21); before the first picture, the first one. A
   * container rounds its timestamps to its clock, so a picture is reached by that much early.
   *
   * @param time source seconds, 0 or more.
   * @param tail how long the last picture is kept beyond its end, in seconds.
   * @throws {MediaError} when the file is damaged or cut off.
   * @returns a frame that stays the reader's own and valid until the next call; undefined after the end.
   */
  async frameAt(time: Seconds, tail: Seconds): Promise<Frame | undefined> {
    const tick = fromRatio(this.stream.timeBase.num, this.stream.timeBase.den);
    const latest = time.add(this.start).add(timestampRoundingOf(this.stream));
    const timestamp = BigInt(latest.div(tick).floor().valueOf());
    await this.seekNear(timestamp, time);
    await this.skipUnneeded(timestamp);
    while (!this.hasEnded && (this.next === undefined || timestampOf(this.next) <= timestamp))
      await this.advance();
    // Who asks a second time goes on asking.
    if (this.wasRead && !this.hasEnded) this.decoder.decodeAhead();
    this.wasRead = true;
    const frame = this.current ?? this.next;
    if (!frame) return undefined;
    return this.hasEnded && time.add(this.start).gte(this.endOf(frame).add(tail)) ? undefined : frame;
  }

  [Symbol.dispose](): void {
    this.freeFrames();
    // What FFmpeg works at must not be taken from under it.
    void this.decoder.discardDecodedAhead().then(() => {
      this.decoder[Symbol.dispose]();
      this.input[Symbol.dispose]();
    });
  }

  /** Where several pictures are passed over, those that are not needed are not decoded. */
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

  /** An MP4 says in front how long it is: one whose pictures end long before was cut off on its way here. */
  private assertComplete(): void {
    const last = this.next ?? this.current;
    const { duration, startTime } = this.stream;
    if (!last || this.demuxer !== 'mov' || duration === AV_NOPTS_VALUE || startTime === AV_NOPTS_VALUE)
      return;
    const missing = streamTime(this.stream, startTime + duration).sub(this.endOf(last));
    if (missing.gt(MAX_MISSING_END)) throw new MediaError(AVERROR_INVALIDDATA, 'the file is cut off');
  }

  /** Seeks where that is shorter than decoding on, and back until a picture at or before the wanted one is found. */
  private async seekNear(timestamp: bigint, time: Seconds): Promise<void> {
    if (this.showsCurrent(timestamp) || !this.mustSeek(timestamp, time)) return;
    for (let back = SEEK_STEP_BACK, from = time; ; back = back.mul(2), from = time.sub(back)) {
      await this.seek(from);
      this.next = await this.decoder.next();
      if ((this.next && timestampOf(this.next) <= timestamp) || from.lte(0)) return;
    }
  }

  /** Whether the wanted picture is the current one, however long it lasts. */
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
    check(code, 'find a place');
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
