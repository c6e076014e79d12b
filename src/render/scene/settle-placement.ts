import type { VisualClip } from '../resolve/timeline.ts';
import { isStationary } from './clip-motion.ts';
import { type Placement, type Rect, roundRect } from './placement.ts';

/** Returns where the engine paints a clip. It puts the edges of clips that do not move on pixels, so that they are sharp. */
export function settlePlacement(clip: VisualClip, placement: Placement): Placement {
  return isStationary(clip) ? settle(clip, placement) : placement;
}

function settle({ visual }: VisualClip, { whole, visible }: Placement): Placement {
  switch (visual.kind) {
    // The engine scales videos to even numbers of pixels.
    case 'video':
      return { whole: snap(whole, 2), visible: snap(visible, 2) };
    case 'still':
      return { whole: snap(whole, 1), visible: snap(visible, 1) };
    case 'group':
      return isWhole(whole.width) && isWhole(whole.height)
        ? { whole: roundRect(whole), visible: roundRect(visible) }
        : { whole, visible };
    case 'vector':
    case 'lottie':
    case 'drawn':
    case 'caption':
    case 'rich-caption': {
      const x = isWhole(whole.width) ? Math.round(whole.x) : whole.x;
      const y = isWhole(whole.height) ? Math.round(whole.y) : whole.y;
      const isCut = visible.width !== whole.width || visible.height !== whole.height;
      const aligned = { ...whole, x, y };
      return { whole: aligned, visible: isCut ? roundRect(visible) : aligned };
    }
  }
}

function snap({ x, y, width, height }: Rect, grid: 1 | 2): Rect {
  const to = (length: number): number => Math.round(length / grid) * grid;
  const [left, top] = [to(x), to(y)];
  return {
    x: left,
    y: top,
    width: Math.max(to(x + width) - left, grid),
    height: Math.max(to(y + height) - top, grid),
  };
}

/** True if a length differs from whole pixels by rounding only. */
function isWhole(length: number): boolean {
  return Math.abs(length - Math.round(length)) < 1e-6;
}
