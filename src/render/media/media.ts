import type { Seconds } from '../../base/time.ts';
import type { LutFile } from '../grade/cube.ts';
import type { SilencesByKey } from './silences.ts';
import type { SourceFile } from './source-file.ts';
import type { SubjectTrack } from './subject-track.ts';

/** A stream of a file, and how the timestamps of the file relate to source seconds. */
export interface StreamLocation {
  readonly file: SourceFile;
  /** The FFmpeg demuxer that reads the file. */
  readonly demuxer: string;
  /** Index of the stream in the file. */
  readonly stream: number;
  /** The timestamp of source second 0, in seconds. */
  readonly start: Seconds;
  /** The steps of a clock that starts again within the file, as in joined files. Seeking does not work then. */
  readonly clock?: readonly ClockStep[];
  /**
   * Samples per second of the clock of a sound, if they differ from the declared rate all the time. The sound is read
   * with this rate, from its beginning on.
   */
  readonly clockRate?: number;
  /** True if the last part of the file is missing. Its declared duration is then not the real one. */
  readonly isCutOff?: boolean;
}

/** A new start of the clock of a stream. */
export interface ClockStep {
  /** The first packet, counted from 0 in its stream, from which on the shift counts. */
  readonly packet: number;
  /** Seconds to add to the times of the file. */
  readonly shift: number;
}

/** The turn that makes a stored picture upright. */
export type Turn =
  | 'none'
  | 'mirror'
  | 'flip'
  | 'half'
  | 'clockwise'
  | 'counterclockwise'
  | 'transpose'
  | 'transverse';

/** A reason why a video must be prepared (contract C30). */
export type Defect =
  | 'variable frame rate'
  | 'broken timestamps'
  /** The timestamps say when a frame is decoded, not when it is shown, and these orders differ. */
  | 'decoding order'
  | 'no seek index'
  | 'interlaced'
  | 'hdr';

/** The video track of a file. */
export interface VideoTrack {
  readonly location: StreamLocation;
  /** Upright size of the stored picture in its own pixels, which need not be square. */
  readonly stored: { readonly width: number; readonly height: number };
  /** Upright display size in square pixels. */
  readonly width: number;
  readonly height: number;
  readonly turn: Turn;
  /** Seconds from source second 0 to the end of the last frame. Absent if the file does not specify it. */
  readonly duration?: Seconds;
  readonly alpha: boolean;
  readonly defects: readonly Defect[];
}

/** The audio track of a file. */
export interface AudioTrack {
  readonly location: StreamLocation;
  /** Seconds from source second 0 to the end of the sound. Absent if the file does not specify it. */
  readonly duration?: Seconds;
}

/** One of several sound tracks of a file. */
export interface NumberedAudioTrack extends AudioTrack {
  /** Its number among the sound tracks of the file, from 1. */
  readonly number: number;
}

/** A file with video, audio or both. */
export interface AvMedia {
  readonly kind: 'av';
  readonly video?: VideoTrack;
  /** The sound track that plays unless the edit chooses another one. */
  readonly audio?: AudioTrack;
  /** All sound tracks that can be decoded. Absent if the file has only one. */
  readonly audioTracks?: readonly NumberedAudioTrack[];
  /** A sentence about which of them plays. Absent if the file has only one. */
  readonly soundNote?: string;
  /** The transcribed words of the file, if captions name the file itself. */
  readonly words?: SubtitlesMedia;
  /** The silences of the file, if clips of the edit leave them out. */
  readonly silences?: SilencesByKey;
  /** What its picture is about, if clips of the edit follow it. */
  readonly subjects?: SubjectTrack;
  /** Sentences about a file that was not read exactly as written. Absent if there are none. */
  readonly notes?: readonly string[];
}

/** A still picture. */
export interface StillMedia {
  readonly kind: 'still';
  readonly path: string;
  /** Upright size in pixels, with the EXIF orientation applied. */
  readonly width: number;
  readonly height: number;
  /** True if the picture has an alpha channel. Absent if unknown. */
  readonly alpha?: boolean;
  /** The FFmpeg demuxer. Present only if FFmpeg alone reads the format. The file is then converted to PNG. */
  readonly demuxer?: string;
  /** What it is about, if clips of the edit follow it. */
  readonly subjects?: SubjectTrack;
  /** Paths of PNGs of its people alone, by the feather, if clips of the edit show them. */
  readonly cutouts?: Readonly<Record<string, string>>;
  /** True if these show nobody. */
  readonly isDeserted?: true;
}

/** Returns a still without what other clips of the edit make of it, so that these do not change what shows the file. */
export function pictureAlone(file: StillMedia): StillMedia {
  const { cutouts: _cutouts, subjects: _subjects, isDeserted: _isDeserted, ...picture } = file;
  return picture;
}

/** An animated image, such as a GIF. Its asset uses it as an image or a video. */
export interface AnimationMedia {
  readonly kind: 'animation';
  readonly video: VideoTrack;
  readonly audio?: undefined;
  /**
   * Number of times that the animation plays in an image asset: 1 or more, `Infinity` for an endless loop.
   */
  readonly playCount: number;
  /** What its picture is about, if clips of the edit follow it. */
  readonly subjects?: SubjectTrack;
}

/** A vector drawing. */
export interface VectorMedia {
  readonly kind: 'vector';
  readonly markup: string;
  /** Sentences about a file that was not read exactly as written. Absent if there are none. */
  readonly notes?: readonly string[];
  /** The size that the drawing declares, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** A lookup table of colours. */
export interface LutMedia extends LutFile {
  readonly kind: 'lut';
}

/** A Lottie animation. */
export interface LottieMedia {
  readonly kind: 'lottie';
  /** The JSON of the file. */
  readonly text: string;
  /** The size that the animation declares, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Frames per second, more than 0. */
  readonly rate: number;
  readonly duration: Seconds;
}

/** A word and its time. */
export interface SpokenWord {
  /** Without surrounding spaces. */
  readonly text: string;
  readonly from: Seconds;
  /** Not before `from`. */
  readonly to: Seconds;
}

/** The place on the picture that a subtitle file gives a cue. What is absent is as for other cues. */
export interface CuePlace {
  /** The left and right edges between which the lines are, as fractions of the width of the box, 0 to 1. */
  readonly column?: { readonly left: number; readonly right: number };
  /** Alignment of the lines: 0 left, 0.5 centre, 1 right. */
  readonly align?: number;
  readonly vertical?: CueHeight;
}

/** The height at which a cue is: that of a point, and the part of the cue that is there. */
export interface CueHeight {
  /** The point as a fraction of the height of the box, 0 to 1. */
  readonly share: number;
  /** Number of lines that the point is below that fraction, or above it if negative. */
  readonly rows: number;
  /** The part of the cue that is at the point: 0 its top, 0.5 its middle, 1 its bottom. */
  readonly anchor: number;
}

/** A subtitle text and its time: from `from`, inclusive, to `to`, exclusive. */
export interface Cue {
  readonly from: Seconds;
  /** Later than `from`. */
  readonly to: Seconds;
  /** The lines, separated by line feeds, without the tags of the file. Never blank. */
  readonly text: string;
  /**
   * The words of the text in reading order, with times within the cue. The times come from the file or the
   * transcript. If neither has times of words, the time of the cue is divided among its words in proportion
   * to their lengths.
   */
  readonly words: readonly SpokenWord[];
  /** Absent if the file says nothing about it. */
  readonly place?: CuePlace;
}

/** Subtitles. Their times are source seconds of the subtitle file, or of the sound that was transcribed. */
export interface SubtitlesMedia {
  readonly kind: 'subtitles';
  /** Sorted by their start. Cues can overlap. */
  readonly cues: readonly Cue[];
  /** Sentences about a file that was not read exactly as written. Absent if there are none. */
  readonly notes?: readonly string[];
}

/** A probed source file. */
export type Media =
  | AvMedia
  | StillMedia
  | AnimationMedia
  | VectorMedia
  | LottieMedia
  | LutMedia
  | SubtitlesMedia;
