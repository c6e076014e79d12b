import type { Warning } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import { selectFonts } from '../../fonts/text-fonts.ts';
import type { DrawnAsset } from '../../resolve/timeline.ts';
import { drawnBoxOf, type PixelSize } from '../../scene/placement.ts';
import { layOutTextBlock } from './text-block.ts';
import { findTextFace } from './text-drawing.ts';

/**
 * Warns about a text whose lines are taller than its box and are cut off. Titles and rich texts get no such
 * warning: titles shrink, and rich texts stay visible beyond their boxes.
 *
 * @param frame size in pixels of the default box, for an asset that sets no box.
 * @param field the path of the asset in the edit.
 */
export function checkTextOverflow(
  asset: DrawnAsset,
  frame: PixelSize,
  fonts: FontLibrary,
  field: string,
): Warning[] {
  if (asset.type !== 'text') return [];
  const face = findTextFace(asset, fonts);
  const box = drawnBoxOf(asset, frame);
  if (!layOutTextBlock(asset, selectFonts(asset.text, face), face, box).overflows) return [];
  const size = `${Math.round(box.width)}x${Math.round(box.height)}`;
  const text = `${field}.text: the lines are taller than their box of ${size} pixels and are cut off at its edges; set a smaller font.size, a larger height or an ellipsis.`;
  return [{ field: `${field}.text`, text }];
}
