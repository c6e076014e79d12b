import type { RichTextAsset } from '../../../edit/model.ts';
import type { TextFonts } from '../../fonts/text-fonts.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { findTooWide } from '../../text-layout/break-lines.ts';
import { withSpacing } from '../../text-layout/text-units.ts';
import { type FittedSize, fitFontSize } from '../fit/fit-font-size.ts';
import { inkBoxOf } from '../ink/ink-box.ts';
import { letterAreaOf, placeLines } from './layout.ts';
import { createRuler } from './ruler.ts';
import { blockStyleOf } from './style.ts';

/** A rich text with its final font size, and how it fits its box. */
export interface FittedRichText {
  readonly asset: RichTextAsset;
  /** Absent if the text may not shrink. */
  readonly fitted?: FittedSize;
}

/** Returns a rich text with the largest font size at which it fits its box, if it may shrink. */
export function fitRichText(asset: RichTextAsset, textFonts: TextFonts, box: PixelSize): FittedRichText {
  const { minSize } = asset.font ?? {};
  if (minSize === undefined) return { asset };
  const fitted = fitFontSize(blockStyleOf(asset).size, minSize, (size) => {
    const style = blockStyleOf(withRichTextSize(asset, size));
    const ruler = createRuler(textFonts, style);
    const { width = 0, height = 0 } = inkBoxOf(placeLines(textFonts.text, box, style, ruler), ruler) ?? {};
    const area = letterAreaOf(box, style);
    return {
      isInside: width <= area.width && height <= area.height,
      brokenWord: findTooWide(textFonts.text, area.width, withSpacing(ruler.width, style.spacing)),
      needed: { width: box.width - area.width + width, height: box.height - area.height + height },
    };
  });
  return { asset: withRichTextSize(asset, fitted.size), fitted };
}

function withRichTextSize(asset: RichTextAsset, size: number): RichTextAsset {
  return { ...asset, font: { ...asset.font, size } };
}
