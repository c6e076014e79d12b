import { intersect, type PixelSize, type Rect } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import { levelCountOf, lengthAtLevel, selectLevel } from '../bitmaps/bitmap-levels.ts';
import { CATMULL_ROM, createPictureFilter, LONG_LANCZOS } from '../planes/filters.ts';
import type { Surface } from '../planes/surface.ts';
import type { LayerImage } from './layer-image.ts';
import type { Bitmap } from '../bitmaps/bitmap.ts';
import { touchedPixelsOf, bitmapRectOf, clipToInk, drawnRectOf } from '../bitmaps/bitmap-placement.ts';
import type { SampleLine } from '../planes/taps.ts';
import { AxisAlignedBitmap } from '../bitmaps/axis-aligned-bitmap.ts';
import { SubsampledBitmap } from '../bitmaps/subsampled-bitmap.ts';

/** Output pixels that the filter reaches beyond the ink. */
const FILTER_REACH = 3;

/** Returns true if {@link AxisAlignedRenderer} can draw a layer: scaled, moved and mirrored, but not turned. */
export function isAxisAligned({ matrix: { a, b, c, d } }: Layer): boolean {
  return b === 0 && c === 0 && a !== 0 && d !== 0;
}

type BitmapDrawer = AxisAlignedBitmap | SubsampledBitmap;

/** Renders the layers that {@link isAxisAligned} accepts. */
export class AxisAlignedRenderer {
  private readonly output: Surface;
  private readonly evenOutput: PixelSize;
  private loaded:
    | {
        readonly bitmap: Bitmap;
        readonly size: PixelSize;
        readonly hasAlpha: boolean;
        readonly drawer: BitmapDrawer;
      }
    | undefined;

  /** @param output the surface. @param evenOutput the size of the output, rounded up to even numbers. */
  constructor(output: Surface, evenOutput: PixelSize) {
    this.output = output;
    this.evenOutput = evenOutput;
  }

  /**
   * Renders a bitmap.
   *
   * @returns an image that is valid until the next call; undefined if nothing is visible.
   */
  render(bitmap: Bitmap, layer: Layer): LayerImage | undefined {
    const drawnRect = drawnRectOf(bitmap, layer);
    const area = touchedPixelsOf(inkRectOf(drawnRect, bitmap, layer), layer, this.evenOutput);
    if (!area) return undefined;
    const onOutput = intersect(area, { x: 0, y: 0, ...this.output });
    const { matrix } = layer;
    const columns = spanEnds(matrix.a, matrix.e, drawnRect.x, drawnRect.width);
    const rows = spanEnds(matrix.d, matrix.f, drawnRect.y, drawnRect.height);
    const opacityAt = (position: number): number => wipeOpacityAt(layer, (position - matrix.e) / matrix.a);
    const planes = this.drawerFor(bitmap).draw({
      width: area.width,
      height: area.height,
      ...sampleLinesOf(bitmap, layer, area, onOutput),
      columnShares: repeatLast(coverageOf(area.x, area.width, columns, opacityAt), onOutput.width),
      rowShares: repeatLast(coverageOf(area.y, area.height, rows), onOutput.height),
    });
    const isFullFrame = area.width === this.evenOutput.width && area.height === this.evenOutput.height;
    return { planes, x: area.x, y: area.y, area: onOutput, coversFrame: isFullFrame && !planes.alpha };
  }

  private drawerFor(bitmap: Bitmap): BitmapDrawer {
    const { loaded } = this;
    if (loaded?.bitmap === bitmap) return loaded.drawer;
    const { width, height } = sampleGridOf(bitmap);
    const hasAlpha = bitmap.isOpaque !== true;
    const isFitting =
      loaded?.size.width === width && loaded.size.height === height && loaded.hasAlpha === hasAlpha;
    const form = {
      levels: levelCountOf({ width, height }),
      hasAlpha,
      levelFilter: bitmap.isDrawn ? CATMULL_ROM : LONG_LANCZOS,
    };
    const surface = { ...this.output, ...this.evenOutput };
    const isPhotograph = !hasAlpha && !surface.fullColour && bitmap.isBrief !== true && bitmap.pixels;
    const createDrawer = () =>
      isPhotograph
        ? new SubsampledBitmap({ width, height }, surface, form.levels, bitmap.keepsChroma)
        : new AxisAlignedBitmap({ width, height }, surface, form);
    const drawer = loaded && isFitting ? loaded.drawer : createDrawer();
    const { pixels, isReduced = { across: false, down: false } } = bitmap;
    drawer.load({
      ...(pixels ?? { data: bitmap.canvas.data(), width, height }),
      isPremultiplied: !pixels,
      isReduced,
    });
    this.loaded = { bitmap, size: { width, height }, hasAlpha, drawer };
    return drawer;
  }
}

/** The samples of a bitmap that are resampled. */
interface SampleGrid extends PixelSize {
  /** The rectangle that the samples cover, in fractions of the whole picture. */
  readonly bounds: Rect;
}

/** Returns the samples of a bitmap: without the border if they are available without it. */
function sampleGridOf({ pixels, size, bounds }: Bitmap): SampleGrid {
  if (!pixels) return { width: size.width, height: size.height, bounds };
  const { width, height } = pixels;
  return { width, height, bounds: { x: 0, y: 0, width: 1, height: 1 } };
}

/**
 * Returns the part of a rectangle that can have ink after resampling.
 *
 * @param rect the rectangle to draw, before the layer's matrix is applied.
 */
function inkRectOf(rect: Rect, { ink }: Bitmap, layer: Layer): Rect {
  if (!ink) return rect;
  const { matrix, placement } = layer;
  const across = FILTER_REACH / Math.abs(matrix.a) / placement.whole.width;
  const down = FILTER_REACH / Math.abs(matrix.d) / placement.whole.height;
  const reached = {
    x: ink.x - across,
    y: ink.y - down,
    width: ink.width + 2 * across,
    height: ink.height + 2 * down,
  };
  return clipToInk(rect, reached, layer);
}

/**
 * Returns the level of a bitmap to draw from, and the mappings from the columns and rows of an area to those
 * of the level.
 *
 * @param onOutput size of the part of the area that lies inside the output. In the rest of the area, the last
 *   pixels of that part repeat.
 */
function sampleLinesOf(
  bitmap: Bitmap,
  { matrix, placement: { whole } }: Layer,
  area: PixelRect,
  onOutput: PixelSize,
): { level: number; across: SampleLine; down: SampleLine } {
  const grid = sampleGridOf(bitmap);
  const { x, y, width, height } = bitmapRectOf(grid, whole);
  const densities = [grid.width / width / Math.abs(matrix.a), grid.height / height / Math.abs(matrix.d)];
  const level = selectLevel(
    densities,
    levelCountOf(grid),
    bitmap.isBrief === true || bitmap.isDrawn === true,
  );
  const createLine = (from: number, size: number, samples: number, scale: number, shift: number) => {
    const length = lengthAtLevel(level, samples);
    const step = length / size / scale;
    const start = (-shift / scale - from) * (length / size) - 0.5;
    const filter = bitmap.isDrawn ? CATMULL_ROM : createPictureFilter(1 / Math.abs(step));
    return { start, step, length, filter };
  };
  // Positions are measured at pixel centres, so they are shifted by 0.5.
  const [left, top] = [matrix.e - area.x - 0.5, matrix.f - area.y - 0.5];
  return {
    level,
    across: { ...createLine(x, width, grid.width, matrix.a, left), count: onOutput.width },
    down: { ...createLine(y, height, grid.height, matrix.d, top), count: onOutput.height },
  };
}

/**
 * Positions of edges are multiples of 1 / this many pixels. An edge that is next to nothing away from a whole
 * pixel then leaves that pixel opaque.
 */
const EDGE_STEPS = 64;

/** Returns the two ends of a range on the output, the smaller one first. */
function spanEnds(scale: number, shift: number, from: number, length: number): number[] {
  const ends = [scale * from + shift, scale * (from + length) + shift];
  return ends.map((end) => Math.round(EDGE_STEPS * end) / EDGE_STEPS).sort((one, other) => one - other);
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
