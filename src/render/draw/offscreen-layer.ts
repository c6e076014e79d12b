import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { PixelSize, Rect } from '../scene/placement.ts';

/** The shadow of a drawing, in units of the drawing. x is to the right, y is down. */
export interface Shadow {
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  /** A canvas colour, including its opacity. */
  readonly colour: string;
}

/**
 * Pixels that were drawn offscreen, and the position of their top left corner in whole pixels of the target
 * canvas.
 */
export interface OffscreenLayer {
  readonly canvas: Canvas;
  readonly x: number;
  readonly y: number;
}

/** The blending of a layer onto its target canvas. */
interface LayerBlending {
  /** 0 to 1. */
  readonly alpha?: number;
  readonly shadow?: Shadow;
  /** The `globalCompositeOperation` to use. */
  readonly operation?: 'source-over' | 'lighter';
}

/**
 * Distance, in blur radii, up to which a blur is visible beyond an edge. The blur is visible for three
 * standard deviations, and a standard deviation is half the radius.
 */
const BLUR_EXTENT = 1.5;

/** Returns an area extended by the shadow that its content casts. */
export function extendByShadow(area: Rect, { x, y, blur }: Shadow): Rect {
  const blurExtent = BLUR_EXTENT * blur;
  const [left, right] = [Math.max(0, blurExtent - x), Math.max(0, blurExtent + x)];
  const [top, bottom] = [Math.max(0, blurExtent - y), Math.max(0, blurExtent + y)];
  return {
    x: area.x - left,
    y: area.y - top,
    width: area.width + left + right,
    height: area.height + top + bottom,
  };
}

/**
 * Draws several shapes as one layer. If the layer is translucent, overlapping shapes do not show through
 * each other. The layer casts one shadow.
 *
 * @param area the area that the shapes and their shadow may cover, in units of the context.
 */
export function drawAsLayer(
  context: SKRSContext2D,
  area: Rect,
  laid: LayerBlending,
  draw: (layer: SKRSContext2D) => void,
): void {
  const { alpha = 1, shadow, operation = 'source-over' } = laid;
  const layer = drawOffscreen(context, area, draw, pixelsToDraw(context, shadow));
  if (!layer) return;
  const { canvas } = shadow ? { canvas: renderWithShadow(context, layer.canvas, shadow) } : layer;
  context.save();
  context.resetTransform();
  context.globalAlpha = alpha;
  context.globalCompositeOperation = operation;
  context.drawImage(canvas, layer.x, layer.y);
  context.restore();
}

/**
 * Draws on an offscreen canvas that is aligned with the pixels of the context.
 *
 * @param area in units of the context.
 * @param within the pixels of the context that must be drawn. If absent, the whole area is drawn, even
 * outside the canvas of the context.
 * @returns undefined if the area contains no pixel.
 */
export function drawOffscreen(
  context: SKRSContext2D,
  area: Rect,
  draw: (layer: SKRSContext2D) => void,
  within?: Rect,
): OffscreenLayer | undefined {
  const { x, y, width, height } = pixelBoundsOf(context, area, within);
  if (!(width > 0 && height > 0)) return undefined;
  const canvas = createCanvas(width, height);
  const layer = canvas.getContext('2d');
  const { a, b, c, d, e, f } = context.getTransform();
  layer.setTransform(a, b, c, d, e - x, f - y);
  draw(layer);
  return { canvas, x, y };
}

/** Returns the whole pixels that an area touches, plus one on each side for antialiasing. */
function pixelBoundsOf(context: SKRSContext2D, area: Rect, within?: Rect): Rect {
  const { a, b, c, d, e, f } = context.getTransform();
  const corners = [0, 1, 2, 3].map((corner) => {
    const x = area.x + (corner % 2) * area.width;
    const y = area.y + (corner >> 1) * area.height;
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  });
  const across = corners.map((corner) => corner.x);
  const down = corners.map((corner) => corner.y);
  const x = Math.max(within?.x ?? -Infinity, Math.floor(Math.min(...across)) - 1);
  const y = Math.max(within?.y ?? -Infinity, Math.floor(Math.min(...down)) - 1);
  const right = Math.min(within ? within.x + within.width : Infinity, Math.ceil(Math.max(...across)) + 1);
  const bottom = Math.min(within ? within.y + within.height : Infinity, Math.ceil(Math.max(...down)) + 1);
  return { x, y, width: right - x, height: bottom - y };
}

/** True if an area may touch the canvas of a context. The area is in units of the context. */
export function touchesCanvas(context: SKRSContext2D, area: Rect): boolean {
  const { width, height } = pixelBoundsOf(context, area, { x: 0, y: 0, ...sizeOf(context) });
  return width > 0 && height > 0;
}

function sizeOf({ canvas: { width, height } }: SKRSContext2D): PixelSize {
  return { width, height };
}

/** Converts a shadow to canvas pixels, because canvas shadows ignore the scale of the context. */
function toPixelShadow(context: SKRSContext2D, { x, y, blur, colour }: Shadow): Shadow {
  const { a, b, c, d } = context.getTransform();
  return { x: a * x + c * y, y: b * x + d * y, blur: blur * Math.sqrt(Math.abs(a * d - b * c)), colour };
}

/**
 * Returns the pixels that affect the visible result: the pixels on the canvas, and the pixels beside the
 * canvas whose shadow falls on the canvas. At most one canvas width or height is added on each side, so that
 * a large shadow cannot exhaust the memory.
 */
function pixelsToDraw(context: SKRSContext2D, shadow: Shadow | undefined): Rect {
  const { width, height } = sizeOf(context);
  if (!shadow) return { x: 0, y: 0, width, height };
  const { x, y, blur } = toPixelShadow(context, shadow);
  const blurExtent = BLUR_EXTENT * blur;
  const beside = (distance: number, max: number): number => Math.min(max, Math.max(0, Math.ceil(distance)));
  const [left, top] = [beside(blurExtent + x, width), beside(blurExtent + y, height)];
  return {
    x: -left,
    y: -top,
    width: left + width + beside(blurExtent - x, width),
    height: top + height + beside(blurExtent - y, height),
  };
}

/**
 * Returns a layer with its shadow. Draws both on a separate canvas of the size of the layer, because Skia
 * always blurs the whole canvas that a shadow is drawn on.
 */
function renderWithShadow(context: SKRSContext2D, layer: Canvas, shadow: Shadow): Canvas {
  const { x, y, blur, colour } = toPixelShadow(context, shadow);
  const canvas = createCanvas(layer.width, layer.height);
  const shade = canvas.getContext('2d');
  shade.shadowColor = colour;
  shade.shadowBlur = blur;
  shade.shadowOffsetX = x;
  shade.shadowOffsetY = y;
  shade.drawImage(layer, 0, 0);
  return canvas;
}
