import { createCanvas } from '@napi-rs/canvas';
import { applyFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import type { MeasureText } from '../../text-layout/break-lines.ts';
import { createFineLineRuler } from '../ink/fine-line-ruler.ts';
import { createInkRuler, type InkRuler } from '../ink/ink-ruler.ts';
import type { BlockStyle } from './style.ts';

/** Measures text, without extra letter or word spacing. */
export interface Ruler extends InkRuler {
  /** Advance width of a text, in pixels. */
  readonly width: MeasureText;
}

/** The part of a style that a ruler depends on. */
type RuledStyle = Pick<BlockStyle, 'size' | 'keepsInside'>;

/**
 * Creates a ruler. It has its own canvas, because measurements must not depend on the scale at which letters
 * are drawn. The lines of a text that must stay inside its box are measured more finely.
 */
export function createRuler(textFonts: TextFonts, { size, keepsInside }: RuledStyle): Ruler {
  const context = createCanvas(1, 1).getContext('2d');
  applyFonts(context, textFonts, size);
  return {
    ...createInkRuler(textFonts, size),
    ...(keepsInside && createFineLineRuler(textFonts, size)),
    width: (text) => context.measureText(text).width,
  };
}
