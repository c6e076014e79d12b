import { frameShownAt, secondsOfFrames } from '../frame-grid.ts';

/** Frames by which pictures may be apart while the playhead moves fast. Each has the pictures of the next one, too. */
const STEPS = [1, 3, 6, 12, 24];
/** Seconds that a picture takes. While the playhead moves, no picture is asked for that it has passed by then. */
const PICTURE_SECONDS = 0.12;

/** Returns the second of a frame, with as many decimals as the server needs to find the same frame. */
export function momentOf(frame: number, rate: number): number {
  return Math.round(1e6 * secondsOfFrames(frame, rate)) / 1e6;
}

/**
 * Returns the moment of which the picture is asked for: that of the frame at the playhead. While the playhead moves
 * fast, only every third, sixth or twelfth frame counts, so that each is asked for once, also on the way back.
 *
 * @param at second of the playhead.
 * @param rate frames per second.
 * @param speed seconds of the timeline that the playhead passes in a second.
 */
export function chooseMoment(at: number, rate: number, speed = 0): number {
  const passed = speed * PICTURE_SECONDS * rate;
  const step = STEPS.findLast((frames) => frames <= passed) ?? 1;
  return momentOf(Math.floor(frameShownAt(at, rate) / step) * step, rate);
}
