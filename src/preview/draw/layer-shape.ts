import type { VisualClip } from '../../render/resolve/timeline.ts';
import { boundingBoxOf, hidesOverflow, isGraphic, type Rect } from '../../render/scene/placement.ts';
import type { Layer } from '../../render/scene/scene.ts';
import { settlePlacement } from '../../render/scene/settle-placement.ts';

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
 * Returns the rectangles of a layer, where the engine paints it.
 *
 * @param boxes the places of its pictures, in fractions of the whole picture.
 */
export function layerShapeOf(layer: Layer, boxes: readonly Rect[]): LayerShape {
  const { clip, columns } = layer;
  const { whole, visible } = settlePlacement(clip, layer.placement);
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
