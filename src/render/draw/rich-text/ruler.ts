import { createCanvas } from '@napi-rs/canvas';
import { applyFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import type { MeasureText } from '../../text-layout/break-lines.ts';
import { createInkRuler, type InkRuler } from '../ink/ink-ruler.ts';

/** Measures text, without extra letter or word spacing. */
export interface Ruler extends InkRuler {
  /** Advance width of a text, in pixels. */
  readonly width: MeasureText;
}

/**
 * Creates a ruler. It has its own canvas, because measurements must not depend on the scale at which letters
 * are drawn.
 *
 * @param size font size in pixels.
 */
export function createRuler(textFonts: TextFonts, size: number): Ruler {
  const context = createCanvas(1, 1).getContext('2d');
  applyFonts(context, textFonts, size);
  return { ...createInkRuler(textFonts, size), width: (text) => context.measureText(text).width };
}
