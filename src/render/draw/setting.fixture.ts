import { BUILT_IN } from '../fonts/fonts.ts';
import type { Size } from '../scene/placement.ts';
import type { Setting } from './drawing.ts';

/** A setting with the fonts that every edit has. @param lasts length of the clip in seconds. */
export function settingOf(frame: Size, lasts = 5): Setting {
  return { frame, lasts, fonts: BUILT_IN };
}
