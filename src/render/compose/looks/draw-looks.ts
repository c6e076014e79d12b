import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import { type FrameIndex, type Seconds, timeAtFrame } from '../../../base/time.ts';
import { type Drawing, drawingMomentAt } from '../../draw/drawing.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type {
  GraphicVisual,
  LottieVisual,
  ResolvedTimeline,
  VectorVisual,
  VisualClip,
} from '../../resolve/timeline.ts';
import type { LayerLook, LookPart } from '../../scene/layered-timeline.ts';
import { intersect, type PixelSize, type Placement, type Rect } from '../../scene/placement.ts';
import type { RgbaImage } from '../../stills/still.ts';
import type { Bitmap } from '../bitmaps/bitmap.ts';
import { DrawingBitmaps } from '../bitmaps/drawing-bitmaps.ts';
import { drawPixels } from '../layers/draw-pixels.ts';
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
  /**
   * Its placement in pixels of the view, as the engine aligns it, and the size of the view. Only of a clip that does not
   * move there.
   */
  readonly view?: { readonly placement: Placement; readonly size: PixelSize };
}

/** What the looks of all clips share. */
export interface LookParts {
  readonly timeline: Pick<ResolvedTimeline, 'rate'>;
  readonly fonts: FontLibrary;
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
export async function drawLooks(drawn: DrawnClip, { timeline, fonts, save }: LookParts): Promise<ClipLooks> {
  const { clip, visual, canvas, shown, view } = drawn;
  const drawing = cutAtBox(await openDrawing(clip, visual, { canvas, fonts }), clip);
  using bitmaps = new DrawingBitmaps(drawing, { largest: shown, output: shown });
  const draw = view
    ? drawInPlace(drawing, view)
    : async (time: Seconds) => toDrawnMoment(await bitmaps.at(time));
  const files: string[] = [];
  const sheets = new PictureSheets(async (sheet) => void files.push(await save(sheet)));
  const placed: PlacedLook[] = [];
  let missingFrom: FrameIndex | undefined;
  let pixels = 0;
  for (const frame of listChanges(clip, drawing, timeline)) {
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

/** Returns a function that draws on the pixels of the view, as the engine draws what does not move. */
function drawInPlace(drawing: Drawing, { placement, size }: NonNullable<DrawnClip['view']>): DrawMoment {
  const { whole } = placement;
  return async (time) => {
    const moment = drawingMomentAt(drawing, time.valueOf());
    await drawing.moments?.load?.(moment);
    const drawn = drawPixels(drawing, moment, placement, size);
    if (!drawn) return undefined;
    const { data, width, height } = drawn.pixels;
    const canvas = createCanvas(width + 2, height + 2);
    canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 1, 1);
    const box = {
      x: (drawn.x - 1 - whole.x) / whole.width,
      y: (drawn.y - 1 - whole.y) / whole.height,
      width: canvas.width / whole.width,
      height: canvas.height / whole.height,
    };
    return { canvas, part: { x: 0, y: 0, width: canvas.width, height: canvas.height }, box };
  };
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
