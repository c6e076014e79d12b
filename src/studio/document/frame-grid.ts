/** Rounds seconds to a thousandth, so that a drag writes no endless numbers. */
export function roundTime(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Part of a frame by which a second may be short of a frame and still be in it, as in the engine. */
const SHORTAGE = 1e-4;

/** Returns the index of the frame that is nearest to a second. @param rate frames per second. */
export function nearestFrameAt(second: number, rate: number): number {
  return Math.floor(second * exactRate(rate) + 0.5 + SHORTAGE);
}

/** Returns the index of the frame that is shown at a second. @param rate frames per second. */
export function frameShownAt(second: number, rate: number): number {
  return Math.floor(second * exactRate(rate) + SHORTAGE);
}

/** Returns the exact second at which a frame begins, or the length of as many frames. */
export function secondsOfFrames(frames: number, rate: number): number {
  return frames / exactRate(rate);
}

/** Moves a second to the nearest frame. */
export function toGrid(second: number, rate: number): number {
  return roundTime(secondsOfFrames(nearestFrameAt(second, rate), rate));
}

/** Returns the exact rate: 29.97 is 30000/1001. */
function exactRate(rate: number): number {
  const ntsc = Math.round(rate) / 1.001;
  return Number.isInteger(rate) || Math.abs(rate - ntsc) >= 0.001 ? rate : ntsc;
}
