import type { Rate } from '../../base/time.ts';
import type { VideoFrame } from '../av/video/video-frame.ts';
import type { HardwareName } from '../media/hardware.ts';
import type { Stereo } from '../media/stereo.ts';
import type { Quality } from './quality.ts';

/** What a file is to be. */
export interface OutputFileSettings {
  /** Size in pixels; of nothing in a file without pictures. */
  readonly width: number;
  readonly height: number;
  /** Pictures in a second. */
  readonly rate: Rate;
  /** Whether there is a sound, where the format can have one. */
  readonly hasSound: boolean;
  readonly quality: Quality;
  /** What encodes a video: x264 in a few threads or in many, which makes another file, or a kind of hardware. */
  readonly encoder: 'few threads' | 'many threads' | HardwareName;
  /** Whether a file that can play again by itself does so for ever. */
  readonly loops: boolean;
}

/**
 * A file in the making: pictures in order and sound go in, and it is whole after {@link OutputFile.finish}. Close it with `await using`,
 * also after that. What it was before is replaced; what is left of it after a failure is the caller's to remove.
 */
export interface OutputFile extends AsyncDisposable {
  /**
   * Takes the next picture: the promise resolves as soon as there may be another one, so the caller can make it meanwhile; an error of
   * a picture before may be thrown here. Not for files without pictures.
   *
   * @param frame of the file's size; freed when it is not needed any more.
   * @param isRepeat whether it is the one before again, to the bit: what shows nothing new may cost nothing.
   */
  writeFrame(frame: VideoFrame, isRepeat: boolean): Promise<void>;
  /** Takes the next samples of the sound, any number, as pictures are taken; it may run ahead of them. Not for files without sound. */
  writeSound(samples: Stereo): Promise<void>;
  finish(): Promise<void>;
}
