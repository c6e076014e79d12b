import type { ResolvedTimeline } from '../resolve/timeline.ts';

/** The plan with which a mix reaches the wanted loudness. */
export interface LoudnessPlan {
  /** Linear gain of the whole mix before the limiter. */
  readonly gain: number;
  readonly warnings: ResolvedTimeline['warnings'];
}
