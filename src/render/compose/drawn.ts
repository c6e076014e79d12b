import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { type Drawing, inkAt } from '../draw/drawing.ts';
import type { Placement, Rect, Size } from '../scene/placement.ts';
import type { PixelRect } from './cut.ts';
import type { Rgba } from './raster.ts';

/** A drawing as pixels: only those on which there is something, and where they lie on the output. */
export interface Drawn extends PixelRect {
  readonly pixels: Rgba;
}

/**
 * Draws a moment as it lies on the output, to fractions of a pixel. What reaches out of the box is seen, unless the placement hides
 * a part of it.
 *
 * @param time seconds since the clip began, or the moment that they show.
 * @param output size in pixels.
 * @returns undefined when nothing of it is seen.
 */
export function drawn(
  drawing: Drawing,
  time: number,
  { whole, visible }: Placement,
  output: Size,
): Drawn | undefined {
  const area = areaOf(drawing, time, { whole, visible }, output);
  if (!area) return undefined;
  const canvas = createCanvas(area.width, area.height);
  const context = canvas.getContext('2d');
  context.translate(-area.x, -area.y);
  toBox(context, drawing, { whole, visible });
  drawing.draw(context, time);
  return inked(canvas, area);
}

/** The pixels of the output on which a moment of a drawing may have ink; as {@link drawn}. */
export function areaOf(
  drawing: Drawing,
  moment: number,
  { whole, visible }: Placement,
  output: Size,
): PixelRect | undefined {
  const ink = inkAt(drawing, moment);
  if (!ink) return undefined;
  const { width, height, bleed } = drawing;
  const [across, down] = [whole.width / width, whole.height / height];
  const seen = sameRect(whole, visible)
    ? wholePixels(whole, bleed * across, bleed * down)
    : wholePixels(visible, 0, 0);
  const onOutput = overlap(seen, { x: 0, y: 0, width: output.width, height: output.height });
  const inked = pixelsOf(ink, drawing, whole);
  const area = overlap(onOutput, drawing.inkAt ? aPixelMore(inked) : inked);
  return area.width > 0 && area.height > 0 ? area : undefined;
}

/** Makes a context that draws on the pixels of the output draw on those of a box, as far as the box is seen. */
export function toBox(context: SKRSContext2D, { width, height }: Size, { whole, visible }: Placement): void {
  if (!sameRect(whole, visible)) clip(context, visible);
  context.translate(whole.x, whole.y);
  context.scale(whole.width / width, whole.height / height);
}

function clip(context: SKRSContext2D, { x, y, width, height }: Rect): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}

function sameRect(one: Rect, other: Rect): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

/** The whole pixels that a rectangle and its surroundings touch. */
function wholePixels({ x, y, width, height }: Rect, across: number, down: number): PixelRect {
  const [left, top] = [Math.floor(x - across), Math.floor(y - down)];
  return {
    x: left,
    y: top,
    width: Math.ceil(x + width + across) - left,
    height: Math.ceil(y + height + down) - top,
  };
}

/** What is drawn as one may cover a pixel more than it needs. */
function aPixelMore({ x, y, width, height }: PixelRect): PixelRect {
  return { x: x - 1, y: y - 1, width: width + 2, height: height + 2 };
}

/** The whole pixels that a part of a box touches. @param whole where the box lies on the output. */
export function pixelsOf(part: Rect, { width, height }: Size, whole: Rect): PixelRect {
  const [across, down] = [whole.width / width, whole.height / height];
  const place = {
    x: whole.x + part.x * across,
    y: whole.y + part.y * down,
    width: part.width * across,
    height: part.height * down,
  };
  return wholePixels(place, 0, 0);
}

/** What two rectangles of pixels share; of no width or height, or less, where they share nothing. */
export function overlap(one: PixelRect, other: PixelRect): PixelRect {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  return {
    x,
    y,
    width: Math.min(one.x + one.width, other.x + other.width) - x,
    height: Math.min(one.y + one.height, other.y + other.height) - y,
  };
}

/** Cuts a canvas to its ink. */
function inked(canvas: Canvas, area: PixelRect): Drawn | undefined {
  const { data } = canvas.getContext('2d').getImageData(0, 0, area.width, area.height);
  const { x, y, width, height } = inkOf(data, area);
  if (width === 0) return undefined;
  const pixels = new Uint8Array(4 * width * height);
  for (let row = 0; row < height; row++) {
    const from = 4 * ((y + row) * area.width + x);
    pixels.set(data.subarray(from, from + 4 * width), 4 * row * width);
  }
  return { x: area.x + x, y: area.y + y, width, height, pixels: { data: pixels, width, height } };
}

/** Where pixels are not clear; of no width where all are. @param data as a canvas gives it: what is clear has no colour. */
export function inkOf(data: Uint8ClampedArray, { width, height }: Size): PixelRect {
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
