/** A measured track of a file. */
export interface MeasuredTrack {
  /** Seconds as a fraction such as `241/30`. Absent if the file does not say. */
  readonly duration?: string;
}

/** The content of a file that the times of an edit depend on. Plain JSON. */
export interface MeasuredMedia {
  readonly kind: 'still' | 'animation' | 'vector' | 'av' | 'font' | 'subtitles';
  readonly video?: MeasuredTrack;
  readonly audio?: MeasuredTrack;
  /** Its duration is the end of the last cue. */
  readonly subtitles?: MeasuredTrack;
}

/** Why a file could not be measured. A `phrase` follows the name of the file. A `sentence` contains it. */
export type MeasureFailure = { readonly phrase: string } | { readonly sentence: string };
