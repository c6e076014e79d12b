import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../../scene/placement.ts';

/** The ends of the ink of a word, in pixels at the requested font size, to the left and right of its centre. */
export interface InkSides {
  readonly left: number;
  readonly right: number;
}

/** Largest size of the picture that ink is measured in, in pixels. */
const SAMPLE = { width: 1024, height: 256 };

/**
 * Measures how far the drawn letters of a word reach to both sides of the centre of its layout box. Draws the
 * letters, because Skia itself measures only those of the first font.
 *
 * @param area contains all letters, in coordinates of the line.
 * @param centre the centre of the word on the line.
 * @param draw draws the letters on a context with the coordinates of the line.
 * @returns undefined if there is no ink.
 */
export function measureInkSides(
  area: Rect,
  centre: number,
  draw: (context: SKRSContext2D) => void,
): InkSides | undefined {
  const scale = Math.min(1, SAMPLE.width / area.width, SAMPLE.height / area.height);
  const [width, height] = [Math.ceil(area.width * scale) + 2, Math.ceil(area.height * scale) + 2];
  const context = createCanvas(width, height).getContext('2d');
  context.translate(1, 1);
  context.scale(scale, scale);
  context.translate(-area.x, -area.y);
  draw(context);
  const coverage = coverageOf(context, width, height);
  const first = coverage.findIndex((covered) => covered > 0);
  if (first < 0) return undefined;
  const last = coverage.findLastIndex((covered) => covered > 0);
  // A column that is covered in part is an edge within this column.
  const [left, right] = [first + 1 - (coverage[first] ?? 1), last + (coverage[last] ?? 1)];
  const toLine = (column: number): number => area.x + (column - 1) / scale;
  return { left: centre - toLine(left), right: toLine(right) - centre };
}

/** Returns the largest opacity in each column of a picture, 0 to 1, relative to the largest of all. */
function coverageOf(context: SKRSContext2D, width: number, height: number): number[] {
  const { data } = context.getImageData(0, 0, width, height);
  const columns = Array.from({ length: width }, () => 0);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const column = pixel % width;
    columns[column] = Math.max(columns[column] ?? 0, data[4 * pixel + 3] ?? 0);
  }
  // The letters may be translucent.
  const most = columns.reduce((one, other) => Math.max(one, other), 1);
  return columns.map((opacity) => opacity / most);
}
