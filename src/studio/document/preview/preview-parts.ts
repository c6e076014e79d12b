import { nearestFrameAt } from '../frame-grid.ts';
import type { TimeRange } from './marked-range.ts';
import { momentOf } from './shown-moment.ts';

/** Seconds of the first part. It is short, so that it appears soon. No part is shorter, except the last one. */
const FIRST_SECONDS = 3;
/** Seconds between the ends of the other parts. They end at the same places in each run, so that they serve again. */
const GRID_SECONDS = 8;

/**
 * Returns the part of the timeline that is played from a second. It ends with a frame.
 *
 * @param end second at which playing ends.
 * @param isFirst true if nothing is played yet.
 * @param rate frames per second.
 */
export function choosePart(start: number, end: number, isFirst: boolean, rate: number): TimeRange {
  const soonest = start + FIRST_SECONDS;
  const wanted = isFirst ? soonest : Math.ceil(soonest / GRID_SECONDS) * GRID_SECONDS;
  const to = momentOf(nearestFrameAt(wanted, rate), rate);
  // A rest of less than a frame is no part.
  const last = end - to < 1 / rate ? end : to;
  return { start, length: Math.round(1e6 * (last - start)) / 1e6 };
}
