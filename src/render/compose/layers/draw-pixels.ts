import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type Drawing, inkBoxAtMoment } from '../../draw/drawing.ts';
import {
  intersect,
  type Placement,
  type Rect,
  roundOut,
  roundRect,
  type PixelSize,
} from '../../scene/placement.ts';
import { isSameRect, type PixelRect } from '../planes/pixel-rect.ts';
import type { RgbaPixels } from '../planes/raster.ts';

/**
 * The pixels of a drawing, cropped to the ink, with the rectangle that the cropped pixels fill on the output.
 */
export interface DrawnPixels extends PixelRect {
  readonly pixels: RgbaPixels;
}

/**
 * Draws a moment of a drawing at its place on the output, with subpixel precision. Overflow of the box is
 * visible, unless the placement hides a part of the box.
 *
 * @param drawing the drawing.
 * @param time seconds since the start of the clip, or a moment of the drawing.
 * @param placement the place of the box on the output.
 * @param output size in pixels.
 * @returns undefined if nothing is visible.
 */
export function drawPixels(
  drawing: Drawing,
  time: number,
  placement: Placement,
  output: PixelSize,
): DrawnPixels | undefined {
  const area = findInkArea(drawing, time, placement, output);
  if (!area) return undefined;
  const canvas = createCanvas(area.width, area.height);
  const context = canvas.getContext('2d');
  context.translate(-area.x, -area.y);
  transformToBox(context, drawing, placement);
  drawing.draw(context, time);
  return cropToInk(canvas, area);
}

/** Sizes that differ by less than this number of pixels from a whole one count as whole. */
const ROUNDING = 1e-6;

/**
 * Puts a drawing that does not move on pixels, so that its edges are sharp. It keeps its size: a side that is not a
 * whole number of pixels stays where it is. Visible parts end at pixels.
 */
export function alignToPixels({ whole, visible }: Placement): Placement {
  const align = (start: number, length: number): number =>
    Math.abs(length - Math.round(length)) < ROUNDING ? Math.round(start) : start;
  const aligned = { ...whole, x: align(whole.x, whole.width), y: align(whole.y, whole.height) };
  return { whole: aligned, visible: isSameRect(whole, visible) ? aligned : roundRect(visible) };
}

/**
 * Returns the rectangle of output pixels that may have ink at a moment of a drawing; undefined if the
 * rectangle is empty.
 */
export function findInkArea(
  drawing: Drawing,
  moment: number,
  { whole, visible }: Placement,
  output: PixelSize,
): PixelRect | undefined {
  const ink = inkBoxAtMoment(drawing, moment);
  if (!ink) return undefined;
  const { width, height, bleed } = drawing;
  const [scaleX, scaleY] = [whole.width / width, whole.height / height];
  const visibleArea = isSameRect(whole, visible)
    ? roundOut(whole, bleed * scaleX, bleed * scaleY)
    : roundOut(visible);
  const onOutput = intersect(visibleArea, { x: 0, y: 0, width: output.width, height: output.height });
  const inkPixels = boxPartToPixels(ink, drawing, whole);
  const area = intersect(onOutput, drawing.inkBoxAt ? padByOnePixel(inkPixels) : inkPixels);
  return area.width > 0 && area.height > 0 ? area : undefined;
}

/**
 * Transforms a context from output pixels to the pixels of a drawing's box. If a part of the box is hidden,
 * the context is clipped.
 *
 * @param context a context whose pixels are those of the output.
 * @param box size of the drawing.
 * @param placement the place of the box on the output.
 */
export function transformToBox(context: SKRSContext2D, box: PixelSize, { whole, visible }: Placement): void {
  if (!isSameRect(whole, visible)) clipTo(context, visible);
  context.translate(whole.x, whole.y);
  context.scale(whole.width / box.width, whole.height / box.height);
}

function clipTo(context: SKRSContext2D, { x, y, width, height }: Rect): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}

/** Adds a pixel on each side, because {@link Drawing.inkBoxAt} is accurate to one pixel. */
function padByOnePixel({ x, y, width, height }: PixelRect): PixelRect {
  return { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
}

/**
 * Returns the rectangle of whole output pixels that a part of a box touches.
 *
 * @param part a rectangle in pixels of the box.
 * @param box size of the box.
 * @param whole the rectangle of the box on the output.
 */
export function boxPartToPixels(part: Rect, box: PixelSize, whole: Rect): PixelRect {
  const [scaleX, scaleY] = [whole.width / box.width, whole.height / box.height];
  const rect = {
    x: whole.x + part.x * scaleX,
    y: whole.y + part.y * scaleY,
    width: part.width * scaleX,
    height: part.height * scaleY,
  };
  return roundOut(rect);
}

/**
 * Crops a canvas to its ink. The result is undefined if the canvas has no ink.
 *
 * @param area the rectangle of the canvas on the output.
 */
function cropToInk(canvas: Canvas, area: PixelRect): DrawnPixels | undefined {
  const { data } = canvas.getContext('2d').getImageData(0, 0, area.width, area.height);
  const { x, y, width, height } = findInkBounds(data, area);
  if (width === 0) return undefined;
  const pixels = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    const from = 4 * ((y + row) * area.width + x);
    pixels.set(data.subarray(from, from + 4 * width), 4 * row * width);
  }
  return { x: area.x + x, y: area.y + y, width, height, pixels: { data: pixels, width, height } };
}

/**
 * Finds the bounds of the pixels that are not transparent.
 *
 * @param data RGBA of a canvas, in which transparent pixels are all 0.
 * @param size size of the canvas in pixels.
 * @returns a rectangle of width 0 if all pixels are transparent.
 */
export function findInkBounds(data: Uint8ClampedArray, size: PixelSize): PixelRect {
  const { width, height } = size;
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0, row = 0; y < height; y++, row += width) {
    let [from, to] = [0, width];
    while (from < to && pixels[row + from] === 0) from++;
    while (to > from && pixels[row + to - 1] === 0) to--;
    if (from === to) continue;
    left = Math.min(left, from);
    right = Math.max(right, to);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}
