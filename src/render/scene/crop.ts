import type { Seconds } from '../../base/time.ts';
import type { VisualClip } from '../resolve/timeline.ts';
import { insideAt } from '../resolve/tween.ts';

/** The fractions of a picture that are hidden on each side at one moment, 0 to 1. */
export type CropValues = Readonly<Record<keyof VisualClip['crop'], number>>;

/** Returns a crop at one moment. @param time seconds since the start of the clip. */
export function cropAt({ top, bottom, left, right }: VisualClip['crop'], time: Seconds): CropValues {
  return {
    top: insideAt(top, time),
    bottom: insideAt(bottom, time),
    left: insideAt(left, time),
    right: insideAt(right, time),
  };
}
