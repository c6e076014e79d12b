import { drawnBoxOf, type PixelSize, type Rect } from '../../scene/placement.ts';
import { insetBox } from '../lines/keep-inside.ts';
import type { BlockStyle } from '../lines/placed-lines.ts';
import { withSpanLook } from '../rich-text/spans/span-pieces.ts';
import { blockStyleOf } from '../rich-text/style.ts';
import type { WrittenAsset } from './measure-written.ts';
import { plainBlockStyleOf } from '../text/lay-out-plain-text.ts';

/** The width that letters do not exceed on average, in font sizes. */
const MAX_LETTER_WIDTH = 1.5;
/** The height that the letters of one line do not exceed, in font sizes. */
const MAX_LETTER_HEIGHT = 1.6;

/**
 * True if a text certainly fits its box and the picture. Does not lay out the text, so that edits with many
 * short texts are checked quickly.
 *
 * @param frame size of the viewport in pixels.
 * @param seen the part of the box that the picture shows, in pixels of the box. If absent, everything.
 */
export function fitsForSure(asset: WrittenAsset, frame: PixelSize, seen: Rect | undefined): boolean {
  if (asset.text.trim() === '') return true;
  const blocks = blocksOf(asset);
  const box = drawnBoxOf(asset, frame);
  // Only a text in the middle of its box is easy to judge. Other texts reach out of their box more easily.
  if (blocks?.[0]?.vertical !== 'middle' || (seen && !containsBox(seen, box))) return false;
  const { width, height } = insetBox(box, blocks[0].padding);
  const largest = (of: (block: BlockStyle) => number): number => Math.max(...blocks.map(of));
  const [size, advance] = [largest((block) => block.size), largest((block) => block.advance)];
  const spacing = largest(({ spacing: { letter, word } }) => Math.max(0, letter) + Math.max(0, word));
  const letterWidth = MAX_LETTER_WIDTH * size + spacing;
  if (width < letterWidth) return false;
  const lines = countLinesAtMost(asset.text, letterWidth, width);
  return (lines - 1) * advance + Math.max(advance, MAX_LETTER_HEIGHT * size) <= height;
}

/** Returns the largest number of lines of a width that a text may have. Lengths are in pixels. */
export function countLinesAtMost(text: string, letterWidth: number, width: number): number {
  // Two neighbouring lines together hold at least as many letters as one full line.
  return text
    .split(/[\r\n\u2028\u2029]/)
    .reduce((sum, line) => sum + 1 + Math.floor((2 * line.length * letterWidth) / width), 0);
}

/** Returns the layout settings of a text and its spans, or undefined for a title. */
function blocksOf(asset: WrittenAsset): BlockStyle[] | undefined {
  if (asset.type === 'title') return undefined;
  if (asset.type === 'text') return [plainBlockStyleOf(asset)];
  return [undefined, ...(asset.spans ?? [])].map((span) => blockStyleOf(withSpanLook(asset, span)));
}

/** True if an area contains a whole box. */
export function containsBox({ x, y, width, height }: Rect, box: PixelSize): boolean {
  return x <= 0 && y <= 0 && x + width >= box.width && y + height >= box.height;
}
