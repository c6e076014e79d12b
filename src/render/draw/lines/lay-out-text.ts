import type { TextFonts } from '../../fonts/text-fonts.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import { findTooWide } from '../../text-layout/break-lines.ts';
import { withSpacing } from '../../text-layout/text-units.ts';
import type { GlyphStyle } from '../letters/glyph-style.ts';
import { type FittedSize, fitFontSize, type TrialFit } from './fit-font-size.ts';
import { inkBoxOf } from './ink-box.ts';
import { type BlockStyle, letterAreaOf, type PlacedLine, placeLines } from './placed-lines.ts';
import type { Ruler } from './ruler.ts';

/** A look at its font size. */
export interface Look {
  readonly fonts: TextFonts;
  readonly style: GlyphStyle;
}

/** A text at a font size, ready to be laid out. */
export interface PreparedText {
  readonly text: string;
  readonly block: BlockStyle;
  readonly ruler: Ruler;
  /** At least one. */
  readonly looks: readonly [Look, ...Look[]];
}

/** Prepares a text at the font size of its asset, in pixels, or at another one. Spans change in proportion. */
export type PrepareText = (size?: number) => PreparedText;

/** The lines of a text at their places in its box. Lengths are in pixels of the box. */
export interface WrittenLines {
  readonly box: PixelSize;
  readonly lines: readonly PlacedLine[];
  readonly ruler: Ruler;
  /** The largest font size. */
  readonly size: number;
  /** The edge of the box that the text is aligned to. Absent if the text is not moved by making the box larger. */
  readonly align?: BlockStyle['vertical'];
  /** The asset draws no letters outside of this area, which may reach beyond the box. */
  readonly drawn?: Rect;
  /** The fit of the text in its box. Only for a text that may shrink. */
  readonly fitted?: FittedSize;
}

/** A text in lines, with what it takes to draw them. */
export interface LaidOutText extends WrittenLines, PreparedText {}

/**
 * Lays out a text in its box. A text with a least size shrinks first, and needs no ellipsis if it fits then.
 *
 * @param font the wanted and the least size in pixels.
 */
export function layOutText(
  prepare: PrepareText,
  font: { readonly size: number; readonly minSize?: number | undefined },
  box: PixelSize,
): LaidOutText {
  const { size, minSize } = font;
  const fitted =
    minSize === undefined ? undefined : fitFontSize(size, minSize, (tried) => tryText(prepare(tried), box));
  const prepared = prepare(fitted?.size);
  const { text, ruler, looks } = prepared;
  const block = fitted?.isInside === true ? { ...prepared.block, ellipsis: '' } : prepared.block;
  return {
    ...prepared,
    block,
    box,
    lines: placeLines(text, box, block, ruler).lines,
    size: Math.max(...looks.map(({ style }) => style.size)),
    align: block.vertical,
    ...(fitted && { fitted }),
  };
}

/** Lays out a text at a font size, to find out if it fits its box. */
function tryText({ text, block, ruler }: PreparedText, box: PixelSize): TrialFit {
  const placed = placeLines(text, box, { ...block, ellipsis: '' }, ruler);
  const { width = 0, height = 0 } = inkBoxOf(placed.lines, ruler) ?? {};
  const area = letterAreaOf(box, block);
  // Slanted letters make lines narrower. A rich text takes no notice of that when it looks for broken words.
  const lineWidth = block.face ? placed.width : area.width;
  return {
    isInside: width <= area.width && height <= area.height,
    brokenWord: findTooWide(text, lineWidth, withSpacing(ruler.width, block.spacing)),
    needed: { width: box.width - area.width + width, height: box.height - area.height + height },
  };
}
