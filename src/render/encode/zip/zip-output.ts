import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { VideoFrame } from '../../av/video/video-frame.ts';
import type { Stereo } from '../../media/stereo.ts';
import { BoundedQueue } from '../bounded-queue.ts';
import type { OutputFile, OutputFileSettings, SequenceSettings } from '../output-file.ts';
import { encodePicture } from '../still-output.ts';
import { SoundOutput } from '../sound-output.ts';
import { ZipFile } from './zip-file.ts';

/** Number of images that are encoded at the same time as another is composed. */
const WAITING_IMAGES = { 'few threads': 2, 'many threads': 4 } as const;
/** Minimum number of digits in the names of the images. More than 100,000 images have more. */
const MIN_DIGITS = 5;
/** The name of the sound in the zip. */
const SOUND_NAME = 'sound.wav';

/**
 * Writes a zip with one image for each frame, and with the sound as a WAV after them. An image that repeats the
 * one before is not encoded again. Only a few images are in memory at the same time.
 */
export class ZipOutput implements OutputFile {
  private readonly zip: ZipFile;
  private readonly quality: OutputFileSettings['quality'];
  private readonly sequence: SequenceSettings;
  private readonly sound: { readonly output: SoundOutput; readonly path: string } | undefined;
  private readonly queue: BoundedQueue;
  private latest: Promise<Buffer> | undefined;
  private added = 0;

  private constructor(
    zip: ZipFile,
    sound: ZipOutput['sound'],
    sequence: SequenceSettings,
    { quality, encoder }: OutputFileSettings,
  ) {
    this.zip = zip;
    this.sound = sound;
    this.sequence = sequence;
    this.quality = quality;
    this.queue = new BoundedQueue(WAITING_IMAGES[encoder === 'few threads' ? 'few threads' : 'many threads']);
  }

  /** @param path the local file to write. An existing file is replaced. */
  static async open(
    path: string,
    settings: OutputFileSettings,
    sequence: SequenceSettings,
  ): Promise<ZipOutput> {
    await using opened = new AsyncDisposableStack();
    const zip = opened.use(new ZipFile(path));
    const soundPath = join(sequence.folder, `${basename(path)}.wav`);
    const sound = settings.hasSound
      ? { output: opened.use(await SoundOutput.openWav(soundPath)), path: soundPath }
      : undefined;
    const output = new ZipOutput(zip, sound, sequence, settings);
    opened.move();
    return output;
  }

  async writeFrame(frame: VideoFrame, isRepeat: boolean): Promise<void> {
    if (isRepeat && this.latest) frame.free();
    else this.latest = encodePicture(frame, this.sequence.images, this.quality).finally(() => frame.free());
    const { latest } = this;
    // The queue throws the error. Until then, Node.js must not treat it as an unhandled rejection.
    latest.catch(() => undefined);
    const name = this.nameNext();
    await this.queue.add(async () => this.zip.add(name, await latest));
  }

  async writeSound(samples: Stereo): Promise<void> {
    await this.sound?.output.writeSound(samples);
  }

  async finish(): Promise<void> {
    await this.queue.drain();
    if (this.sound) {
      await this.sound.output.finish();
      await this.zip.addFile(SOUND_NAME, this.sound.path);
    }
    await this.zip.finish();
  }

  /** Waits for pending work, because the frame of an image must not be freed while it is encoded. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.queue.drain(), this.latest]);
    await this.zip[Symbol.asyncDispose]();
    if (!this.sound) return;
    await this.sound.output[Symbol.asyncDispose]();
    await rm(this.sound.path, { force: true });
  }

  /** Returns the name of the next image. The numbers begin at 0 and have the same number of digits. */
  private nameNext(): string {
    const { count, images } = this.sequence;
    const digits = Math.max(MIN_DIGITS, String(count - 1).length);
    return `frame-${String(this.added++).padStart(digits, '0')}.${images}`;
  }
}
