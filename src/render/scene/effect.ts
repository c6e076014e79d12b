import type { VisualClip } from '../resolve/timeline.ts';
import type { PixelSize } from './placement.ts';

/** How an effect moves a clip at one moment. */
export interface EffectMotion {
  /** Multiplies the size, about the centre. */
  readonly scale: number;
  /** Fractions of the width and the height of the frame; y is positive upwards. */
  readonly x: number;
  readonly y: number;
  /** Whether a picture that is cut moves behind the edges that it is cut at, which stay where they are. */
  readonly isInner: boolean;
}

type Effect = NonNullable<VisualClip['effect']>;

/** The larger size of a zoom, and the way of a slide to each side as a fraction of the frame (contract 2.8). */
const SPEEDS = {
  Slow: { zoom: 1.1, slide: 0.03 },
  normal: { zoom: 1.3, slide: 0.12 },
  Fast: { zoom: 1.7, slide: 0.2 },
} as const;

const NONE: EffectMotion = { scale: 1, x: 0, y: 0, isInner: false };

/**
 * What an effect does to a clip: it goes on evenly from the first moment of the clip to its end.
 *
 * @param progress share of the clip that is over, 0 to 1.
 * @param fitted size of all of the picture as it is fitted, before the scale of the clip.
 * @param frame what it is fitted to: the output or the clip's own box.
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
  // From one side to the other: -1 to 1.
  const offset = 2 * progress - 1;
  if (effect.startsWith('slideLeft')) return slideAlong('x', -offset, speed.slide, fitted.width, frame.width);
  if (effect.startsWith('slideRight')) return slideAlong('x', offset, speed.slide, fitted.width, frame.width);
  if (effect.startsWith('slideUp')) return slideAlong('y', offset, speed.slide, fitted.height, frame.height);
  return slideAlong('y', -offset, speed.slide, fitted.height, frame.height);
}

/** A picture that is too short for the way is enlarged until it is not; a longer one shows all of itself. */
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
