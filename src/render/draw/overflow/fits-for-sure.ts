import { drawnBoxOf, type PixelSize, type Rect } from '../../scene/placement.ts';
import type { WholeRichText } from '../../resolve/timeline.ts';
import { withSpanLook } from '../rich-text/spans/span-pieces.ts';
import { blockStyleOf } from '../rich-text/style.ts';
import type { WrittenAsset } from './measure-written.ts';
import { DEFAULT_TEXT_SIZE } from '../text/lay-out-plain-text.ts';

/** The width that letters do not exceed on average, in font sizes. */
const MAX_LETTER_WIDTH = 1.5;
/** The height that the letters of one line do not exceed, in font sizes. */
const MAX_LETTER_HEIGHT = 1.6;

/** The numbers that determine how much room a text takes, in pixels. */
interface TextRoom {
  /** Size of the box inside the padding. */
  readonly width: number;
  readonly height: number;
  readonly size: number;
  /** Distance between baselines. */
  readonly advance: number;
  /** Additional space after each letter. */
  readonly spacing: number;
}

/**
 * True if a text certainly fits its box and the picture. Does not lay out the text, so that edits with many
 * short texts are checked quickly.
 *
 * @param frame size of the viewport in pixels.
 * @param seen the part of the box that the picture shows, in pixels of the box. If absent, everything.
 */
export function fitsForSure(asset: WrittenAsset, frame: PixelSize, seen: Rect | undefined): boolean {
  if (asset.text.trim() === '') return true;
  const room = roomOf(asset, frame);
  if (!room || (seen && !containsBox(seen, drawnBoxOf(asset, frame)))) return false;
  const { width, height, size, advance, spacing } = room;
  const letterWidth = MAX_LETTER_WIDTH * size + spacing;
  if (width < letterWidth) return false;
  // Two neighbouring lines together hold at least as many letters as one full line.
  const lines = asset.text
    .split(/[\r\n\u2028\u2029]/)
    .reduce((sum, line) => sum + 1 + Math.floor((2 * line.length * letterWidth) / width), 0);
  return (lines - 1) * advance + Math.max(advance, MAX_LETTER_HEIGHT * size) <= height;
}

/** Returns the room of a text in the middle of its box. Other texts reach out of their box more easily. */
function roomOf(asset: WrittenAsset, frame: PixelSize): TextRoom | undefined {
  if (asset.type === 'rich-text') {
    const { padding, vertical } = blockStyleOf(asset);
    const { size, advance, spacing } = largestBlockOf(asset);
    if (vertical !== 'middle') return undefined;
    const [width, height] = [
      frame.width - padding.left - padding.right,
      frame.height - padding.top - padding.bottom,
    ];
    return { width, height, size, advance, spacing };
  }
  if (asset.type === 'text') {
    if ((asset.alignment?.vertical ?? 'center') !== 'center') return undefined;
    const { size = DEFAULT_TEXT_SIZE, lineHeight = 1 } = asset.font ?? {};
    const box = drawnBoxOf(asset, frame);
    const padding = asset.background?.padding ?? 0;
    const [width, height] = [box.width - 2 * padding, box.height - 2 * padding];
    return { width, height, size, advance: size * lineHeight, spacing: 0 };
  }
  return undefined;
}

/** Returns the largest size, advance and spacing of all spans of a rich text. */
function largestBlockOf(asset: WholeRichText): Pick<TextRoom, 'size' | 'advance' | 'spacing'> {
  const blocks = [undefined, ...(asset.spans ?? [])].map((span) => blockStyleOf(withSpanLook(asset, span)));
  return {
    size: Math.max(...blocks.map(({ size }) => size)),
    advance: Math.max(...blocks.map(({ advance }) => advance)),
    spacing: Math.max(
      ...blocks.map(({ spacing: { letter, word } }) => Math.max(0, letter) + Math.max(0, word)),
    ),
  };
}

/** True if an area contains a whole box. */
export function containsBox({ x, y, width, height }: Rect, box: PixelSize): boolean {
  return x <= 0 && y <= 0 && x + width >= box.width && y + height >= box.height;
}
