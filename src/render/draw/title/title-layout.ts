import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { TitleAsset } from '../../../edit/model.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import { applyFonts, selectFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import {
  breakLines,
  findTooWide,
  type MeasureText,
  splitAtLineBreaks,
  type TextLine,
  toVisibleLine,
} from '../../text-layout/break-lines.ts';
import { anchorOffset, type PixelSize, type Rect } from '../../scene/placement.ts';
import { type FittedSize, fitFontSize, type TrialFit } from '../fit/fit-font-size.ts';
import { TITLE_SIZES, TITLE_STYLES, type TitleStyle } from './title-styles.ts';

/** Distance between a title and the edges of the frame, as a fraction of the shorter side of the frame. */
const MARGIN = 0.07;
/** Minimum font size in pixels. */
const MIN_SIZE = 4;
/** Font size in pixels for measurements that estimate the largest size that fits. */
const MEASURING_SIZE = 100;
/** Maximum number of lines to balance. Balancing more lines would take too long. */
const MAX_BALANCED_LINES = 12;
/** Number of bisection steps to find the width of balanced lines. Eight steps narrow the range to 1/256. */
const HALVINGS = 8;
/** If a title does not fit, the next attempt multiplies the font size by this factor. */
const SHRINK_STEP = 0.94;
/** Padding between the letters and the edges of a background, in font sizes. */
const PADDING = { across: 0.42, down: 0.2 };
const NO_PADDING = { across: 0, down: 0 };

/** The lines of a title in their style. */
interface TitleLines {
  readonly style: TitleStyle;
  readonly textFonts: TextFonts;
  readonly lines: readonly TextLine[];
  /** Font size in pixels. */
  readonly size: number;
  /** Size of all lines together, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** The layout of a title in its frame, without its offset. */
export interface TitleLayout extends Omit<TitleLines, 'width' | 'height'> {
  /** The area of the lines without their background, in pixels of the frame. */
  readonly area: Rect;
  /** Distance that a background extends beyond the lines, in pixels. 0 without a background. */
  readonly padding: typeof PADDING;
  /** The fit of the title in its frame. Only for a title with a least size. */
  readonly fitted?: FittedSize;
}

/** The style and fonts of a title, and a function that measures its letters. */
interface TitleRuler {
  readonly style: TitleStyle;
  readonly textFonts: TextFonts;
  /** Returns a function that measures text at a font size in pixels. */
  readonly measureAt: (size: number) => MeasureText;
}

/** Returns the fonts of a title, and its text in the capitalisation of its style. */
export function selectTitleFonts(asset: TitleAsset): TextFonts {
  const { family, weight, capitals } = TITLE_STYLES[asset.style ?? 'minimal'];
  return selectFonts(
    capitals ? asset.text.toUpperCase() : asset.text,
    BUILT_IN_FONTS.findFace(family, weight),
  );
}

/** Lays out a title. If it would not fit, the font size shrinks, down to {@link MIN_SIZE} pixels. */
export function layOutTitle(asset: TitleAsset, frame: PixelSize): TitleLayout {
  const padding = asset.background === undefined ? NO_PADDING : PADDING;
  const shorter = Math.min(frame.width, frame.height);
  const available = withoutMargins(frame);
  const ruler = createTitleRuler(asset);
  const requestedSize = TITLE_SIZES[asset.size ?? 'medium'] * shorter * ruler.style.size;
  const fitted =
    asset.minSize === undefined
      ? undefined
      : fitFontSize(requestedSize, asset.minSize, (size) => tryTitle(ruler, frame, padding, size));
  const { width, height, ...written } = fitted
    ? layOutLines(ruler, fitted.size, available.width - 2 * padding.across * fitted.size)
    : fitTitle(ruler, available, padding, requestedSize);
  const { position = 'center' } = asset;
  const [across, down] = [padding.across * written.size, padding.down * written.size];
  const left = anchorOffset(position, 'left', 'right', available.width - 2 * across - width);
  const top = anchorOffset(position, 'top', 'bottom', available.height - 2 * down - height);
  return {
    ...written,
    area: { x: MARGIN * shorter + across + left, y: MARGIN * shorter + down + top, width, height },
    padding: { across, down },
    ...(fitted && { fitted }),
  };
}

/** Returns the size of a frame without the margins of titles. */
function withoutMargins({ width, height }: PixelSize): PixelSize {
  const margins = 2 * MARGIN * Math.min(width, height);
  return { width: width - margins, height: height - margins };
}

/** Sets the fonts and the letter spacing of a title on a context. */
export function applyTitleFonts(
  context: SKRSContext2D,
  { style, textFonts }: Pick<TitleLines, 'style' | 'textFonts'>,
  size: number,
): void {
  applyFonts(context, textFonts, size);
  context.letterSpacing = `${style.spacing * size}px`;
}

function createTitleRuler(asset: TitleAsset): TitleRuler {
  const face = { style: TITLE_STYLES[asset.style ?? 'minimal'], textFonts: selectTitleFonts(asset) };
  // A separate canvas, because measurements must not depend on the scale at which letters are drawn.
  const context = createCanvas(1, 1).getContext('2d');
  return {
    ...face,
    measureAt(size) {
      applyTitleFonts(context, face, size);
      return (text) => context.measureText(text).width;
    },
  };
}

/** Lays out a title at a font size in pixels, to find out if it fits the frame without its margins. */
function tryTitle(ruler: TitleRuler, frame: PixelSize, padding: typeof PADDING, size: number): TrialFit {
  const available = withoutMargins(frame);
  const [across, down] = [2 * padding.across * size, 2 * padding.down * size];
  const { width, height } = layOutLines(ruler, size, available.width - across);
  return {
    isInside: width + across <= available.width && height + down <= available.height,
    brokenWord: findTooWide(ruler.textFonts.text, available.width - across, ruler.measureAt(size)),
    needed: {
      width: frame.width - available.width + width + across,
      height: frame.height - available.height + height + down,
    },
  };
}

/**
 * Returns the lines at the largest font size that fits.
 *
 * @param requestedSize the maximum font size, in pixels.
 */
function fitTitle(
  ruler: TitleRuler,
  available: PixelSize,
  padding: typeof PADDING,
  requestedSize: number,
): TitleLines {
  for (
    let size = Math.min(requestedSize, findLargestSize(ruler, available, padding));
    ;
    size *= SHRINK_STEP
  ) {
    const written = layOutLines(ruler, size, available.width - 2 * padding.across * size);
    if (size <= MIN_SIZE || written.height + 2 * padding.down * size <= available.height) return written;
  }
}

/**
 * Estimates the largest font size in pixels. At this size, the longest word fits the width, the lines of
 * the given text fit the height, and all letters fit the area if every line is completely full.
 */
function findLargestSize(
  { style, textFonts, measureAt }: TitleRuler,
  available: PixelSize,
  padding: typeof PADDING,
): number {
  const widths = measureUnbreakable(textFonts.text, measureAt(MEASURING_SIZE)).map(
    (width) => width / MEASURING_SIZE,
  );
  const word = maxOf(widths);
  const all = widths.reduce((sum, width) => sum + width, 0);
  const byWord = available.width / (word + 2 * padding.across);
  const byArea = Math.sqrt((available.width * available.height) / (all * style.lineHeight));
  const byLines =
    available.height / (breakLines(textFonts.text, Infinity, () => 0).length * style.lineHeight);
  return Math.max(MIN_SIZE, Math.min(byWord, byArea, byLines));
}

function layOutLines({ style, textFonts, measureAt }: TitleRuler, size: number, width: number): TitleLines {
  const measure = measureAt(size);
  const lines = balanceLines(textFonts.text, width, measure);
  const widest = maxOf(lines.map(({ text }) => measure(text)));
  return { style, textFonts, lines, size, width: widest, height: lines.length * size * style.lineHeight };
}

/**
 * Breaks a text into as few lines as possible. The lines are about equally wide, so that the last line
 * does not have just one word.
 */
function balanceLines(text: string, width: number, measure: MeasureText): TextLine[] {
  const lines = breakLines(text, width, measure);
  if (lines.length > MAX_BALANCED_LINES) return lines;
  // The lines must be at least as wide as the widest word. Otherwise, that word would be cut off.
  const word = maxOf(measureUnbreakable(text, measure));
  let [tooNarrow, enough] = [Math.min(word, width), width];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (tooNarrow + enough) / 2;
    if (breakLines(text, middle, measure).length > lines.length) tooNarrow = middle;
    else enough = middle;
  }
  return breakLines(text, enough, measure);
}

function measureUnbreakable(text: string, measure: MeasureText): number[] {
  return splitAtLineBreaks(text).map((chunk) => measure(toVisibleLine(chunk)));
}

/** Returns the largest of some numbers, or 0 if there are none. */
function maxOf(numbers: readonly number[]): number {
  return numbers.reduce((max, number) => Math.max(max, number), 0);
}
