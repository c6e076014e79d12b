import { BUILT_IN_FONTS } from '../fonts/font-library.ts';
import type { PixelSize } from '../scene/placement.ts';
import type { DrawingSettings } from './drawing.ts';

/**
 * Returns drawing settings with the built-in fonts.
 *
 * @param duration length of the clip in seconds.
 */
export function createDrawingSettings(frame: PixelSize, duration = 5): DrawingSettings {
  return { frame, duration, fonts: BUILT_IN_FONTS };
}
