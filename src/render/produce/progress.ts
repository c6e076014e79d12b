/** The phases of a render that take time, in their order. */
export type RenderPhase = 'fetching' | 'preprocessing' | 'rendering';

/** How far a render is. */
export interface RenderProgress {
  readonly phase: RenderPhase;
  /** Output frames finished; only in the phase `rendering`. */
  readonly frame?: number;
  /** Output frames in all; only in the phase `rendering`. */
  readonly frames?: number;
  /** What takes long, in a few words; only in the phase `preprocessing`. */
  readonly activity?: string;
}
