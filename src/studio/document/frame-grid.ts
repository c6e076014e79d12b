/** Rounds seconds to a thousandth, so that a drag writes no endless numbers. */
export function roundTime(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Returns the index of the frame that is nearest to a second. @param rate frames per second. */
export function nearestFrameAt(second: number, rate: number): number {
  return Math.round(second * exactRate(rate));
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
  return Number.isInteger(rate) || Math.abs(rate - ntsc) > 0.01 ? rate : ntsc;
}
