import type { DrawnAsset, GraphicVisual, Visual, VisualClip } from '../resolve/timeline.ts';

/** A rectangle in pixels of the output, from its top left corner; need not be whole. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a picture lies on the output: all of it, and the part of it that its fit and its crop leave to be seen. */
export interface Placement {
  readonly whole: Rect;
  readonly visible: Rect;
}

/** A placement, and what it is turned and scaled about: the middle of what would be seen without a crop. */
export interface LayerGeometry {
  readonly placement: Placement;
  readonly centre: { readonly x: number; readonly y: number };
  /** What would be seen without a crop: luma mattes are stretched over it. */
  readonly uncropped: Rect;
}

/** A width and a height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The numbers of a clip that may be different in every frame. */
export interface PlacementValues {
  /** Multiplies the fitted size, 0 or more. */
  readonly scale: number;
  /** Fractions of the output's width and height; y is positive upwards. */
  readonly offset: { readonly x: number; readonly y: number };
  /** How the picture lies behind the edges that it is cut at: a factor on its size, and fractions of what it is fitted to. */
  readonly innerMotion?: { readonly scale: number; readonly x: number; readonly y: number };
}

/**
 * Where a clip's picture lies (contract 2.3, 2.5, C23, C24): fitted to the output or to its box, scaled, what is seen
 * anchored at the position as if nothing were cropped, moved by the offset.
 *
 * @param output size in pixels.
 */
export function placeClip(clip: VisualClip, values: PlacementValues, output: PixelSize): LayerGeometry {
  const { scale, offset, innerMotion = { scale: 1, x: 0, y: 0 } } = values;
  const frame = scaleSize(viewportOf(clip, output), scale);
  const fitted = scaleSize(fittedSizeOf(clip, output), scale);
  const cut = hidesOverflow(clip);
  const anchored = cut ? frame : fitted;
  const left =
    anchorOffset(clip.position, 'left', 'right', output.width - anchored.width) + offset.x * output.width;
  const top =
    anchorOffset(clip.position, 'top', 'bottom', output.height - anchored.height) - offset.y * output.height;
  const centre = { x: left + anchored.width / 2, y: top + anchored.height / 2 };
  const middle = { x: centre.x + innerMotion.x * frame.width, y: centre.y - innerMotion.y * frame.height };
  const whole = rectAround(middle, scaleSize(fitted, innerMotion.scale));
  const uncut = cropRect(whole, clip.crop);
  const visible = cut ? intersect(uncut, rectAround(centre, frame)) : uncut;
  return { placement: { whole, visible }, centre, uncropped: rectAround(centre, anchored) };
}

/** What a clip is fitted to: its box, or the output; in pixels. */
export function viewportOf({ box }: VisualClip, output: PixelSize): PixelSize {
  return { width: box?.width ?? output.width, height: box?.height ?? output.height };
}

/** The size of all of a clip's picture as it is fitted, before its scale; in pixels. */
export function fittedSizeOf(clip: VisualClip, output: PixelSize): PixelSize {
  const frame = viewportOf(clip, output);
  const natural = naturalSizeOf(clip.visual, frame);
  return isGraphic(clip.visual) ? natural : fitSize(clip.fit, natural, frame);
}

/** Whether a picture is one that we make ourselves, of no pixels of its own. */
export function isGraphic(visual: Visual): visual is GraphicVisual {
  return visual.kind === 'drawn' || visual.kind === 'caption' || visual.kind === 'rich-caption';
}

/**
 * Whether what of a clip lies outside of its frame is hidden. A text that is made for its box keeps to it by itself, but for
 * shadows and borders, which reach out of it; shapes, and what has a size of its own, do not.
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
      return visual.media;
    case 'drawn':
      return drawnBoxOf(visual.asset, frame);
    case 'caption':
    case 'rich-caption':
      return frame;
  }
}

/** The box that a drawn asset names, else its whole frame; in pixels. */
export function drawnBoxOf(asset: DrawnAsset, frame: PixelSize): PixelSize {
  const { width = frame.width, height = frame.height } = declaredSizeOf(asset) ?? {};
  return { width, height };
}

/** The sides that a drawn asset names, in pixels; nothing where it names none. */
function declaredSizeOf(
  asset: DrawnAsset,
): { readonly width?: number; readonly height?: number } | undefined {
  if (asset.type !== 'text' && asset.type !== 'shape' && asset.type !== 'html') return undefined;
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

/** A size times a factor. */
export function scaleSize({ width, height }: PixelSize, factor: number): PixelSize {
  return { width: width * factor, height: height * factor };
}

function rectAround(
  { x, y }: { readonly x: number; readonly y: number },
  { width, height }: PixelSize,
): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function cropRect({ x, y, width, height }: Rect, { left, right, top, bottom }: VisualClip['crop']): Rect {
  return {
    x: x + left * width,
    y: y + top * height,
    width: Math.max(0, 1 - left - right) * width,
    height: Math.max(0, 1 - top - bottom) * height,
  };
}

/** What two rectangles share; of no size where that is nothing. */
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

/** How far from the near edge: none, all of the space that is left, or half of it. */
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
