import type { WholeRichText } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { findTooWide } from '../../text-layout/break-lines.ts';
import { withSpacing } from '../../text-layout/text-units.ts';
import { type FittedSize, fitFontSize } from '../fit/fit-font-size.ts';
import { inkBoxOf } from '../ink/ink-box.ts';
import { letterAreaOf, placeLines } from './layout.ts';
import type { PreparedText, PrepareText } from './spans/prepared-text.ts';
import { blockStyleOf } from './style.ts';

/** A rich text at its final font size, and how it fits its box. */
export interface FittedRichText extends PreparedText {
  /** Absent if the text may not shrink. */
  readonly fitted?: FittedSize;
}

/** Returns a rich text at the largest font size at which it fits its box, if it may shrink. */
export function fitRichText(asset: WholeRichText, prepare: PrepareText, box: PixelSize): FittedRichText {
  const { minSize } = asset.font ?? {};
  if (minSize === undefined) return prepare();
  const fitted = fitFontSize(blockStyleOf(asset).size, minSize, (size) => {
    const { text, block, ruler } = prepare(size);
    const { width = 0, height = 0 } = inkBoxOf(placeLines(text, box, block, ruler), ruler) ?? {};
    const area = letterAreaOf(box, block);
    return {
      isInside: width <= area.width && height <= area.height,
      brokenWord: findTooWide(text, area.width, withSpacing(ruler.width, block.spacing)),
      needed: { width: box.width - area.width + width, height: box.height - area.height + height },
    };
  });
  return { ...prepare(fitted.size), fitted };
}
