import { createCanvas } from '@napi-rs/canvas';
import { fillLetters } from '../../fonts/draw-letters.ts';
import { applyFonts, type TextFonts } from '../../fonts/text-fonts.ts';

/** The edges of drawn ink relative to the left end of the baseline, in pixels. */
export interface DrawnInk {
  readonly left: number;
  readonly right: number;
  readonly ascent: number;
  readonly descent: number;
}

/** Opacity, 0 to 255, from which a pixel counts. */
const VISIBLE = 6;
const CANVAS = { width: 1400, height: 700, x: 300, baseline: 400 };

/** Draws a text at a size and returns the edges of its ink, or undefined if there is none. */
export function drawInk(
  text: string,
  textFonts: TextFonts,
  size: number,
  rightToLeft = false,
): DrawnInk | undefined {
  const { width, height, x, baseline } = CANVAS;
  const context = createCanvas(width, height).getContext('2d');
  applyFonts(context, textFonts, size);
  context.direction = rightToLeft ? 'rtl' : 'ltr';
  context.textAlign = 'left';
  fillLetters(context, '#000000', text, x, baseline);
  const { data } = context.getImageData(0, 0, width, height);
  const found = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (let pixel = 0; pixel < width * height; pixel++) {
    if ((data[4 * pixel + 3] ?? 0) < VISIBLE) continue;
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    found.left = Math.min(found.left, column);
    found.right = Math.max(found.right, column + 1);
    found.top = Math.min(found.top, row);
    found.bottom = Math.max(found.bottom, row + 1);
  }
  if (found.right < 0) return undefined;
  return {
    left: found.left - x,
    right: found.right - x,
    ascent: baseline - found.top,
    descent: found.bottom - baseline,
  };
}
