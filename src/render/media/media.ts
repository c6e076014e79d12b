import type { Seconds } from '../../base/time.ts';
import type { SourceFile } from './source-file.ts';

/** A stream of a file, and what its file's clock has to do with source seconds. */
export interface StreamLocation {
  readonly file: SourceFile;
  /** The FFmpeg demuxer that reads the file. */
  readonly demuxer: string;
  /** Index of the stream in the file. */
  readonly stream: number;
  /** The file's timestamp that is source second 0, in seconds. */
  readonly start: Seconds;
  /** Whether its clock begins anew on the way, as where files were joined: then there is no seeking in it. */
  readonly hasClockReset?: boolean;
}

/** How a stored picture is turned to stand upright. */
export type Turn =
  'none' | 'mirror' | 'flip' | 'half' | 'clockwise' | 'counterclockwise' | 'transpose' | 'transverse';

/** Why a video must be preprocessed before it is used (contract C30). */
export type Defect = 'variable frame rate' | 'broken timestamps' | 'no seek index' | 'interlaced' | 'hdr';

/** What is known of the picture track of a file. */
export interface VideoTrack {
  readonly location: StreamLocation;
  /** Upright size of the stored picture in its own pixels, which need not be square. */
  readonly stored: { readonly width: number; readonly height: number };
  /** Upright size as it is seen, in square pixels. */
  readonly width: number;
  readonly height: number;
  readonly turn: Turn;
  /** Seconds from source second 0 to the end of the last picture; absent when the file does not say. */
  readonly duration?: Seconds;
  readonly alpha: boolean;
  readonly defects: readonly Defect[];
}

/** What is known of the sound track of a file. */
export interface AudioTrack {
  readonly location: StreamLocation;
  /** Seconds from source second 0 to the end of the sound; absent when the file does not say. */
  readonly duration?: Seconds;
}

/** A moving picture, a sound, or both. */
export interface AvMedia {
  readonly kind: 'av';
  readonly video?: VideoTrack;
  readonly audio?: AudioTrack;
  /** What is said in it, where captions name the file itself. */
  readonly words?: SubtitlesMedia;
}

/** A still picture. */
export interface StillMedia {
  readonly kind: 'still';
  readonly path: string;
  /** Upright size in pixels, after the EXIF orientation. */
  readonly width: number;
  readonly height: number;
  /** The FFmpeg demuxer of a format that only FFmpeg reads; it is prepared. */
  readonly demuxer?: string;
}

/** A picture that moves by itself, such as a GIF: an image or a video, as its asset has it. */
export interface AnimationMedia {
  readonly kind: 'animation';
  readonly video: VideoTrack;
  readonly audio?: undefined;
  /** How often it plays in an image asset, 1 or more; `Infinity` for ever. */
  readonly playCount: number;
}

/** A vector drawing in a file. */
export interface VectorMedia {
  readonly kind: 'vector';
  readonly markup: string;
  /** The size that it says it has, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** A word, and when it is spoken. */
export interface SpokenWord {
  /** Without spaces around it. */
  readonly text: string;
  readonly from: Seconds;
  /** Later than `from`, or the same. */
  readonly to: Seconds;
}

/** A text that is there for a time: from `from`, inclusive, to `to`, exclusive. */
export interface Cue {
  readonly from: Seconds;
  /** Later than `from`. */
  readonly to: Seconds;
  /** Its lines, parted by line feeds, without the tags of a file; never blank. */
  readonly text: string;
  /**
   * The words of the text in the order of reading, in times within the cue's: those that the file or the transcript tells, else
   * the time of the cue in shares as long as the words.
   */
  readonly words: readonly SpokenWord[];
}

/** Subtitles, in source seconds: as their file counts them, or those of the sound that they were heard in. */
export interface SubtitlesMedia {
  readonly kind: 'subtitles';
  /** In the order of their start; they may overlap. */
  readonly cues: readonly Cue[];
}

/** What a source file can be. */
export type Media = AvMedia | StillMedia | AnimationMedia | VectorMedia | SubtitlesMedia;
