import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { boxAround, grown, withShadow } from '../layer.ts';
import { type PlacedUnit, unitBox } from '../rich-text/layout.ts';
import { castBy } from '../rich-text/style.ts';
import { ASCENT, DESCENT, type Page, type PageLine, type PageWord } from './page.ts';
import { PADDING, type WordStyle } from './style.ts';
import type { WordMoment } from './word-moment.ts';

/** How far letters may reach beyond their places, in sizes: swashes, and the slant of italics. */
const OVERHANG = 0.3;

/** Where a word is drawn at a moment: its middle, in pixels of the box, and its scale. */
export interface WordPlace {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** What words are placed in, in pixels. */
export interface Space {
  /** Size of the letters that was asked for. */
  readonly size: number;
  /** Of the box. */
  readonly width: number;
}

/** The middle of a word on its line, about which it is scaled; in pixels of the size that was asked for. */
export function middleOf({ x, width }: PageWord, size: number): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: ((DESCENT - ASCENT) / 2) * size };
}

/** Where a word is at a moment. One that is larger than in its place moves so far that it does not leave the box. */
export function placeOf(word: PageWord, now: Pick<WordMoment, 'x' | 'y' | 'scale'>, space: Space): WordPlace {
  const { line, width } = word;
  const middle = middleOf(word, space.size);
  const scale = line.scale * now.scale;
  const size = line.scale * space.size;
  const x = line.x + line.scale * middle.x;
  const half = (width * scale) / 2;
  const kept = now.scale > 1 && 2 * half <= space.width ? Math.min(space.width - half, Math.max(half, x)) : x;
  return { x: kept + size * now.x, y: line.baseline + line.scale * middle.y + size * now.y, scale };
}

/** Makes a context draw a word where it is, by its places on its line. */
export function toWord(
  context: SKRSContext2D,
  word: PageWord,
  { x, y, scale }: WordPlace,
  size: number,
): void {
  const middle = middleOf(word, size);
  context.translate(x, y);
  context.scale(scale, scale);
  context.translate(-middle.x, -middle.y);
}

/** Makes a context draw what lies on a line by its places there. */
export function toLine(context: SKRSContext2D, { x, baseline, scale }: PageLine): void {
  context.translate(x, baseline);
  context.scale(scale, scale);
}

/** The box behind letters, on their line (contract 2.16). */
export function highlightBox({ spans }: PlacedUnit, size: number): Rect {
  const letters = spans.map(({ x, width }) => ({
    ...{ x, y: -ASCENT * size },
    ...{ width, height: (ASCENT + DESCENT) * size },
  }));
  return grown(boxAround(letters), PADDING * size);
}

/** All that a word may have ink on, on its line, in pixels of the size that was asked for. */
export function inkOf(unit: PlacedUnit, style: WordStyle): Rect {
  const letters = unitBox(unit);
  const line = (style.stroke?.width ?? 0) / 2 + 1;
  const reach = OVERHANG * style.size;
  const inked = {
    x: letters.x - reach - line,
    y: letters.y - line,
    width: letters.width + 2 * (reach + line),
    height: letters.height + 2 * line,
  };
  const cast = style.shadow ? withShadow(inked, castBy(style.shadow)) : inked;
  return boxAround([cast, highlightBox(unit, style.size)]);
}

/** An area on the line of a word where the word is, in pixels of the box. */
export function areaAt(area: Rect, word: PageWord, { x, y, scale }: WordPlace, size: number): Rect {
  const middle = middleOf(word, size);
  return {
    x: x + (area.x - middle.x) * scale,
    y: y + (area.y - middle.y) * scale,
    width: area.width * scale,
    height: area.height * scale,
  };
}

/** The words of a line by those that follow each other on the page. */
export function neighbours<Word extends PageWord>({ words: all }: Page, words: readonly Word[]): Word[][] {
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

/** Farther than anything reaches, in pixels. */
export const FAR = 1e5;

/**
 * Up to where a word is filled, on its line.
 *
 * @param filled of its width, in the order of reading.
 */
export function edgeOf(
  { x, width }: Pick<Rect, 'x' | 'width'>,
  { rightToLeft }: PageWord,
  filled: number,
): number {
  return x + width * (rightToLeft ? 1 - filled : filled);
}

/** Lets a context draw on one side of an edge alone, which is moved to between two of its pixels. */
export function onOneSide(context: SKRSContext2D, edge: number, side: 'left' | 'right'): void {
  const transform = context.getTransform();
  const column = Math.round(transform.a * edge + transform.e);
  context.resetTransform();
  context.beginPath();
  context.rect(side === 'left' ? column - FAR : column, -FAR, FAR, 2 * FAR);
  context.clip();
  context.setTransform(transform);
}
