/** The guidance scale at which the camera gains speed for the first half and loses it for the second. */
const SOFTEST = 10;

/**
 * Returns the eased progress of a camera move. The speed rises along a cosine, stays constant and falls in the
 * same way, so that the camera neither jerks nor stops abruptly.
 *
 * @param guidanceScale 0 for a constant speed, to 10 for the softest start and end.
 * @param progress elapsed fraction of the time, 0 to 1.
 */
export function easeMove(guidanceScale: number, progress: number): number {
  // Fraction of the time in which the camera gains speed. The root makes small scales soft already.
  const ramp = Math.sqrt(guidanceScale / SOFTEST) / 2;
  if (ramp === 0) return progress;
  if (progress > 0.5) return 1 - easeMove(guidanceScale, 1 - progress);
  const speed = 1 / (1 - ramp);
  if (progress >= ramp) return speed * (progress - ramp / 2);
  return speed * (progress / 2 - (ramp / (2 * Math.PI)) * Math.sin((Math.PI * progress) / ramp));
}
