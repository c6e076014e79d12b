import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Placement, Size } from '../scene/placement.ts';
import type { PixelRect } from './cut.ts';
import type { Rgba } from './raster.ts';

/** Something that is drawn at any size: a box in pixels, and how it is drawn with that box at 0, 0. */
export interface Drawing extends Size {
  /** Leaves the context as it was, but for what is drawn; nothing of it lies outside the box. */
  readonly draw: (context: SKRSContext2D) => void;
}

/** A drawing as pixels: only those on which there is something, and where they lie on the output. */
export interface Drawn extends PixelRect {
  readonly pixels: Rgba;
}

/**
 * Draws as it lies on the output, to fractions of a pixel.
 *
 * @param output size in pixels.
 * @returns undefined when nothing of it is seen.
 */
export function drawn(
  { width, height, draw }: Drawing,
  { whole }: Placement,
  output: Size,
): Drawn | undefined {
  const area = inside(
    {
      x: Math.floor(whole.x),
      y: Math.floor(whole.y),
      width: Math.ceil(whole.x + whole.width) - Math.floor(whole.x),
      height: Math.ceil(whole.y + whole.height) - Math.floor(whole.y),
    },
    output,
  );
  if (area.width <= 0 || area.height <= 0) return undefined;
  const canvas = createCanvas(area.width, area.height);
  const context = canvas.getContext('2d');
  context.translate(whole.x - area.x, whole.y - area.y);
  context.scale(whole.width / width, whole.height / height);
  draw(context);
  return inked(canvas, area);
}

function inside(rect: PixelRect, output: Size): PixelRect {
  const x = Math.max(0, rect.x);
  const y = Math.max(0, rect.y);
  return {
    x,
    y,
    width: Math.min(output.width, rect.x + rect.width) - x,
    height: Math.min(output.height, rect.y + rect.height) - y,
  };
}

/** Cuts a canvas to its ink. */
function inked(canvas: Canvas, area: PixelRect): Drawn | undefined {
  const context = canvas.getContext('2d');
  const { data } = context.getImageData(0, 0, area.width, area.height);
  let [left, top, right, bottom] = [area.width, area.height, -1, -1];
  for (let y = 0; y < area.height; y++) {
    for (let x = 0; x < area.width; x++) {
      if (data[(y * area.width + x) * 4 + 3] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return undefined;
  const [width, height] = [right - left + 1, bottom - top + 1];
  const pixels = context.getImageData(left, top, width, height);
  return {
    x: area.x + left,
    y: area.y + top,
    width,
    height,
    pixels: { data: new Uint8Array(pixels.data), width, height },
  };
}
