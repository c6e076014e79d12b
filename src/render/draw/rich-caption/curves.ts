/** Of 0 to 1, as all here (the equations of Robert Penner): slow at both ends. */
export function easeInOutQuad(done: number): number {
  return done < 0.5 ? 2 * done * done : 1 - 2 * (1 - done) ** 2;
}

/** Along a quarter of a circle, the fast end first. */
export function easeOutCirc(done: number): number {
  return Math.sqrt(1 - (done - 1) ** 2);
}

/** A tenth too far, and back. */
export function easeOutBack(done: number): number {
  const back = 1.70158;
  return 1 + (back + 1) * (done - 1) ** 3 + back * (done - 1) ** 2;
}

/** Falls, and bounces three times, each time less. */
export function easeOutBounce(done: number): number {
  const fall = (after: number): number => 7.5625 * (done - after / 2.75) ** 2;
  if (done < 1 / 2.75) return fall(0);
  if (done < 2 / 2.75) return fall(1.5) + 0.75;
  if (done < 2.5 / 2.75) return fall(2.25) + 0.9375;
  return fall(2.625) + 0.984375;
}
