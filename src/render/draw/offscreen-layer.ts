import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { PixelSize, Rect } from '../scene/placement.ts';

/** A shadow of what is drawn; in units of the drawing, x to the right and y downwards. */
export interface Shadow {
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  /** With its opacity, as a canvas takes it. */
  readonly colour: string;
}

/** Pixels that were drawn apart, and where their top left corner lies; in whole pixels of what they are drawn on. */
export interface OffscreenLayer {
  readonly canvas: Canvas;
  readonly x: number;
  readonly y: number;
}

/** How a layer is laid on what it was made for. */
interface LayerBlending {
  /** 0 to 1. */
  readonly alpha?: number;
  readonly shadow?: Shadow;
  /** As `globalCompositeOperation`. */
  readonly operation?: 'source-over' | 'lighter';
}

/** How far from its edge a blur is seen, in blurs: three times its standard deviation, which is half of it. */
const BLUR_EXTENT = 1.5;

/** The area in which something and its shadow are seen. */
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

/** A rectangle that reaches farther on all sides. */
export function expandRect({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** The smallest rectangle that holds all of some, at least one. */
export function boundingBoxOf(rects: readonly Rect[]): Rect {
  const minOf = (ends: readonly number[]): number => ends.reduce((one, other) => Math.min(one, other));
  const [x, y] = [minOf(rects.map((rect) => rect.x)), minOf(rects.map((rect) => rect.y))];
  const right = -minOf(rects.map((rect) => -rect.x - rect.width));
  const bottom = -minOf(rects.map((rect) => -rect.y - rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Draws something as one: with an opacity nothing of it shines through something else of it, and it casts one shadow.
 *
 * @param area what it may be drawn on, with its shadow, in units of the context.
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
 * Draws on pixels of their own, which lie exactly as those of the context.
 *
 * @param area in units of the context.
 * @param within what of the context's pixels is wanted; absent: all, also those that it does not have.
 * @returns undefined where there is nothing of it.
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

/** The whole pixels that an area touches, and one more for what is drawn between pixels. */
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

/** Whether something of an area, in units of a context, may lie on its pixels. */
export function touchesCanvas(context: SKRSContext2D, area: Rect): boolean {
  const { width, height } = pixelBoundsOf(context, area, { x: 0, y: 0, ...sizeOf(context) });
  return width > 0 && height > 0;
}

function sizeOf({ canvas: { width, height } }: SKRSContext2D): PixelSize {
  return { width, height };
}

/** A shadow in pixels of a context, which takes no notice of its own scale in shadows. */
function toPixelShadow(context: SKRSContext2D, { x, y, blur, colour }: Shadow): Shadow {
  const { a, b, c, d } = context.getTransform();
  return { x: a * x + c * y, y: b * x + d * y, blur: blur * Math.sqrt(Math.abs(a * d - b * c)), colour };
}

/**
 * The pixels of which something is seen on a context: its own, and those beside them whose shadow falls on them. No more than as
 * many again on each side, so that no shadow takes all memory.
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

/** Pixels with their shadow. On a canvas of its own, because Skia blurs all of a canvas. */
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
