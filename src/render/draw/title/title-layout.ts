import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { TitleAsset } from '../../../edit/model.ts';
import { BUILT_IN_FONTS } from '../../fonts/font-library.ts';
import { applyFonts, selectFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import {
  breakLines,
  type MeasureText,
  splitAtLineBreaks,
  type TextLine,
  toVisibleLine,
} from '../../text-layout/break-lines.ts';
import { anchorOffset, type PixelSize, type Rect } from '../../scene/placement.ts';
import { TITLE_SIZES, TITLE_STYLES, type TitleStyle } from './title-styles.ts';

/** From a title to the edges, in shorter sides of the picture. */
const MARGIN = 0.07;
/** Letters no smaller than this many pixels are made to fit. */
const MIN_SIZE = 4;
/** The size in pixels at which letters are measured to know how large they may be. */
const MEASURING_SIZE = 100;
/** More lines than this are too many to look at: they are not balanced. */
const MAX_BALANCED_LINES = 12;
/** How exactly the width of balanced lines is found: to a 256th of what there is. */
const HALVINGS = 8;
/** How much smaller the letters become with each try to fit. */
const SHRINK_STEP = 0.94;
/** From the letters to the edges of a background, in sizes of the letters. */
const PADDING = { across: 0.42, down: 0.2 };
const NO_PADDING = { across: 0, down: 0 };

/** The lines of a title in their look. */
interface TitleLines {
  readonly style: TitleStyle;
  readonly textFonts: TextFonts;
  readonly lines: readonly TextLine[];
  /** Of the letters, in pixels. */
  readonly size: number;
  /** Of all lines together, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** A title as it is laid out in its frame, before its offset. */
export interface TitleLayout extends Omit<TitleLines, 'width' | 'height'> {
  /** Where the lines lie, without their background; in pixels of the frame. */
  readonly area: Rect;
  /** How far a background reaches beyond the lines, in pixels; 0 without one. */
  readonly padding: typeof PADDING;
}

/** Measures the letters of a title in its style. */
interface TitleRuler {
  readonly style: TitleStyle;
  readonly textFonts: TextFonts;
  /** Measures in a size in pixels. */
  readonly measureAt: (size: number) => MeasureText;
}

/** The fonts of a title, and its text as its style writes it. */
export function selectTitleFonts(asset: TitleAsset): TextFonts {
  const { family, weight, capitals } = TITLE_STYLES[asset.style ?? 'minimal'];
  return selectFonts(
    capitals ? asset.text.toUpperCase() : asset.text,
    BUILT_IN_FONTS.findFace(family, weight),
  );
}

/** Lays a title out: where it would not fit, its letters become smaller, to {@link MIN_SIZE} pixels. */
export function layOutTitle(asset: TitleAsset, frame: PixelSize): TitleLayout {
  const padding = asset.background === undefined ? NO_PADDING : PADDING;
  const shorter = Math.min(frame.width, frame.height);
  const available = {
    width: frame.width - 2 * MARGIN * shorter,
    height: frame.height - 2 * MARGIN * shorter,
  };
  const ruler = createTitleRuler(asset);
  const requestedSize = TITLE_SIZES[asset.size ?? 'medium'] * shorter * ruler.style.size;
  const { width, height, ...written } = fitTitle(ruler, available, padding, requestedSize);
  const { position = 'center' } = asset;
  const [across, down] = [padding.across * written.size, padding.down * written.size];
  const left = anchorOffset(position, 'left', 'right', available.width - 2 * across - width);
  const top = anchorOffset(position, 'top', 'bottom', available.height - 2 * down - height);
  return {
    ...written,
    area: { x: MARGIN * shorter + across + left, y: MARGIN * shorter + down + top, width, height },
    padding: { across, down },
  };
}

/** Makes a context draw with the letters of a title. */
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
  // A canvas of its own: what the letters measure must not depend on the scale that they are drawn at.
  const context = createCanvas(1, 1).getContext('2d');
  return {
    ...face,
    measureAt(size) {
      applyTitleFonts(context, face, size);
      return (text) => context.measureText(text).width;
    },
  };
}

/** The lines in the largest size that fits. @param requestedSize no larger than this, in pixels. */
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
 * The size in pixels at which the longest word still fits, and all letters and all line ends have room if lines were full to
 * their ends.
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

/** Breaks a text into as few lines as fit, of about the same width: no line has a single last word. */
function balanceLines(text: string, width: number, measure: MeasureText): TextLine[] {
  const lines = breakLines(text, width, measure);
  if (lines.length > MAX_BALANCED_LINES) return lines;
  // No narrower than the widest word: it would be cut.
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

/** The largest of any number of numbers, 0 of none. */
function maxOf(numbers: readonly number[]): number {
  return numbers.reduce((max, number) => Math.max(max, number), 0);
}
