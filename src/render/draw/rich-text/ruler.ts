import { createCanvas } from '@napi-rs/canvas';
import { applyFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import type { MeasureText } from '../../text-layout/break-lines.ts';

/** Extent of letters above and below their baseline, in pixels. */
export interface InkExtent {
  readonly ascent: number;
  readonly descent: number;
}

/** Measures text, without extra letter or word spacing. */
export interface Ruler {
  /** Advance width of a text, in pixels. */
  readonly width: MeasureText;
  /** Returns how far the ink of a text extends. Ignores marks above or below letters, as in Arabic. */
  readonly ink: (text: string) => InkExtent;
  /**
   * Returns how far the ink of a text extends, including marks. Slower than {@link Ruler.ink}, because
   * it draws the letters.
   */
  readonly drawnInk: (text: string) => InkExtent;
}

/**
 * Creates a ruler. It has its own canvas, because measurements must not depend on the scale at which letters
 * are drawn.
 */
export function createRuler(textFonts: TextFonts, size: number): Ruler {
  const context = createCanvas(1, 1).getContext('2d');
  applyFonts(context, textFonts, size);
  return {
    width: (text) => context.measureText(text).width,
    ink(text) {
      const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } =
        context.measureText(text);
      return { ascent, descent };
    },
    drawnInk: (text) => measureDrawnInk(text, textFonts, size),
  };
}

/**
 * The font size and the canvas for measuring drawn letters, in pixels. A text that is wider than the
 * canvas is squeezed.
 */
const SAMPLE = { size: 32, width: 512, above: 96, below: 64 };

/**
 * Measures where drawn letters have ink. Skia itself measures only the letters of the first font,
 * without their marks.
 */
function measureDrawnInk(text: string, textFonts: TextFonts, size: number): InkExtent {
  const { width, above, below } = SAMPLE;
  const context = createCanvas(width, above + below).getContext('2d');
  applyFonts(context, textFonts, SAMPLE.size);
  context.scale(Math.min(1, width / context.measureText(text).width), 1);
  context.fillText(text, 0, above);
  const { data } = context.getImageData(0, 0, width, above + below);
  const rows = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
  const first = rows.findIndex((pixel) => pixel !== 0);
  if (first < 0) return { ascent: 0, descent: 0 };
  const last = rows.findLastIndex((pixel) => pixel !== 0);
  // Add one row at each end, because rounding differs at other font sizes.
  const scale = size / SAMPLE.size;
  return {
    ascent: scale * (above + 1 - Math.floor(first / width)),
    descent: scale * (Math.floor(last / width) + 2 - above),
  };
}
