import type { Frame } from '../ffmpeg.ts';
import { fromRatio, type Rate, type Seconds, type Speed } from '../../../base/time.ts';
import { CLOCK_RATE } from '../encode/transcode-video.ts';

/** A decoded frame and the frames of the rendition that show it. Dispose of it to free the frame. */
export interface ShownFrame extends Disposable {
  readonly frame: Frame;
  /** Index of the first frame of the rendition that shows it. */
  readonly index: number;
  /** Number of frames of the rendition that show it, at least 1. */
  readonly count: number;
}

/** The conversion of the frames of a source to a constant rate. */
export interface FrameSelection {
  /** The constant rate of the rendition. */
  readonly rate: Rate;
  /** The playback speed, above 0. */
  readonly speed: Speed;
  /** True if the first frame is also shown before its time, from second 0 on. */
  readonly fillsStart: boolean;
  /** The source second at which the rendition begins. See {@link originAt}. */
  readonly origin: Seconds;
}

/**
 * Part of a frame by which a frame may be early and still be shown in the next slot. Timestamps in
 * milliseconds are early by up to 0.03 frames. Without the margin, every second frame of a video at half of
 * its rate would be picked irregularly.
 */
const TIE_MARGIN = 0.05;
/** Maximum seconds of the source that may be before its origin. Sound before the origin is lost. */
const MAX_SKIPPED = fromRatio(1, 40);

/**
 * Returns the source second at which a rendition begins: less than a frame from 0, so that the first frame of
 * the source falls exactly on a frame of the rendition. The next frames then do so, too. Otherwise they could
 * be halfway between two frames of the rendition, where roundings decide which one shows them.
 *
 * @param first the source second of the first frame.
 */
export function originAt(first: Seconds, { rate, speed }: Pick<FrameSelection, 'rate' | 'speed'>): Seconds {
  const step = speed.div(rate);
  const nearest = first.sub(first.div(step).add(0.5).floor().mul(step));
  return nearest.gt(MAX_SKIPPED) ? nearest.sub(step) : nearest;
}

/**
 * Selects the frames to show at a constant rate. Each frame of the rendition shows the source frame that is
 * nearest to its time. Frames that are never shown are freed. The others are shown once or several times.
 *
 * @param frames frames with timestamps in ticks of `CLOCK_RATE`.
 */
export async function* selectFrames(
  frames: AsyncGenerator<Frame>,
  { rate, speed, fillsStart, origin }: FrameSelection,
): AsyncGenerator<ShownFrame> {
  const framesPerTick = rate.div(speed).div(CLOCK_RATE).valueOf();
  const originTicks = origin.mul(CLOCK_RATE).valueOf();
  const slotAt = (ticks: bigint): number =>
    Math.max(0, Math.floor((Number(ticks) - originTicks) * framesPerTick + 0.5 + TIE_MARGIN));
  let held: Frame | undefined;
  let index: number | undefined;
  let end = 0n;
  let hasShown = false;
  try {
    for await (const frame of frames) {
      const slot = slotAt(frame.pts);
      index ??= fillsStart ? 0 : slot;
      end = frame.pts + frame.duration;
      const previous = held;
      held = frame;
      if (!previous) continue;
      const shown = show(previous, index, slot - index);
      if (!shown) continue;
      index = slot;
      hasShown = true;
      yield shown;
    }
    if (!held || index === undefined) return;
    const last = held;
    held = undefined;
    // A video shorter than half a frame still has one frame.
    const shown = show(last, index, Math.max(slotAt(end) - index, hasShown ? 0 : 1));
    if (shown) yield shown;
  } finally {
    held?.free();
  }
}

/** Returns a frame that is shown, or frees it. */
function show(frame: Frame, index: number, count: number): ShownFrame | undefined {
  if (count > 0) return { frame, index, count, [Symbol.dispose]: () => frame.free() };
  frame.free();
  return undefined;
}
