/** A track of a file: how long it lasts, in seconds as a fraction such as `241/30`; absent when the file does not say. */
export interface MeasuredTrack {
  readonly duration?: string;
}

/** What is in a file, as far as the times of an edit hang on it. Plain JSON. */
export interface MeasuredMedia {
  readonly kind: 'still' | 'animation' | 'vector' | 'av' | 'font' | 'subtitles';
  readonly video?: MeasuredTrack;
  readonly audio?: MeasuredTrack;
  /** As long as until the last cue ends. */
  readonly subtitles?: MeasuredTrack;
}

/** Why a file could not be measured. `phrase` goes on after the name of the file; `sentence` names it itself. */
export type MeasureFailure = { readonly phrase: string } | { readonly sentence: string };
