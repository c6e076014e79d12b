/** The stages of a render that take time, in their order. */
export type Stage = 'fetching' | 'preprocessing' | 'rendering';

/** How far a render is. */
export interface Progress {
  readonly stage: Stage;
  /** Output frames finished; only in the stage `rendering`. */
  readonly frame?: number;
  /** Output frames in all; only in the stage `rendering`. */
  readonly frames?: number;
  /** What takes long, in a few words; only in the stage `preprocessing`. */
  readonly doing?: string;
}
