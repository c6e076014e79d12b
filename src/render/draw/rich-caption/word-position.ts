import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { boundingBoxOf, expandRect, extendByShadow } from '../offscreen-layer.ts';
import { type PlacedUnit, unitBoxOf } from '../rich-text/layout.ts';
import { toShadow } from '../rich-text/style.ts';
import { ASCENT, type CaptionPage, DESCENT, type PageLine, type PageWord } from './caption-page.ts';
import { BOX_PADDING, type WordStyle } from './style.ts';
import type { WordState } from './word-state.ts';

/** Maximum distance that swashes and slanted letters extend beyond their layout box, in font sizes. */
const OVERHANG = 0.3;

/** The position of a word at a moment: its centre, in pixels of the box, and its scale. */
export interface WordPosition {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The measurements of a page that word positions depend on, in pixels. */
export interface PageSpace {
  /** Requested font size. */
  readonly size: number;
  /** Width of the box. */
  readonly width: number;
}

/**
 * Returns the centre of a word on its line, in pixels at the requested font size. The word is scaled
 * about this point.
 */
export function wordCentreOf(
  { x, width }: PageWord,
  size: number,
): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: ((DESCENT - ASCENT) / 2) * size };
}

/**
 * Returns the position of a word at a moment. A word that is larger than at rest is moved so that it
 * stays in the box.
 */
export function wordPositionOf(
  word: PageWord,
  state: Pick<WordState, 'x' | 'y' | 'scale'>,
  space: PageSpace,
): WordPosition {
  const { line, width } = word;
  const middle = wordCentreOf(word, space.size);
  const scale = line.scale * state.scale;
  const size = line.scale * space.size;
  const x = line.x + line.scale * middle.x;
  const half = (width * scale) / 2;
  const centreX =
    state.scale > 1 && 2 * half <= space.width ? Math.min(space.width - half, Math.max(half, x)) : x;
  return { x: centreX + size * state.x, y: line.baseline + line.scale * middle.y + size * state.y, scale };
}

/**
 * Transforms a context so that a word, drawn at its coordinates on the line, appears at the given position.
 */
export function transformToWord(
  context: SKRSContext2D,
  word: PageWord,
  { x, y, scale }: WordPosition,
  size: number,
): void {
  const middle = wordCentreOf(word, size);
  context.translate(x, y);
  context.scale(scale, scale);
  context.translate(-middle.x, -middle.y);
}

/** Transforms a context from pixels of the box to coordinates on a line. */
export function transformToLine(context: SKRSContext2D, { x, baseline, scale }: PageLine): void {
  context.translate(x, baseline);
  context.scale(scale, scale);
}

/** Returns the box behind letters, in coordinates of their line (contract 2.16). */
export function highlightBoxOf({ segments }: PlacedUnit, size: number): Rect {
  const glyphBox = segments.map(({ x, width }) => ({
    x,
    y: -ASCENT * size,
    width,
    height: (ASCENT + DESCENT) * size,
  }));
  return expandRect(boundingBoxOf(glyphBox), BOX_PADDING * size);
}

/**
 * Returns the area that contains all ink of a word, in coordinates of its line: pixels at the requested font
 * size.
 */
export function wordInkBoxOf(unit: PlacedUnit, style: WordStyle): Rect {
  const glyphBox = unitBoxOf(unit);
  const line = (style.stroke?.width ?? 0) / 2 + 1;
  const overhang = OVERHANG * style.size;
  const inked = {
    x: glyphBox.x - overhang - line,
    y: glyphBox.y - line,
    width: glyphBox.width + 2 * (overhang + line),
    height: glyphBox.height + 2 * line,
  };
  const cast = style.shadow ? extendByShadow(inked, toShadow(style.shadow)) : inked;
  return boundingBoxOf([cast, highlightBoxOf(unit, style.size)]);
}

/** Converts an area on the line of a word to pixels of the box, with the word at the given position. */
export function toPageArea(area: Rect, word: PageWord, { x, y, scale }: WordPosition, size: number): Rect {
  const middle = wordCentreOf(word, size);
  return {
    x: x + (area.x - middle.x) * scale,
    y: y + (area.y - middle.y) * scale,
    width: area.width * scale,
    height: area.height * scale,
  };
}

/** Groups words of a line that follow each other on the page. */
export function groupNeighbours<Word extends PageWord>(
  { words: all }: CaptionPage,
  words: readonly Word[],
): Word[][] {
  const runs: Word[][] = [];
  let before: Word | undefined;
  for (const word of words) {
    const isNext = before && all.indexOf(word) === all.indexOf(before) + 1;
    if (isNext) runs.at(-1)?.push(word);
    else runs.push([word]);
    before = word;
  }
  return runs;
}

/** A distance in pixels that is larger than any drawing. */
export const UNBOUNDED = 1e5;

/**
 * Returns the position up to which a word is filled, as a coordinate on the line of the word.
 *
 * @param filledShare the filled fraction of the width of the word, in reading direction.
 */
export function fillEdgeOf(
  { x, width }: Pick<Rect, 'x' | 'width'>,
  { rightToLeft }: PageWord,
  filledShare: number,
): number {
  return x + width * (rightToLeft ? 1 - filledShare : filledShare);
}

/** Clips a context to one side of an edge. The edge is rounded to a whole pixel. */
export function clipToSide(context: SKRSContext2D, edge: number, side: 'left' | 'right'): void {
  const transform = context.getTransform();
  const column = Math.round(transform.a * edge + transform.e);
  context.resetTransform();
  context.beginPath();
  context.rect(side === 'left' ? column - UNBOUNDED : column, -UNBOUNDED, UNBOUNDED, 2 * UNBOUNDED);
  context.clip();
  context.setTransform(transform);
}
