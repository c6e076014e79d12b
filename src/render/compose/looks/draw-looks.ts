import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import { type FrameIndex, type Seconds, timeAtFrame } from '../../../base/time.ts';
import { type Drawing, drawingMomentAt } from '../../draw/drawing.ts';
import type { BandLevels } from '../../draw/measured/followed-sound.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type {
  GraphicVisual,
  LottieVisual,
  ResolvedTimeline,
  VectorVisual,
  VisualClip,
} from '../../resolve/timeline.ts';
import type { LayerLook, LookPart } from '../../scene/layered-timeline.ts';
import {
  intersect,
  type PixelSize,
  type Placement,
  type Rect,
  roundOut,
  scaleSize,
} from '../../scene/placement.ts';
import type { RgbaImage } from '../../stills/still.ts';
import type { Bitmap } from '../bitmaps/bitmap.ts';
import { DrawingBitmaps } from '../bitmaps/drawing-bitmaps.ts';
import { type DrawnPixels, drawPixels } from '../layers/draw-pixels.ts';
import { cutAtBox, openDrawing } from '../layers/open-layer-source.ts';
import { PictureSheets, type SheetPlace } from './picture-sheets.ts';

/**
 * Maximum number of pixels of all looks of a clip. A page keeps them in the memory of its graphics, with 4 bytes for each:
 * 100 MB.
 */
const MAX_PIXELS = 25_000_000;

/** A clip that the engine draws itself. */
export interface DrawnClip {
  readonly clip: VisualClip;
  readonly visual: GraphicVisual | LottieVisual | VectorVisual;
  /** The size of the canvas around it in pixels. */
  readonly canvas: PixelSize;
  /** The largest size in pixels at which the page shows it. */
  readonly shown: PixelSize;
  /** Its place on the timeline, if it does not move there. */
  readonly place?: FixedPlace;
}

/** The place of a clip that does not move. */
interface FixedPlace {
  /** Its placement in pixels of the timeline, as the engine aligns it. */
  readonly placement: Placement;
  /** The size of the timeline in pixels. */
  readonly size: PixelSize;
  /** Pixels of the view per pixel of the timeline. */
  readonly scale: number;
}

/** What the looks of all clips share. */
export interface LookParts {
  readonly timeline: Pick<ResolvedTimeline, 'rate'>;
  readonly fonts: FontLibrary;
  /** The sound of the timeline, for waveforms. */
  readonly levels?: BandLevels;
  /** Keeps a picture, and returns its id. */
  readonly save: (picture: RgbaImage) => Promise<string>;
}

/** The looks of a clip. */
export interface ClipLooks {
  readonly looks: readonly LayerLook[];
  /** The first frame of the timeline that has no look, because the looks would take too much memory. */
  readonly missingFrom?: FrameIndex;
}

/** A look whose sheets are not saved yet. */
interface PlacedLook {
  readonly from: number;
  readonly place?: SheetPlace;
  readonly box?: Rect;
}

/** A moment of a drawing as pixels. */
interface DrawnMoment {
  readonly canvas: Canvas;
  /** The part of the canvas with the ink and a transparent border, in whole pixels. */
  readonly part: Rect;
  /** Its place in fractions of the whole picture. */
  readonly box: Rect;
}

/** Draws a moment. @returns undefined if nothing is visible. Valid until the next call. */
type DrawMoment = (time: Seconds) => Promise<DrawnMoment | undefined>;

/** Draws a clip at all moments at which it changes. */
export async function drawLooks(
  drawn: DrawnClip,
  { timeline, fonts, levels, save }: LookParts,
): Promise<ClipLooks> {
  const { clip, visual, canvas, shown, place: fixed } = drawn;
  const drawing = cutAtBox(await openDrawing(clip, visual, { canvas, fonts, levels, timeline }), clip);
  using bitmaps = new DrawingBitmaps(drawing, { largest: shown, output: shown });
  const changes = [...listChanges(clip, drawing, timeline)];
  // Reducing many pictures takes several times as long as drawing them small.
  const draw = fixed
    ? drawInPlace(drawing, changes.length > 1 ? shrink(fixed) : fixed)
    : async (time: Seconds) => toDrawnMoment(await bitmaps.at(time));
  const files: string[] = [];
  const sheets = new PictureSheets(async (sheet) => void files.push(await save(sheet)));
  const placed: PlacedLook[] = [];
  let missingFrom: FrameIndex | undefined;
  let pixels = 0;
  for (const frame of changes) {
    const moment = await draw(timeAtFrame(frame, timeline.rate));
    pixels += moment ? moment.part.width * moment.part.height : 0;
    if (pixels > MAX_PIXELS) {
      // The cast is safe: the frame is one of the clip.
      missingFrom = (clip.from + frame) as FrameIndex;
      break;
    }
    const look = moment && { place: await sheets.add(moment.canvas, moment.part), box: moment.box };
    placed.push({ from: frame, ...look });
  }
  await sheets.finish();
  const looks = placed.map(({ from, place, box }) => ({
    from,
    parts: place && box ? [toPart(place, box, files)] : [],
  }));
  return { looks, ...(missingFrom !== undefined && { missingFrom }) };
}

/** Returns a function that draws as the engine draws what does not move, reduced to the pixels of the view. */
function drawInPlace(drawing: Drawing, { placement, size, scale }: FixedPlace): DrawMoment {
  const { whole } = placement;
  return async (time) => {
    const moment = drawingMomentAt(drawing, time.valueOf());
    await drawing.moments?.load?.(moment);
    const drawn = drawPixels(drawing, moment, placement, size);
    if (!drawn) return undefined;
    const { x, y, width, height } = roundOut(scaleRect(drawn, scale), 1, 1);
    // It begins where a pixel of the view begins, so that each of those is the mean of the same pixels as in a frame.
    const area = roundOut(scaleRect({ x, y, width, height }, 1 / scale));
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'medium';
    context.setTransform(scale, 0, 0, scale, area.x * scale - x, area.y * scale - y);
    context.drawImage(toCanvas(drawn, area), 0, 0);
    const box = {
      x: (x / scale - whole.x) / whole.width,
      y: (y / scale - whole.y) / whole.height,
      width: width / scale / whole.width,
      height: height / scale / whole.height,
    };
    return { canvas, part: { x: 0, y: 0, width, height }, box };
  };
}

/** Converts a place to pixels of the view. */
function shrink({ placement: { whole, visible }, size, scale }: FixedPlace): FixedPlace {
  const placement = { whole: scaleRect(whole, scale), visible: scaleRect(visible, scale) };
  return { placement, size: scaleSize(size, scale), scale: 1 };
}

/** Puts pixels on a canvas for an area around them. */
function toCanvas({ x, y, pixels: { data, width, height } }: DrawnPixels, area: Rect): Canvas {
  const canvas = createCanvas(area.width, area.height);
  const image = new ImageData(new Uint8ClampedArray(data), width, height);
  canvas.getContext('2d').putImageData(image, x - area.x, y - area.y);
  return canvas;
}

function toDrawnMoment(bitmap: Bitmap | undefined): DrawnMoment | undefined {
  const part = bitmap && findInkPixels(bitmap);
  return part && { canvas: bitmap.canvas, part, box: toBox(part, bitmap) };
}

/** Yields the frames of a clip, counted from its start, in which its drawing may be another than before. */
function* listChanges(
  { from, to }: VisualClip,
  drawing: Drawing,
  { rate }: Pick<ResolvedTimeline, 'rate'>,
): Generator<number> {
  let last: number | undefined;
  for (let frame = 0; frame < to - from; frame++) {
    const time = timeAtFrame(frame, rate).valueOf();
    const moment = drawingMomentAt(drawing, time);
    if (moment !== last) yield frame;
    last = moment;
    if (!drawing.moments && time >= (drawing.staticFrom ?? 0)) return;
  }
}

/** Returns the pixels of a bitmap that have ink, and a transparent border. Undefined if none have. */
function findInkPixels({ ink, bounds, size }: Bitmap): Rect | undefined {
  if (!ink || ink.width === 0) return undefined;
  const [scaleX, scaleY] = [size.width / bounds.width, size.height / bounds.height];
  const rect = {
    x: Math.round((ink.x - bounds.x) * scaleX),
    y: Math.round((ink.y - bounds.y) * scaleY),
    width: Math.round(ink.width * scaleX),
    height: Math.round(ink.height * scaleY),
  };
  return intersect(rect, { x: 0, y: 0, width: size.width, height: size.height });
}

/** Converts pixels of a bitmap to fractions of the picture. */
function toBox(pixels: Rect, { bounds, size }: Bitmap): Rect {
  const [scaleX, scaleY] = [bounds.width / size.width, bounds.height / size.height];
  return {
    x: bounds.x + pixels.x * scaleX,
    y: bounds.y + pixels.y * scaleY,
    width: pixels.width * scaleX,
    height: pixels.height * scaleY,
  };
}

function toPart({ sheet, ...source }: SheetPlace, box: Rect, files: readonly string[]): LookPart {
  return { file: files[sheet] ?? '', source, box };
}

function scaleRect({ x, y, width, height }: Rect, factor: number): Rect {
  return { x: x * factor, y: y * factor, width: width * factor, height: height * factor };
}
