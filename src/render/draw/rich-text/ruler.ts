import { createCanvas } from '@napi-rs/canvas';
import { applyFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import type { MeasureText } from '../../text-layout/break-lines.ts';

/** How far letters reach above and below their baseline, in pixels. */
export interface InkExtent {
  readonly ascent: number;
  readonly descent: number;
}

/** Measures text without what is added between its letters. */
export interface Ruler {
  /** How far it is from where the text begins to where the next would, in pixels. */
  readonly width: MeasureText;
  /** How far its ink reaches; too little for marks that are set above or below letters, as in Arabic. */
  readonly ink: (text: string) => InkExtent;
  /** How far its ink reaches at the most, by letters that are drawn: slower than {@link Ruler.ink}. */
  readonly drawnInk: (text: string) => InkExtent;
}

/** Measures on a canvas of its own: what letters measure must not depend on the scale that they are drawn at. */
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

/** The letters that are drawn to be measured, in pixels; what is wider than their canvas is squeezed. */
const SAMPLE = { size: 32, width: 512, above: 96, below: 64 };

/** Skia measures the letters of the first font only, and without the marks on them: so it is looked where there is ink. */
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
  // A row more, because letters of another size lie on other rows.
  const by = size / SAMPLE.size;
  return {
    ascent: by * (above + 1 - Math.floor(first / width)),
    descent: by * (Math.floor(last / width) + 2 - above),
  };
}
