/** Measures the sound of a timeline. */
export interface BandLevels {
  /**
   * Returns the level of each band in dB below full scale, in a window around the middle of a frame.
   *
   * @param frame a frame of the timeline, 0 or more.
   * @param part the fields of the clips that are heard, all if absent, and the number of bands.
   */
  readonly levelsAt: (
    frame: number,
    part: { readonly fields?: readonly string[] | undefined; readonly count: number },
  ) => Promise<readonly number[]>;
}

/** The sound that a drawing follows. */
export interface FollowedSound {
  readonly levels: BandLevels;
  /** The fields of the clips that are heard. All if absent. */
  readonly fields?: readonly string[] | undefined;
  /** The frame of the timeline with which the clip of the drawing begins. */
  readonly from: number;
  /** Frames per second. */
  readonly rate: number;
}
