import type { TextAsset } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import { drawnBoxOf, type PixelSize } from '../../scene/placement.ts';
import type { TextMeasure } from '../overflow/text-measure.ts';
import { layOutTextBlock } from './fit-text-block.ts';
import { DEFAULT_TEXT_SIZE } from './text-block.ts';
import { findTextFace, selectTextFonts, visibleAreaOf } from './text-drawing.ts';

/**
 * Measures the letters of a text asset in its box. If its lines do not fit, they are cut off.
 *
 * @param frame size of the viewport in pixels.
 * @throws {KinoraError} `font_not_found` if the family is unknown.
 */
export function measurePlainText(
  wanted: TextAsset,
  frame: PixelSize,
  fonts: FontLibrary,
): TextMeasure | undefined {
  const face = findTextFace(wanted, fonts);
  const box = drawnBoxOf(wanted, frame);
  const textFonts = selectTextFonts(wanted, face);
  const block = layOutTextBlock({ ...wanted, ellipsis: textFonts.ellipsis }, textFonts, face, box);
  const { asset, overflows, lines, fitted } = block;
  const ink = block.measureInk();
  const { size = DEFAULT_TEXT_SIZE } = asset.font ?? {};
  const vertical = asset.alignment?.vertical ?? 'center';
  const align = vertical === 'center' ? 'middle' : vertical;
  const drawn = overflows ? { drawn: visibleAreaOf(asset, box) } : {};
  return ink && { box, ink, size, lineCount: lines.length, align, ...drawn, ...(fitted && { fitted }) };
}
