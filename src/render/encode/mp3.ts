import type { Stereo } from '../media/stereo.ts';
import { type Encoder, mp3Encoder } from '../av/encoder.ts';
import { Muxer } from '../av/muxer.ts';
import type { OutputFile, OutputShape } from './output-file.ts';
import { MP3_QUALITY } from './quality.ts';
import { SoundTrack } from './sound-track.ts';

/** Samples in one frame of MPEG-1 Layer III. */
const MP3_FRAME = 1152;

/**
 * An MP3 file in the making: 48 kHz joint stereo at a constant bit rate. Its first frame (Xing, LAME) says how many samples were put in
 * front and behind, so that players give back exactly those that came in. It has no ID3 tag: an edit has no title.
 */
export class Mp3Output implements OutputFile {
  private readonly muxer: Muxer;
  private readonly track: SoundTrack;

  private constructor(muxer: Muxer, encoder: Encoder) {
    this.muxer = muxer;
    this.track = new SoundTrack(encoder, muxer.add(encoder), MP3_FRAME);
  }

  /** @param path the local file to write; an existing one is replaced. */
  static async open(path: string, { quality }: Pick<OutputShape, 'quality'>): Promise<Mp3Output> {
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp3'));
    const encoder = opened.use(await mp3Encoder(MP3_QUALITY[quality].bitRate));
    const output = new Mp3Output(muxer, encoder);
    await muxer.begin({ id3v2_version: '0', write_xing: '1' });
    opened.move();
    return output;
  }

  picture(): Promise<void> {
    throw new Error('An MP3 has no pictures.');
  }

  sound(samples: Stereo): Promise<void> {
    return this.track.add(samples);
  }

  async finish(): Promise<void> {
    await this.track.finish();
    await this.muxer.finish();
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.track[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
    return Promise.resolve();
  }
}
