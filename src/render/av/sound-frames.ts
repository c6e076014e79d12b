import { AV_CODEC_ID_VORBIS, AV_NOPTS_VALUE, AVSEEK_FLAG_BACKWARD, type Frame, type Stream } from 'node-av';
import { ratio, type Seconds, seconds } from '../../base/time.ts';
import type { Location } from '../media/media.ts';
import { JITTER, stepOf } from './clock-step.ts';
import { Input } from './input.ts';
import { LEAST_JOIN } from './joined.ts';
import { SoundDecoder } from './sound-decoder.ts';

/** A decoded frame at its place. */
export interface PlacedFrame {
  /** The caller frees it. */
  readonly frame: Frame;
  /** Its first sample, counted at the frame's own rate from source second 0; whole, below 0 for what comes before. */
  readonly at: number;
  /** Whether it begins where the one before it ended. */
  readonly follows: boolean;
}

/** The end of a frame: samples from source second 0, and how many of them are a second. */
interface End {
  readonly end: number;
  readonly rate: number;
}

/** Seconds of frames that are looked at to see whether a step of the clock lasts. */
const AHEAD = 1;
/** Clocks that tick more slowly, in seconds, do not round: they tick once a frame. */
const MOST_TICK = 0.002;
/** A decoder needs some packets before the wanted place to be in step: those of an MP3 may use bytes of up to half a second before. */
const PREROLL = seconds(1);
/** What is handed out before the wanted place, so that a resampler is in step there. */
const LEAD = seconds(0.05);
/** These have no timestamps: FFmpeg counts as if all frames had the rate of the first. */
const WITHOUT_TIMES = new Set(['mp3', 'aac', 'ac3', 'eac3']);
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
  private timed = true;
  private readonly demuxer: string;
  private held: PlacedFrame | undefined;
  /** Frames that were decoded to see how the clock goes on. */
  private readonly ahead: Frame[] = [];
  /** By how many seconds the clock was ahead of the count of the samples in the last frame. */
  private off = 0;
  /** Seconds that are added to the clock, because it has begun anew. */
  private shift = 0;
  /** Where the first frame of the file ended, in samples of its rate. */
  private origin: End | undefined;
  /** Where the last frame ended. */
  private last: End | undefined;

  private constructor(input: Input, { demuxer, stream, start }: Location) {
    this.input = input;
    this.demuxer = demuxer;
    this.stream = input.stream(stream);
    const { num, den } = this.stream.timeBase;
    this.zero = start.mul(den).div(num).valueOf();
    this.decoder = new SoundDecoder(input, this.stream);
  }

  /**
   * @param location of a sound in a file on this machine.
   * @param from source second of the first sample that is wanted.
   * @throws {MediaError} when the file cannot be read.
   */
  static async open(location: Location, from: Seconds): Promise<SoundFrames> {
    if (from.gt(PREROLL) && !location.joined) {
      using opened = new DisposableStack();
      const sought = opened.use(await SoundFrames.begin(location));
      if (await sought.seek(from, location.start)) {
        opened.move();
        return sought;
      }
    }
    return SoundFrames.begin(location);
  }

  /** The end of the last frame that was decoded, in source seconds; undefined when there was none. */
  get end(): Seconds | undefined {
    return this.last && ratio(this.last.end, this.last.rate);
  }

  /** @returns undefined at the end. */
  next(): PlacedFrame | undefined {
    const { held } = this;
    this.held = undefined;
    if (held) return held;
    const frame = this.ahead.shift() ?? this.decoder.next();
    return frame && this.placed(frame);
  }

  [Symbol.dispose](): void {
    this.held?.frame.free();
    for (const frame of this.ahead) frame.free();
    this.decoder[Symbol.dispose]();
    this.input[Symbol.dispose]();
  }

  private static async begin(location: Location): Promise<SoundFrames> {
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
    this.last = undefined;
    this.decoder.restart();
    const code = await format.seekFrame(this.stream.index, BigInt(target.valueOf()), AVSEEK_FLAG_BACKWARD);
    return code >= 0 && this.skipTo(from.sub(LEAD).valueOf(), from.valueOf());
  }

  /**
   * Drops what ends before a second. The first frame after a seek is dropped in any case: demuxers leave out of it what they leave out at
   * the beginning of the file.
   */
  private skipTo(lead: number, from: number): boolean {
    const first = this.decoder.next();
    const told = first && this.told(first);
    const end = first && told !== undefined ? (told + first.nbSamples) / first.sampleRate : Infinity;
    first?.free();
    // Where nothing lies before the wanted place, there is nothing, or the seek went too far.
    if (end > from) return false;
    for (let next = this.afterSeek(end); next; next = this.next()) {
      this.held = next;
      if (next.at + next.frame.nbSamples >= lead * next.frame.sampleRate) break;
      this.held = undefined;
      next.frame.free();
    }
    return this.last !== undefined && this.timed;
  }

  /** The next frame, placed as from the beginning, unless there is a gap between it and the one that ended at a second. */
  private afterSeek(end: number): PlacedFrame | undefined {
    const frame = this.decoder.next();
    if (!frame) return undefined;
    const { sampleRate: rate, nbSamples } = frame;
    const shown = this.told(frame) ?? 0;
    this.last = { end: shown, rate };
    // What is stamped when it arrives is never early: the least delayed of a second are right.
    const late = Math.max(0, ...[...this.offsAhead(frame, 0)].map((off) => -off));
    const told = late > JITTER ? shown - late * rate : shown;
    const grid = this.stream.codecpar.codecId === AV_CODEC_ID_VORBIS ? VORBIS_GRID : nbSamples;
    const gap = late <= JITTER && Math.abs(told / rate - end) > JITTER;
    const at = gap ? this.rounded(told, rate) : this.onGrid(told, rate, grid);
    this.last = { end: at + nbSamples, rate };
    return { frame, at, follows: false };
  }

  private placed(frame: Frame): PlacedFrame {
    const { sampleRate, nbSamples } = frame;
    const told = this.told(frame);
    const expected = this.last && Math.round((this.last.end / this.last.rate) * sampleRate);
    const at =
      expected === undefined ? this.rounded(told ?? 0, sampleRate) : this.follow(frame, told, expected);
    this.last = { end: at + nbSamples, rate: sampleRate };
    this.origin ??= this.last;
    return { frame, at, follows: at === expected };
  }

  /** Where a frame begins that comes after others: where they end, unless its clock is truly elsewhere. */
  private follow(frame: Frame, told: number | undefined, expected: number): number {
    if (told === undefined) return expected;
    const { sampleRate: rate } = frame;
    const before = this.off;
    this.off = (told - expected) / rate;
    const step = Math.abs(this.off) > JITTER ? stepOf(before, this.off, this.offsAhead(frame, this.off)) : 0;
    if (step === 0) return expected;
    const begins = this.off === step ? told : expected + step * rate;
    this.off -= step;
    if (begins > expected || !this.beginsAnew(step, told / rate)) return this.rounded(begins, rate);
    this.shift -= step;
    return expected;
  }

  /** Whether a step back of the clock is the beginning of another sound that was joined to the one before. */
  private beginsAnew(step: number, told: number): boolean {
    return step < -LEAST_JOIN || told - this.shift <= JITTER;
  }

  /**
   * By how many seconds the clock is away from the count of the samples in the frames of the next second, each in its turn.
   *
   * @param off the same of the frame before them.
   */
  private *offsAhead({ sampleRate, nbSamples }: Frame, off: number): Generator<number> {
    const { last } = this;
    const begins = last ? last.end / last.rate : 0;
    let end = begins + nbSamples / sampleRate;
    for (let index = 0; end < begins + AHEAD; index++) {
      const frame = this.ahead[index] ?? this.decoder.next();
      if (!frame) return;
      this.ahead[index] = frame;
      const told = this.told(frame);
      yield told === undefined ? off : told / frame.sampleRate - end;
      end += frame.nbSamples / frame.sampleRate;
    }
  }

  /** Where a frame begins as its timestamp says, in samples from source second 0; undefined where it says nothing. */
  private told({ pts, bestEffortTimestamp, sampleRate }: Frame): number | undefined {
    const { codecpar } = this.stream;
    if (sampleRate !== codecpar.sampleRate && WITHOUT_TIMES.has(this.demuxer)) this.timed = false;
    const time = pts === AV_NOPTS_VALUE ? bestEffortTimestamp : pts;
    if (!this.timed || time === AV_NOPTS_VALUE) return undefined;
    return this.samples(Number(time), sampleRate) + this.shift * sampleRate;
  }

  private samples(ticks: number, rate: number): number {
    const { num, den } = this.stream.timeBase;
    return ((ticks - this.zero) * num * rate) / den;
  }

  /** The nearest sample, and 0 for what the rounding of the clock has moved away from it. */
  private rounded(told: number, rate: number): number {
    return Math.abs(told) <= this.tick(rate) ? 0 : Math.round(told);
  }

  /** Samples that pass while a clock ticks that rounds; 0 where it tells every sample, or ticks once a frame. */
  private tick(rate: number): number {
    const { num, den } = this.stream.timeBase;
    return den % (num * rate) === 0 || num / den > MOST_TICK ? 0 : (num * rate) / den;
  }

  /**
   * The exact place of a frame in a file whose clock rounds, by milliseconds for example: between the first frame of the file and it are
   * frames that have a multiple of `grid` samples, all of them.
   */
  private onGrid(told: number, rate: number, grid: number): number {
    const tick = this.tick(rate);
    if (tick === 0 || grid <= tick || this.origin?.rate !== rate) return this.rounded(told, rate);
    const near = this.origin.end + Math.round((told - this.origin.end) / grid) * grid;
    return Math.abs(near - told) <= tick + 1 ? near : this.rounded(told, rate);
  }
}
