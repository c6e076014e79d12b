/** Of 0 to 1, as all here: fast first, then slower. */
export function easeOutQuad(done: number): number {
  return done * (2 - done);
}

/** As {@link easeOutQuad}, with more of it. */
export function easeOutCubic(done: number): number {
  return 1 - (1 - done) ** 3;
}

/** To 0 and 1 where it is beyond. */
export function clamped(value: number): number {
  return Math.min(1, Math.max(0, value));
}
