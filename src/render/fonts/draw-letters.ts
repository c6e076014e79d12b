import type { SKRSContext2D } from '@napi-rs/canvas';
import { type LetterPaint, letterPaintOf } from './letter-paint.ts';

/**
 * The slant that disables hinting, in pixels of the canvas per pixel. Skia rounds slants to multiples of 1/1024,
 * and hints only letters without one.
 */
const SLANT = 0.75 / 1024;

/** Font size in pixels of the canvas up to which Skia rounds baselines. */
const MAX_ROUNDED_SIZE = 256;
/** A part of a direction that only comes from rounding. */
const NEARLY_ZERO = 1e-6;
/** Distance from the middle between two rows that counts as the middle, in pixels. */
const HALF_TOLERANCE = 1e-3;

/**
 * Fills letters as a browser without hinting does: the only way to draw a text.
 *
 * Skia would hint them: it moves their edges to whole pixel rows. That makes small letters heavier or lighter by up
 * to a tenth of their ink, and different from the same letters in `html`. It has no setting for hinting, but it
 * does not hint letters that are slanted. Therefore, each line is slanted around its baseline, by a tenth of a
 * pixel at 100 px.
 *
 * @param paint `#RGB`, `#RRGGBB` or a paint for letters. Opacity is that of the context.
 * @param baseline y of the baseline (or of what `textBaseline` says).
 */
export function fillLetters(
  context: SKRSContext2D,
  paint: string | LetterPaint,
  text: string,
  x: number,
  baseline: number,
): void {
  drawInCoats(context, paint, baseline, (style, row) => {
    context.fillStyle = style;
    context.fillText(text, x, row);
  });
}

/** Strokes the outlines of letters like {@link fillLetters}, with the line width of the context. */
export function strokeLetters(
  context: SKRSContext2D,
  paint: string | LetterPaint,
  text: string,
  x: number,
  baseline: number,
): void {
  drawInCoats(context, paint, baseline, (style, row) => {
    context.strokeStyle = style;
    context.strokeText(text, x, row);
  });
}

function drawInCoats(
  context: SKRSContext2D,
  paint: string | LetterPaint,
  baseline: number,
  draw: (style: LetterPaint['style'], baseline: number) => void,
): void {
  const { style, undercoat } = typeof paint === 'string' ? letterPaintOf(paint) : paint;
  const row = toWholeRow(context, baseline);
  context.save();
  slant(context, row);
  if (takesUndercoat(context, undercoat)) {
    context.globalAlpha = undercoat;
    draw(style, row);
    context.globalAlpha = 1;
  }
  draw(style, row);
  context.restore();
}

/**
 * Returns the nearest baseline that lies on a whole pixel row of the canvas, or on a whole column if the letters
 * are turned by a quarter. Skia rounds baselines itself, but first adds a fraction that depends on the highest
 * font of the text. So words would be a pixel above or below their line if it has letters of a fallback font.
 * Skia does not round other directions and large letters.
 */
function toWholeRow(context: SKRSContext2D, baseline: number): number {
  const { a, b, c, d, e, f } = context.getTransform();
  const isUpright = Math.abs(b) < NEARLY_ZERO * Math.abs(a);
  if (!isUpright && Math.abs(a) >= NEARLY_ZERO * Math.abs(b)) return baseline;
  const [scale, origin] = isUpright ? [d, f] : [c, e];
  const size = Number.parseFloat(/(?<![\d.])([\d.]+)px/.exec(context.font)?.[1] ?? '0');
  if (scale === 0 || size * Math.sqrt(Math.abs(a * d - b * c)) > MAX_ROUNDED_SIZE) return baseline;
  if (context.textBaseline !== 'alphabetic') return baseline;
  return (Math.floor(scale * baseline + origin + 0.5 + HALF_TOLERANCE) - origin) / scale;
}

/** Slants everything that is drawn afterwards by {@link SLANT}. The baseline stays where it is. */
function slant(context: SKRSContext2D, baseline: number): void {
  const { a, b, c, d } = context.getTransform();
  const scale = Math.hypot(a, b);
  if (scale === 0) return;
  // In the direction in which the context is slanted, because two slants must not cancel each other.
  const by = (a * c + b * d < 0 ? -SLANT : SLANT) / scale;
  context.transform(1, 0, by, 1, -by * baseline, 0);
}

/** True if an undercoat leaves the opacity of letters and of their shadow as it is. */
function takesUndercoat(context: SKRSContext2D, undercoat: number): boolean {
  if (undercoat === 0 || context.globalAlpha < 1 || context.shadowBlur > 0) return false;
  return context.globalCompositeOperation === 'source-over';
}
