import { type Rate, timeAtFrame, toSeconds } from '../../../base/time.ts';
import type { VisualClip } from '../../resolve/timeline.ts';
import { boundingBoxOf, hidesOverflow, type PixelSize, placeClip, type Rect } from '../../scene/placement.ts';
import { valueAt } from '../../resolve/tween.ts';

/** The picture that clips are placed in, in pixels, and its frame rate. */
export interface OutputPicture extends PixelSize {
  readonly rate: Rate;
}

/** The number of moments at which a moving clip is looked at. */
const MOMENTS = 33;

/** True if a clip neither moves nor changes its size. */
export function isMotionless({ scale, offset, motion }: VisualClip): boolean {
  return motion === undefined && [scale, offset.x, offset.y].every((value) => typeof value === 'number');
}

/** True if the effect of a clip moves it. A zoom has the size of the clip at its start or at its end. */
export function isSliding({ effect }: VisualClip): boolean {
  return effect !== undefined && !effect.startsWith('zoom');
}

/**
 * Returns the part of the box of a clip and its surroundings that the picture shows at some time, in pixels of
 * the box. Transitions do not count, because they are short.
 *
 * @returns undefined if the part is unknown, because the clip is turned or slides, or if nothing of it is shown.
 */
export function seenAreaOf(clip: VisualClip, output: OutputPicture): Rect | undefined {
  const { angle, skew, flip } = clip;
  const isUpright = [angle, skew.x, skew.y].every((value) => value === 0);
  if (!isUpright || flip.horizontal || flip.vertical || isSliding(clip) || clip.motion || clip.perspective)
    return undefined;
  const length = timeAtFrame(clip.to - clip.from, output.rate).valueOf();
  const times = isMotionless(clip)
    ? [0]
    : Array.from({ length: MOMENTS }, (_, index) => (length * index) / (MOMENTS - 1));
  const areas = times.flatMap((time) => areaAt(clip, time, output));
  return areas.length === 0 ? undefined : boundingBoxOf(areas);
}

/** Returns the part of the box that is shown at a second of the clip, or none if the clip has no size. */
function areaAt(clip: VisualClip, second: number, output: PixelSize): Rect[] {
  const time = toSeconds(second);
  const scale = valueAt(clip.scale, time);
  const offset = { x: valueAt(clip.offset.x, time), y: valueAt(clip.offset.y, time) };
  if (scale <= 0) return [];
  const { whole, visible } = placeClip(clip, { scale, offset }, output).placement;
  const cut = hidesOverflow(clip);
  const left = cut ? Math.max(0, visible.x) : 0;
  const top = cut ? Math.max(0, visible.y) : 0;
  const right = cut ? Math.min(output.width, visible.x + visible.width) : output.width;
  const bottom = cut ? Math.min(output.height, visible.y + visible.height) : output.height;
  return [
    {
      x: (left - whole.x) / scale,
      y: (top - whole.y) / scale,
      width: (right - left) / scale,
      height: (bottom - top) / scale,
    },
  ];
}
