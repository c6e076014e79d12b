import type { Rect } from '../../scene/placement.ts';
import { inkBoxOf } from '../ink/ink-box.ts';
import { createInkRuler } from '../ink/ink-ruler.ts';
import type { CaptionBlock } from './caption-block.ts';

/**
 * Returns the bounding box of the letters of a caption without their stroke, relative to the top centre of the first
 * line. Undefined if there are none.
 */
export function inkOfCaption({ textFonts, size, lines }: CaptionBlock): Rect | undefined {
  return inkBoxOf(lines, createInkRuler(textFonts, size));
}
