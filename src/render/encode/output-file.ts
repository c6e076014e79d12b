import type { Rate } from '../../base/time.ts';
import type { VideoFrame } from '../av/video/video-frame.ts';
import type { HardwareName } from '../media/hardware.ts';
import type { Stereo } from '../media/stereo.ts';
import type { Quality } from './quality.ts';

/** The settings of an output file. */
export interface OutputFileSettings {
  /** Size in pixels. Ignored for files without pictures. */
  readonly width: number;
  readonly height: number;
  /** Frames per second. */
  readonly rate: Rate;
  /** True if the file has sound, provided that its format supports it. */
  readonly hasSound: boolean;
  readonly quality: Quality;
  /** The video encoder: x264 with few or many threads, which makes different files, or hardware. */
  readonly encoder: 'few threads' | 'many threads' | HardwareName;
  /** True to loop forever, for formats that can loop. */
  readonly loops: boolean;
}

/**
 * An output file that is being written. It accepts pictures and sound in order and is complete after {@link
 * OutputFile.finish}. Close it with `await using` in any case. It replaces an existing file. After a failure,
 * the caller must remove what is left of it.
 */
export interface OutputFile extends AsyncDisposable {
  /**
   * Writes the next picture. The promise resolves as soon as another one may be written, so that the
   * caller can produce it meanwhile. It may reject with the error of an earlier picture. Not for files
   * without pictures.
   *
   * @param frame must have the size of the file. It is freed when it is no longer needed.
   * @param isRepeat true if it is identical to the previous one, which may save encoding it.
   */
  writeFrame(frame: VideoFrame, isRepeat: boolean): Promise<void>;
  /**
   * Writes the next samples of the sound. Their number is arbitrary, and they may run ahead of the pictures.
   * The promise behaves like that of {@link writeFrame}. Not for files without sound.
   */
  writeSound(samples: Stereo): Promise<void>;
  finish(): Promise<void>;
}
