/** The phases of a render, in order. Only edits with generated assets have the first one. */
export type RenderPhase = 'generating' | 'fetching' | 'preprocessing' | 'rendering';

/** The progress of a render. */
export interface RenderProgress {
  readonly phase: RenderPhase;
  /** Number of finished output frames. Only in the phase `rendering`. */
  readonly frame?: number;
  /** Total number of output frames. Only in the phase `rendering`. */
  readonly frames?: number;
  /** A short text on the current work. Only in the phases `generating` and `preprocessing`. */
  readonly activity?: string;
  /** The identity of coded media that was just made. Only in the phase `rendering`, in a report of its own. */
  readonly made?: string;
}
