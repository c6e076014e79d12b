import { createCanvas } from '@napi-rs/canvas';
import type { Face } from '../../fonts/font-library.ts';
import { applyFonts, measureFaceHeight, selectFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import { breakLines, type MeasureText, type TextLine } from '../../text-layout/break-lines.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import { boundingBoxOf, expandRect } from '../offscreen-layer.ts';
import type { CaptionStyle } from './style.ts';

/**
 * Minimum distance between captions and the upper and lower edges of the frame, as a fraction of the
 * frame height.
 */
const EDGE_MARGIN = 0.04;
/** Minimum font size in pixels. A caption that is too tall even at this size is cut off. */
export const MIN_CAPTION_SIZE = 8;

/** A line of a caption. Its position is relative to the top centre of the caption, in pixels. */
interface CaptionLine extends TextLine {
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
}

/** The layout of a caption: centred lines, one below the other. Lengths are in pixels. */
export interface CaptionBlock {
  readonly textFonts: TextFonts;
  readonly lines: readonly CaptionLine[];
  /** Font size. May be smaller than requested. */
  readonly size: number;
  /** The boxes behind the lines, one per line. Empty without a background. */
  readonly boxes: readonly Rect[];
  /** The visible area, relative to the top centre of the first line. */
  readonly area: Rect;
  /** True if the caption is taller than the frame even at the minimum font size. */
  readonly isCut: boolean;
}

/**
 * Lays out a caption. Lines are as wide as the margins allow. The font size is reduced if the caption would
 * be taller than the frame.
 *
 * @param frame in pixels.
 */
export function layOutCaption(text: string, style: CaptionStyle, face: Face, frame: PixelSize): CaptionBlock {
  const set = (size: number): CaptionBlock =>
    layOutAtSize(selectFonts(text, face), face, { ...style, size }, frame);
  const whole = set(style.size);
  const maxHeight = maxCaptionHeight(frame);
  if (whole.area.height <= maxHeight) return whole;
  const block = set(findCaptionSize(text, style, face, frame));
  return { ...block, isCut: block.area.height > maxHeight };
}

/**
 * Returns the font size in pixels at which a caption that is too tall is drawn: the largest one at which it
 * fits, or {@link MIN_CAPTION_SIZE} if it fits at none.
 */
export function findCaptionSize(text: string, style: CaptionStyle, face: Face, frame: PixelSize): number {
  let [fits, over] = [Math.min(MIN_CAPTION_SIZE, style.size), style.size];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (fitsFrame(text, { ...style, size: middle }, face, frame)) fits = middle;
    else over = middle;
  }
  return fits;
}

/**
 * True if a caption is not taller than its frame allows at the font size of its style. Faster than laying out
 * the caption.
 */
export function fitsFrame(text: string, style: CaptionStyle, face: Face, frame: PixelSize): boolean {
  const block = layOutAtSize(selectFonts(text, face), face, style, frame, breakLines);
  return block.area.height <= maxCaptionHeight(frame);
}

/** Returns the maximum height of the captions in a frame, in pixels. */
export function maxCaptionHeight({ height }: PixelSize): number {
  return height * (1 - 2 * EDGE_MARGIN);
}

/** Returns the left and right edges of the column that lines must fit, in pixels. */
export function captionColumnOf(
  { margin, size }: CaptionStyle,
  { width }: PixelSize,
): { left: number; right: number } {
  const [left, right] = [Math.max(0, margin.left) * width, width - Math.max(0, margin.right) * width];
  // If the margins leave no room, use a column one letter wide, centred between them.
  const middle = Math.min(width - size / 2, Math.max(size / 2, (left + right) / 2));
  return right - left >= size ? { left, right } : { left: middle - size / 2, right: middle + size / 2 };
}

/**
 * Lays out a caption at the font size of its style.
 *
 * @param breakText breaks a line of the text into as few lines as possible.
 */
function layOutAtSize(
  textFonts: TextFonts,
  face: Face,
  style: CaptionStyle,
  frame: PixelSize,
  breakText = balanceLines,
): CaptionBlock {
  const { size, lineHeight, background, stroke } = style;
  const context = createCanvas(1, 1).getContext('2d');
  const { ascent, descent } = measureFaceHeight(context, face, size);
  applyFonts(context, textFonts, size);
  const measure: MeasureText = (run) => context.measureText(run).width;
  const { left, right } = captionColumnOf(style, frame);
  // The padding and the stroke around the letters stay inside the margins.
  const inset = (background?.padding ?? 0) + stroke.width;
  const advance = size * lineHeight;
  const maxLineWidth = Math.max(size, right - left - 2 * inset);
  const broken = textFonts.text.split('\n').flatMap((text) => breakText(text, maxLineWidth, measure));
  const lines = broken.map((line, index) => {
    const width = measure(line.text);
    // As in CSS, half of the extra line height goes above the letters.
    const baseline = index * advance + (advance - ascent - descent) / 2 + ascent;
    return { ...line, x: -width / 2, baseline, width };
  });
  const lineBoxes = lines.map(({ x, width }, index) => ({ x, y: index * advance, width, height: advance }));
  const textBox = boundingBoxOf(
    lines.map(({ x, baseline, width }) => ({ x, y: baseline - ascent, width, height: ascent + descent })),
  );
  const boxes = background ? alignWidths(lineBoxes, size).map((lineBox) => expandRect(lineBox, inset)) : [];
  return {
    textFonts,
    lines,
    size,
    boxes,
    area: boundingBoxOf([expandRect(textBox, stroke.width), ...boxes]),
    isCut: false,
  };
}

/**
 * Breaks a text into as few lines as possible. Makes the widest line as narrow as possible, so that the
 * lines are about equally long.
 */
function balanceLines(text: string, maxLineWidth: number, measure: MeasureText): TextLine[] {
  const lines = breakLines(text, maxLineWidth, measure);
  if (lines.length < 2) return lines;
  let [over, fits] = [maxLineWidth / 2, maxLineWidth];
  let best = lines;
  while (fits - over > 1) {
    const middle = (fits + over) / 2;
    const narrower = breakLines(text, middle, measure);
    if (narrower.length > lines.length) over = middle;
    else [fits, best] = [middle, narrower];
  }
  return best;
}

/**
 * Makes the boxes of neighbouring lines equally wide if the lines are nearly equally long. Small
 * differences would look like a mistake.
 */
function alignWidths(lineBoxes: readonly Rect[], size: number): Rect[] {
  const even = [...lineBoxes];
  for (let first = 0; first < even.length;) {
    let next = first + 1;
    const width = (index: number): number => even[index]?.width ?? 0;
    while (next < even.length && Math.abs(width(next) - width(next - 1)) < 2 * size) next += 1;
    const widest = Math.max(...even.slice(first, next).map((lineBox) => lineBox.width));
    for (const [index, lineBox] of even.entries()) {
      if (index >= first && index < next) even[index] = { ...lineBox, x: -widest / 2, width: widest };
    }
    first = next;
  }
  return even;
}
