import { createCanvas } from '@napi-rs/canvas';
import { applyFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import type { MeasureText } from '../../text-layout/break-lines.ts';
import { createInkRuler, type InkRuler } from './ink-ruler.ts';

/** Measures text, without extra letter or word spacing. */
export interface Ruler extends InkRuler {
  /** Advance width of a text, in pixels. */
  readonly width: MeasureText;
}

/** The settings that a ruler depends on. */
interface RuledStyle {
  /** Font size in pixels. */
  readonly size: number;
  /** True for a text that must stay inside its box. The ink of its lines is measured more finely. */
  readonly keepsInside?: boolean;
  /** Space in pixels that Skia itself adds after each letter. Ink is measured without it. Default 0. */
  readonly tracking?: number;
}

/** Enlargement of letters that are measured finely. Skia rounds the ink of small letters to whole pixels. */
const ENLARGEMENT = 4;

/**
 * Creates a ruler. It has its own canvas, because measurements must not depend on the scale at which letters
 * are drawn.
 */
export function createRuler(
  textFonts: TextFonts,
  { size, keepsInside = false, tracking = 0 }: RuledStyle,
): Ruler {
  const context = createCanvas(1, 1).getContext('2d');
  applyFonts(context, textFonts, size);
  if (tracking !== 0) context.letterSpacing = `${tracking}px`;
  return {
    ...createInkRuler(textFonts, size),
    ...(keepsInside && { lineInk: createFineLineInk(textFonts, size) }),
    width: (text) => context.measureText(text).width,
  };
}

/** Returns a function that measures the ink of lines to a quarter of a pixel. */
function createFineLineInk(textFonts: TextFonts, size: number): Ruler['lineInk'] {
  const { lineInk } = createInkRuler(textFonts, ENLARGEMENT * size);
  return (line) => {
    const ink = lineInk(line);
    if (!ink) return undefined;
    const { ascent, descent, overhang } = ink;
    return {
      ascent: ascent / ENLARGEMENT,
      descent: descent / ENLARGEMENT,
      overhang: { left: overhang.left / ENLARGEMENT, right: overhang.right / ENLARGEMENT },
    };
  };
}
