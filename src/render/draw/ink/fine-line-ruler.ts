import type { TextFonts } from '../../fonts/text-fonts.ts';
import { createInkRuler, type InkRuler } from './ink-ruler.ts';

/** Enlargement of the measured letters. Skia rounds the ink of small letters to whole pixels. */
const ENLARGEMENT = 4;

/** Measures the ink of lines of text. */
export type LineRuler = Pick<InkRuler, 'lineInk'>;

/**
 * Creates a ruler that measures the ink of lines to a quarter of a pixel, for texts that must be inside their box.
 *
 * @param size font size in pixels.
 */
export function createFineLineRuler(textFonts: TextFonts, size: number): LineRuler {
  const { lineInk } = createInkRuler(textFonts, ENLARGEMENT * size);
  return {
    lineInk(line) {
      const ink = lineInk(line);
      if (!ink) return undefined;
      const { ascent, descent, overhang } = ink;
      return {
        ascent: ascent / ENLARGEMENT,
        descent: descent / ENLARGEMENT,
        overhang: { left: overhang.left / ENLARGEMENT, right: overhang.right / ENLARGEMENT },
      };
    },
  };
}
