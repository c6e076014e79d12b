import { readPart } from '../../edit/problems/json-parts.ts';
import type { EditJson } from '../backend.ts';

/** The shape that sheets should have: width divided by height. */
const SHEET_SHAPE = 1.3;
const DEFAULT_SHAPE = 16 / 9;

/** Returns the width of the frames of an edit divided by their height. A guess, if the edit is not valid. */
export function shapeOf(edit: EditJson, output: number): number {
  const outputs = readPart(edit, 'outputs');
  const chosen = Array.isArray(outputs) ? (outputs[output] as unknown) : readPart(edit, 'output');
  const size = readPart(chosen, 'size');
  const ratio = readPart(chosen, 'aspectRatio');
  const [width, height] =
    typeof ratio === 'string'
      ? ratio.split(':').map(Number)
      : [readPart(size, 'width'), readPart(size, 'height')];
  const shape = Number(width) / Number(height);
  return shape > 0.05 && shape < 20 ? shape : DEFAULT_SHAPE;
}

/** Returns the number of columns with which a sheet is neither very wide nor very tall, nor has many empty cells. */
export function chooseColumns(count: number, shape: number): number {
  const badness = (columns: number): number => {
    const rows = Math.ceil(count / columns);
    return Math.abs(Math.log((columns * shape) / rows / SHEET_SHAPE)) + (columns * rows - count) / count;
  };
  const options = Array.from({ length: count }, (_, index) => index + 1);
  return options.reduce((best, columns) => (badness(columns) < badness(best) ? columns : best), 1);
}

/**
 * Returns the width in pixels of a picture of a shape.
 *
 * @param longest maximum of its width and its height in pixels.
 */
export function fitWidth(shape: number, longest: number): number {
  return Math.max(64, Math.round(Math.min(longest, longest * shape)));
}
