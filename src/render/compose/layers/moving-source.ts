import { setImmediate } from 'node:timers/promises';
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { invertMatrix, mapPoint } from '../../scene/matrix.ts';
import type { Wipe } from '../../scene/motion.ts';
import { intersect, type Rect, type PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { CanvasPlanes } from '../planes/canvas-planes.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import { Mipmaps, type MipmapShare } from '../bitmaps/mipmaps.ts';
import type { Surface } from '../planes/surface.ts';
import type { LayerImage, LayerSource } from './layer-image.ts';
import type { Bitmap, BitmapSource } from '../bitmaps/bitmap.ts';
import {
  touchedPixelsOf,
  clipToInk,
  bitmapRectOf,
  drawnRectOf,
  bitmapScaleOf,
} from '../bitmaps/bitmap-placement.ts';
import { isAxisAligned, AxisAlignedRenderer } from './axis-aligned-renderer.ts';

/**
 * The sides of a canvas are multiples of this many pixels, so that growing layers seldom need a new canvas.
 */
const CANVAS_STEP = 64;
/**
 * Maximum number of canvas pixels per drawn pixel. All canvas pixels are read, so a larger canvas would be
 * slow.
 */
const MAX_CANVAS_RATIO = 3;

/**
 * The images of a clip that moves, turns or is wiped in. All images of the clip are drawn with subpixel
 * precision, even while the clip does not move.
 */
export class MovingSource implements LayerSource {
  private readonly bitmaps: BitmapSource;
  private readonly output: Surface;
  /** The size of the output, rounded up to even numbers. The additional row and column affect the chroma. */
  private readonly evenOutput: PixelSize;
  private readonly mipmaps = new Mipmaps();
  private readonly axisAligned: AxisAlignedRenderer;
  private layerCanvas: LayerCanvas | undefined;
  private last:
    | { readonly bitmap: Bitmap; readonly layer: Layer; readonly image: LayerImage | undefined }
    | undefined;

  /** @param bitmaps the bitmaps of the clip, which this object closes. @param output the surface. */
  constructor(bitmaps: BitmapSource, output: Surface) {
    this.bitmaps = bitmaps;
    this.output = output;
    this.evenOutput = {
      width: output.width + (output.width % 2),
      height: output.height + (output.height % 2),
    };
    this.axisAligned = new AxisAlignedRenderer(output, this.evenOutput);
  }

  async at(layer: Layer): Promise<LayerImage | undefined> {
    const bitmap = await this.bitmaps.at(layer.time, layer);
    if (!bitmap) return undefined;
    if (this.last?.bitmap !== bitmap || !isSamePlacement(this.last.layer, layer)) {
      const isUpright = isAxisAligned(layer);
      const isKnown = this.last?.bitmap === bitmap;
      const image = isUpright ? this.axisAligned.render(bitmap, layer) : this.drawImage(bitmap, layer);
      this.last = { bitmap, layer, image };
      // Reading a canvas copies its pixels. The copy is only freed in the next turn of the event loop, so wait
      // for that turn.
      if (!isUpright || !(isKnown || bitmap.pixels)) await setImmediate();
    }
    return this.last.image;
  }

  [Symbol.dispose](): void {
    this.bitmaps[Symbol.dispose]();
  }

  /** Draws a layer with Skia. */
  private drawImage(bitmap: Bitmap, layer: Layer): LayerImage | undefined {
    const drawnRect = drawnRectOf(bitmap, layer);
    const mipmaps = this.mipmaps.select(bitmap, bitmapScaleOf(bitmap, layer));
    const area = touchedPixelsOf(
      clipToInk(drawnRect, mipmaps.at(-1)?.bitmap.ink, layer),
      layer,
      this.evenOutput,
    );
    if (!area) return undefined;
    const { canvas, planes: canvasPlanes } = this.canvasFor(area);
    const context = canvas.getContext('2d');
    context.resetTransform();
    context.clearRect(0, 0, area.width, area.height);
    context.imageSmoothingQuality = 'high';
    drawLayer(context, mipmaps, layer, drawnRect, area);
    const onOutput = intersect(area, { x: 0, y: 0, ...this.output });
    const pixels = canvas.data();
    extendEdges(pixels, canvas.width, onOutput, area);
    const planes = canvasPlanes.read(pixels, { x: 0, y: 0, width: area.width, height: area.height });
    const isFullFrame = area.width === this.evenOutput.width && area.height === this.evenOutput.height;
    return { planes, x: area.x, y: area.y, area: onOutput, coversFrame: isFullFrame && !planes.alpha };
  }

  /**
   * Returns a canvas for an area. Reuses the current canvas, unless that canvas is too small, or so large
   * that reading it is slow.
   */
  private canvasFor({ width, height }: PixelSize): LayerCanvas {
    const { canvas } = this.layerCanvas ?? {};
    const isFitting = canvas && canvas.width >= width && canvas.height >= height;
    if (this.layerCanvas && isFitting && canvas.width * canvas.height <= MAX_CANVAS_RATIO * width * height)
      return this.layerCanvas;
    const size = {
      width: Math.min(this.evenOutput.width, Math.ceil(width / CANVAS_STEP) * CANVAS_STEP),
      height: Math.min(this.evenOutput.height, Math.ceil(height / CANVAS_STEP) * CANVAS_STEP),
    };
    const planes = new CanvasPlanes(size, this.output.fullColour);
    this.layerCanvas = { canvas: createCanvas(size.width, size.height), planes };
    return this.layerCanvas;
  }
}

/** The canvas that a layer is drawn on. The drawn area is in the top left corner of the canvas. */
interface LayerCanvas {
  readonly canvas: Canvas;
  readonly planes: CanvasPlanes;
}

/**
 * Repeats the last column to the right and the last row below.
 *
 * @param pixels the pixels of a canvas.
 * @param stride pixels per row of the canvas.
 * @param from size of the picture in the top left corner.
 * @param to the size to extend the picture to, with at most one more row and one more column.
 */
function extendEdges(pixels: Uint8Array, stride: number, from: PixelSize, to: PixelSize): void {
  for (let y = 0; to.width > from.width && y < from.height; y++) {
    const last = (y * stride + from.width - 1) * 4;
    pixels.copyWithin(last + 4, last, last + 4);
  }
  if (to.height === from.height) return;
  const row = (from.height - 1) * stride * 4;
  pixels.copyWithin(row + stride * 4, row, row + to.width * 4);
}

/** Returns true if two layers of one clip with the same bitmap look the same, apart from their opacity. */
function isSamePlacement(one: Layer, other: Layer): boolean {
  const toNumbers = ({ matrix, placement: { whole, visible }, columns, wipe }: Layer): number[] => [
    ...Object.values(matrix as unknown as Record<string, number>), // All properties are numbers.
    ...[whole, visible].flatMap(({ x, y, width, height }) => [x, y, width, height]),
    columns.from,
    columns.to,
    wipe?.left ?? 1,
    wipe?.right ?? 1,
  ];
  const others = toNumbers(other);
  return toNumbers(one).every((number, index) => number === others[index]);
}

/** Draws a layer on a canvas whose top left corner is that of the area. */
function drawLayer(
  context: SKRSContext2D,
  mipmaps: readonly MipmapShare[],
  layer: Layer,
  drawnRect: Rect,
  area: PixelRect,
): void {
  const { matrix, placement } = layer;
  const { whole } = placement;
  context.save();
  // The rounding of soft edges depends on the size of the canvas. Clipping to the area makes the result
  // independent of the canvas size.
  context.beginPath();
  context.rect(0, 0, area.width, area.height);
  context.clip();
  context.setTransform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e - area.x, matrix.f - area.y);
  context.beginPath();
  context.rect(drawnRect.x, drawnRect.y, drawnRect.width, drawnRect.height);
  context.clip();
  context.globalCompositeOperation = 'lighter';
  for (const { bitmap, weight } of mipmaps) {
    const { x, y, width, height } = bitmapRectOf(bitmap, whole);
    context.globalAlpha = weight;
    context.drawImage(bitmap.canvas, x, y, width, height);
  }
  context.restore();
  if (layer.wipe) applyWipe(context, layer.wipe, layer, area);
}

/**
 * Erases the parts of a layer that a wipe hides. The transform of the context is reset first, because a
 * transformed canvas treats everything outside its original size as empty.
 */
function applyWipe(
  context: SKRSContext2D,
  { left, right }: Wipe,
  { matrix, placement }: Layer,
  area: PixelRect,
): void {
  const { visible } = placement;
  const inverse = invertMatrix(matrix);
  if (!inverse) return;
  // Increase in opacity per layer pixel, and per output pixel across and down.
  const slope = (right - left) / visible.width;
  const [slopeX, slopeY] = [inverse.a * slope, inverse.c * slope];
  const start = mapPoint(matrix, visible.x - left / slope, visible.y);
  const [x, y] = [start.x - area.x, start.y - area.y];
  const slopeSquared = slopeX ** 2 + slopeY ** 2;
  const gradient = context.createLinearGradient(x, y, x + slopeX / slopeSquared, y + slopeY / slopeSquared);
  gradient.addColorStop(0, 'rgb(0 0 0 / 0)');
  gradient.addColorStop(1, 'rgb(0 0 0 / 1)');
  context.resetTransform();
  context.globalCompositeOperation = 'destination-in';
  context.fillStyle = gradient;
  context.fillRect(0, 0, area.width, area.height);
  context.globalCompositeOperation = 'source-over';
}
