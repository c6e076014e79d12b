/** A measured track of a file. */
export interface MeasuredTrack {
  /** Seconds as a fraction, such as `241/30`. Absent if the file does not specify its duration. */
  readonly duration?: string;
}

/** The facts about a file that the times of an edit can depend on. Plain JSON. */
export interface MeasuredMedia {
  readonly kind: 'still' | 'animation' | 'vector' | 'av' | 'font' | 'subtitles';
  readonly video?: MeasuredTrack;
  readonly audio?: MeasuredTrack;
  /** True if a still picture has an alpha channel. Absent if unknown. */
  readonly alpha?: boolean;
  /** Its duration is the end of the last cue. */
  readonly subtitles?: MeasuredTrack;
}

/**
 * The reason why a file could not be measured. A `phrase` follows the name of the file. A `sentence` contains
 * the name.
 */
export type MeasureFailure = { readonly phrase: string } | { readonly sentence: string };
