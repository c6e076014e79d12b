import type { Encoder, PacketSink } from '../av/encode/encoder.ts';
import { FilterChain } from '../av/filter-chain.ts';
import { createAudioFrame } from '../av/sound/create-audio-frame.ts';
import { STEREO_INPUT } from '../av/sound/stereo-input.ts';
import type { Stereo } from '../media/stereo.ts';

/**
 * The sound of an output file whose encoder takes other samples than floats in planes. Owns the encoder and
 * closes it when disposed.
 */
export class FilteredSoundTrack implements Disposable {
  private readonly encoder: Encoder;
  private readonly sink: PacketSink;
  private readonly chain: FilterChain;
  private written = 0;

  /** @param filters filters that convert the samples for the encoder, in FFmpeg's syntax. */
  constructor(encoder: Encoder, sink: PacketSink, filters: string) {
    this.encoder = encoder;
    this.sink = sink;
    this.chain = new FilterChain('audio', STEREO_INPUT, filters);
  }

  /** Encodes the next samples. */
  async add(samples: Stereo): Promise<void> {
    if (samples.left.length === 0) return;
    using frame = createAudioFrame(samples, this.written);
    this.written += samples.left.length;
    this.chain.push(frame);
    await this.encodeFiltered();
  }

  /** Encodes the pending samples and flushes the encoder. */
  async finish(): Promise<void> {
    this.chain.push(null);
    await this.encodeFiltered();
    await this.encoder.finish(this.sink);
  }

  [Symbol.dispose](): void {
    this.chain[Symbol.dispose]();
    this.encoder[Symbol.dispose]();
  }

  private async encodeFiltered(): Promise<void> {
    for (let frame = this.chain.pullSync(); frame; frame = this.chain.pullSync()) {
      using filtered = frame;
      await this.encoder.encode(filtered, this.sink);
    }
  }
}
