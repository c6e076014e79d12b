import type { Face } from '../../fonts/font-library.ts';
import { measureFaceHeight, selectFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import {
  breakLines,
  type MeasureText,
  splitAtLineBreaks,
  type TextLine,
  toVisibleLine,
} from '../../text-layout/break-lines.ts';
import type { Cue, CuePlace } from '../../media/media.ts';
import { boundingBoxOf, expandRect, type PixelSize, type Rect } from '../../scene/placement.ts';
import { balanceLines } from '../lines/balance-lines.ts';
import { listSizes } from '../lines/fit-font-size.ts';
import { baselineInLine, type PlacedLine, placeRows } from '../lines/placed-lines.ts';
import { createRuler, type Ruler } from '../lines/ruler.ts';
import type { CaptionStyle } from './style.ts';
import { findFirst } from '../find-first.ts';

/**
 * Minimum distance between captions and the upper and lower edges of the frame, as a fraction of the
 * frame height.
 */
const EDGE_MARGIN = 0.04;
/** Minimum font size in pixels. A caption that is too tall even at this size is cut off. */
export const MIN_CAPTION_SIZE = 8;

/** The text of a caption, and its place in the frame. */
export type CaptionText = Pick<Cue, 'text' | 'place'>;

/** The layout of a caption: aligned lines, one below the other. Lengths are in pixels. */
export interface CaptionBlock {
  readonly textFonts: TextFonts;
  readonly ruler: Ruler;
  /** Distance from the left of the frame to the point that the lines are aligned at. */
  readonly x: number;
  /** Their positions are relative to this point, at the top of the first line. */
  readonly lines: readonly PlacedLine[];
  /** Font size. May be smaller than requested. */
  readonly size: number;
  /** The boxes behind the lines, one per line. Empty without a background. */
  readonly boxes: readonly Rect[];
  /** The visible area, relative to the same point. */
  readonly area: Rect;
}

/**
 * Lays out a caption. Lines are as wide as the margins allow. The font size is reduced if the caption would
 * be taller than the frame.
 *
 * @param frame in pixels.
 */
export function layOutCaption(
  cue: CaptionText,
  style: CaptionStyle,
  face: Face,
  frame: PixelSize,
): CaptionBlock {
  const set = (size: number): CaptionBlock => layOutAtSize(cue, face, { ...style, size }, frame);
  const whole = set(style.size);
  return whole.area.height <= maxCaptionHeight(frame) ? whole : set(findCaptionSize(cue, style, face, frame));
}

/**
 * Returns the font size in pixels at which a caption that is too tall is drawn: the largest one at which it
 * fits, or {@link MIN_CAPTION_SIZE} if it fits at none.
 */
export function findCaptionSize(cue: CaptionText, style: CaptionStyle, face: Face, frame: PixelSize): number {
  const sizes = listSizes(style.size, MIN_CAPTION_SIZE);
  const fits = (index: number): boolean =>
    fitsFrame(cue, { ...style, size: sizes[index] ?? style.size }, face, frame);
  return sizes[findFirst(1, sizes.length - 1, fits)] ?? style.size;
}

/**
 * True if a caption is not taller than its frame allows at the font size of its style. Faster than laying out
 * the caption.
 */
export function fitsFrame(cue: CaptionText, style: CaptionStyle, face: Face, frame: PixelSize): boolean {
  const block = layOutAtSize(cue, face, style, frame, breakLines);
  return block.area.height <= maxCaptionHeight(frame);
}

/** Returns the maximum height of the captions in a frame, in pixels. */
export function maxCaptionHeight({ height }: PixelSize): number {
  return height * (1 - 2 * EDGE_MARGIN);
}

/** Returns the left and right edges of the column that lines must fit, in pixels. The margins limit it. */
export function captionColumnOf(
  { margin, size }: CaptionStyle,
  { width }: PixelSize,
  { column = { left: 0, right: 1 } }: CuePlace = {},
): { left: number; right: number } {
  const left = Math.max(0, margin.left, column.left) * width;
  const right = Math.min(width - Math.max(0, margin.right) * width, column.right * width);
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
  { text: written, place }: CaptionText,
  face: Face,
  style: CaptionStyle,
  frame: PixelSize,
  breakText = breakEvenly,
): CaptionBlock {
  const { size, lineHeight, background, stroke } = style;
  const textFonts = selectFonts(written, face);
  const height = measureFaceHeight(face, size);
  const ruler = createRuler(textFonts, { size });
  const { left, right } = captionColumnOf(style, frame, place);
  // The padding and the stroke around the letters stay inside the margins.
  const inset = (background?.padding ?? 0) + stroke.width;
  const room = Math.max(0, right - left - 2 * inset);
  const advance = size * lineHeight;
  const share = place?.align ?? 0.5;
  const x = (left + right) / 2 + (share - 0.5) * room;
  const maxLineWidth = Math.max(size, room);
  const broken = textFonts.text.split('\n').flatMap((text) => breakText(text, maxLineWidth, ruler.width));
  const baselineOf = (index: number): number => index * advance + baselineInLine(advance, height);
  const lines = placeRows(broken, { x: 0, width: 0, share, baselineOf }, ruler.width);
  const lineBoxes = lines.map((line, index) => ({
    x: line.x,
    y: index * advance,
    width: line.width,
    height: advance,
  }));
  const textBox = boundingBoxOf(
    lines.map((line) => ({
      x: line.x,
      y: line.baseline - height.ascent,
      width: line.width,
      height: height.ascent + height.descent,
    })),
  );
  const boxes = background
    ? alignWidths(lineBoxes, size, share).map((lineBox) => expandRect(lineBox, inset))
    : [];
  const area = boundingBoxOf([expandRect(textBox, stroke.width), ...boxes]);
  return { textFonts, ruler, x, lines, size, boxes, area };
}

/** Breaks a text into as few lines as possible, of about equal widths. */
function breakEvenly(text: string, maxLineWidth: number, measure: MeasureText): TextLine[] {
  const lines = breakLines(text, maxLineWidth, measure);
  if (lines.length < 2) return lines;
  // A width below that of the widest word would break the word.
  const words = splitAtLineBreaks(text).map((part) => measure(toVisibleLine(part)));
  const widest = words.reduce((most, width) => Math.max(most, width), maxLineWidth / 2);
  const narrow = Math.min(widest, maxLineWidth);
  return balanceLines(lines, { narrow, whole: maxLineWidth, precision: 1 }, (width) =>
    breakLines(text, width, measure),
  );
}

/**
 * Makes the boxes of neighbouring lines equally wide if the lines are nearly equally long. Small
 * differences would look like a mistake.
 */
function alignWidths(lineBoxes: readonly Rect[], size: number, share: number): Rect[] {
  const even = [...lineBoxes];
  for (let first = 0; first < even.length;) {
    let next = first + 1;
    const width = (index: number): number => even[index]?.width ?? 0;
    while (next < even.length && Math.abs(width(next) - width(next - 1)) < 2 * size) next += 1;
    const widest = Math.max(...even.slice(first, next).map((lineBox) => lineBox.width));
    for (const [index, lineBox] of even.entries()) {
      if (index >= first && index < next) even[index] = { ...lineBox, x: -widest * share, width: widest };
    }
    first = next;
  }
  return even;
}
