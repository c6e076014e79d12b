/** A spoken word with its punctuation, such as the full stop after it. */
export interface TranscribedWord {
  /** Without surrounding spaces, never empty. */
  readonly text: string;
  /** Seconds from the start of the sound. */
  readonly from: number;
  /** Seconds from the start of the sound, later than `from`. */
  readonly to: number;
  /** True if the word follows the previous word without a space, as in Chinese. */
  readonly joined?: true;
}
