import { ZERO } from '../../base/time.ts';
import { cropAt, type CropValues } from './crop.ts';
import type { CameraPlace } from '../resolve/follow/camera.ts';
import type { DrawnAsset, GraphicVisual, Visual, VisualClip } from '../resolve/timeline.ts';

/** A rectangle in pixels of the output, from its top left corner. The numbers need not be whole. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The rectangles of a picture on the output: the whole picture, and what its fit and its crop leave visible.
 */
export interface Placement {
  readonly whole: Rect;
  readonly visible: Rect;
}

/** A placement with the centre of its transforms. */
export interface LayerGeometry {
  readonly placement: Placement;
  /** The centre of rotation and scaling: the middle of {@link uncropped}. */
  readonly centre: { readonly x: number; readonly y: number };
  /** The rectangle that would be visible without a crop. Luma mattes are stretched to fill it. */
  readonly uncropped: Rect;
}

/** A width and a height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The numbers of a clip that can differ from frame to frame. */
export interface PlacementValues {
  /** Factor on the fitted size, at least 0. */
  readonly scale: number;
  /** Fractions of the output's width and height. Positive y points up. */
  readonly offset: { readonly x: number; readonly y: number };
  /** The crop at this moment. Absent for that at the start of the clip. */
  readonly crop?: CropValues;
  /**
   * The motion of the picture behind its cut edges, which stay in place. `scale` is a factor on the size of
   * the picture. `x` and `y` are fractions of the viewport.
   */
  readonly innerMotion?: { readonly scale: number; readonly x: number; readonly y: number };
  /** The point of the picture that is in the middle of the viewport, in fractions of its sides. Its middle if absent. */
  readonly focus?: CameraPlace | undefined;
}

/**
 * Places the picture of a clip (contract 2.3, contract 2.5, contract C23, contract C24): fits the picture to
 * the output or to the box of the clip, scales it, anchors it at the position and moves it by the offset. The
 * anchored part is the part that would be visible without a crop.
 *
 * @param output Size of the output in pixels.
 */
export function placeClip(clip: VisualClip, values: PlacementValues, output: PixelSize): LayerGeometry {
  const {
    scale,
    offset,
    crop = cropAt(clip.crop, ZERO),
    innerMotion = { scale: 1, x: 0, y: 0 },
    focus = { x: 0.5, y: 0.5 },
  } = values;
  const frame = scaleSize(viewportOf(clip, output), scale);
  const fitted = scaleSize(fittedSizeOf(clip, output), scale);
  const cut = hidesOverflow(clip);
  const anchored = cut ? frame : fitted;
  const left =
    anchorOffset(clip.position, 'left', 'right', output.width - anchored.width) + offset.x * output.width;
  const top =
    anchorOffset(clip.position, 'top', 'bottom', output.height - anchored.height) - offset.y * output.height;
  const centre = { x: left + anchored.width / 2, y: top + anchored.height / 2 };
  const size = scaleSize(fitted, innerMotion.scale);
  const middle = {
    x: centre.x + innerMotion.x * frame.width + (0.5 - focus.x) * size.width,
    y: centre.y - innerMotion.y * frame.height + (0.5 - focus.y) * size.height,
  };
  const whole = rectAround(middle, size);
  const uncut = cropRect(whole, crop);
  const visible = cut ? intersect(uncut, rectAround(centre, frame)) : uncut;
  return { placement: { whole, visible }, centre, uncropped: rectAround(centre, anchored) };
}

/** Returns the size in pixels that a clip is fitted to: its box or the output. */
export function viewportOf({ box }: VisualClip, output: PixelSize): PixelSize {
  return { width: box?.width ?? output.width, height: box?.height ?? output.height };
}

/** Returns the size in pixels of the whole fitted picture of a clip, before its scale. */
export function fittedSizeOf(clip: VisualClip, output: PixelSize): PixelSize {
  const frame = viewportOf(clip, output);
  const natural = naturalSizeOf(clip.visual, frame);
  return isGraphic(clip.visual) ? natural : fitSize(clip.fit, natural, frame);
}

/** True if Kinora draws a visual itself, so that it has no pixels of its own. */
export function isGraphic(visual: Visual): visual is GraphicVisual {
  return visual.kind === 'drawn' || visual.kind === 'caption' || visual.kind === 'rich-caption';
}

/**
 * True if the part of a clip outside of its viewport is hidden. Shapes and assets with a declared size can be
 * larger than their box, so they are cut off. Other text is laid out inside its box. Its shadows and borders
 * may extend beyond the box, so they are not cut off.
 */
export function hidesOverflow({ box, visual, fit }: VisualClip): boolean {
  if (!isGraphic(visual)) return box !== undefined || fit === 'crop';
  if (visual.kind !== 'drawn') return false;
  return box !== undefined && (visual.asset.type === 'shape' || declaredSizeOf(visual.asset) !== undefined);
}

function naturalSizeOf(visual: Visual, frame: PixelSize): PixelSize {
  switch (visual.kind) {
    case 'video':
      return visual.track;
    case 'still':
    case 'vector':
    case 'lottie':
      return visual.media;
    case 'group':
      return { width: visual.width, height: visual.height };
    case 'drawn':
      return drawnBoxOf(visual.asset, frame);
    case 'caption':
    case 'rich-caption':
      return frame;
  }
}

/**
 * Returns the size in pixels that a drawn asset declares. A missing side is as long as that side of the
 * viewport.
 */
export function drawnBoxOf(asset: DrawnAsset, frame: PixelSize): PixelSize {
  const { width = frame.width, height = frame.height } = declaredSizeOf(asset) ?? {};
  return { width, height };
}

/** Returns the size of a shape in pixels, without its stroke. */
export function shapeSizeOf(asset: Extract<DrawnAsset, { type: 'shape' }>): PixelSize {
  switch (asset.shape) {
    case 'rectangle':
      return { width: asset.rectangle.width, height: asset.rectangle.height };
    case 'circle':
      return { width: 2 * asset.circle.radius, height: 2 * asset.circle.radius };
    case 'line':
      return { width: asset.line.length, height: asset.line.thickness };
  }
}

/** Returns the sides in pixels that a drawn asset declares, or `undefined` if it declares none. */
function declaredSizeOf(
  asset: DrawnAsset,
): { readonly width?: number; readonly height?: number } | undefined {
  if (!('width' in asset || 'height' in asset)) return undefined;
  const { width, height } = asset;
  if (width === undefined && height === undefined) return undefined;
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
}

function fitSize(how: VisualClip['fit'], natural: PixelSize, box: PixelSize): PixelSize {
  const across = box.width / natural.width;
  const down = box.height / natural.height;
  switch (how) {
    case 'crop':
      return scaleSize(natural, Math.max(across, down));
    case 'contain':
      return scaleSize(natural, Math.min(across, down));
    case 'cover':
      return { width: box.width, height: box.height };
    case 'none':
      return { width: natural.width, height: natural.height };
  }
}

/** Multiplies a size by a factor. */
export function scaleSize({ width, height }: PixelSize, factor: number): PixelSize {
  return { width: width * factor, height: height * factor };
}

function rectAround(
  { x, y }: { readonly x: number; readonly y: number },
  { width, height }: PixelSize,
): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function cropRect({ x, y, width, height }: Rect, { left, right, top, bottom }: CropValues): Rect {
  return {
    x: x + left * width,
    y: y + top * height,
    width: Math.max(0, 1 - left - right) * width,
    height: Math.max(0, 1 - top - bottom) * height,
  };
}

/** Returns a rectangle extended on all sides. */
export function expandRect({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/**
 * Returns the smallest rectangle that contains all of the given ones.
 *
 * @param rects at least one.
 */
export function boundingBoxOf(rects: readonly Rect[]): Rect {
  const minOf = (ends: readonly number[]): number => ends.reduce((one, other) => Math.min(one, other));
  const [x, y] = [minOf(rects.map((rect) => rect.x)), minOf(rects.map((rect) => rect.y))];
  const right = -minOf(rects.map((rect) => -rect.x - rect.width));
  const bottom = -minOf(rects.map((rect) => -rect.y - rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Rounds each edge of a rectangle to the nearest pixel. */
export function roundRect({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.round(x), Math.round(y)];
  return { x: left, y: top, width: Math.round(x + width) - left, height: Math.round(y + height) - top };
}

/** Expands a rectangle by margins and rounds the result out to whole pixels. */
export function roundOut({ x, y, width, height }: Rect, marginX = 0, marginY = 0): Rect {
  const [left, top] = [Math.floor(x - marginX), Math.floor(y - marginY)];
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width + marginX) - left,
    height: Math.ceil(y + height + marginY) - top,
  };
}

/** Returns the intersection of two rectangles. Its size is 0 if they do not overlap. */
export function intersect(one: Rect, other: Rect): Rect {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
  };
}

/**
 * Returns the distance in pixels from the left or top edge of the output to a picture: 0, half of the free
 * space or all of it.
 *
 * @param near Name of the near edge, `left` or `top`.
 * @param far Name of the far edge, `right` or `bottom`.
 * @param space Free space in pixels. Negative if the picture is larger than the output.
 */
export function anchorOffset(
  position: VisualClip['position'],
  near: string,
  far: string,
  space: number,
): number {
  const name = position.toLowerCase();
  if (name.includes(near)) return 0;
  return name.includes(far) ? space : space / 2;
}
