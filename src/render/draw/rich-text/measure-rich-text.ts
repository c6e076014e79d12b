import type { RichTextAsset } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { inkBoxOf } from '../ink/ink-box.ts';
import type { TextMeasure } from '../overflow/text-measure.ts';
import { fitRichText } from './fit-rich-text.ts';
import { placeLines } from './layout.ts';
import { selectRichTextFonts } from './rich-text-drawing.ts';
import { createRuler } from './ruler.ts';
import { blockStyleOf } from './style.ts';

/**
 * Measures the letters of a rich text in its box. Lines that do not fit are drawn beyond the box.
 *
 * @throws {KinoraError} like {@link selectRichTextFonts}.
 */
export function measureRichText(
  wanted: RichTextAsset,
  box: PixelSize,
  fonts: FontLibrary,
): TextMeasure | undefined {
  const textFonts = selectRichTextFonts(wanted, fonts);
  const { asset, fitted } = fitRichText(wanted, textFonts, box);
  const style = blockStyleOf(asset);
  const ruler = createRuler(textFonts, style);
  const lines = placeLines(textFonts.text, box, style, ruler);
  const ink = inkBoxOf(lines, ruler);
  return (
    ink && {
      box,
      ink,
      size: style.size,
      lineCount: lines.length,
      align: style.vertical,
      ...(fitted && { fitted }),
    }
  );
}
