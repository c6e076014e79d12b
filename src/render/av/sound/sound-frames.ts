import {
  AV_CODEC_ID_VORBIS,
  AV_NOPTS_VALUE,
  AVSEEK_FLAG_BACKWARD,
  type Frame,
  type Stream,
} from '../ffmpeg.ts';
import { fromRatio, type Seconds, toSeconds } from '../../../base/time.ts';
import type { StreamLocation } from '../../media/media.ts';
import { MAX_JITTER, detectClockStep } from './detect-clock-step.ts';
import { Input } from '../input/input.ts';
import { SoundDecoder } from './sound-decoder.ts';

/** A decoded frame and its position. */
export interface PlacedFrame {
  /** The decoded frame, which the caller frees. */
  readonly frame: Frame;
  /**
   * Index of the first sample at the frame's own rate, counted from source second 0. A whole number, negative
   * before second 0.
   */
  readonly start: number;
  /** True if the frame begins where the previous one ended. */
  readonly isContinuous: boolean;
  /** The samples of the frame that count. `start` is the position of the first of them. Default: all. */
  readonly part?: { readonly skip: number; readonly count: number };
}

/** The end of a frame: samples from source second 0, and samples per second. */
interface FrameEnd {
  readonly end: number;
  readonly rate: number;
}

/** Seconds for which a step of the clock has to last to count as real. */
const LOOKAHEAD_SECONDS = 1;
/**
 * Longest tick, in seconds, of a clock that rounds its timestamps. A clock with longer ticks is assumed to
 * tick once per frame.
 */
const MAX_ROUNDING_TICK = 0.002;
/**
 * Seconds to decode before the requested second. An MP3 frame may use bytes from the half second before the
 * frame.
 */
const PREROLL = toSeconds(1);
/** Seconds of sound to return before the requested second, to fill the filter of the resampler. */
const LEAD = toSeconds(0.05);
/**
 * Demuxers of formats without timestamps. FFmpeg derives timestamps from the sample rate of the first frame,
 * so the timestamps become wrong if the rate changes.
 */
const FORMATS_WITHOUT_TIMESTAMPS = new Set(['mp3', 'aac', 'ac3', 'eac3']);
/**
 * The length of every Vorbis frame is a multiple of this many samples: a quarter of the smallest usual block.
 */
const VORBIS_GRID = 64;

/**
 * Reads the frames of a sound from a given second on, each with its exact position. The position is the same
 * after a seek as after reading from the beginning. Between gaps, positions come from counting samples, so
 * that the rounding errors of timestamps neither add up nor become audible. Close it with `using`.
 */
export class SoundFrames implements Disposable {
  private readonly input: Input;
  private readonly stream: Stream;
  private readonly decoder: SoundDecoder;
  /** The timestamp of source second 0, in ticks of the stream. */
  private readonly zero: number;
  /** True if the timestamps are usable as positions. */
  private hasTimestamps = true;
  private readonly demuxer: string;
  private heldFrame: PlacedFrame | undefined;
  /** Frames that were decoded early to look at their timestamps. */
  private readonly lookahead: Frame[] = [];
  /** Seconds by which the clock was ahead of the sample count at the last frame. */
  private clockOffset = 0;
  /** The end of the first frame of the file. */
  private firstEnd: FrameEnd | undefined;
  /** The end of the last frame. */
  private lastEnd: FrameEnd | undefined;

  private constructor(input: Input, { demuxer, stream, start, clockRate }: StreamLocation) {
    this.input = input;
    this.demuxer = demuxer;
    this.stream = input.getStream(stream);
    const { num, den } = this.stream.timeBase;
    this.zero = start.mul(den).div(num).valueOf();
    this.decoder = new SoundDecoder(input, this.stream, clockRate);
  }

  /**
   * Opens a sound.
   *
   * @param location a sound. If its file is remote, all of the file is fetched.
   * @param from source second of the first requested sample.
   * @throws {MediaError} if the file cannot be read.
   */
  static async open(location: StreamLocation, from: Seconds): Promise<SoundFrames> {
    if (from.gt(PREROLL) && !location.clock && location.clockRate === undefined) {
      using resources = new DisposableStack();
      const frames = resources.use(await SoundFrames.openAtStart(location));
      if (await frames.seek(from, location.start)) {
        resources.move();
        return frames;
      }
    }
    return SoundFrames.openAtStart(location);
  }

  /** The end of the last decoded frame in source seconds; undefined if there was none. */
  get end(): Seconds | undefined {
    return this.lastEnd && fromRatio(this.lastEnd.end, this.lastEnd.rate);
  }

  /** Returns the next frame with its position; undefined at the end. */
  next(): PlacedFrame | undefined {
    const { heldFrame } = this;
    this.heldFrame = undefined;
    if (heldFrame) return heldFrame;
    const frame = this.lookahead.shift() ?? this.decoder.next();
    return frame && this.place(frame);
  }

  [Symbol.dispose](): void {
    this.heldFrame?.frame.free();
    for (const frame of this.lookahead) frame.free();
    this.decoder[Symbol.dispose]();
    this.input[Symbol.dispose]();
  }

  private static async openAtStart(location: StreamLocation): Promise<SoundFrames> {
    const { file } = location;
    // A remote file is fetched whole: sound is read synchronously, which cannot wait for bytes.
    const path = typeof file === 'string' ? file : await file.fetchAll();
    const input = await Input.openStream({ ...location, file: path });
    try {
      return new SoundFrames(input, location);
    } catch (error) {
      input[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * Seeks to a second.
   *
   * @returns true if the seek succeeded: all frames from `from` on follow, each at its exact position.
   */
  private async seek(from: Seconds, start: Seconds): Promise<boolean> {
    const { num, den } = this.stream.timeBase;
    const target = from.sub(PREROLL).add(start).mul(den).div(num).floor();
    const { format } = this.input;
    this.next()?.frame.free();
    this.lastEnd = undefined;
    this.decoder.reset();
    const code = await format.seekFrame(this.stream.index, BigInt(target.valueOf()), AVSEEK_FLAG_BACKWARD);
    return code >= 0 && this.skipTo(from.sub(LEAD).valueOf(), from.valueOf());
  }

  /**
   * Drops the frames that end before a second. Always drops the first frame after a seek, because demuxers
   * trim it like the first frame of the file.
   *
   * @param lead source second. Frames that end before it are dropped.
   * @param from source second of the first requested sample.
   * @returns true if the next frame has an exact position.
   */
  private skipTo(lead: number, from: number): boolean {
    const first = this.decoder.next();
    const position = first && this.clockPositionOf(first);
    const end = first && position !== undefined ? (position + first.nbSamples) / first.sampleRate : Infinity;
    first?.free();
    // If the first frame ends after the requested second, the seek landed too late. If there is no frame, the
    // sound is empty there.
    if (end > from) return false;
    for (let next = this.afterSeek(end); next; next = this.next()) {
      this.heldFrame = next;
      if (next.start + next.frame.nbSamples >= lead * next.frame.sampleRate) break;
      this.heldFrame = undefined;
      next.frame.free();
    }
    return this.lastEnd !== undefined && this.hasTimestamps;
  }

  /**
   * Places the first frame to keep after a seek. Unless there is a gap before it, its position is the same as
   * if samples had been counted from the beginning of the file.
   *
   * @param end source second at which the previous frame ended.
   */
  private afterSeek(end: number): PlacedFrame | undefined {
    const frame = this.decoder.next();
    if (!frame) return undefined;
    const { sampleRate: rate, nbSamples } = frame;
    const declared = this.clockPositionOf(frame) ?? 0;
    this.lastEnd = { end: declared, rate };
    // Timestamps that record when a frame arrived may be late, but are never early. Therefore the least
    // delayed frame within a second has the right time.
    const delay = Math.max(0, ...[...this.upcomingOffsets(frame, 0)].map((offset) => -offset));
    const position = delay > MAX_JITTER ? declared - delay * rate : declared;
    const grid = this.stream.codecpar.codecId === AV_CODEC_ID_VORBIS ? VORBIS_GRID : nbSamples;
    const hasGap = delay <= MAX_JITTER && Math.abs(position / rate - end) > MAX_JITTER;
    const start = hasGap ? this.roundPosition(position, rate) : this.snapToGrid(position, rate, grid);
    this.lastEnd = { end: start + nbSamples, rate };
    return { frame, start, isContinuous: false };
  }

  private place(frame: Frame): PlacedFrame {
    const { sampleRate, nbSamples } = frame;
    const position = this.clockPositionOf(frame);
    const expected = this.lastEnd && Math.round((this.lastEnd.end / this.lastEnd.rate) * sampleRate);
    const start =
      expected === undefined
        ? this.roundPosition(position ?? 0, sampleRate)
        : this.placeAfterOthers(frame, position, expected);
    this.lastEnd = { end: start + nbSamples, rate: sampleRate };
    this.firstEnd ??= this.lastEnd;
    return { frame, start, isContinuous: start === expected };
  }

  /**
   * Returns the start of a frame that follows others: the end of the previous frame, unless the clock has
   * really moved.
   */
  private placeAfterOthers(frame: Frame, clockPosition: number | undefined, expected: number): number {
    if (clockPosition === undefined) return expected;
    const { sampleRate: rate } = frame;
    const previousOffset = this.clockOffset;
    this.clockOffset = (clockPosition - expected) / rate;
    const step =
      Math.abs(this.clockOffset) > MAX_JITTER
        ? detectClockStep(previousOffset, this.clockOffset, this.upcomingOffsets(frame, this.clockOffset))
        : 0;
    if (step === 0) return expected;
    const start = this.clockOffset === step ? clockPosition : expected + step * rate;
    this.clockOffset -= step;
    return this.roundPosition(start, rate);
  }

  /**
   * Yields, for each frame of the next second, the seconds by which the clock is ahead of the sample count.
   *
   * @param offset seconds by which the clock is ahead at the current frame. This value is yielded for each
   *   frame without a timestamp.
   */
  private *upcomingOffsets({ sampleRate, nbSamples }: Frame, offset: number): Generator<number> {
    const { lastEnd } = this;
    const start = lastEnd ? lastEnd.end / lastEnd.rate : 0;
    let end = start + nbSamples / sampleRate;
    for (let index = 0; end < start + LOOKAHEAD_SECONDS; index++) {
      const frame = this.lookahead[index] ?? this.decoder.next();
      if (!frame) return;
      this.lookahead[index] = frame;
      const position = this.clockPositionOf(frame);
      yield position === undefined ? offset : position / frame.sampleRate - end;
      end += frame.nbSamples / frame.sampleRate;
    }
  }

  /**
   * Returns the start of a frame by its timestamp, in samples from source second 0; undefined if it has no
   * usable timestamp.
   */
  private clockPositionOf({ pts, bestEffortTimestamp, sampleRate }: Frame): number | undefined {
    const { codecpar } = this.stream;
    if (sampleRate !== codecpar.sampleRate && FORMATS_WITHOUT_TIMESTAMPS.has(this.demuxer))
      this.hasTimestamps = false;
    const time = pts === AV_NOPTS_VALUE ? bestEffortTimestamp : pts;
    if (!this.hasTimestamps || time === AV_NOPTS_VALUE) return undefined;
    return this.toSamples(Number(time), sampleRate);
  }

  private toSamples(ticks: number, rate: number): number {
    const { num, den } = this.stream.timeBase;
    return ((ticks - this.zero) * num * rate) / den;
  }

  /**
   * Rounds a position to the nearest sample. Returns 0 if the position is within a tick of 0, because the
   * clock may have rounded a true position of 0.
   */
  private roundPosition(position: number, rate: number): number {
    return Math.abs(position) <= this.samplesPerTick(rate) ? 0 : Math.round(position);
  }

  /**
   * Returns the samples per tick of the clock; 0 for a clock that does not round. Such a clock counts every
   * sample, or ticks once per frame.
   */
  private samplesPerTick(rate: number): number {
    const { num, den } = this.stream.timeBase;
    return den % (num * rate) === 0 || num / den > MAX_ROUNDING_TICK ? 0 : (num * rate) / den;
  }

  /**
   * Returns the exact start of a frame in a file whose clock rounds, for example to milliseconds. Assumes
   * that every frame between the first one of the file and this one has a multiple of `grid` samples.
   */
  private snapToGrid(position: number, rate: number, grid: number): number {
    const tick = this.samplesPerTick(rate);
    if (tick === 0 || grid <= tick || this.firstEnd?.rate !== rate) return this.roundPosition(position, rate);
    const near = this.firstEnd.end + Math.round((position - this.firstEnd.end) / grid) * grid;
    return Math.abs(near - position) <= tick + 1 ? near : this.roundPosition(position, rate);
  }
}
