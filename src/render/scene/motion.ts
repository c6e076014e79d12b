/** How one thing moves a clip at one moment, on top of where the clip lies. All numbers are final. */
export interface Motion {
  /** Multiplies the size, about the centre. */
  readonly scale: number;
  /** 0 to 1. */
  readonly opacity: number;
  /** Fractions of the output's width and height; y is positive upwards. */
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise. */
  readonly angle: number;
  /** The part that is seen, from the left, 0 to 1 of the width. */
  readonly reveal: number;
  /** A soft edge that passes over the clip. */
  readonly wipe?: Wipe;
}

/**
 * How much is seen at the left and at the right edge of what is seen; in a straight line between them, and cut to 0 and 1
 * only then.
 */
export interface Wipe {
  readonly left: number;
  readonly right: number;
}

/** Changes nothing. */
export const NO_MOTION: Motion = { scale: 1, opacity: 1, x: 0, y: 0, angle: 0, reveal: 1 };

/** Several motions at once (contract C15): ways and angles add, sizes and opacities multiply. */
export function combineMotions(motions: readonly Motion[]): Motion {
  return motions.reduce((one, other) => {
    const wipe = one.wipe ?? other.wipe;
    return {
      scale: one.scale * other.scale,
      opacity: one.opacity * other.opacity,
      x: one.x + other.x,
      y: one.y + other.y,
      angle: one.angle + other.angle,
      reveal: one.reveal * other.reveal,
      // The two transitions of a clip never overlap in time, so that there is one wipe at the most.
      ...(wipe && { wipe }),
    };
  }, NO_MOTION);
}
