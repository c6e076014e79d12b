import type { TextAsset, TitleAsset } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type { WholeRichText } from '../../resolve/timeline.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import { inkBoxOf } from '../lines/ink-box.ts';
import type { WrittenLines } from '../lines/lay-out-text.ts';
import { layOutRichText } from '../rich-text/spans/prepared-text.ts';
import { blockStyleOf } from '../rich-text/style.ts';
import { DEFAULT_TEXT_SIZE, layOutPlainText } from '../text/lay-out-plain-text.ts';
import { layOutTitle } from '../title/title-layout.ts';

/** An asset whose own text is laid out in a box. */
export type WrittenAsset = TextAsset | WholeRichText | TitleAsset;

/** The smallest font size in pixels that a warning recommends. Smaller letters are unreadable. */
export const MIN_SIZE = 8;
/** The cost of a span beside that of its characters, in characters. */
const SPAN_COST = 20;

/** Returns the cost of laying out a text, in characters. */
export function layoutCostOf(asset: WrittenAsset): number {
  const spans = asset.type === 'rich-text' ? (asset.spans ?? []) : [];
  return asset.text.length + SPAN_COST * spans.length;
}

/** Returns the font size of a text in pixels. */
export function fontSizeOf(asset: Exclude<WrittenAsset, TitleAsset>): number {
  return asset.type === 'text' ? (asset.font?.size ?? DEFAULT_TEXT_SIZE) : blockStyleOf(asset).size;
}

/** Returns a text with another font size or least size, in pixels. The size of a title cannot be changed. */
export function withFont(asset: WrittenAsset, font: { size?: number; minSize?: number }): WrittenAsset {
  // One branch for each type, because their fonts differ.
  if (asset.type === 'title') return { ...asset, minSize: font.minSize ?? asset.minSize };
  if (asset.type === 'text') return { ...asset, font: { ...asset.font, ...font } };
  return { ...asset, font: { ...asset.font, ...font } };
}

/** The size and the place of the letters of a text, at rest. Lengths are in pixels of the box. */
export interface TextMeasure extends Omit<WrittenLines, 'lines' | 'ruler'> {
  /** The bounding box of the letters. */
  readonly ink: Rect;
  readonly lineCount: number;
}

/**
 * Measures the letters of a text. A title with an animated offset is measured without its offset.
 *
 * @param frame size of the viewport in pixels: the box of the clip, or the whole output.
 * @returns undefined if the text has no letters.
 * @throws {KinoraError} `font_not_found` or `validation_failed` if the font of the text is unknown.
 */
export function measureWritten(
  asset: WrittenAsset,
  frame: PixelSize,
  fonts: FontLibrary,
): TextMeasure | undefined {
  switch (asset.type) {
    case 'text':
      return measureLines(layOutPlainText(asset, frame, fonts));
    case 'rich-text':
      return measureLines(layOutRichText(asset, frame, fonts));
    case 'title': {
      const measure = measureLines(layOutTitle(asset, frame));
      const { x = 0, y = 0 } = asset.offset ?? {};
      if (!measure || typeof x !== 'number' || typeof y !== 'number') return measure;
      const { ink } = measure;
      return { ...measure, ink: { ...ink, x: ink.x + x * frame.width, y: ink.y + -y * frame.height } };
    }
  }
}

function measureLines(written: WrittenLines): TextMeasure | undefined {
  const ink = inkBoxOf(written.lines, written.ruler);
  return ink && { ...written, ink, lineCount: written.lines.length };
}
