import type { TranscribedWord } from '../../base/transcribed-word.ts';
import type { SilencesByKey } from './silences.ts';
import type { SubjectTrack } from './subject-track.ts';

/** A measured track of a file. */
export interface MeasuredTrack {
  /** Seconds as a fraction, such as `241/30`. Absent if the file does not specify its duration. */
  readonly duration?: string;
}

/** The size of a picture. All sides are at least 1. */
export interface MeasuredPicture {
  /** Upright display size in square pixels, with the EXIF orientation or the turn of a video applied. */
  readonly width: number;
  readonly height: number;
  /** Upright size of the stored picture in its own pixels, which need not be square. */
  readonly stored: { readonly width: number; readonly height: number };
}

/** The facts about a file that the times of an edit and its warnings can depend on. Plain JSON. */
export interface MeasuredMedia {
  readonly kind: 'still' | 'animation' | 'vector' | 'lottie' | 'lut' | 'av' | 'font' | 'subtitles';
  readonly video?: MeasuredTrack;
  readonly audio?: MeasuredTrack;
  /** All sound tracks that can be decoded, with their numbers. Absent if the file has only one. */
  readonly audioTracks?: readonly (MeasuredTrack & { readonly number: number })[];
  /** The size of its picture or its video. Absent if there is none, or if the size is unknown. */
  readonly picture?: MeasuredPicture;
  /** True if a still picture has an alpha channel. Absent if unknown. */
  readonly alpha?: boolean;
  /** Its duration is the end of the last cue. */
  readonly subtitles?: MeasuredTrack;
  /** Its words with their times, if clips of the edit need them. */
  readonly words?: readonly TranscribedWord[];
  /** Sentences about a file that was not read exactly as written. Absent if there are none. */
  readonly notes?: readonly string[];
  /** A sentence about which of several sound tracks plays. Absent if the file has only one. */
  readonly soundNote?: string;
  /** The silences of the file, if clips of the edit leave them out. Absent if there was no time to find them. */
  readonly silences?: SilencesByKey;
  /** What the picture is about, if clips of the edit follow it. Absent if there was no time to find it. */
  readonly subjects?: SubjectTrack;
}

/**
 * The reason why a file could not be measured. A `phrase` follows the name of the file. A `sentence` contains
 * the name.
 */
export type MeasureFailure = { readonly phrase: string } | { readonly sentence: string };
