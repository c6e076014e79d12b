import type { Warning } from '../../edit/edit.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { letteringOf } from '../fonts/lettering.ts';
import type { DrawnAsset } from '../resolve/timeline.ts';
import { drawnBox, type Size } from '../scene/placement.ts';
import { blockOf } from './text-block.ts';
import { textFace } from './text.ts';

/**
 * Warns of a text whose lines need more room than its box has, so that they are cut. Titles become smaller, and rich texts are
 * seen beyond their boxes.
 *
 * @param frame what the clip gives an asset without a box of its own, in pixels.
 * @param field where the asset stands in the edit.
 */
export function cutLines(asset: DrawnAsset, frame: Size, fonts: Fonts, field: string): Warning[] {
  if (asset.type !== 'text') return [];
  const face = textFace(asset, fonts);
  const box = drawnBox(asset, frame);
  if (!blockOf(asset, letteringOf(asset.text, face), face, box).overflows) return [];
  const size = `${Math.round(box.width)}x${Math.round(box.height)}`;
  const text = `${field}.text: the lines are higher than their box of ${size} pixels and cut at its edges; give it a smaller font.size, a larger height or an ellipsis.`;
  return [{ field: `${field}.text`, text }];
}
