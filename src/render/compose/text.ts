import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { KinoraError } from '../../base/errors.ts';
import type { TextAsset } from '../../edit/index.ts';
import type { Placement, Size } from '../scene/placement.ts';
import type { PixelRect } from './cut.ts';
import { type Face, faceOf, FAMILY_NAMES, lettersWithout } from './fonts.ts';
import type { Rgba } from './raster.ts';
import { linesOf } from './text-lines.ts';

/** The defaults of contract 2.14. */
const FAMILY = 'Open Sans';
const SIZE = 32;
const COLOUR = '#ffffff';
const LINE_HEIGHT = 1;

/** Letters that a message names at the most. */
const NAMED = 5;

/**
 * Checks that a text's font is known and has all of its letters, before any frame is made.
 *
 * @param field where the asset stands in the edit.
 * @throws {KinoraError} `font_not_found`, with the field.
 */
export function checkFont(asset: TextAsset, field: string): void {
  const { family } = faceFor(asset, `${field}.font.family: `);
  const missing = lettersWithout(family, asset.text);
  if (missing.length === 0) return;
  const named = missing.slice(0, NAMED).map((letter) => `"${letter}"`);
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  const other = FAMILY_NAMES.find((each) => lettersWithout(each, asset.text).length === 0);
  const advice = other ? `${other} has all of them` : 'emoji and other scripts are not supported yet';
  const message = `${field}.text: the font ${family} has no letter for ${named.join(', ')}${more}; ${advice}.`;
  throw new KinoraError('font_not_found', message);
}

function faceFor({ font }: TextAsset, place = ''): Face {
  try {
    return faceOf(font?.family ?? FAMILY, font?.weight);
  } catch (error) {
    if (!(error instanceof KinoraError)) throw error;
    throw new KinoraError(error.code, `${place}${error.message}`, { cause: error });
  }
}

/** A drawn text: only the pixels on which there is something, and where they lie on the output. */
export interface DrawnText extends PixelRect {
  readonly pixels: Rgba;
}

/**
 * Draws a text asset as it lies on the output, letters placed to fractions of a pixel. What overflows its box is hidden.
 *
 * @param output size in pixels.
 * @returns undefined when nothing of it is seen.
 */
export function drawText(asset: TextAsset, placement: Placement, output: Size): DrawnText | undefined {
  const { whole } = placement;
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
  const box = { width: asset.width ?? output.width, height: asset.height ?? output.height };
  context.translate(whole.x - area.x, whole.y - area.y);
  context.scale(whole.width / box.width, whole.height / box.height);
  drawBox(context, asset, box);
  return inked(canvas, area);
}

function drawBox(context: SKRSContext2D, asset: TextAsset, box: Size): void {
  const { color, opacity = 1, padding = 0, borderRadius = 0 } = asset.background ?? {};
  context.beginPath();
  context.roundRect(0, 0, box.width, box.height, borderRadius);
  if (color !== undefined) {
    context.globalAlpha = opacity;
    context.fillStyle = color;
    context.fill();
  }
  // Only for the letters: a filling inside the clip would have its soft edges twice.
  context.clip();
  drawLines(context, asset, box, color === undefined ? 0 : padding);
}

function drawLines(context: SKRSContext2D, asset: TextAsset, box: Size, padding: number): void {
  const { size = SIZE, color = COLOUR, opacity = 1, lineHeight = LINE_HEIGHT } = asset.font ?? {};
  const { horizontal = 'center', vertical = 'center' } = asset.alignment ?? {};
  const face = faceFor(asset);
  context.font = `${face.weight} ${size}px "${face.family}"`;
  context.fillStyle = color;
  context.globalAlpha = opacity;
  context.textAlign = horizontal;
  const lines = linesOf(asset.text, box.width - 2 * padding, (text) => context.measureText(text).width);
  const advance = size * lineHeight;
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
  const free = box.height - 2 * padding - lines.length * advance;
  const top = padding + { top: 0, center: free / 2, bottom: free }[vertical];
  const left = { left: padding, center: box.width / 2, right: box.width - padding }[horizontal];
  for (const [index, line] of lines.entries()) {
    // Half of what the line is higher than the letters lies above them, as in CSS.
    context.fillText(line, left, top + index * advance + (advance - ascent - descent) / 2 + ascent);
  }
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
function inked(canvas: Canvas, area: PixelRect): DrawnText | undefined {
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
