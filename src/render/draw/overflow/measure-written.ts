import type { TextAsset, TitleAsset } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type { WholeRichText } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { measureRichText } from '../rich-text/measure-rich-text.ts';
import { blockStyleOf } from '../rich-text/style.ts';
import { measurePlainText } from '../text/measure-plain-text.ts';
import { DEFAULT_TEXT_SIZE } from '../text/text-block.ts';
import { measureTitle } from '../title/measure-title.ts';
import type { TextMeasure } from './text-measure.ts';

/** An asset whose own text is laid out in a box. */
export type WrittenAsset = TextAsset | WholeRichText | TitleAsset;

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

/** Returns a text with another font size, in pixels. */
export function withFontSize(asset: Exclude<WrittenAsset, TitleAsset>, size: number): WrittenAsset {
  // Two branches, because the fonts of the two types differ.
  if (asset.type === 'text') return { ...asset, font: { ...asset.font, size } };
  return { ...asset, font: { ...asset.font, size } };
}

/**
 * Measures the letters of a text.
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
      return measurePlainText(asset, frame, fonts);
    case 'rich-text':
      return measureRichText(asset, frame, fonts);
    case 'title':
      return measureTitle(asset, frame);
  }
}
