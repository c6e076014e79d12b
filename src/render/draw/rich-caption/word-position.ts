import type { SKRSContext2D } from '@napi-rs/canvas';
import { boundingBoxOf, expandRect, type Rect } from '../../scene/placement.ts';
import type { PlacedUnit } from '../lines/placed-lines.ts';
import { ASCENT, type CaptionPage, DESCENT, type PageLine, type PageWord } from './caption-page.ts';
import { BOX_PADDING } from './style.ts';
import type { WordState } from './word-state.ts';

/** The position of a word at a moment: its centre, in pixels of the box, and its scale. */
export interface WordPosition {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The look of a word at a moment, at its place on its line at that moment. */
export interface ShiftedState extends WordState {
  /**
   * Distance to the right by which the word is moved, in pixels of the box, so that the gaps beside a larger
   * word of its line stay as they are.
   */
  readonly shift: number;
}

/** A word of a page at a moment. */
export interface VisibleWord {
  readonly word: PageWord;
  readonly index: number;
  readonly state: ShiftedState;
}

/** The measurements of a page that word positions depend on, in pixels. */
export interface PageSpace {
  /** Requested font size. */
  readonly size: number;
  /** Size of the box. */
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the centre of a word on its line, in pixels at the requested font size. The word is scaled
 * about this point.
 */
function wordCentreOf({ x, width }: PageWord, size: number): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: ((DESCENT - ASCENT) / 2) * size };
}

/**
 * Returns the scale of a word at a moment, relative to the requested font size. A larger word does not make its
 * line wider than the box.
 */
export function drawnScaleOf(
  { line, width, activeWidth }: PageWord,
  { scale, isSpoken }: Pick<WordState, 'scale' | 'isSpoken'>,
  space: Pick<PageSpace, 'width'>,
): number {
  if (scale <= 1 && !isSpoken) return line.scale * scale;
  const room = space.width - (line.width - width * line.scale);
  return Math.min(line.scale * scale, Math.max(line.scale, room / (isSpoken ? activeWidth : width)));
}

/**
 * Returns the position of a word at a moment. A larger word stays in the box: it is moved away from the upper and
 * lower edges.
 */
export function wordPositionOf(
  word: PageWord,
  state: Pick<ShiftedState, 'x' | 'y' | 'scale' | 'isSpoken' | 'shift'>,
  space: PageSpace,
): WordPosition {
  const { line } = word;
  const middle = wordCentreOf(word, space.size);
  const size = line.scale * space.size;
  const scale = drawnScaleOf(word, state, space);
  const middleY = line.baseline + line.scale * middle.y;
  const y = state.scale > 1 ? keepInside(middleY, (space.size * scale) / 2, space.height) : middleY;
  return {
    x: line.x + line.scale * middle.x + state.shift + size * state.x,
    y: y + size * state.y,
    scale,
  };
}

/** Moves a centre so that its surroundings lie between 0 and `length`, unless they are too large. */
function keepInside(centre: number, half: number, length: number): number {
  return 2 * half > length ? centre : Math.min(length - half, Math.max(half, centre));
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
export function highlightBoxOf({ segments }: Pick<PlacedUnit, 'segments'>, size: number): Rect {
  const glyphBox = segments.map(({ x, width }) => ({
    x,
    y: -ASCENT * size,
    width,
    height: (ASCENT + DESCENT) * size,
  }));
  return expandRect(boundingBoxOf(glyphBox), BOX_PADDING * size);
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

/** A part of a word that is read in one direction, in coordinates of its line. */
export interface WordFragment {
  readonly word: PageWord;
  readonly segment: PlacedUnit['segments'][number];
}

/**
 * Groups the fragments of some words of a line that lie side by side, from left to right. Between the fragments of a
 * word that is read in both directions, there can be other words.
 *
 * @param unitOf returns the letters of a word, or undefined if the word is not one of those to group.
 */
export function groupFragments(
  { words }: CaptionPage,
  line: PageLine,
  unitOf: (word: PageWord) => PlacedUnit | undefined,
): WordFragment[][] {
  const groups: WordFragment[][] = [];
  let continues = false;
  const fragments = words
    .filter((word) => word.line === line)
    .flatMap((word) => {
      const unit = unitOf(word);
      const { segments } = unit ?? word.base.whole;
      return segments.map((segment) => ({ word, segment, isGrouped: unit !== undefined }));
    })
    .sort((one, other) => middleOf(one.segment) - middleOf(other.segment));
  for (const { word, segment, isGrouped } of fragments) {
    if (isGrouped && continues) groups.at(-1)?.push({ word, segment });
    else if (isGrouped) groups.push([{ word, segment }]);
    continues = isGrouped;
  }
  return groups;
}

function middleOf({ x, width }: Pick<Rect, 'x' | 'width'>): number {
  return x + width / 2;
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
