import { setImmediate } from 'node:timers/promises';
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { inverse, mapped } from '../scene/matrix.ts';
import type { Wipe } from '../scene/motion.ts';
import { overlap, type Rect, type Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';
import { CanvasPlanes } from './canvas-planes.ts';
import type { PixelRect } from './cut.ts';
import { HalvedSheets, type Share } from './halved-sheets.ts';
import type { Look, LookSource } from './look.ts';
import type { Sheet, SheetSource } from './sheet.ts';
import { areaOf, inked, liesOnPixels, partOf, seenOf, sizeOf } from './sheet-place.ts';
import { isDrawnUpright, UprightLooks } from './upright-looks.ts';

/** The sides of a canvas are multiples of this many pixels, so that one that grows is seldom made anew. */
const STEP = 64;
/** A canvas may have so many times the pixels that are drawn on it; all of them are read. */
const ROOM = 3;

/** The looks of a clip that moves, turns or comes piece by piece: drawn to fractions of a pixel, for its whole length. */
export class MovingSource implements LookSource {
  private readonly sheets: SheetSource;
  private readonly output: Size;
  /** The output with a row and a column more where it ends in the middle of 2x2 pixels: they lend their colour. */
  private readonly whole: Size;
  private readonly halved = new HalvedSheets();
  private readonly upright: UprightLooks;
  private ground: Ground | undefined;
  private last: { readonly sheet: Sheet; readonly layer: Layer; readonly look: Look | undefined } | undefined;

  /** @param output size in pixels. */
  constructor(sheets: SheetSource, output: Size) {
    this.sheets = sheets;
    this.output = output;
    this.whole = { width: output.width + (output.width % 2), height: output.height + (output.height % 2) };
    this.upright = new UprightLooks(output, this.whole);
  }

  async at(layer: Layer): Promise<Look | undefined> {
    const sheet = await this.sheets.at(layer.time, layer);
    if (!sheet) return undefined;
    if (this.last?.sheet !== sheet || !lieAlike(this.last.layer, layer)) {
      const isUpright = isDrawnUpright(sheet, layer);
      const look = isUpright ? this.upright.look(sheet, layer) : this.look(sheet, layer);
      this.last = { sheet, layer, look };
      // The copy of the canvas is only given back when the event loop comes round.
      if (!isUpright) await setImmediate();
    }
    return this.last.look;
  }

  [Symbol.dispose](): void {
    this.sheets[Symbol.dispose]();
  }

  /** What Skia draws. */
  private look(sheet: Sheet, layer: Layer): Look | undefined {
    const seen = seenOf(sheet, layer);
    const shares = this.halved.for(sheet, sizeOf(sheet, layer));
    const area = areaOf(inked(seen, shares.at(-1)?.sheet.ink, layer), layer, this.whole);
    if (!area) return undefined;
    const { canvas, planes: from } = this.groundFor(area);
    const context = canvas.getContext('2d');
    context.resetTransform();
    context.clearRect(0, 0, area.width, area.height);
    context.imageSmoothingQuality = liesOnPixels(sheet, layer) ? 'low' : 'high';
    draw(context, shares, layer, seen, area);
    const onOutput = overlap(area, { x: 0, y: 0, ...this.output });
    const pixels = canvas.data();
    goOn(pixels, canvas.width, onOutput, area);
    const planes = from.read(pixels, { x: 0, y: 0, width: area.width, height: area.height });
    const isWhole = area.width === this.whole.width && area.height === this.whole.height;
    return { planes, x: area.x, y: area.y, area: onOutput, covers: isWhole && !planes.alpha };
  }

  /** The canvas to draw an area on: the one there is, unless that is too small or far too large to be read as a whole. */
  private groundFor({ width, height }: Size): Ground {
    const { canvas } = this.ground ?? {};
    const fits = canvas && canvas.width >= width && canvas.height >= height;
    if (this.ground && fits && canvas.width * canvas.height <= ROOM * width * height) return this.ground;
    const size = {
      width: Math.min(this.whole.width, Math.ceil(width / STEP) * STEP),
      height: Math.min(this.whole.height, Math.ceil(height / STEP) * STEP),
    };
    this.ground = { canvas: createCanvas(size.width, size.height), planes: new CanvasPlanes(size) };
    return this.ground;
  }
}

/** What a layer is drawn on, its area in the top left corner. */
interface Ground {
  readonly canvas: Canvas;
  readonly planes: CanvasPlanes;
}

/** Has the outermost pixels go on from one size, in the top left corner of a canvas, to another one. @param stride pixels in a row of it. */
function goOn(pixels: Uint8Array, stride: number, from: Size, to: Size): void {
  for (let y = 0; to.width > from.width && y < from.height; y++) {
    const last = (y * stride + from.width - 1) * 4;
    pixels.copyWithin(last + 4, last, last + 4);
  }
  if (to.height === from.height) return;
  const row = (from.height - 1) * stride * 4;
  pixels.copyWithin(row + stride * 4, row, row + to.width * 4);
}

/** Whether two layers of one clip, with the same sheet, look the same but for their opacity. */
function lieAlike(one: Layer, other: Layer): boolean {
  const numbers = ({ matrix, placement: { whole, visible }, columns, wipe }: Layer): number[] => [
    ...Object.values(matrix as unknown as Record<string, number>), // Numbers, all of them.
    ...[whole, visible].flatMap(({ x, y, width, height }) => [x, y, width, height]),
    columns.from,
    columns.to,
    wipe?.left ?? 1,
    wipe?.right ?? 1,
  ];
  const others = numbers(other);
  return numbers(one).every((number, index) => number === others[index]);
}

/** Draws a layer as if the canvas began at the top left corner of the area. */
function draw(
  context: SKRSContext2D,
  shares: readonly Share[],
  layer: Layer,
  seen: Rect,
  area: PixelRect,
): void {
  const { matrix, placement } = layer;
  const { whole } = placement;
  context.save();
  // Soft edges are rounded by where the canvas ends, which may be larger than the area: so they end where the area does.
  context.beginPath();
  context.rect(0, 0, area.width, area.height);
  context.clip();
  context.setTransform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e - area.x, matrix.f - area.y);
  context.beginPath();
  context.rect(seen.x, seen.y, seen.width, seen.height);
  context.clip();
  context.globalCompositeOperation = 'lighter';
  for (const { sheet, share } of shares) {
    const { x, y, width, height } = partOf(sheet, whole);
    context.globalAlpha = share;
    context.drawImage(sheet.canvas, x, y, width, height);
  }
  context.restore();
  if (layer.wipe) wipe(context, layer.wipe, layer, area);
}

/**
 * Makes what was drawn transparent where it is not seen yet. The canvas is not turned for that: it takes what lies beyond its
 * own size, before it is turned, for nothing.
 */
function wipe(
  context: SKRSContext2D,
  { left, right }: Wipe,
  { matrix, placement }: Layer,
  area: PixelRect,
): void {
  const { visible } = placement;
  const back = inverse(matrix);
  if (!back) return;
  // How much is seen at a place of the layer, and by how much more at the next pixel of the output.
  const slope = (right - left) / visible.width;
  const [across, down] = [back.a * slope, back.c * slope];
  const start = mapped(matrix, visible.x - left / slope, visible.y);
  const [x, y] = [start.x - area.x, start.y - area.y];
  const steep = across ** 2 + down ** 2;
  const gradient = context.createLinearGradient(x, y, x + across / steep, y + down / steep);
  gradient.addColorStop(0, 'rgb(0 0 0 / 0)');
  gradient.addColorStop(1, 'rgb(0 0 0 / 1)');
  context.resetTransform();
  context.globalCompositeOperation = 'destination-in';
  context.fillStyle = gradient;
  context.fillRect(0, 0, area.width, area.height);
  context.globalCompositeOperation = 'source-over';
}
