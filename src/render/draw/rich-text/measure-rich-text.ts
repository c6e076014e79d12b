import type { FontLibrary } from '../../fonts/font-library.ts';
import type { WholeRichText } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { inkBoxOf } from '../ink/ink-box.ts';
import type { TextMeasure } from '../overflow/text-measure.ts';
import { fitRichText } from './fit-rich-text.ts';
import { placeLines } from './layout.ts';
import { createTextPreparer, largestLookOf } from './spans/prepared-text.ts';

/**
 * Measures the letters of a rich text in its box. Lines that do not fit are drawn beyond the box.
 *
 * @throws {KinoraError} like {@link createTextPreparer}.
 */
export function measureRichText(
  asset: WholeRichText,
  box: PixelSize,
  fonts: FontLibrary,
): TextMeasure | undefined {
  const { text, block, ruler, looks, fitted } = fitRichText(asset, createTextPreparer(asset, fonts), box);
  const lines = placeLines(text, box, block, ruler);
  const ink = inkBoxOf(lines, ruler);
  return (
    ink && {
      box,
      ink,
      size: largestLookOf(looks),
      lineCount: lines.length,
      align: block.vertical,
      ...(fitted && { fitted }),
    }
  );
}
