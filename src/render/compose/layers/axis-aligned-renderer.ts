import { intersect, type PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import { selectMipmapLevels, mipmapLevelCount } from '../bitmaps/mipmaps.ts';
import type { LayerImage } from './layer-image.ts';
import type { Bitmap } from '../bitmaps/bitmap.ts';
import {
  touchedPixelsOf,
  isUnscaled,
  isPixelAligned,
  bitmapRectOf,
  drawnRectOf,
  bitmapScaleOf,
} from '../bitmaps/bitmap-placement.ts';
import type { SampleLine } from '../planes/taps.ts';
import { lengthAtLevel, AxisAlignedBitmap } from '../bitmaps/axis-aligned-bitmap.ts';

/**
 * Returns true if {@link AxisAlignedRenderer} can draw a bitmap. The bitmap must be opaque, and must not be
 * mixed from two mipmaps. It may be scaled, moved and mirrored, but not turned. Bitmaps that are moved by
 * fractions of a pixel without scaling are left to Skia. Many of their interpolated samples lie exactly
 * between two colours, and this renderer would round such samples differently from Skia.
 */
export function canRenderAxisAligned(bitmap: Bitmap, layer: Layer): boolean {
  const { a, b, c, d } = layer.matrix;
  if (bitmap.isOpaque !== true || bitmap.ink || b !== 0 || c !== 0 || a === 0 || d === 0) return false;
  if (selectMipmapLevels(bitmap, bitmapScaleOf(bitmap, layer)).length > 1) return false;
  return isPixelAligned(bitmap, layer) || !isUnscaled(bitmap, layer);
}

/** Renders the bitmaps that {@link canRenderAxisAligned} accepts. */
export class AxisAlignedRenderer {
  private readonly output: PixelSize;
  private readonly evenOutput: PixelSize;
  private loaded:
    { readonly bitmap: Bitmap; readonly size: PixelSize; readonly drawer: AxisAlignedBitmap } | undefined;

  /** @param output size in pixels. @param evenOutput the size of the output, rounded up to even numbers. */
  constructor(output: PixelSize, evenOutput: PixelSize) {
    this.output = output;
    this.evenOutput = evenOutput;
  }

  /**
   * Renders a bitmap.
   *
   * @returns an image that is valid until the next call; undefined if nothing is visible.
   */
  render(bitmap: Bitmap, layer: Layer): LayerImage | undefined {
    const [{ level } = { level: 0 }] = selectMipmapLevels(bitmap, bitmapScaleOf(bitmap, layer));
    const drawnRect = drawnRectOf(bitmap, layer);
    const area = touchedPixelsOf(drawnRect, layer, this.evenOutput);
    if (!area) return undefined;
    const onOutput = intersect(area, { x: 0, y: 0, ...this.output });
    const { matrix } = layer;
    const [columns, rows] = snapEdges(
      spanEnds(matrix.a, matrix.e, drawnRect.x, drawnRect.width),
      spanEnds(matrix.d, matrix.f, drawnRect.y, drawnRect.height),
    );
    const opacityAt = (position: number): number => wipeOpacityAt(layer, (position - matrix.e) / matrix.a);
    const planes = this.drawerFor(bitmap).draw({
      width: area.width,
      height: area.height,
      level,
      ...sampleLinesOf(bitmap, level, layer, area, onOutput),
      columnShares: repeatLast(coverageOf(area.x, area.width, columns, opacityAt), onOutput.width),
      rowShares: repeatLast(coverageOf(area.y, area.height, rows), onOutput.height),
    });
    const isFullFrame = area.width === this.evenOutput.width && area.height === this.evenOutput.height;
    return { planes, x: area.x, y: area.y, area: onOutput, coversFrame: isFullFrame && !planes.alpha };
  }

  private drawerFor(bitmap: Bitmap): AxisAlignedBitmap {
    const { width, height } = bitmap.size;
    const isSameSize = this.loaded?.size.width === width && this.loaded.size.height === height;
    if (this.loaded?.bitmap === bitmap && isSameSize) return this.loaded.drawer;
    const size = { width, height };
    const drawer =
      this.loaded && isSameSize
        ? this.loaded.drawer
        : new AxisAlignedBitmap(size, this.evenOutput, mipmapLevelCount(bitmap));
    drawer.load(bitmap.pixels ?? { data: bitmap.canvas.data(), width, height });
    this.loaded = { bitmap, size, drawer };
    return drawer;
  }
}

/**
 * Returns the mappings from the columns and rows of an area to those of a mipmap level.
 *
 * @param onOutput size of the part of the area that lies inside the output. In the rest of the area, the last
 *   pixels of that part repeat.
 */
function sampleLinesOf(
  bitmap: Bitmap,
  level: number,
  layer: Layer,
  area: PixelRect,
  onOutput: PixelSize,
): { across: SampleLine; down: SampleLine } {
  const { matrix, placement } = layer;
  const { x, y, width, height } = bitmapRectOf(bitmap, placement.whole);
  const isStraight = isPixelAligned(bitmap, layer);
  const createLine = (from: number, size: number, pixels: number, scale: number, shift: number) => {
    const step = pixels / size / scale;
    const start = (-shift / scale - from) * (pixels / size) - 0.5;
    return { start, step, length: pixels, isStraight };
  };
  const columns = lengthAtLevel(level, bitmap.size.width);
  const rows = lengthAtLevel(level, bitmap.size.height);
  // Positions are measured at pixel centres, so they are shifted by 0.5.
  const [left, top] = [matrix.e - area.x - 0.5, matrix.f - area.y - 0.5];
  return {
    across: { ...createLine(x, width, columns, matrix.a, left), count: onOutput.width },
    down: { ...createLine(y, height, rows, matrix.d, top), count: onOutput.height },
  };
}

/** Returns the two ends of a range on the output, the smaller one first. */
function spanEnds(scale: number, shift: number, from: number, length: number): number[] {
  const [one, other] = [scale * from + shift, scale * (from + length) + shift];
  return one < other ? [one, other] : [other, one];
}

/**
 * Rounds the positions of edges as Skia does, so that a picture does not jump when it begins to turn. If all
 * edges are almost on whole pixels, they are rounded to whole pixels. Otherwise, horizontal edges are rounded
 * to 1/4 of a pixel and vertical ones to 1/256.
 */
function snapEdges(columns: readonly number[], rows: readonly number[]): [number[], number[]] {
  const isNearly = (position: number): boolean => Math.abs(position - Math.round(position)) < 1 / 8;
  if ([...columns, ...rows].every(isNearly)) return [columns.map(Math.round), rows.map(Math.round)];
  return [
    columns.map((position) => Math.round(256 * position) / 256),
    rows.map((position) => Math.round(4 * position) / 4),
  ];
}

/**
 * Returns the coverage of each pixel of a row or column, 0 to 255.
 *
 * @param from position of the first pixel.
 * @param count number of pixels.
 * @param edges the start and the end of the covered range.
 * @param opacityAt returns the opacity at a position, 0 to 1.
 */
function coverageOf(
  from: number,
  count: number,
  edges: readonly number[],
  opacityAt: (position: number) => number = () => 1,
): Uint8Array {
  const [start = 0, end = 0] = edges;
  const shares = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    const pixel = from + index;
    const length = Math.min(pixel + 1, end) - Math.max(pixel, start);
    shares[index] = Math.round(255 * Math.min(1, Math.max(0, length)) * opacityAt(pixel + 0.5));
  }
  return shares;
}

/**
 * Fills the list from index `count` on with the value before that index. The filled entries are for the
 * padding beyond an odd output. That padding affects only the chroma.
 */
function repeatLast(shares: Uint8Array, count: number): Uint8Array {
  return shares.fill(shares[count - 1] ?? 0, count);
}

/** Returns the opacity of a layer at a horizontal position, 0 to 1. Without a wipe, it is 1. */
function wipeOpacityAt({ wipe, placement: { visible } }: Layer, position: number): number {
  if (!wipe) return 1;
  const opacity = wipe.left + ((wipe.right - wipe.left) * (position - visible.x)) / visible.width;
  return Math.min(1, Math.max(0, opacity));
}
