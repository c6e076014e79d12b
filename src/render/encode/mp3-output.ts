import type { Encoder } from '../av/encode/encoder.ts';
import { openMp3Encoder } from '../av/encode/sound-encoders.ts';
import { Muxer } from '../av/encode/muxer.ts';
import type { Stereo } from '../media/stereo.ts';
import type { OutputFile, OutputFileSettings } from './output-file.ts';
import { MP3_QUALITY } from './quality.ts';
import { SoundTrack } from './sound-track.ts';

/** Samples in one frame of MPEG-1 Layer III. */
const MP3_FRAME_SAMPLES = 1152;

/**
 * Writes an MP3 file: 48 kHz joint stereo at a constant bit rate. The first frame (Xing, LAME) contains the
 * number of padding samples at both ends, so that players reproduce exactly the input samples. The file has
 * no ID3 tag, because an edit has no title. LAME makes low bit rates quieter. The samples are therefore
 * amplified beforehand, so that the file is as loud as its input.
 */
export class Mp3Output implements OutputFile {
  private readonly muxer: Muxer;
  private readonly track: SoundTrack;
  /** Factor that compensates the attenuation by LAME. */
  private readonly gain: number;

  private constructor(muxer: Muxer, encoder: Encoder, gain: number) {
    this.muxer = muxer;
    this.track = new SoundTrack(encoder, muxer.add(encoder), MP3_FRAME_SAMPLES);
    this.gain = gain;
  }

  /** @param path the local file to write. An existing file is replaced. */
  static async open(path: string, { quality }: Pick<OutputFileSettings, 'quality'>): Promise<Mp3Output> {
    const { bitRate, scale } = MP3_QUALITY[quality];
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp3'));
    const encoder = opened.use(await openMp3Encoder(bitRate));
    const output = new Mp3Output(muxer, encoder, 1 / scale);
    await muxer.begin({ id3v2_version: '0', write_xing: '1' });
    opened.move();
    return output;
  }

  writeFrame(): Promise<void> {
    throw new Error('An MP3 has no pictures.');
  }

  writeSound({ left, right }: Stereo): Promise<void> {
    const amplify = (sample: number): number => sample * this.gain;
    return this.track.add({ left: left.map(amplify), right: right.map(amplify) });
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
