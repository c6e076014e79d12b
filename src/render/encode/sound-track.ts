import type { Encoder, PacketSink } from '../av/encode/encoder.ts';
import { createAudioFrame } from '../av/sound/create-audio-frame.ts';
import { concatenateStereo, createSilence, sliceStereo, type Stereo } from '../media/stereo.ts';

/**
 * The sound of an output file. Accepts any number of samples and divides the samples into frames for the
 * encoder. Owns the encoder and closes it when disposed.
 */
export class SoundTrack implements Disposable {
  private readonly encoder: Encoder;
  private readonly sink: PacketSink;
  private readonly frameSamples: number;
  private pending: Stereo = createSilence(0);
  private encoded = 0;

  /** @param frameSamples samples per channel in one frame of the encoder. The last frame may have fewer. */
  constructor(encoder: Encoder, sink: PacketSink, frameSamples: number) {
    this.encoder = encoder;
    this.sink = sink;
    this.frameSamples = frameSamples;
  }

  /** Encodes the next samples. Samples that do not fill a frame wait for the next samples. */
  async add(samples: Stereo): Promise<void> {
    this.pending = concatenateStereo(this.pending, samples);
    while (this.pending.left.length >= this.frameSamples) await this.encode(this.frameSamples);
  }

  /** Encodes the pending samples and flushes the encoder. */
  async finish(): Promise<void> {
    if (this.pending.left.length > 0) await this.encode(this.pending.left.length);
    await this.encoder.finish(this.sink);
  }

  [Symbol.dispose](): void {
    this.encoder[Symbol.dispose]();
  }

  private async encode(count: number): Promise<void> {
    const frame = createAudioFrame(sliceStereo(this.pending, 0, count), this.encoded);
    this.pending = sliceStereo(this.pending, count);
    this.encoded += count;
    try {
      await this.encoder.encode(frame, this.sink);
    } finally {
      frame.free();
    }
  }
}
