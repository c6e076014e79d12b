import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { TitleAsset } from '../../edit/edit.ts';
import { BUILT_IN } from '../fonts/fonts.ts';
import { type Lettering, letteringOf, useLettering } from '../fonts/lettering.ts';
import { ended, type Line, linesOf, type Measure, piecesOf } from '../fonts/text-lines.ts';
import { anchor, type Rect, type Size } from '../scene/placement.ts';
import { TITLE_SIZES, TITLE_STYLES, type TitleStyle } from './title-styles.ts';

/** From a title to the edges, in shorter sides of the picture. */
const MARGIN = 0.07;
/** Letters no smaller than this many pixels are made to fit. */
const SMALLEST = 4;
/** The size in pixels at which letters are measured to know how large they may be. */
const MEASURED = 100;
/** More lines than this are too many to look at: they are not balanced. */
const MOST_BALANCED = 12;
/** How exactly the width of balanced lines is found: to a 256th of what there is. */
const HALVINGS = 8;
/** How much smaller the letters become with each try to fit. */
const STEP = 0.94;
/** From the letters to the edges of a background, in sizes of the letters. */
const PADDING = { across: 0.42, down: 0.2 };
const NO_PADDING = { across: 0, down: 0 };

/** The lines of a title in their look. */
interface Written {
  readonly style: TitleStyle;
  readonly lettering: Lettering;
  readonly lines: readonly Line[];
  /** Of the letters, in pixels. */
  readonly size: number;
  /** Of all lines together, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** A title as it is laid out in its frame, before its offset. */
export interface TitleLayout extends Omit<Written, 'width' | 'height'> {
  /** Where the lines lie, without their background; in pixels of the frame. */
  readonly place: Rect;
  /** How far a background reaches beyond the lines, in pixels; 0 without one. */
  readonly padding: typeof PADDING;
}

/** Measures the letters of a title in its style. */
interface Ruler {
  readonly style: TitleStyle;
  readonly lettering: Lettering;
  /** Measures in a size in pixels. */
  readonly at: (size: number) => Measure;
}

/** The fonts of a title, and its text as its style writes it. */
export function titleLettering(asset: TitleAsset): Lettering {
  const { family, weight, capitals } = TITLE_STYLES[asset.style ?? 'minimal'];
  return letteringOf(capitals ? asset.text.toUpperCase() : asset.text, BUILT_IN.face(family, weight));
}

/** Lays a title out: where it would not fit, its letters become smaller, to {@link SMALLEST} pixels. */
export function titleLayout(asset: TitleAsset, frame: Size): TitleLayout {
  const padding = asset.background === undefined ? NO_PADDING : PADDING;
  const shorter = Math.min(frame.width, frame.height);
  const room = { width: frame.width - 2 * MARGIN * shorter, height: frame.height - 2 * MARGIN * shorter };
  const ruler = rulerOf(asset);
  const asked = TITLE_SIZES[asset.size ?? 'medium'] * shorter * ruler.style.size;
  const { width, height, ...written } = fitted(ruler, room, padding, asked);
  const { position = 'center' } = asset;
  const [across, down] = [padding.across * written.size, padding.down * written.size];
  const left = anchor(position, 'left', 'right', room.width - 2 * across - width);
  const top = anchor(position, 'top', 'bottom', room.height - 2 * down - height);
  return {
    ...written,
    place: { x: MARGIN * shorter + across + left, y: MARGIN * shorter + down + top, width, height },
    padding: { across, down },
  };
}

/** Makes a context draw with the letters of a title. */
export function useTitle(
  context: SKRSContext2D,
  { style, lettering }: Pick<Written, 'style' | 'lettering'>,
  size: number,
): void {
  useLettering(context, lettering, size);
  context.letterSpacing = `${style.spacing * size}px`;
}

function rulerOf(asset: TitleAsset): Ruler {
  const face = { style: TITLE_STYLES[asset.style ?? 'minimal'], lettering: titleLettering(asset) };
  // A canvas of its own: what the letters measure must not depend on the scale that they are drawn at.
  const context = createCanvas(1, 1).getContext('2d');
  return {
    ...face,
    at(size) {
      useTitle(context, face, size);
      return (text) => context.measureText(text).width;
    },
  };
}

/** The lines in the largest size that fits. @param asked no larger than this, in pixels. */
function fitted(ruler: Ruler, room: Size, padding: typeof PADDING, asked: number): Written {
  for (let size = Math.min(asked, largestFitting(ruler, room, padding)); ; size *= STEP) {
    const written = writtenIn(ruler, size, room.width - 2 * padding.across * size);
    if (size <= SMALLEST || written.height + 2 * padding.down * size <= room.height) return written;
  }
}

/**
 * The size in pixels at which the longest word still fits, and all letters and all line ends have room if lines were full to
 * their ends.
 */
function largestFitting({ style, lettering, at }: Ruler, room: Size, padding: typeof PADDING): number {
  const widths = widthsOfPieces(lettering.text, at(MEASURED)).map((width) => width / MEASURED);
  const word = largest(widths);
  const all = widths.reduce((sum, width) => sum + width, 0);
  const byWord = room.width / (word + 2 * padding.across);
  const byArea = Math.sqrt((room.width * room.height) / (all * style.lineHeight));
  const byLines = room.height / (linesOf(lettering.text, Infinity, () => 0).length * style.lineHeight);
  return Math.max(SMALLEST, Math.min(byWord, byArea, byLines));
}

function writtenIn({ style, lettering, at }: Ruler, size: number, width: number): Written {
  const measure = at(size);
  const lines = balanced(lettering.text, width, measure);
  const widest = largest(lines.map(({ text }) => measure(text)));
  return { style, lettering, lines, size, width: widest, height: lines.length * size * style.lineHeight };
}

/** Breaks a text into as few lines as fit, of about the same width: no line has a single last word. */
function balanced(text: string, width: number, measure: Measure): Line[] {
  const lines = linesOf(text, width, measure);
  if (lines.length > MOST_BALANCED) return lines;
  // No narrower than the widest word: it would be cut.
  const word = largest(widthsOfPieces(text, measure));
  let [tooNarrow, enough] = [Math.min(word, width), width];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (tooNarrow + enough) / 2;
    if (linesOf(text, middle, measure).length > lines.length) tooNarrow = middle;
    else enough = middle;
  }
  return linesOf(text, enough, measure);
}

function widthsOfPieces(text: string, measure: Measure): number[] {
  return piecesOf(text).map((piece) => measure(ended(piece)));
}

/** The largest of any number of numbers, 0 of none. */
function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
