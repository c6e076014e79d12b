import type { Rate } from '../../base/time.ts';
import type { OtherCodec } from '../av/encode/video-encoders.ts';
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
  /** True if the file has sound. Ignored for formats without sound. */
  readonly hasSound: boolean;
  readonly quality: Quality;
  /**
   * The video encoder: hardware, which encodes only H.264, or software with few or many threads. The number of
   * threads affects the file.
   */
  readonly encoder: 'few threads' | 'many threads' | HardwareName;
  /** The codec of the pictures of a video. Default: H.264. Ignored for other formats. */
  readonly codec?: 'h264' | OtherCodec;
  /** True if the pictures are in full colour with straight alpha. Only for formats that can be transparent. */
  readonly hasAlpha?: boolean;
  /** True to loop forever, for formats that can loop. */
  readonly loops: boolean;
  /** Only for a zip of images. */
  readonly sequence?: SequenceSettings;
  /** Only for an HLS. */
  readonly hls?: HlsSettings;
}

/** The settings of an HLS. */
export interface HlsSettings {
  /** The sizes of its videos in pixels, all even. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  /**
   * The local files to write beside the main list: for each size its list of segments and its video, and then
   * those of the sound.
   */
  readonly parts: readonly string[];
  /** How it is watched while it is made. Absent if it is not. */
  readonly stream?: HlsStreamSettings;
}

/** The settings of an HLS that is watched while it is made. */
export interface HlsStreamSettings {
  /** An existing folder, which receives the lists at once, and each segment as a file when it is made. */
  readonly folder: string;
  /** Number of frames and of samples that the HLS will have. */
  readonly frames: number;
  readonly samples: number;
}

/** The settings of a zip of images. */
export interface SequenceSettings {
  /** Format of the images. */
  readonly images: 'png' | 'jpg';
  /** Number of images, which decides how many digits their names have. */
  readonly count: number;
  /** An existing folder for temporary files. */
  readonly folder: string;
}

/**
 * An output file that is being written. An existing file is replaced. Pictures and sound must be written in
 * order. The file is complete after {@link OutputFile.finish}. Close it with `await using` in any case. After
 * a failure, the caller must remove the incomplete file.
 */
export interface OutputFile extends AsyncDisposable {
  /**
   * Writes the next picture. The promise resolves as soon as another picture may be written. The caller can
   * produce the next picture while this picture is encoded. The promise may reject with the error of an
   * earlier picture. Not for files without pictures.
   *
   * @param frame must have the size of the file. The output file frees the frame when the frame is no longer
   * needed.
   * @param isRepeat true if the picture is identical to the previous picture, so that encoding it may be
   * unnecessary.
   */
  writeFrame(frame: VideoFrame, isRepeat: boolean): Promise<void>;
  /**
   * Writes the next samples of the sound. Accepts any number of samples. The sound may be ahead of the
   * pictures. The promise behaves like that of {@link writeFrame}. Not for files without sound.
   */
  writeSound(samples: Stereo): Promise<void>;
  finish(): Promise<void>;
}
