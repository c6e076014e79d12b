/** An easing that moves like a mass on a spring. */
export interface Spring {
  readonly type: 'spring';
  /** How much it swings beyond the end, from 0 (not at all) to 0.9. */
  readonly bounce?: number | undefined;
}

/** The bounce of a spring that says none. */
export const USUAL_BOUNCE = 0.3;

/** Damped phase at which even a spring without a bounce is within a thousandth of its end: exp(-x) (1 + x) = 0.001. */
const SETTLED = 9.2334;

/**
 * Returns how far a spring has moved, from 0 at the beginning to 1 at the end, where it has come to rest. In between it
 * exceeds 1 if it bounces.
 *
 * @param progress Elapsed fraction of the time, 0 to 1.
 */
export function springAt({ bounce = USUAL_BOUNCE }: Spring, progress: number): number {
  const damping = 1 - bounce;
  const settled = SETTLED / damping;
  return reach(damping, settled * progress) / reach(damping, settled);
}

/** Returns the place of a mass that starts at rest. @param damping ratio, more than 0, at most 1. @param phase radians. */
function reach(damping: number, phase: number): number {
  const turn = Math.sqrt(1 - damping ** 2);
  const swing = turn === 0 ? phase : Math.sin(turn * phase) / turn;
  return 1 - Math.exp(-damping * phase) * (Math.cos(turn * phase) + damping * swing);
}
