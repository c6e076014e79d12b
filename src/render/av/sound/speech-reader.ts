import { SAMPLE_RATE, type Seconds, toSeconds } from '../../../base/time.ts';
import type { StreamLocation } from '../../media/media.ts';
import { AudioReader } from './audio-reader.ts';
import { createAudioFrame } from './create-audio-frame.ts';
import { FilterChain } from '../filter-chain.ts';

/** Samples in a second of a sound that is to be recognised, in hertz. */
export const SPEECH_RATE = 16_000;

const INPUT_FORMAT = `sample_rate=${SAMPLE_RATE}:sample_fmt=fltp:channel_layout=stereo:time_base=1/${SAMPLE_RATE}`;
const OUTPUT_FILTERS = `aresample=${SPEECH_RATE},aformat=sample_fmts=s16:channel_layouts=mono`;

/**
 * Reads a sound from a place on as recognisers want it: one channel of 16-bit samples at 16 kHz, silent where the file has none. Close
 * it with `using`.
 */
export class SpeechReader implements Disposable {
  private readonly reader: AudioReader;
  private readonly chain = new FilterChain('audio', INPUT_FORMAT, OUTPUT_FILTERS);
  private samplesRead = 0;

  private constructor(reader: AudioReader) {
    this.reader = reader;
  }

  /**
   * @param from source second of the first sample.
   * @throws {MediaError} when the file cannot be read.
   */
  static async open(location: StreamLocation, from: Seconds): Promise<SpeechReader> {
    return new SpeechReader(await AudioReader.open(location, from));
  }

  /** Whether the file has no more sound. */
  get isOver(): boolean {
    return this.reader.isOver;
  }

  /**
   * About as many samples as the seconds have; what is missing comes with the next ones.
   *
   * @param length seconds, exact.
   */
  async read(length: Seconds): Promise<Int16Array> {
    const end = toSeconds(this.samplesRead).add(length.mul(SAMPLE_RATE)).round().valueOf();
    const samples = this.reader.read(end - this.samplesRead);
    using frame = createAudioFrame(samples, this.samplesRead);
    this.samplesRead = end;
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
    const chunks: Int16Array[] = [];
    for (let frame = await this.chain.pull(); frame; frame = await this.chain.pull()) {
      const [plane] = frame.data ?? [];
      if (plane) chunks.push(new Int16Array(plane.buffer, plane.byteOffset, frame.nbSamples).slice());
      frame.free();
    }
    return concatenateSamples(chunks);
  }
}

/** Samples one after the other. */
export function concatenateSamples(chunks: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
