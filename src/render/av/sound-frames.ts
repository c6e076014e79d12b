import { AV_CODEC_ID_VORBIS, AV_NOPTS_VALUE, AVSEEK_FLAG_BACKWARD, type Frame, type Stream } from 'node-av';
import { ratio, type Seconds, seconds } from '../../base/time.ts';
import type { Location } from '../media/media.ts';
import { Input } from './input.ts';
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

/** Clocks round timestamps: a step of up to so many seconds between two frames is none. */
const JITTER = 0.005;
/** A decoder needs some packets before the wanted place to be in step: those of an MP3 may use bytes of up to half a second before. */
const PREROLL = seconds(1);
/** What is handed out before the wanted place, so that a resampler is in step there. */
const LEAD = seconds(0.05);
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
  private held: PlacedFrame | undefined;
  /** Where the first frame of the file ended, in samples of its rate. */
  private origin: End | undefined;
  /** Where the last frame ended. */
  private last: End | undefined;

  private constructor(input: Input, { stream, start }: Location) {
    this.input = input;
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
    if (from.gt(PREROLL)) {
      const sought = await SoundFrames.begin(location);
      if (await sought.seek(from, location.start)) return sought;
      sought[Symbol.dispose]();
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
    const frame = this.decoder.next();
    return frame && this.placed(frame);
  }

  [Symbol.dispose](): void {
    this.held?.frame.free();
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
   * Drops what ends before a second, and places the next frame. The first frame after a seek is dropped in any case: demuxers leave out
   * of it what they leave out at the beginning of the file.
   */
  private skipTo(lead: number, from: number): boolean {
    let grid = this.stream.codecpar.codecId === AV_CODEC_ID_VORBIS ? VORBIS_GRID : 0;
    for (let first = true; ; first = false) {
      const frame = this.decoder.next();
      if (!frame) return this.last !== undefined;
      const { sampleRate, nbSamples } = frame;
      const told = this.told(frame);
      // Where nothing lies before the wanted place, there is nothing, or the seek went too far.
      if (told === undefined || (first && told > from * sampleRate)) {
        frame.free();
        return false;
      }
      if (!first) grid = commonDivisor(nbSamples, grid);
      const at = this.onGrid(told, sampleRate, grid);
      this.last = { end: at + nbSamples, rate: sampleRate };
      if (!first && at + nbSamples >= lead * sampleRate) {
        this.held = { frame, at, follows: false };
        return true;
      }
      frame.free();
    }
  }

  private placed(frame: Frame): PlacedFrame {
    const { sampleRate, nbSamples } = frame;
    const told = this.told(frame);
    const expected = this.last && Math.round((this.last.end / this.last.rate) * sampleRate);
    const follows =
      expected !== undefined && (told === undefined || Math.abs(told - expected) <= JITTER * sampleRate);
    const at = follows ? expected : this.onGrid(told ?? 0, sampleRate, nbSamples);
    this.last = { end: at + nbSamples, rate: sampleRate };
    this.origin ??= this.last;
    return { frame, at, follows };
  }

  /** Where a frame's timestamp says that it begins, in samples from source second 0. */
  private told({ pts, bestEffortTimestamp, sampleRate }: Frame): number | undefined {
    const time = pts === AV_NOPTS_VALUE ? bestEffortTimestamp : pts;
    return time === AV_NOPTS_VALUE ? undefined : this.samples(Number(time), sampleRate);
  }

  private samples(ticks: number, rate: number): number {
    const { num, den } = this.stream.timeBase;
    return ((ticks - this.zero) * num * rate) / den;
  }

  /** Samples that pass while the stream's clock ticks once; 0 when the clock tells every sample. */
  private tick(rate: number): number {
    const { num, den } = this.stream.timeBase;
    return den % (num * rate) === 0 ? 0 : (num * rate) / den;
  }

  /**
   * The exact place of a frame in a file whose clock rounds, by milliseconds for example: between the first frame of the file and it are
   * frames that have a multiple of `grid` samples, all of them.
   */
  private onGrid(told: number, rate: number, grid: number): number {
    const tick = this.tick(rate);
    if (Math.abs(told) <= tick) return 0;
    if (tick === 0 || grid <= tick || this.origin?.rate !== rate) return Math.round(told);
    const near = this.origin.end + Math.round((told - this.origin.end) / grid) * grid;
    return Math.abs(near - told) <= tick + 1 ? near : Math.round(told);
  }
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
