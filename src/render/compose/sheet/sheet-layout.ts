import { KinoraError } from '../../../base/errors.ts';
import type { SheetSettings } from '../../../edit/model.ts';
import type { PixelSize } from '../../scene/placement.ts';

/** The form of a sheet. */
export interface SheetForm extends Omit<SheetSettings, 'moments'> {
  /** Number of cells, at least 1. */
  readonly count: number;
}

/** The measures of a sheet in pixels. */
export interface SheetLayout extends PixelSize {
  readonly columns: number;
  readonly cell: PixelSize;
  /** Distance between two cells, and from the cells to the edges. */
  readonly gap: number;
  /** Left edge of the first column. */
  readonly left: number;
  readonly textSize: number;
  /** Height of the line with the time below a cell. 0 if there is none. */
  readonly labelHeight: number;
}

/** Minimum width of a cell: a time needs as much. */
const MIN_CELL_WIDTH = 48;
/** Maximum number of pixels of a sheet, and of its height. */
const MAX_PIXELS = 32_000_000;
const MAX_HEIGHT = 16_384;

/**
 * Measures a sheet. All cells have the shape of a frame.
 *
 * @param frame the size of the frames.
 * @throws {KinoraError} `validation_failed` if the columns are too narrow, or the sheet has too many pixels.
 */
export function layOutSheet(form: SheetForm, frame: PixelSize): SheetLayout {
  const { count, width, times } = form;
  const columns = Math.min(form.columns ?? Math.ceil(Math.sqrt(count)), count);
  const rows = Math.ceil(count / columns);
  // A single frame without its time is a small picture of the frame.
  const gap = count === 1 && !times ? 0 : Math.max(4, Math.round(width / 160));
  const cellWidth = Math.floor((width - gap * (columns + 1)) / columns);
  if (cellWidth < MIN_CELL_WIDTH) throw createNarrowError(columns, width);
  const cell = {
    width: cellWidth,
    height: Math.max(1, Math.round((cellWidth * frame.height) / frame.width)),
  };
  // Larger cells have larger letters, but not in proportion: the time is an aside.
  const textSize = Math.max(9, Math.round(Math.sqrt(cellWidth) * 0.75));
  const labelHeight = times ? Math.round(textSize * 1.4) : 0;
  const height = rows * (cell.height + labelHeight + gap) + gap;
  if (width * height > MAX_PIXELS || height > MAX_HEIGHT) throw createLargeError(width, height);
  const left = Math.floor((width - columns * cellWidth - (columns - 1) * gap) / 2);
  return { width, height, columns, cell, gap, left, textSize, labelHeight };
}

/** Returns the top left corner of a cell. @param place the place of the cell, from 0, row by row. */
export function placeCell(
  { columns, cell, gap, left, labelHeight }: SheetLayout,
  place: number,
): { readonly x: number; readonly y: number } {
  const [column, row] = [place % columns, Math.floor(place / columns)];
  return { x: left + column * (cell.width + gap), y: gap + row * (cell.height + labelHeight + gap) };
}

function createNarrowError(columns: number, width: number): KinoraError {
  const message = `A sheet with a width of ${width} px is too narrow for ${columns} columns: each needs ${MIN_CELL_WIDTH} px and a gap. Use fewer columns or a larger width.`;
  return new KinoraError('validation_failed', message);
}

function createLargeError(width: number, height: number): KinoraError {
  const message = `The sheet would be ${width}x${height}, but it may have up to ${MAX_PIXELS / 1e6} megapixels and be ${MAX_HEIGHT} px high. Use more columns, fewer moments, or a smaller width.`;
  return new KinoraError('validation_failed', message);
}
