import type { SKRSContext2D } from '@napi-rs/canvas';
import { KinoraError } from '../../base/errors.ts';
import type { TextAsset } from '../../edit/index.ts';
import { drawnBox, type Size } from '../scene/placement.ts';
import type { Drawing } from './drawing.ts';
import { type Face, faceOf, FAMILY_NAMES, lettersWithout } from './fonts.ts';
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

/** A text asset in its box; what overflows it is hidden. @param output size in pixels: the box where the asset has none. */
export function textDrawing(asset: TextAsset, output: Size): Drawing {
  const box = drawnBox(asset, output);
  return {
    ...box,
    draw(context) {
      context.save();
      drawBox(context, asset, box);
      context.restore();
    },
  };
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
