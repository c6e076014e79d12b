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
 * Whether a bitmap is drawn here: it is opaque, only scaled and moved, perhaps mirrored, and not so small that two sizes of it are mixed.
 * What is moved without being scaled is left to Skia: many of its sums lie exactly between two colours, and who rounds which way is chance.
 */
export function canRenderAxisAligned(bitmap: Bitmap, layer: Layer): boolean {
  const { a, b, c, d } = layer.matrix;
  if (bitmap.isOpaque !== true || bitmap.ink || b !== 0 || c !== 0 || a === 0 || d === 0) return false;
  if (selectMipmapLevels(bitmap, bitmapScaleOf(bitmap, layer)).length > 1) return false;
  return isPixelAligned(bitmap, layer) || !isUnscaled(bitmap, layer);
}

/** The images of bitmaps that {@link canRenderAxisAligned} names. */
export class AxisAlignedRenderer {
  private readonly output: PixelSize;
  private readonly evenOutput: PixelSize;
  private loaded:
    { readonly bitmap: Bitmap; readonly size: PixelSize; readonly drawer: AxisAlignedBitmap } | undefined;

  /** @param output size in pixels. @param evenOutput the same, but even. */
  constructor(output: PixelSize, evenOutput: PixelSize) {
    this.output = output;
    this.evenOutput = evenOutput;
  }

  /** The image of a bitmap, valid until the next call; undefined where nothing of it is seen. */
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

/** How the pixels of a size of a bitmap lie under those of an area. @param onOutput the part of it after which its last pixels go on. */
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
  // Places are those of the middles of pixels.
  const [left, top] = [matrix.e - area.x - 0.5, matrix.f - area.y - 0.5];
  return {
    across: { ...createLine(x, width, columns, matrix.a, left), count: onOutput.width },
    down: { ...createLine(y, height, rows, matrix.d, top), count: onOutput.height },
  };
}

/** Where a stretch ends on the output, the smaller place first. */
function spanEnds(scale: number, shift: number, from: number, length: number): number[] {
  const [one, other] = [scale * from + shift, scale * (from + length) + shift];
  return one < other ? [one, other] : [other, one];
}

/**
 * Where edges lie when they are drawn, as Skia has it, so that a picture that begins to turn does not jump: if all of them nearly lie on whole
 * pixels they lie there, and otherwise upper and lower ones lie on quarters.
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
 * How much of each pixel of a line is covered, in parts of 255.
 *
 * @param from the first one. @param opacityAt tells how much of what is covered is seen at a place, 0 to 1.
 */
function coverageOf(
  from: number,
  count: number,
  [start = 0, end = 0]: readonly number[],
  opacityAt: (position: number) => number = () => 1,
): Uint8Array {
  const shares = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    const pixel = from + index;
    const length = Math.min(pixel + 1, end) - Math.max(pixel, start);
    shares[index] = Math.round(255 * Math.min(1, Math.max(0, length)) * opacityAt(pixel + 0.5));
  }
  return shares;
}

/** Has the last of so many shares go on: what lies beyond an odd output only lends its colour. */
function repeatLast(shares: Uint8Array, count: number): Uint8Array {
  return shares.fill(shares[count - 1] ?? 0, count);
}

/** How much of a layer a wipe lets be seen at a place of it, 0 to 1. */
function wipeOpacityAt({ wipe, placement: { visible } }: Layer, position: number): number {
  if (!wipe) return 1;
  const opacity = wipe.left + ((wipe.right - wipe.left) * (position - visible.x)) / visible.width;
  return Math.min(1, Math.max(0, opacity));
}
