import type { VisualClip } from '../resolve/timeline.ts';
import type { PixelSize } from './placement.ts';

/** The motion that an effect gives a clip at one moment. */
export interface EffectMotion {
  /** Factor on the size, about the centre. */
  readonly scale: number;
  /** Fractions of the width and the height of the viewport. Positive y points up. */
  readonly x: number;
  readonly y: number;
  /** True if a picture that is cut moves behind its cut edges, which stay in place. */
  readonly isInner: boolean;
}

type Effect = NonNullable<VisualClip['effect']>;

/**
 * For a zoom, its larger scale. For a slide, the distance to each side of the centre, as a fraction of the
 * viewport (contract 2.8).
 */
const SPEEDS = {
  Slow: { zoom: 1.1, slide: 0.03 },
  normal: { zoom: 1.3, slide: 0.12 },
  Fast: { zoom: 1.7, slide: 0.2 },
} as const;

const NONE: EffectMotion = { scale: 1, x: 0, y: 0, isInner: false };

/**
 * Returns the motion of an effect at one moment. An effect runs linearly from the start of the clip to its
 * end.
 *
 * @param progress Elapsed fraction of the clip, 0 to 1.
 * @param fitted Size of the whole fitted picture, before the scale of the clip is applied.
 * @param frame Size of the viewport: the output or the clip's own box.
 */
export function effectAt(
  effect: Effect | undefined,
  progress: number,
  fitted: PixelSize,
  frame: PixelSize,
): EffectMotion {
  if (effect === undefined) return NONE;
  const speed = SPEEDS[effect.endsWith('Slow') ? 'Slow' : effect.endsWith('Fast') ? 'Fast' : 'normal'];
  if (effect.startsWith('zoomIn')) return { ...NONE, scale: 1 + (speed.zoom - 1) * progress };
  if (effect.startsWith('zoomOut')) return { ...NONE, scale: speed.zoom + (1 - speed.zoom) * progress };
  // From -1 at one side to 1 at the other.
  const offset = 2 * progress - 1;
  if (effect.startsWith('slideLeft')) return slideAlong('x', -offset, speed.slide, fitted.width, frame.width);
  if (effect.startsWith('slideRight')) return slideAlong('x', offset, speed.slide, fitted.width, frame.width);
  if (effect.startsWith('slideUp')) return slideAlong('y', offset, speed.slide, fitted.height, frame.height);
  return slideAlong('y', -offset, speed.slide, fitted.height, frame.height);
}

/**
 * Moves a picture along an axis. A picture that is too short to cover the viewport during the slide is first
 * enlarged until it covers the viewport. A longer picture slides from one of its ends to the other.
 */
function slideAlong(
  axis: 'x' | 'y',
  offset: number,
  usualOffset: number,
  fitted: number,
  frame: number,
): EffectMotion {
  const needed = frame * (1 + 2 * usualOffset);
  if (fitted < needed)
    return { scale: needed / fitted, x: 0, y: 0, [axis]: offset * usualOffset, isInner: true };
  return { ...NONE, [axis]: (offset * (fitted - frame)) / (2 * frame), isInner: true };
}
