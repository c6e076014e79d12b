import { mapped } from '../scene/matrix.ts';
import { isCut, isMade, overlap, type Rect, type Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';
import type { PixelRect } from './cut.ts';
import type { Sheet } from './sheet.ts';

/** The rectangle that is drawn, before the layer is turned. What we draw ourselves may reach out of its box. */
export function seenOf(sheet: Sheet, { clip, placement: { whole, visible }, columns }: Layer): Rect {
  const uncut = isMade(clip.picture) && !isCut(clip);
  const rect = uncut ? partOf(sheet, whole) : visible;
  return { ...rect, x: rect.x + columns.from * rect.width, width: (columns.to - columns.from) * rect.width };
}

/** The part of a rectangle on which there is something. @param ink where that is, in fractions of the whole; anywhere when absent. */
export function inked(seen: Rect, ink: Rect | undefined, { placement: { whole } }: Layer): Rect {
  if (!ink) return seen;
  const [x, y] = [whole.x + ink.x * whole.width, whole.y + ink.y * whole.height];
  return overlap(seen, { x, y, width: ink.width * whole.width, height: ink.height * whole.height });
}

/** The pixels that a layer touches: even ones, because chroma is stored for every second. */
export function areaOf(
  { x, y, width, height }: Rect,
  { matrix }: Layer,
  output: Size,
): PixelRect | undefined {
  const corners = [
    mapped(matrix, x, y),
    mapped(matrix, x + width, y),
    mapped(matrix, x, y + height),
    mapped(matrix, x + width, y + height),
  ];
  const across = evenAround(
    corners.map((corner) => corner.x),
    output.width,
  );
  const down = evenAround(
    corners.map((corner) => corner.y),
    output.height,
  );
  if (across.to <= across.from || down.to <= down.from) return undefined;
  return { x: across.from, y: down.from, width: across.to - across.from, height: down.to - down.from };
}

function evenAround(places: readonly number[], most: number): { from: number; to: number } {
  // One pixel more: the edges are soft.
  const from = Math.floor((Math.min(...places) - 1) / 2) * 2;
  const to = Math.ceil((Math.max(...places) + 1) / 2) * 2;
  return { from: Math.max(0, from), to: Math.min(most, to) };
}

/** The rectangle of a whole sheet. */
export function partOf({ part }: Sheet, whole: Rect): Rect {
  return {
    x: whole.x + part.x * whole.width,
    y: whole.y + part.y * whole.height,
    width: part.width * whole.width,
    height: part.height * whole.height,
  };
}

/** Pixels of the output for one of the sheet, on the side on which they are fewer. */
export function sizeOf(sheet: Sheet, { matrix: { a, b, c, d }, placement: { whole } }: Layer): number {
  const { width, height } = partOf(sheet, whole);
  const { size } = sheet;
  return Math.min((Math.hypot(a, b) * width) / size.width, (Math.hypot(c, d) * height) / size.height);
}

/** Whether pixel lies on pixel: nothing is mixed then. */
export function liesOnPixels(sheet: Sheet, layer: Layer): boolean {
  const { a, b, c, d, e, f } = layer.matrix;
  const same = a === 1 && b === 0 && c === 0 && d === 1;
  const { width, height } = partOf(sheet, layer.placement.whole);
  const large = width === sheet.size.width && height === sheet.size.height;
  return same && large && Number.isInteger(e) && Number.isInteger(f);
}

/** Whether a pixel of a sheet is as large as one of the output, across or down. */
export function isUnscaled(sheet: Sheet, { matrix: { a, d }, placement: { whole } }: Layer): boolean {
  const { width, height } = partOf(sheet, whole);
  const { size } = sheet;
  return Math.abs(a) * width === size.width || Math.abs(d) * height === size.height;
}
