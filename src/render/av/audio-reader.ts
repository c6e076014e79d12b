import { NATURAL, SAMPLE_RATE, type Seconds, type Speed } from '../../base/time.ts';
import type { Location } from '../media/media.ts';
import { silence, sliced, type Stereo, write } from '../media/stereo.ts';
import { type Piece, Resampler, type Seam } from './resampler.ts';
import { SoundFrames } from './sound-frames.ts';

export type { Seam };

/**
 * Reads a sound as 48 kHz stereo from a place on, sample by sample, silent where the file has none. What is played faster sounds
 * higher, as a tape does. Close it with `using`.
 */
export class AudioReader implements Disposable {
  private readonly frames: SoundFrames;
  private readonly resampler: Resampler;
  private readonly pieces: Piece[] = [];
  private position: number;
  /** The holes within the sound that were come upon since somebody took them away. */
  private found: Seam[] = [];
  private ended = false;

  private constructor(frames: SoundFrames, from: Seconds, speed: Speed) {
    this.frames = frames;
    this.position = from.mul(SAMPLE_RATE).div(speed).round().valueOf();
    this.resampler = new Resampler(speed);
  }

  /**
   * @param location of a sound in a file on this machine.
   * @param from source second of the first sample that is read.
   * @param speed above 0.
   * @throws {MediaError} when the file cannot be read.
   */
  static async open(location: Location, from: Seconds, speed: Speed = NATURAL): Promise<AudioReader> {
    return new AudioReader(await SoundFrames.open(location, from), from, speed);
  }

  /** Whether nothing but silence comes any more; known at the latest when some of it was read. */
  get over(): boolean {
    return this.ended && this.pieces.every(({ at, left }) => at + left.length <= this.position);
  }

  /** The next `count` samples; silence after the end. @throws {MediaError} when they cannot be resampled. */
  read(count: number): Stereo {
    const out = silence(count);
    for (let filled = 0; filled < count;) {
      const piece = this.pieceFrom(this.position + filled);
      const gap = piece ? Math.max(0, piece.at - (this.position + filled)) : count;
      if (!piece || gap >= count - filled) break;
      filled += gap;
      const taken = Math.min(piece.left.length, count - filled);
      write(out, sliced(piece, 0, taken), filled);
      filled += taken;
    }
    this.position += count;
    return out;
  }

  /**
   * Takes the holes within the sound up to what was read, and perhaps some beyond; each is given once.
   *
   * @returns where they are, counted from the sample that is read next.
   */
  seams(): Seam[] {
    const { found, position } = this;
    this.found = [];
    return found.map(({ from, to }) => ({ from: from - position, to: to - position }));
  }

  [Symbol.dispose](): void {
    this.resampler[Symbol.dispose]();
    this.frames[Symbol.dispose]();
  }

  /** What there is at or after a position, cut to begin there. Where two pieces overlap, the earlier is heard. */
  private pieceFrom(position: number): Piece | undefined {
    for (;;) {
      const [piece] = this.pieces;
      if (!piece) {
        if (this.ended) return undefined;
        this.decode();
      } else if (piece.at + piece.left.length <= position) this.pieces.shift();
      else return piece.at < position ? after(piece, position - piece.at) : piece;
    }
  }

  private decode(): void {
    const next = this.frames.next();
    this.ended = !next;
    const made = next ? this.resampler.push(next) : this.resampler.finish();
    this.pieces.push(...made);
    this.found.push(...made.flatMap(({ seam }) => seam ?? []));
    next?.frame.free();
  }
}

/** What is left of a piece after its first `count` samples. */
function after(piece: Piece, count: number): Piece {
  return { ...sliced(piece, count), at: piece.at + count };
}
