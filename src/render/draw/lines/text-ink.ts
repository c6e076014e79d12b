import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { fillLetters } from '../../fonts/draw-letters.ts';

/** The place of the ink of a text, relative to the left end of its baseline. In font sizes. */
export interface TextInk {
  /** Distance to the right from the left end of the text to the left edge of its ink. Often below 0. */
  readonly left: number;
  readonly right: number;
  /** Extent of the ink above and below the baseline. Below 0 if the ink does not reach the baseline. */
  readonly ascent: number;
  readonly descent: number;
  /**
   * The likely left and right edge, judging by the opacity of the outermost pixels. Some ink may be beyond. More exact
   * than `left` and `right`, between which all ink is.
   */
  readonly likely: { readonly left: number; readonly right: number };
}

/** The ink and the advance width of a text, in font sizes. */
export interface MeasuredText {
  /** Undefined if the text has no ink. */
  readonly ink: TextInk | undefined;
  readonly width: number;
}

/**
 * Font size of a drawn sample, in pixels. The edges of its ink are known to the pixel, so measured ink is up to
 * 1/32 of a font size larger than the ink, and never smaller.
 */
export const SAMPLE_SIZE = 32;
/** Room around the layout box of a sample, in pixels. Most letters fit. */
const ROOM: Room = { beside: 12, above: 44, below: 24 };
/**
 * Pixels at the edges of a sample that must be empty. Otherwise, there may be more ink outside: marks that are
 * stacked on a letter leave gaps of up to this size.
 */
const EMPTY_EDGE = { across: 8, down: 12 };
/** Room at which the search for more ink ends, as a multiple of {@link ROOM}. */
const MAX_ROOM = 16;
/** Width in pixels up to which a sample is drawn at its own width. A longer text is squeezed. */
const MAX_WIDTH = 1024;
/** Size of the canvas for samples of ordinary texts, in pixels. */
const CANVAS = { width: MAX_WIDTH + 4 * ROOM.beside, height: 2 * (ROOM.above + ROOM.below) };

/** Place of the alpha byte of a pixel, on the little-endian processors that Node.js runs on. */
const ALPHA_SHIFT = 24;

/** The space around the layout box of a sample, in pixels. */
interface Room {
  readonly beside: number;
  readonly above: number;
  readonly below: number;
}

/** The edges of the ink in a picture, in whole pixels. The ends are exclusive. */
interface InkEdges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Opacity of the darkest pixel in the first and in the last column, 0 to 1. */
  readonly coverage: { readonly left: number; readonly right: number };
}

/** Creates the canvas that {@link measureTextInk} draws on. */
export function createSampleContext(): SKRSContext2D {
  return createCanvas(CANVAS.width, CANVAS.height).getContext('2d');
}

/**
 * Measures the ink of a text by drawing it. Skia itself knows only the glyphs of the first font, each alone:
 * no fallback fonts, no marks that are moved onto letters and no forms that depend on the neighbours.
 *
 * @param context a context of {@link createSampleContext}.
 * @param applyFonts sets the fonts of a context at {@link SAMPLE_SIZE}, and the direction of the text.
 */
export function measureTextInk(
  text: string,
  context: SKRSContext2D,
  applyFonts: (context: SKRSContext2D) => void,
): MeasuredText {
  applyFonts(context);
  const advance = context.measureText(text).width;
  const width = advance / SAMPLE_SIZE;
  for (let factor = 1; ; factor *= 2) {
    const room: Room = {
      beside: factor * ROOM.beside,
      above: factor * ROOM.above,
      below: factor * ROOM.below,
    };
    const sample = drawSample(text, advance, factor <= 2 ? context : undefined, room, applyFonts);
    const edges = findInk(sample);
    if (!edges) return { ink: undefined, width };
    if (factor < MAX_ROOM && reachesEdge(edges, sample)) continue;
    const toText = (column: number): number => (column - room.beside) / sample.squeeze / SAMPLE_SIZE;
    const { left, right, coverage } = edges;
    const ink = {
      left: toText(left),
      right: toText(right),
      ascent: (room.above - edges.top) / SAMPLE_SIZE,
      descent: (edges.bottom - room.above) / SAMPLE_SIZE,
      likely: { left: toText(left + 1 - coverage.left), right: toText(right - 1 + coverage.right) },
    };
    return { ink, width };
  }
}

/** A drawn text. */
interface Sample {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
  /** Width of the drawn text, relative to its own width. */
  readonly squeeze: number;
}

function drawSample(
  text: string,
  advance: number,
  shared: SKRSContext2D | undefined,
  { beside, above, below }: Room,
  applyFonts: (context: SKRSContext2D) => void,
): Sample {
  const squeeze = Math.min(1, MAX_WIDTH / advance);
  const [width, height] = [Math.ceil(advance * squeeze) + 2 * beside, above + below];
  const context = shared ?? createCanvas(width, height).getContext('2d');
  if (!shared) applyFonts(context);
  context.setTransform(squeeze, 0, 0, 1, beside, above);
  fillLetters(context, '#000000', text, 0, 0);
  context.resetTransform();
  const { data } = context.getImageData(0, 0, width, height);
  if (shared) context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  return { pixels, width, height, squeeze };
}

/** Finds the edges of everything that is not completely transparent. */
function findInk({ pixels, width }: Sample): InkEdges | undefined {
  const first = pixels.findIndex((pixel) => pixel !== 0);
  if (first < 0) return undefined;
  const last = pixels.findLastIndex((pixel) => pixel !== 0);
  const [top, bottom] = [Math.floor(first / width), Math.floor(last / width) + 1];
  let [left, right] = [width, 0];
  for (let row = top; row < bottom; row++) {
    const start = row * width;
    for (let column = 0; column < left; column++) if (pixels[start + column] !== 0) left = column;
    for (let column = width - 1; column >= right; column--)
      if (pixels[start + column] !== 0) right = column + 1;
  }
  const coverageOf = (column: number): number => {
    let most = 0;
    for (let row = top; row < bottom; row++)
      most = Math.max(most, (pixels[row * width + column] ?? 0) >>> ALPHA_SHIFT);
    return most / 255;
  };
  return { left, right, top, bottom, coverage: { left: coverageOf(left), right: coverageOf(right - 1) } };
}

function reachesEdge({ left, right, top, bottom }: InkEdges, { width, height }: Sample): boolean {
  const { across, down } = EMPTY_EDGE;
  return left < across || right > width - across || top < down || bottom > height - down;
}
