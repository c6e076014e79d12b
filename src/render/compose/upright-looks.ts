import { overlap, type Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';
import type { PixelRect } from './cut.ts';
import { levelsFor, levelsOf } from './halved-sheets.ts';
import type { Look } from './look.ts';
import type { Sheet } from './sheet.ts';
import { areaOf, isUnscaled, liesOnPixels, partOf, seenOf, sizeOf } from './sheet-place.ts';
import type { Line } from './taps.ts';
import { halvedBy, UprightSheet } from './upright-sheet.ts';

/**
 * Whether a sheet is drawn here: it is opaque, only scaled and moved, perhaps mirrored, and not so small that two sizes of it are mixed.
 * What is moved without being scaled is left to Skia: many of its sums lie exactly between two colours, and who rounds which way is chance.
 */
export function isDrawnUpright(sheet: Sheet, layer: Layer): boolean {
  const { a, b, c, d } = layer.matrix;
  if (sheet.isOpaque !== true || sheet.ink || b !== 0 || c !== 0 || a === 0 || d === 0) return false;
  if (levelsFor(sheet, sizeOf(sheet, layer)).length > 1) return false;
  return liesOnPixels(sheet, layer) || !isUnscaled(sheet, layer);
}

/** The looks of sheets that {@link isDrawnUpright} names. */
export class UprightLooks {
  private readonly output: Size;
  private readonly whole: Size;
  private loaded: { readonly sheet: Sheet; readonly size: Size; readonly drawer: UprightSheet } | undefined;

  /** @param output size in pixels. @param whole the same, but even. */
  constructor(output: Size, whole: Size) {
    this.output = output;
    this.whole = whole;
  }

  /** The look of a sheet, valid until the next call; undefined where nothing of it is seen. */
  look(sheet: Sheet, layer: Layer): Look | undefined {
    const [{ level } = { level: 0 }] = levelsFor(sheet, sizeOf(sheet, layer));
    const seen = seenOf(sheet, layer);
    const area = areaOf(seen, layer, this.whole);
    if (!area) return undefined;
    const onOutput = overlap(area, { x: 0, y: 0, ...this.output });
    const { matrix } = layer;
    const [columns, rows] = drawnEdges(
      ends(matrix.a, matrix.e, seen.x, seen.width),
      ends(matrix.d, matrix.f, seen.y, seen.height),
    );
    const wiped = (place: number): number => wipedAt(layer, (place - matrix.e) / matrix.a);
    const planes = this.drawerFor(sheet).draw({
      width: area.width,
      height: area.height,
      level,
      ...linesOf(sheet, level, layer, area, onOutput),
      columns: goneOn(covered(area.x, area.width, columns, wiped), onOutput.width),
      rows: goneOn(covered(area.y, area.height, rows), onOutput.height),
    });
    const isWhole = area.width === this.whole.width && area.height === this.whole.height;
    return { planes, x: area.x, y: area.y, area: onOutput, covers: isWhole && !planes.alpha };
  }

  private drawerFor(sheet: Sheet): UprightSheet {
    const { width, height } = sheet.size;
    const known = this.loaded?.size.width === width && this.loaded.size.height === height;
    if (this.loaded?.sheet === sheet && known) return this.loaded.drawer;
    const size = { width, height };
    const drawer =
      this.loaded && known ? this.loaded.drawer : new UprightSheet(size, this.whole, levelsOf(sheet));
    drawer.load(sheet.pixels ?? { data: sheet.canvas.data(), width, height });
    this.loaded = { sheet, size, drawer };
    return drawer;
  }
}

/** How the pixels of a size of a sheet lie under those of an area. @param onOutput the part of it after which its last pixels go on. */
function linesOf(
  sheet: Sheet,
  level: number,
  layer: Layer,
  area: PixelRect,
  onOutput: Size,
): { across: Line; down: Line } {
  const { matrix, placement } = layer;
  const { x, y, width, height } = partOf(sheet, placement.whole);
  const isStraight = liesOnPixels(sheet, layer);
  const along = (from: number, size: number, pixels: number, scale: number, shift: number) => {
    const step = pixels / size / scale;
    const start = (-shift / scale - from) * (pixels / size) - 0.5;
    return { start, step, length: pixels, isStraight };
  };
  const columns = halvedBy(level, sheet.size.width);
  const rows = halvedBy(level, sheet.size.height);
  // Places are those of the middles of pixels.
  const [left, top] = [matrix.e - area.x - 0.5, matrix.f - area.y - 0.5];
  return {
    across: { ...along(x, width, columns, matrix.a, left), count: onOutput.width },
    down: { ...along(y, height, rows, matrix.d, top), count: onOutput.height },
  };
}

/** Where a stretch ends on the output, the smaller place first. */
function ends(scale: number, shift: number, from: number, length: number): number[] {
  const [one, other] = [scale * from + shift, scale * (from + length) + shift];
  return one < other ? [one, other] : [other, one];
}

/**
 * Where edges lie when they are drawn, as Skia has it, so that a picture that begins to turn does not jump: if all of them nearly lie on whole
 * pixels they lie there, and otherwise upper and lower ones lie on quarters.
 */
function drawnEdges(columns: readonly number[], rows: readonly number[]): [number[], number[]] {
  const isNearly = (place: number): boolean => Math.abs(place - Math.round(place)) < 1 / 8;
  if ([...columns, ...rows].every(isNearly)) return [columns.map(Math.round), rows.map(Math.round)];
  return [
    columns.map((place) => Math.round(256 * place) / 256),
    rows.map((place) => Math.round(4 * place) / 4),
  ];
}

/**
 * How much of each pixel of a line is covered, in parts of 255.
 *
 * @param from the first one. @param share tells how much of what is covered is seen at a place, 0 to 1.
 */
function covered(
  from: number,
  count: number,
  [start = 0, end = 0]: readonly number[],
  share: (place: number) => number = () => 1,
): Uint8Array {
  const shares = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    const pixel = from + index;
    const length = Math.min(pixel + 1, end) - Math.max(pixel, start);
    shares[index] = Math.round(255 * Math.min(1, Math.max(0, length)) * share(pixel + 0.5));
  }
  return shares;
}

/** Has the last of so many shares go on: what lies beyond an odd output only lends its colour. */
function goneOn(shares: Uint8Array, count: number): Uint8Array {
  return shares.fill(shares[count - 1] ?? 0, count);
}

/** How much of a layer a wipe lets be seen at a place of it, 0 to 1. */
function wipedAt({ wipe, placement: { visible } }: Layer, place: number): number {
  if (!wipe) return 1;
  const share = wipe.left + ((wipe.right - wipe.left) * (place - visible.x)) / visible.width;
  return Math.min(1, Math.max(0, share));
}
