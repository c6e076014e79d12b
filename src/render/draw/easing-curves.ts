/**
 * Eases progress from 0 to 1: starts fast and slows down. Like all curves in this file, it is one of
 * Robert Penner's easing equations.
 */
export function easeOutQuad(done: number): number {
  return done * (2 - done);
}

/** Eases like {@link easeOutQuad}, but more strongly. */
export function easeOutCubic(done: number): number {
  return 1 - (1 - done) ** 3;
}

/** Starts slowly, speeds up and slows down again. */
export function easeInOutQuad(done: number): number {
  return done < 0.5 ? 2 * done * done : 1 - 2 * (1 - done) ** 2;
}

/** Follows a quarter of a circle: starts fast and slows down. */
export function easeOutCirc(done: number): number {
  return Math.sqrt(1 - (done - 1) ** 2);
}

/** Overshoots by a tenth and comes back. */
export function easeOutBack(done: number): number {
  const back = 1.70158;
  return 1 + (back + 1) * (done - 1) ** 3 + back * (done - 1) ** 2;
}

/** Falls and bounces three times, lower each time. */
export function easeOutBounce(done: number): number {
  const fall = (after: number): number => 7.5625 * (done - after / 2.75) ** 2;
  if (done < 1 / 2.75) return fall(0);
  if (done < 2 / 2.75) return fall(1.5) + 0.75;
  if (done < 2.5 / 2.75) return fall(2.25) + 0.9375;
  return fall(2.625) + 0.984375;
}

/** Limits a number to the range 0 to 1. */
export function clampToUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
