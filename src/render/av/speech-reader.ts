import { SAMPLE_RATE, type Seconds, seconds } from '../../base/time.ts';
import type { Location } from '../media/media.ts';
import { AudioReader } from './audio-reader.ts';
import { soundFrame } from './encoder.ts';
import { FilterChain } from './filter-chain.ts';

/** Samples in a second of a sound that is to be recognised, in hertz. */
export const SPEECH_RATE = 16_000;

const FROM = `sample_rate=${SAMPLE_RATE}:sample_fmt=fltp:channel_layout=stereo:time_base=1/${SAMPLE_RATE}`;
const TO = `aresample=${SPEECH_RATE},aformat=sample_fmts=s16:channel_layouts=mono`;

/**
 * Reads a sound from a place on as recognisers want it: one channel of 16-bit samples at 16 kHz, silent where the file has none. Close
 * it with `using`.
 */
export class SpeechReader implements Disposable {
  private readonly reader: AudioReader;
  private readonly chain = new FilterChain('audio', FROM, TO);
  private read48 = 0;

  private constructor(reader: AudioReader) {
    this.reader = reader;
  }

  /**
   * @param from source second of the first sample.
   * @throws {MediaError} when the file cannot be read.
   */
  static async open(location: Location, from: Seconds): Promise<SpeechReader> {
    return new SpeechReader(await AudioReader.open(location, from));
  }

  /** Whether the file has no more sound. */
  get isOver(): boolean {
    return this.reader.over;
  }

  /**
   * About as many samples as the seconds have; what is missing comes with the next ones.
   *
   * @param length seconds, exact.
   */
  async next(length: Seconds): Promise<Int16Array> {
    const end = seconds(this.read48).add(length.mul(SAMPLE_RATE)).round().valueOf();
    const samples = this.reader.read(end - this.read48);
    using frame = soundFrame(samples, this.read48);
    this.read48 = end;
    this.chain.push(frame);
    return await this.collect();
  }

  /** The last samples of what was read. */
  async finish(): Promise<Int16Array> {
    this.chain.push(null);
    return await this.collect();
  }

  [Symbol.dispose](): void {
    this.chain[Symbol.dispose]();
    this.reader[Symbol.dispose]();
  }

  private async collect(): Promise<Int16Array> {
    const pieces: Int16Array[] = [];
    for (let frame = await this.chain.pull(); frame; frame = await this.chain.pull()) {
      const [plane] = frame.data ?? [];
      if (plane) pieces.push(new Int16Array(plane.buffer, plane.byteOffset, frame.nbSamples).slice());
      frame.free();
    }
    return joined(pieces);
  }
}

/** Samples one after the other. */
export function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
