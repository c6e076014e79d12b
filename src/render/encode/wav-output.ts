import { openPcmEncoder } from '../av/encode/sound-encoders.ts';
import { Muxer } from '../av/encode/muxer.ts';
import type { Stereo } from '../media/stereo.ts';
import { FilteredSoundTrack } from './filtered-sound-track.ts';
import type { OutputFile } from './output-file.ts';

/** Rounds to 16 bits. The dither keeps the rounding of soft sounds from becoming audible as distortion. */
const TO_16_BITS = 'aresample=osf=s16:dither_method=triangular';

/** Writes a WAV file: 48 kHz stereo with 16 bits per sample. A file of more than 4 GB becomes an RF64. */
export class WavOutput implements OutputFile {
  private readonly muxer: Muxer;
  private readonly track: FilteredSoundTrack;

  private constructor(muxer: Muxer, track: FilteredSoundTrack) {
    this.muxer = muxer;
    this.track = track;
  }

  /** @param path the local file to write. An existing file is replaced. */
  static async open(path: string): Promise<WavOutput> {
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'wav'));
    const encoder = await openPcmEncoder();
    const track = opened.use(new FilteredSoundTrack(encoder, muxer.add(encoder), TO_16_BITS));
    await muxer.begin({ rf64: 'auto' });
    opened.move();
    return new WavOutput(muxer, track);
  }

  writeFrame(): Promise<void> {
    throw new Error('A WAV has no pictures.');
  }

  async writeSound(samples: Stereo): Promise<void> {
    await this.track.add(samples);
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
