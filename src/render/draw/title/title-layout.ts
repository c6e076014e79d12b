import type { TitleAsset } from '../../../edit/model.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import { measureFontHeight, selectFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import {
  breakLines,
  findTooWide,
  type MeasureText,
  splitAtEveryBreak,
  splitAtLineBreaks,
  type TextLine,
  toVisibleLine,
} from '../../text-layout/break-lines.ts';
import { anchorOffset, type PixelSize, type Rect } from '../../scene/placement.ts';
import { balanceLines } from '../lines/balance-lines.ts';
import { fitFontSize, type TrialFit } from '../lines/fit-font-size.ts';
import type { WrittenLines } from '../lines/lay-out-text.ts';
import { baselineInLine, placeRows } from '../lines/placed-lines.ts';
import { createRuler, type Ruler } from '../lines/ruler.ts';
import { TITLE_SIZES, TITLE_STYLES, type TitleStyle } from './title-styles.ts';

/** Distance between a title and the edges of the frame, as a fraction of the shorter side of the frame. */
const MARGIN = 0.07;
/** Minimum font size in pixels. */
const MIN_SIZE = 4;
/** Font size in pixels for measurements that estimate the largest size that fits. */
const MEASURING_SIZE = 100;
/** Maximum number of lines to balance. Balancing more lines would take too long. */
const MAX_BALANCED_LINES = 12;
/** Precision of the width of balanced lines, as a fraction of the possible range. Eight halvings reach it. */
const PRECISION = 1 / 200;
/** If a title does not fit, the next attempt multiplies the font size by this factor. */
const SHRINK_STEP = 0.94;
/** Padding between the letters and the edges of a background, in font sizes. */
const PADDING = { across: 0.42, down: 0.2 };
const NO_PADDING = { across: 0, down: 0 };

/** The lines of a title at a font size. Lengths are in pixels. */
interface TitleLines {
  readonly lines: readonly TextLine[];
  readonly size: number;
  readonly ruler: Ruler;
  /** Size of all lines together. */
  readonly width: number;
  readonly height: number;
}

/** The layout of a title in its frame, without its offset. Letters beyond the frame are cut off. */
export interface TitleLayout extends WrittenLines {
  readonly style: TitleStyle;
  readonly textFonts: TextFonts;
  /** The area of the lines without their background, in pixels of the frame. */
  readonly area: Rect;
  /** Distance that a background extends beyond the lines, in pixels. 0 without a background. */
  readonly padding: typeof PADDING;
}

/** A title to be broken into lines. */
interface TitleText {
  readonly style: TitleStyle;
  readonly textFonts: TextFonts;
  /** Padding between the letters and the edges of a background, in font sizes. */
  readonly padding: typeof PADDING;
  /** Size of the frame without the margins, in pixels. */
  readonly available: PixelSize;
}

/** Returns the fonts of a title, and its text in the capitalisation of its style. */
export function selectTitleFonts(asset: TitleAsset): TextFonts {
  const { family, weight, capitals } = TITLE_STYLES[asset.style ?? 'minimal'];
  return selectFonts(
    capitals ? asset.text.toUpperCase() : asset.text,
    BUILT_IN_FONTS.findFace(family, weight),
  );
}

/** Returns the colour of the background of a title, or undefined if it has none. */
export function backgroundOf({ background }: TitleAsset): string | undefined {
  return background === 'transparent' ? undefined : background;
}

/** Lays out a title. If it would not fit, the font size shrinks, down to {@link MIN_SIZE} pixels. */
export function layOutTitle(asset: TitleAsset, frame: PixelSize): TitleLayout {
  const style = TITLE_STYLES[asset.style ?? 'minimal'];
  const textFonts = selectTitleFonts(asset);
  const shorter = Math.min(frame.width, frame.height);
  const margin = MARGIN * shorter;
  const available = { width: frame.width - 2 * margin, height: frame.height - 2 * margin };
  const padding = backgroundOf(asset) === undefined ? NO_PADDING : PADDING;
  const title = { style, textFonts, padding, available };
  const wanted = TITLE_SIZES[asset.size ?? 'medium'] * shorter * style.size;
  const fitted =
    asset.minSize === undefined
      ? undefined
      : fitFontSize(wanted, asset.minSize, (size) => tryTitle(title, frame, size));
  const { size, ruler, ...broken } = fitted ? breakTitle(title, fitted.size) : fitTitle(title, wanted);
  const { position = 'center' } = asset;
  const { width, height } = broken;
  const [across, down] = [padding.across * size, padding.down * size];
  const left = anchorOffset(position, 'left', 'right', available.width - 2 * across - width);
  const top = anchorOffset(position, 'top', 'bottom', available.height - 2 * down - height);
  const area = { x: margin + across + left, y: margin + down + top, width, height };
  const advance = size * style.lineHeight;
  const first = area.y + baselineInLine(advance, measureFontHeight(textFonts, size));
  const share = anchorOffset(position, 'left', 'right', 1);
  const lines = placeRows(
    broken.lines,
    { ...area, share, baselineOf: (index) => first + index * advance },
    ruler.width,
  );
  return {
    box: frame,
    drawn: { x: 0, y: 0, ...frame },
    style,
    textFonts,
    lines,
    ruler,
    size,
    area,
    padding: { across, down },
    ...(fitted && { fitted }),
  };
}

/** Lays out a title at a font size in pixels, to find out if it fits the frame without its margins. */
function tryTitle(title: TitleText, frame: PixelSize, size: number): TrialFit {
  const { textFonts, padding, available } = title;
  const [across, down] = [2 * padding.across * size, 2 * padding.down * size];
  const { width, height, ruler } = breakTitle(title, size);
  return {
    isInside: width + across <= available.width && height + down <= available.height,
    brokenWord: findTooWide(textFonts.text, available.width - across, ruler.width),
    needed: {
      width: frame.width - available.width + width + across,
      height: frame.height - available.height + height + down,
    },
  };
}

/** Returns the lines at the largest font size that fits. @param wanted the maximum font size, in pixels. */
function fitTitle(title: TitleText, wanted: number): TitleLines {
  const { padding, available } = title;
  for (let size = Math.min(wanted, findLargestSize(title)); ; size *= SHRINK_STEP) {
    const broken = breakTitle(title, size);
    if (size <= MIN_SIZE || broken.height + 2 * padding.down * size <= available.height) return broken;
  }
}

/**
 * Estimates the largest font size in pixels. At this size, the longest word fits the width, the lines of
 * the given text fit the height, and all letters fit the area if every line is completely full.
 */
function findLargestSize({ style, textFonts, padding, available }: TitleText): number {
  const ruler = rulerAt(MEASURING_SIZE, style, textFonts);
  const widths = measureParts(splitAtEveryBreak(textFonts.text), ruler.width).map(
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

function rulerAt(size: number, { spacing }: TitleStyle, textFonts: TextFonts): Ruler {
  return createRuler(textFonts, { size, tracking: spacing * size });
}

/** Breaks a title at a font size into as few lines as possible, so that the last line does not have just one word. */
function breakTitle({ style, textFonts, padding, available }: TitleText, size: number): TitleLines {
  const { text } = textFonts;
  const ruler = rulerAt(size, style, textFonts);
  const whole = available.width - 2 * padding.across * size;
  let lines = breakLines(text, whole, ruler.width);
  if (lines.length <= MAX_BALANCED_LINES) {
    // The lines must be at least as wide as the widest word. Otherwise, that word would be cut off.
    const narrow = Math.min(maxOf(measureParts(splitAtLineBreaks(text), ruler.width)), whole);
    const widths = { narrow, whole, precision: PRECISION * (whole - narrow) };
    lines = balanceLines(lines, widths, (width) => breakLines(text, width, ruler.width));
  }
  const widest = maxOf(lines.map((line) => ruler.width(line.text)));
  return { lines, size, ruler, width: widest, height: lines.length * size * style.lineHeight };
}

function measureParts(parts: readonly string[], measure: MeasureText): number[] {
  return parts.map((part) => measure(toVisibleLine(part)));
}

/** Returns the largest of some numbers, or 0 if there are none. */
function maxOf(numbers: readonly number[]): number {
  return numbers.reduce((max, number) => Math.max(max, number), 0);
}
