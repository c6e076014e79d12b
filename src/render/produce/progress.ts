/** The phases of a render, in order. */
export type RenderPhase = 'fetching' | 'preprocessing' | 'rendering';

/** The progress of a render. */
export interface RenderProgress {
  readonly phase: RenderPhase;
  /** Number of finished output frames. Only in the phase `rendering`. */
  readonly frame?: number;
  /** Total number of output frames. Only in the phase `rendering`. */
  readonly frames?: number;
  /** A short text on the current work. Only in the phase `preprocessing`. */
  readonly activity?: string;
}
