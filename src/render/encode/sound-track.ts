import type { Stereo } from '../av/audio-reader.ts';
import { type Encoder, type PacketSink, soundFrame } from '../av/encoder.ts';

/** The sound of a file in the making: samples in any number, cut into the frames that its encoder takes. Closes the encoder. */
export class SoundTrack implements Disposable {
  private readonly encoder: Encoder;
  private readonly sink: PacketSink;
  private readonly frameSamples: number;
  private waiting: Stereo = { left: new Float32Array(0), right: new Float32Array(0) };
  private encoded = 0;

  /** @param frameSamples samples of each channel in one frame of the encoder; the last one may have fewer. */
  constructor(encoder: Encoder, sink: PacketSink, frameSamples: number) {
    this.encoder = encoder;
    this.sink = sink;
    this.frameSamples = frameSamples;
  }

  /** Encodes the next samples; those that do not fill a frame wait for the next ones. */
  async add(samples: Stereo): Promise<void> {
    this.waiting = joined(this.waiting, samples);
    while (this.waiting.left.length >= this.frameSamples) await this.encode(this.frameSamples);
  }

  /** Encodes what still waits, and empties the encoder. */
  async finish(): Promise<void> {
    if (this.waiting.left.length > 0) await this.encode(this.waiting.left.length);
    await this.encoder.finish(this.sink);
  }

  [Symbol.dispose](): void {
    this.encoder[Symbol.dispose]();
  }

  private async encode(count: number): Promise<void> {
    const { left, right } = this.waiting;
    this.waiting = { left: left.subarray(count), right: right.subarray(count) };
    const samples = { left: left.subarray(0, count), right: right.subarray(0, count) };
    const frame = soundFrame(samples, this.encoded);
    this.encoded += count;
    try {
      await this.encoder.encode(frame, this.sink);
    } finally {
      frame.free();
    }
  }
}

function joined(first: Stereo, second: Stereo): Stereo {
  if (first.left.length === 0) return second;
  const left = new Float32Array(first.left.length + second.left.length);
  const right = new Float32Array(left.length);
  left.set(first.left);
  left.set(second.left, first.left.length);
  right.set(first.right);
  right.set(second.right, first.right.length);
  return { left, right };
}
