import { AV_NOPTS_VALUE, AVERROR_INVALIDDATA, AVSEEK_FLAG_BACKWARD, type Frame, type Stream } from 'node-av';
import { ratio, seconds, type Seconds } from '../../base/time.ts';
import { check, MediaError } from './check.ts';
import { Decoder } from './decoder.ts';
import type { Location } from '../media/media.ts';
import { Input, roundingOf, streamTime } from './input.ts';

/** A wanted time further ahead than this is looked for with a seek instead of decoding up to it. */
const SEEK_AHEAD = seconds(4);
/** How far before the wanted time a seek that landed too late is tried again; doubled each time. */
const STEP_BACK = seconds(2);
/** Pictures may end this much before the length that the file tells. */
const CUT_OFF = seconds(1);

/**
 * Gives the picture of a video that is seen at any source second. Made for times that rise: each frame is decoded once;
 * going back, or far ahead, seeks. Close it with `using`.
 */
export class VideoReader implements Disposable {
  private readonly input: Input;
  private readonly stream: Stream;
  private readonly decoder: Decoder;
  private readonly start: Seconds;
  private readonly demuxer: string;
  private current: Frame | undefined;
  private following: Frame | undefined;
  private ended = false;
  private asked = false;

  private constructor(input: Input, location: Location) {
    this.input = input;
    this.stream = input.stream(location.stream);
    this.decoder = new Decoder(input, this.stream);
    this.start = location.start;
    this.demuxer = location.demuxer;
  }

  /** @throws {MediaError} when the file cannot be read. */
  static async open(location: Location): Promise<VideoReader> {
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
    const tick = ratio(this.stream.timeBase.num, this.stream.timeBase.den);
    const latest = time.add(this.start).add(roundingOf(this.stream));
    const wanted = BigInt(latest.div(tick).floor().valueOf());
    await this.approach(wanted, time);
    await this.skip(wanted);
    while (!this.ended && (this.following === undefined || timestamp(this.following) <= wanted))
      await this.advance();
    // Who asks a second time goes on asking.
    if (this.asked && !this.ended) this.decoder.readAhead();
    this.asked = true;
    const shown = this.current ?? this.following;
    if (!shown) return undefined;
    return this.ended && time.add(this.start).gte(this.endOf(shown).add(tail)) ? undefined : shown;
  }

  [Symbol.dispose](): void {
    this.drop();
    // What FFmpeg works at must not be taken from under it.
    void this.decoder.settle().then(() => {
      this.decoder[Symbol.dispose]();
      this.input[Symbol.dispose]();
    });
  }

  /** Where several pictures are passed over, those that are not needed are not decoded. */
  private async skip(wanted: bigint): Promise<void> {
    if (this.ended) return;
    if (this.following) {
      const { duration } = this.following;
      if (duration <= 0n || timestamp(this.following) + 2n * duration > wanted) return;
    }
    if (await this.decoder.skipTo(wanted)) this.drop();
  }

  private async advance(): Promise<void> {
    const next = await this.decoder.next();
    if (!next) {
      this.ended = true;
      this.checkWhole();
      if (!this.following) return;
    }
    if (this.following) {
      this.current?.free();
      this.current = this.following;
    }
    this.following = next;
  }

  /** An MP4 says in front how long it is: one whose pictures end long before was cut off on its way here. */
  private checkWhole(): void {
    const last = this.following ?? this.current;
    const { duration, startTime } = this.stream;
    if (!last || this.demuxer !== 'mov' || duration === AV_NOPTS_VALUE || startTime === AV_NOPTS_VALUE)
      return;
    const missing = streamTime(this.stream, startTime + duration).sub(this.endOf(last));
    if (missing.gt(CUT_OFF)) throw new MediaError(AVERROR_INVALIDDATA, 'the file is cut off');
  }

  /** Seeks where that is shorter than decoding on, and back until a picture at or before the wanted one is found. */
  private async approach(wanted: bigint, time: Seconds): Promise<void> {
    if (this.isAt(wanted) || !this.mustSeek(wanted, time)) return;
    for (let back = STEP_BACK, from = time; ; back = back.mul(2), from = time.sub(back)) {
      await this.seek(from);
      this.following = await this.decoder.next();
      if ((this.following && timestamp(this.following) <= wanted) || from.lte(0)) return;
    }
  }

  /** Whether the wanted picture is the current one, however long it lasts. */
  private isAt(wanted: bigint): boolean {
    if (!this.current || timestamp(this.current) > wanted) return false;
    return this.ended || (this.following !== undefined && timestamp(this.following) > wanted);
  }

  private mustSeek(wanted: bigint, time: Seconds): boolean {
    if (this.current && timestamp(this.current) > wanted) return true;
    const place = this.current ?? this.following;
    const at = place ? streamTime(this.stream, timestamp(place)).sub(this.start) : seconds(0);
    return !this.ended && time.gt(at.add(SEEK_AHEAD));
  }

  private async seek(time: Seconds): Promise<void> {
    const { num, den } = this.stream.timeBase;
    const target = BigInt(time.add(this.start).mul(den).div(num).floor().valueOf());
    this.drop();
    await this.decoder.settle();
    const from = target < 0n ? 0n : target;
    const found = await this.input.format.seekFrame(this.stream.index, from, AVSEEK_FLAG_BACKWARD);
    this.input.assertFetched();
    check(found, 'find a place');
    this.decoder.restart();
    this.ended = false;
  }

  private endOf(frame: Frame): Seconds {
    const { num, den } = this.stream.avgFrameRate;
    const lasts =
      frame.duration > 0n ? streamTime(this.stream, frame.duration) : num > 0 ? ratio(den, num) : seconds(0);
    return streamTime(this.stream, timestamp(frame)).add(lasts);
  }

  private drop(): void {
    this.current?.free();
    this.following?.free();
    this.current = undefined;
    this.following = undefined;
  }
}

function timestamp(frame: Frame): bigint {
  return frame.bestEffortTimestamp === AV_NOPTS_VALUE ? 0n : frame.bestEffortTimestamp;
}
