import type { SKRSContext2D } from '@napi-rs/canvas';
import { fillLetters, strokeLetters } from '../../fonts/draw-letters.ts';
import { applyFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import type { Rect } from '../../scene/placement.ts';
import { drawAsLayer } from '../offscreen-layer.ts';
import { createGradient, gradientPaintOf } from './gradient.ts';
import type { PlacedUnit } from '../lines/placed-lines.ts';
import type { GlyphStyle } from './glyph-style.ts';

/** Distance in pixels that no letter exceeds. */
const CLIPPED_REACH = 100_000;

/** The layers that letters consist of. Each function draws its layer for all letters. */
interface GlyphLayers {
  readonly stroke: (context: SKRSContext2D) => void;
  readonly fill: (context: SKRSContext2D) => void;
}

/**
 * Draws the strokes and the fills of letters, with their opacities. All strokes are drawn first, so that no
 * stroke covers a neighbouring letter.
 *
 * @param area the area that the letters may cover.
 * @param between a function that draws on top of the strokes: below the fills if nothing is
 * translucent, and otherwise on top of the fills.
 */
export function drawGlyphLayers(
  context: SKRSContext2D,
  { stroke, opacity }: GlyphStyle,
  area: Rect,
  layers: GlyphLayers,
  between?: () => void,
): void {
  if (opacity === 1 && (!stroke || stroke.opacity === 1)) {
    if (stroke) layers.stroke(context);
    between?.();
    layers.fill(context);
    return;
  }
  if (stroke)
    drawAsLayer(context, area, {}, (layer) => drawOutlined(layer, stroke.opacity, opacity, area, layers));
  else drawAsLayer(context, area, { alpha: opacity }, layers.fill);
  between?.();
}

/** Draws translucent strokes and fills so that the strokes do not shine through the letters. */
function drawOutlined(
  context: SKRSContext2D,
  strokeOpacity: number,
  opacity: number,
  area: Rect,
  { stroke, fill }: GlyphLayers,
): void {
  drawAsLayer(context, area, { alpha: strokeOpacity }, (layer) => {
    stroke(layer);
    layer.globalCompositeOperation = 'destination-out';
    if (opacity < 1) fill(layer);
  });
  // A translucent fill replaces the stroke below it. At the antialiased edge where fill and stroke meet, add
  // up their coverages, so that no gap shows.
  const operation = opacity < 1 ? 'lighter' : 'source-over';
  drawAsLayer(context, area, { alpha: opacity, operation }, fill);
}

/** Draws letters at their final positions. */
export interface LetterPainter {
  /**
   * Draws units.
   *
   * @param area the area that the letters may cover.
   * @param between a function that draws on top of the strokes: below the fills if nothing is
   * translucent, and otherwise on top of the fills.
   */
  draw(context: SKRSContext2D, units: readonly PlacedUnit[], area: Rect, between?: () => void): void;
  /**
   * Sets the fill style of a context to the colour or gradient of letters, for shapes beside them.
   *
   * @param look index of the look of the letters.
   */
  applyFill(context: SKRSContext2D, look: number): void;
}

/** Draws the letters of a text of one look: their strokes and their fills. */
export class GlyphPainter implements LetterPainter {
  private readonly textFonts: TextFonts;
  private readonly style: GlyphStyle;
  private readonly box: Rect | undefined;

  /**
   * @param box the bounding box of all letters, which a gradient covers. Absent for a text without a gradient. Such a
   * text draws its spaces, too: they change nothing but soft edges of a clip.
   */
  constructor(textFonts: TextFonts, style: GlyphStyle, box?: Rect) {
    this.textFonts = textFonts;
    this.style = style;
    this.box = box;
  }

  draw(context: SKRSContext2D, units: readonly PlacedUnit[], area: Rect, between?: () => void): void {
    drawGlyphLayers(
      context,
      this.style,
      area,
      {
        stroke: (on) => this.stroke(on, units),
        fill: (on) => this.fill(on, units),
      },
      between,
    );
  }

  applyFill(context: SKRSContext2D): void {
    const { gradient, color } = this.style;
    context.fillStyle = gradient && this.box ? createGradient(context, gradient, this.box) : color;
  }

  /** Draws the fills of letters. */
  fill(context: SKRSContext2D, units: readonly PlacedUnit[]): void {
    const { gradient, color } = this.style;
    const paint = gradient && this.box ? gradientPaintOf(context, gradient, this.box) : color;
    this.drawRuns(context, units, (text, x, y) => fillLetters(context, paint, text, x, y));
  }

  /** Draws the strokes of letters. The fills must then cover the inner half of the strokes. */
  stroke(context: SKRSContext2D, units: readonly PlacedUnit[]): void {
    context.lineJoin = 'round';
    context.lineWidth = this.style.stroke?.width ?? 0;
    const colour = this.style.stroke?.color ?? this.style.color;
    this.drawRuns(context, units, (text, x, y) => strokeLetters(context, colour, text, x, y));
  }

  private drawRuns(
    context: SKRSContext2D,
    units: readonly PlacedUnit[],
    draw: (text: string, x: number, y: number) => void,
  ): void {
    applyFonts(context, this.textFonts, this.style.size);
    context.textAlign = 'left';
    for (const { line, runs } of units) {
      for (const { text, x, width, rightToLeft, isJoined } of runs) {
        if (this.box && text.trim() === '') continue;
        context.direction = rightToLeft ? 'rtl' : 'ltr';
        if (isJoined) drawLeftOf(context, x + width, () => draw(text, x, line.baseline));
        else draw(text, x, line.baseline);
      }
    }
  }
}

/** Draws the part on the left of a vertical line. */
function drawLeftOf(context: SKRSContext2D, x: number, draw: () => void): void {
  context.save();
  context.beginPath();
  context.rect(x - CLIPPED_REACH, -CLIPPED_REACH, CLIPPED_REACH, 2 * CLIPPED_REACH);
  context.clip();
  draw();
  context.restore();
}
