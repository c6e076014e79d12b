import type { Encoder, PacketSink } from '../av/encode/encoder.ts';
import { openPcmEncoder } from '../av/encode/sound-encoders.ts';
import { Muxer } from '../av/encode/muxer.ts';
import { FilterChain } from '../av/filter-chain.ts';
import { createAudioFrame } from '../av/sound/create-audio-frame.ts';
import { STEREO_INPUT } from '../av/sound/stereo-input.ts';
import type { Stereo } from '../media/stereo.ts';
import type { OutputFile } from './output-file.ts';

/** Rounds to 16 bits. The dither keeps the rounding of soft sounds from becoming audible as distortion. */
const TO_16_BITS = 'aresample=osf=s16:dither_method=triangular';

/** Writes a WAV file: 48 kHz stereo with 16 bits per sample. A file of more than 4 GB becomes an RF64. */
export class WavOutput implements OutputFile {
  private readonly muxer: Muxer;
  private readonly encoder: Encoder;
  private readonly sink: PacketSink;
  private readonly chain = new FilterChain('audio', STEREO_INPUT, TO_16_BITS);
  private written = 0;

  private constructor(muxer: Muxer, encoder: Encoder) {
    this.muxer = muxer;
    this.encoder = encoder;
    this.sink = muxer.add(encoder);
  }

  /** @param path the local file to write. An existing file is replaced. */
  static async open(path: string): Promise<WavOutput> {
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'wav'));
    const encoder = opened.use(await openPcmEncoder());
    const output = new WavOutput(muxer, encoder);
    await muxer.begin({ rf64: 'auto' });
    opened.move();
    return output;
  }

  writeFrame(): Promise<void> {
    throw new Error('A WAV has no pictures.');
  }

  async writeSound(samples: Stereo): Promise<void> {
    if (samples.left.length === 0) return;
    using frame = createAudioFrame(samples, this.written);
    this.written += samples.left.length;
    this.chain.push(frame);
    await this.encodeFiltered();
  }

  async finish(): Promise<void> {
    this.chain.push(null);
    await this.encodeFiltered();
    await this.encoder.finish(this.sink);
    await this.muxer.finish();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.chain[Symbol.dispose]();
    this.encoder[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
    return Promise.resolve();
  }

  private async encodeFiltered(): Promise<void> {
    for (let frame = this.chain.pullSync(); frame; frame = this.chain.pullSync()) {
      using filtered = frame;
      await this.encoder.encode(filtered, this.sink);
    }
  }
}
