import type { Seconds } from '../../base/time.ts';

/** The moment of a video that an output frame shows. All fields are seconds of the source. */
export interface SourceMoment {
  /** The wanted source second, 0 or more. */
  readonly time: Seconds;
  /**
   * The longest time by which a frame may be shown early: half an output frame. At 0, no frame is shown
   * early.
   */
  readonly lead: Seconds;
  /** For this long after its end, the last frame is still shown. */
  readonly tail: Seconds;
  /** The second `at`, after {@link time}, at which the source begins again at the second `to`. Absent if it does not. */
  readonly restart?: { readonly at: Seconds; readonly to: Seconds };
  /** True if the two frames around the moment are blended. Then no frame is shown early. */
  readonly blends?: true;
  /** True if the source plays backwards, so that the next moments are earlier. */
  readonly isBackward?: true;
}

/**
 * Returns true if the later of two successive frames is the one to show (contract C21). Before its own time,
 * a frame is shown only if it is nearer than the earlier frame, and less than the lead away. A frame exactly
 * between two output frames thus appears at the later one. A frame that lasts long does not end early.
 *
 * @param earlier, later the times of the two frames.
 * @param rounding the largest error of the two times. Two distances that differ by less than the errors may
 *   explain count as equal, so that roundings decide nothing.
 */
export function isLaterShown(
  { earlier, later, rounding }: { readonly [time in 'earlier' | 'later' | 'rounding']: Seconds },
  { time, lead }: Pick<SourceMoment, 'time' | 'lead'>,
): boolean {
  if (later.sub(rounding).lte(time)) return true;
  const certain = time.sub(rounding);
  return later.sub(certain).lt(lead) && later.add(earlier).lt(certain.mul(2));
}
