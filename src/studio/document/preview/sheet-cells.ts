/** The columns of a sheet of frames that are asked for ahead. */
export const SHEET_COLUMNS = 4;

/** A rectangle in pixels. */
export interface SheetCell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the places of the frames in a sheet without times, in its order. The server keeps a gap between two frames
 * and at the edges, unless there is only one.
 *
 * @param sheet its size in pixels.
 * @param count its number of frames.
 */
export function placeCells(
  sheet: { readonly width: number; readonly height: number },
  count: number,
): SheetCell[] {
  const columns = Math.min(SHEET_COLUMNS, count);
  const rows = Math.ceil(count / columns);
  const gap = count === 1 ? 0 : Math.max(4, Math.round(sheet.width / 160));
  const width = Math.floor((sheet.width - gap * (columns + 1)) / columns);
  const height = Math.round((sheet.height - gap) / rows) - gap;
  const left = Math.floor((sheet.width - columns * width - (columns - 1) * gap) / 2);
  return Array.from({ length: count }, (_cell, place) => ({
    x: left + (place % columns) * (width + gap),
    y: gap + Math.floor(place / columns) * (height + gap),
    width,
    height,
  }));
}
