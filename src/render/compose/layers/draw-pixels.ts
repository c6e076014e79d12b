import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type Drawing, inkBoxAtMoment } from '../../draw/drawing.ts';
import { intersect, type Placement, type Rect, type PixelSize } from '../../scene/placement.ts';
import { isSameRect, type PixelRect } from '../planes/pixel-rect.ts';
import type { RgbaPixels } from '../planes/raster.ts';

/** A drawing as pixels: only those on which there is something, and where they lie on the output. */
export interface DrawnPixels extends PixelRect {
  readonly pixels: RgbaPixels;
}

/**
 * Draws a moment as it lies on the output, to fractions of a pixel. What reaches out of the box is seen, unless the placement hides
 * a part of it.
 *
 * @param time seconds since the clip began, or the moment that they show.
 * @param output size in pixels.
 * @returns undefined when nothing of it is seen.
 */
export function drawPixels(
  drawing: Drawing,
  time: number,
  { whole, visible }: Placement,
  output: PixelSize,
): DrawnPixels | undefined {
  const area = findInkArea(drawing, time, { whole, visible }, output);
  if (!area) return undefined;
  const canvas = createCanvas(area.width, area.height);
  const context = canvas.getContext('2d');
  context.translate(-area.x, -area.y);
  transformToBox(context, drawing, { whole, visible });
  drawing.draw(context, time);
  return cropToInk(canvas, area);
}

/** The pixels of the output on which a moment of a drawing may have ink; as {@link drawPixels}. */
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
    : roundOut(visible, 0, 0);
  const onOutput = intersect(visibleArea, { x: 0, y: 0, width: output.width, height: output.height });
  const inkPixels = boxPartToPixels(ink, drawing, whole);
  const area = intersect(onOutput, drawing.inkBoxAt ? padByOnePixel(inkPixels) : inkPixels);
  return area.width > 0 && area.height > 0 ? area : undefined;
}

/** Makes a context that draws on the pixels of the output draw on those of a box, as far as the box is seen. */
export function transformToBox(
  context: SKRSContext2D,
  { width, height }: PixelSize,
  { whole, visible }: Placement,
): void {
  if (!isSameRect(whole, visible)) clipTo(context, visible);
  context.translate(whole.x, whole.y);
  context.scale(whole.width / width, whole.height / height);
}

function clipTo(context: SKRSContext2D, { x, y, width, height }: Rect): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}

/** The whole pixels that a rectangle and its surroundings touch. */
function roundOut({ x, y, width, height }: Rect, marginX: number, marginY: number): PixelRect {
  const [left, top] = [Math.floor(x - marginX), Math.floor(y - marginY)];
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width + marginX) - left,
    height: Math.ceil(y + height + marginY) - top,
  };
}

/** What is drawn as one may cover a pixel more than it needs. */
function padByOnePixel({ x, y, width, height }: PixelRect): PixelRect {
  return { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
}

/** The whole pixels that a part of a box touches. @param whole where the box lies on the output. */
export function boxPartToPixels(part: Rect, { width, height }: PixelSize, whole: Rect): PixelRect {
  const [scaleX, scaleY] = [whole.width / width, whole.height / height];
  const rect = {
    x: whole.x + part.x * scaleX,
    y: whole.y + part.y * scaleY,
    width: part.width * scaleX,
    height: part.height * scaleY,
  };
  return roundOut(rect, 0, 0);
}

/** Cuts a canvas to its ink. */
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

/** Where pixels are not clear; of no width where all are. @param data as a canvas gives it: what is clear has no colour. */
export function findInkBounds(data: Uint8ClampedArray, { width, height }: PixelSize): PixelRect {
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
