import type { VisualClip } from '../../render/resolve/timeline.ts';
import { isStationary } from '../../render/scene/clip-motion.ts';
import {
  boundingBoxOf,
  hidesOverflow,
  isGraphic,
  type Placement,
  type Rect,
  roundRect,
} from '../../render/scene/placement.ts';
import type { Layer } from '../../render/scene/scene.ts';

/** The rectangles of a layer before its matrix applies, as the engine paints them. */
export interface LayerShape {
  /** The whole picture of the clip. */
  readonly whole: Rect;
  /** What is drawn of it. */
  readonly drawn: Rect;
  /** The rectangle that a wipe passes over. */
  readonly visible: Rect;
}

/**
 * Returns the rectangles of a layer. The engine puts the edges of clips that do not move on pixels, so that they are
 * sharp.
 *
 * @param boxes the places of its pictures, in fractions of the whole picture.
 */
export function layerShapeOf(layer: Layer, boxes: readonly Rect[]): LayerShape {
  const { clip, columns } = layer;
  const { whole, visible } = isStationary(clip) ? settle(clip, layer.placement) : layer.placement;
  const isOver = overflows(clip) && boxes.length > 0;
  const shown = isOver ? boundingBoxOf(boxes.map((box) => placeIn(whole, box))) : visible;
  const width = (columns.to - columns.from) * shown.width;
  return { whole, visible, drawn: { ...shown, x: shown.x + columns.from * shown.width, width } };
}

/** True if a clip is drawn also outside of its rectangle, as shadows are. */
export function overflows(clip: VisualClip): boolean {
  return isGraphic(clip.visual) && !hidesOverflow(clip);
}

/** Converts a rectangle in fractions of another one. */
export function placeIn(whole: Rect, { x, y, width, height }: Rect): Rect {
  return {
    x: whole.x + x * whole.width,
    y: whole.y + y * whole.height,
    width: width * whole.width,
    height: height * whole.height,
  };
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
