import { frameShownAt, secondsOfFrames } from '../frame-grid.ts';

/**
 * Returns the second of the frame at a second, with as many decimals as the server needs to find the same frame.
 *
 * @param rate frames per second.
 */
export function momentAt(second: number, rate: number): number {
  return Math.round(1e6 * secondsOfFrames(frameShownAt(second, rate), rate)) / 1e6;
}
