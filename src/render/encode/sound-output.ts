import { openAacEncoder, openMp3Encoder, openPcmEncoder } from '../av/encode/sound-encoders.ts';
import { Muxer } from '../av/encode/muxer.ts';
import type { Stereo } from '../media/stereo.ts';
import { FilteredSoundTrack } from './filtered-sound-track.ts';
import type { OutputFile, OutputFileSettings } from './output-file.ts';
import { MP3_QUALITY, MP4_QUALITY } from './quality.ts';
import { SoundTrack } from './sound-track.ts';

/** Samples in one frame of MPEG-1 Layer III. */
const MP3_FRAME_SAMPLES = 1152;
/** Samples in one AAC frame. */
export const AAC_FRAME_SAMPLES = 1024;

/** Rounds to 16 bits. The dither keeps the rounding of soft sounds from becoming audible as distortion. */
const TO_16_BITS = 'aresample=osf=s16:dither_method=triangular';

type SoundSettings = Pick<OutputFileSettings, 'quality'>;

/** Writes a file that has only sound: 48 kHz stereo. */
export class SoundOutput implements OutputFile {
  private readonly muxer: Muxer;
  private readonly track: SoundTrack | FilteredSoundTrack;
  /** Factor on the samples before they are encoded. */
  private readonly gain: number;

  private constructor(muxer: Muxer, track: SoundTrack | FilteredSoundTrack, gain = 1) {
    this.muxer = muxer;
    this.track = track;
    this.gain = gain;
  }

  /**
   * Opens an MP3 file: joint stereo at a constant bit rate. The first frame (Xing, LAME) contains the number of
   * padding samples at both ends, so that players reproduce exactly the input samples. The file has no ID3 tag,
   * because an edit has no title. LAME makes low bit rates quieter. The samples are therefore amplified
   * beforehand, so that the file is as loud as its input.
   *
   * @param path the local file to write. An existing file is replaced.
   */
  static async openMp3(path: string, { quality }: SoundSettings): Promise<SoundOutput> {
    const { bitRate, scale } = MP3_QUALITY[quality];
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp3'));
    const encoder = await openMp3Encoder(bitRate);
    const track = opened.use(new SoundTrack(encoder, muxer.add(encoder), MP3_FRAME_SAMPLES));
    await muxer.begin({ id3v2_version: '0', write_xing: '1' });
    opened.move();
    return new SoundOutput(muxer, track, 1 / scale);
  }

  /**
   * Opens an M4A file: the sound of an MP4 of the same quality, without pictures. The index is at the
   * beginning.
   *
   * @param path the local file to write. An existing file is replaced.
   */
  static async openM4a(path: string, { quality }: SoundSettings): Promise<SoundOutput> {
    using opened = new DisposableStack();
    // FFmpeg's name of the container whose brand is M4A.
    const muxer = opened.use(new Muxer(path, 'ipod'));
    const track = opened.use(await openAacTrack(MP4_QUALITY[quality].soundBitRate, muxer));
    await muxer.begin({ movflags: '+faststart' });
    opened.move();
    return new SoundOutput(muxer, track);
  }

  /**
   * Opens a WAV file with 16 bits per sample. A file of more than 4 GB becomes an RF64.
   *
   * @param path the local file to write. An existing file is replaced.
   */
  static async openWav(path: string): Promise<SoundOutput> {
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'wav'));
    const encoder = await openPcmEncoder();
    const track = opened.use(new FilteredSoundTrack(encoder, muxer.add(encoder), TO_16_BITS));
    await muxer.begin({ rf64: 'auto' });
    opened.move();
    return new SoundOutput(muxer, track);
  }

  writeFrame(): Promise<void> {
    throw new Error('A file of sound has no pictures.');
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

/** Opens the AAC sound of a file. @param bitRate bits per second. */
export async function openAacTrack(bitRate: number, muxer: Muxer): Promise<SoundTrack> {
  const encoder = await openAacEncoder(bitRate);
  return new SoundTrack(encoder, muxer.add(encoder), AAC_FRAME_SAMPLES);
}
