import { SAMPLE_RATE, type Seconds, toSeconds } from '../../../base/time.ts';
import type { StreamLocation } from '../../media/media.ts';
import { AudioReader } from './audio-reader.ts';
import { createAudioFrame } from './create-audio-frame.ts';
import { FilterChain } from '../filter-chain.ts';

/** Sample rate of sound for speech recognition, in hertz. */
export const SPEECH_RATE = 16_000;

const INPUT_FORMAT = `sample_rate=${SAMPLE_RATE}:sample_fmt=fltp:channel_layout=stereo:time_base=1/${SAMPLE_RATE}`;
const OUTPUT_FILTERS = `aresample=${SPEECH_RATE},aformat=sample_fmts=s16:channel_layouts=mono`;

/**
 * Reads a sound for speech recognition: one channel of 16-bit samples at 16 kHz, with silence in the gaps of
 * the file. Close it with `using`.
 */
export class SpeechReader implements Disposable {
  private readonly reader: AudioReader;
  private readonly chain = new FilterChain('audio', INPUT_FORMAT, OUTPUT_FILTERS);
  private samplesRead = 0;

  private constructor(reader: AudioReader) {
    this.reader = reader;
  }

  /**
   * Opens a sound.
   *
   * @param location a sound in a local file.
   * @param from source second of the first sample.
   * @throws {MediaError} if the file cannot be read.
   */
  static async open(location: StreamLocation, from: Seconds): Promise<SpeechReader> {
    return new SpeechReader(await AudioReader.open(location, from));
  }

  /** True if the file has no more sound. */
  get isOver(): boolean {
    return this.reader.isOver;
  }

  /**
   * Returns the samples of the next `length` seconds. The last few of these samples may come with the next
   * call instead.
   *
   * @param length exact seconds.
   */
  async read(length: Seconds): Promise<Int16Array> {
    const end = toSeconds(this.samplesRead).add(length.mul(SAMPLE_RATE)).round().valueOf();
    const samples = await this.reader.read(end - this.samplesRead);
    using frame = createAudioFrame(samples, this.samplesRead);
    this.samplesRead = end;
    this.chain.push(frame);
    return await this.collect();
  }

  /**
   * Returns the last samples, which {@link SpeechReader.read} has held back. Nothing can be read afterwards.
   */
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

/** Concatenates chunks of samples. */
export function concatenateSamples(chunks: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
