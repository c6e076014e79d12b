import { AVSEEK_FLAG_BACKWARD, type Frame, type Stream } from 'node-av';
import { NATURAL, SAMPLE_RATE, type Seconds, seconds, type Speed } from '../../base/time.ts';
import type { Location } from '../media/media.ts';
import { Decoder } from './decoder.ts';
import { Input } from './input.ts';
import { Resampler } from './resampler.ts';

/** Two channels of 32-bit float samples at 48 kHz, full scale at 1. Both arrays have the same length. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/** Where a decoded piece lies: `at` counts samples, as they are played, from source second 0. */
interface Piece extends Stereo {
  readonly at: number;
}

/** Containers round timestamps: a step up to this many samples (5 ms of the source) between two pieces is no gap. */
const JITTER = SAMPLE_RATE / 200;
/** A decoder needs some packets before the wanted place to be in step. */
const PREROLL = seconds(0.5);
/** These formats have no timestamps to seek by: they are decoded from their beginning. */
const UNSEEKABLE = new Set(['mp3', 'aac']);

/**
 * Reads a sound as 48 kHz stereo from a place on, sample by sample, silent where the file has none. What is played faster sounds
 * higher, as a tape does. Close it with `using`.
 */
export class AudioReader implements Disposable {
  private readonly input: Input;
  private readonly stream: Stream;
  private readonly decoder: Decoder;
  private readonly location: Location;
  private readonly from: Seconds;
  private readonly jitter: number;
  private readonly resampler: Resampler;
  private piece: Piece | undefined;
  private position: number;
  private started = false;
  private ended = false;

  private constructor(input: Input, location: Location, from: Seconds, speed: Speed) {
    this.location = location;
    this.from = from;
    this.position = from.mul(SAMPLE_RATE).div(speed).round().valueOf();
    this.jitter = JITTER / speed.valueOf();
    this.input = input;
    this.stream = input.stream(location.stream);
    this.decoder = new Decoder(input, this.stream);
    this.resampler = new Resampler(this.stream, location.start, speed);
  }

  /**
   * @param from source second of the first sample that is read.
   * @param speed above 0.
   * @throws {MediaError} when the file cannot be read.
   */
  static async open(location: Location, from: Seconds, speed: Speed = NATURAL): Promise<AudioReader> {
    const reader = new AudioReader(await Input.open(location.file, location.demuxer), location, from, speed);
    await reader.approach();
    return reader;
  }

  /** Whether all that the file has was read; known once something after its end was asked for. */
  get isOver(): boolean {
    return this.ended && !this.piece;
  }

  /** The next `count` samples; silence after the end. */
  async read(count: number): Promise<Stereo> {
    const out = { left: new Float32Array(count), right: new Float32Array(count) };
    let filled = 0;
    while (filled < count) {
      const piece = await this.pieceAt(this.position + filled);
      if (!piece) break;
      const gap = Math.max(0, piece.at - (this.position + filled));
      if (gap >= count - filled) break;
      filled += gap;
      const taken = Math.min(piece.left.length, count - filled);
      out.left.set(piece.left.subarray(0, taken), filled);
      out.right.set(piece.right.subarray(0, taken), filled);
      this.piece = after(piece, taken);
      filled += taken;
    }
    this.position += count;
    return out;
  }

  [Symbol.dispose](): void {
    this.resampler[Symbol.dispose]();
    this.decoder[Symbol.dispose]();
    this.input[Symbol.dispose]();
  }

  /** The first piece that has samples at or after `position`, cut to begin there. */
  private async pieceAt(position: number): Promise<Piece | undefined> {
    while (!this.piece || this.piece.at + this.piece.left.length <= position) {
      this.piece = await this.decode();
      if (!this.piece) return undefined;
      const step = this.piece.at - position;
      if (this.started && Math.abs(step) <= this.jitter) this.piece = { ...this.piece, at: position };
    }
    this.started = true;
    if (this.piece.at < position) this.piece = after(this.piece, position - this.piece.at);
    return this.piece;
  }

  private async decode(): Promise<Piece | undefined> {
    for (;;) {
      const ready = this.resampler.pull();
      if (ready) return this.taken(ready);
      if (this.ended) return undefined;
      const frame = await this.decoder.next();
      this.ended = frame === undefined;
      await this.resampler.push(frame ?? null);
      frame?.free();
    }
  }

  /** Seeks near the first sample; where that cannot be done, what lies before it is decoded and dropped. */
  private async approach(): Promise<void> {
    if (this.from.lte(PREROLL) || UNSEEKABLE.has(this.location.demuxer)) return;
    const { num, den } = this.stream.timeBase;
    const target = this.from.sub(PREROLL).add(this.location.start).mul(den).div(num).floor();
    await this.input.format.seekFrame(this.stream.index, BigInt(target.valueOf()), AVSEEK_FLAG_BACKWARD);
  }

  private taken(frame: Frame): Piece {
    const [left, right] = frame.data ?? [];
    const piece = { left: floats(left, frame), right: floats(right, frame), at: Number(frame.pts) };
    frame.free();
    return piece;
  }
}

/** A copy of one plane: the frame's memory goes back to FFmpeg. */
function floats(plane: Buffer | undefined, frame: Frame): Float32Array {
  if (!plane) return new Float32Array(frame.nbSamples);
  return new Float32Array(plane.buffer, plane.byteOffset, frame.nbSamples).slice();
}

/** What is left of a piece after its first `count` samples. */
function after(piece: Piece, count: number): Piece {
  return { left: piece.left.subarray(count), right: piece.right.subarray(count), at: piece.at + count };
}
