import { AV_CODEC_ID_VORBIS, AV_NOPTS_VALUE, AVSEEK_FLAG_BACKWARD, type Frame, type Stream } from 'node-av';
import { fromRatio, type Seconds, toSeconds } from '../../../base/time.ts';
import type { StreamLocation } from '../../media/media.ts';
import { MAX_JITTER, detectClockStep } from './detect-clock-step.ts';
import { Input } from '../input/input.ts';
import { MIN_CLOCK_RESET } from './is-concatenated.ts';
import { SoundDecoder } from './sound-decoder.ts';

/** A decoded frame at its place. */
export interface PlacedFrame {
  /** The caller frees it. */
  readonly frame: Frame;
  /** Its first sample, counted at the frame's own rate from source second 0; whole, below 0 for what comes before. */
  readonly start: number;
  /** Whether it begins where the one before it ended. */
  readonly isContinuous: boolean;
}

/** The end of a frame: samples from source second 0, and how many of them are a second. */
interface FrameEnd {
  readonly end: number;
  readonly rate: number;
}

/** Seconds of frames that are looked at to see whether a step of the clock lasts. */
const LOOKAHEAD_SECONDS = 1;
/** Clocks that tick more slowly, in seconds, do not round: they tick once a frame. */
const MAX_ROUNDING_TICK = 0.002;
/** A decoder needs some packets before the wanted place to be in step: those of an MP3 may use bytes of up to half a second before. */
const PREROLL = toSeconds(1);
/** What is handed out before the wanted place, so that a resampler is in step there. */
const LEAD = toSeconds(0.05);
/** These have no timestamps: FFmpeg counts as if all frames had the rate of the first. */
const FORMATS_WITHOUT_TIMESTAMPS = new Set(['mp3', 'aac', 'ac3', 'eac3']);
/** All frames of Vorbis have a multiple of so many samples, a quarter of its smallest usual block. */
const VORBIS_GRID = 64;

/**
 * The frames of a sound from a place on, each at the sample where it is played: after a seek at the same as from the beginning. Within a
 * stretch without gaps samples are counted, so that the rounding of timestamps neither adds up nor is heard. Close it with `using`.
 */
export class SoundFrames implements Disposable {
  private readonly input: Input;
  private readonly stream: Stream;
  private readonly decoder: SoundDecoder;
  /** Source second 0, in ticks of the stream. */
  private readonly zero: number;
  /** Whether the timestamps tell when a frame is played. */
  private hasTimestamps = true;
  private readonly demuxer: string;
  private heldFrame: PlacedFrame | undefined;
  /** Frames that were decoded to see how the clock goes on. */
  private readonly lookahead: Frame[] = [];
  /** By how many seconds the clock was ahead of the count of the samples in the last frame. */
  private clockOffset = 0;
  /** Seconds that are added to the clock, because it has begun anew. */
  private clockShift = 0;
  /** Where the first frame of the file ended, in samples of its rate. */
  private firstEnd: FrameEnd | undefined;
  /** Where the last frame ended. */
  private lastEnd: FrameEnd | undefined;

  private constructor(input: Input, { demuxer, stream, start }: StreamLocation) {
    this.input = input;
    this.demuxer = demuxer;
    this.stream = input.getStream(stream);
    const { num, den } = this.stream.timeBase;
    this.zero = start.mul(den).div(num).valueOf();
    this.decoder = new SoundDecoder(input, this.stream);
  }

  /**
   * @param location of a sound in a file on this machine.
   * @param from source second of the first sample that is wanted.
   * @throws {MediaError} when the file cannot be read.
   */
  static async open(location: StreamLocation, from: Seconds): Promise<SoundFrames> {
    if (from.gt(PREROLL) && !location.hasClockReset) {
      using resources = new DisposableStack();
      const frames = resources.use(await SoundFrames.openAtStart(location));
      if (await frames.seek(from, location.start)) {
        resources.move();
        return frames;
      }
    }
    return SoundFrames.openAtStart(location);
  }

  /** The end of the last frame that was decoded, in source seconds; undefined when there was none. */
  get end(): Seconds | undefined {
    return this.lastEnd && fromRatio(this.lastEnd.end, this.lastEnd.rate);
  }

  /** @returns undefined at the end. */
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
    const input = await Input.open(location.file, location.demuxer);
    try {
      return new SoundFrames(input, location);
    } catch (error) {
      input[Symbol.dispose]();
      throw error;
    }
  }

  /** @returns whether all that is heard from `from` on will be handed out, at its exact place. */
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
   * Drops what ends before a second. The first frame after a seek is dropped in any case: demuxers leave out of it what they leave out at
   * the beginning of the file.
   */
  private skipTo(lead: number, from: number): boolean {
    const first = this.decoder.next();
    const position = first && this.clockPositionOf(first);
    const end = first && position !== undefined ? (position + first.nbSamples) / first.sampleRate : Infinity;
    first?.free();
    // Where nothing lies before the wanted place, there is nothing, or the seek went too far.
    if (end > from) return false;
    for (let next = this.afterSeek(end); next; next = this.next()) {
      this.heldFrame = next;
      if (next.start + next.frame.nbSamples >= lead * next.frame.sampleRate) break;
      this.heldFrame = undefined;
      next.frame.free();
    }
    return this.lastEnd !== undefined && this.hasTimestamps;
  }

  /** The next frame, placed as from the beginning, unless there is a gap between it and the one that ended at a second. */
  private afterSeek(end: number): PlacedFrame | undefined {
    const frame = this.decoder.next();
    if (!frame) return undefined;
    const { sampleRate: rate, nbSamples } = frame;
    const declared = this.clockPositionOf(frame) ?? 0;
    this.lastEnd = { end: declared, rate };
    // What is stamped when it arrives is never early: the least delayed of a second are right.
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

  /** Where a frame begins that comes after others: where they end, unless its clock is truly elsewhere. */
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
    if (start > expected || !this.startsNewSound(step, clockPosition / rate))
      return this.roundPosition(start, rate);
    this.clockShift -= step;
    return expected;
  }

  /** Whether a step back of the clock is the beginning of another sound that was joined to the one before. */
  private startsNewSound(step: number, seconds: number): boolean {
    return step < -MIN_CLOCK_RESET || seconds - this.clockShift <= MAX_JITTER;
  }

  /**
   * By how many seconds the clock is away from the count of the samples in the frames of the next second, each in its turn.
   *
   * @param offset the same of the frame before them.
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

  /** Where a frame begins as its timestamp says, in samples from source second 0; undefined where it says nothing. */
  private clockPositionOf({ pts, bestEffortTimestamp, sampleRate }: Frame): number | undefined {
    const { codecpar } = this.stream;
    if (sampleRate !== codecpar.sampleRate && FORMATS_WITHOUT_TIMESTAMPS.has(this.demuxer))
      this.hasTimestamps = false;
    const time = pts === AV_NOPTS_VALUE ? bestEffortTimestamp : pts;
    if (!this.hasTimestamps || time === AV_NOPTS_VALUE) return undefined;
    return this.toSamples(Number(time), sampleRate) + this.clockShift * sampleRate;
  }

  private toSamples(ticks: number, rate: number): number {
    const { num, den } = this.stream.timeBase;
    return ((ticks - this.zero) * num * rate) / den;
  }

  /** The nearest sample, and 0 for what the rounding of the clock has moved away from it. */
  private roundPosition(position: number, rate: number): number {
    return Math.abs(position) <= this.samplesPerTick(rate) ? 0 : Math.round(position);
  }

  /** Samples that pass while a clock ticks that rounds; 0 where it tells every sample, or ticks once a frame. */
  private samplesPerTick(rate: number): number {
    const { num, den } = this.stream.timeBase;
    return den % (num * rate) === 0 || num / den > MAX_ROUNDING_TICK ? 0 : (num * rate) / den;
  }

  /**
   * The exact place of a frame in a file whose clock rounds, by milliseconds for example: between the first frame of the file and it are
   * frames that have a multiple of `grid` samples, all of them.
   */
  private snapToGrid(position: number, rate: number, grid: number): number {
    const tick = this.samplesPerTick(rate);
    if (tick === 0 || grid <= tick || this.firstEnd?.rate !== rate) return this.roundPosition(position, rate);
    const near = this.firstEnd.end + Math.round((position - this.firstEnd.end) / grid) * grid;
    return Math.abs(near - position) <= tick + 1 ? near : this.roundPosition(position, rate);
  }
}
