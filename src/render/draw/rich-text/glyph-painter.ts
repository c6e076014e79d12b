import type { SKRSContext2D } from '@napi-rs/canvas';
import { applyFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import type { Rect } from '../../scene/placement.ts';
import { drawAsLayer } from '../offscreen-layer.ts';
import { createGradient } from './gradient.ts';
import type { PlacedUnit } from './layout.ts';
import type { GlyphStyle } from './style.ts';

/** What letters are drawn of, each of all of them. */
interface GlyphLayers {
  readonly stroke: (context: SKRSContext2D) => void;
  readonly fill: (context: SKRSContext2D) => void;
}

/**
 * Draws the lines around some letters and what these are filled with, with their opacities: the lines of all of them first, so that
 * none lies over the letters of its neighbour.
 *
 * @param area what they may be drawn on.
 * @param between draws what lies over the lines and under what letters are filled with, or at least over the lines.
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

/** With opacities: the lines are not seen through the letters. */
function drawOutlined(
  context: SKRSContext2D,
  line: number,
  opacity: number,
  area: Rect,
  { stroke, fill }: GlyphLayers,
): void {
  drawAsLayer(context, area, { alpha: line }, (layer) => {
    stroke(layer);
    layer.globalCompositeOperation = 'destination-out';
    if (opacity < 1) fill(layer);
  });
  // What each covers of the soft edges adds up.
  const mix = opacity < 1 ? 'lighter' : 'source-over';
  drawAsLayer(context, area, { alpha: opacity, operation: mix }, fill);
}

/** Draws the letters of a text: their lines around them, and what they are filled with. */
export class GlyphPainter {
  private readonly textFonts: TextFonts;
  private readonly style: GlyphStyle;
  private readonly box: Rect;

  /** @param box around all letters, which a gradient goes over. */
  constructor(textFonts: TextFonts, style: GlyphStyle, box: Rect) {
    this.textFonts = textFonts;
    this.style = style;
    this.box = box;
  }

  /**
   * Draws units in their places.
   *
   * @param area what they may be drawn on.
   * @param between draws what lies over their lines and under what they are filled with, or at least over them.
   */
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

  /** Makes a context fill with the colours of the letters. */
  applyFill(context: SKRSContext2D): void {
    const { gradient, color } = this.style;
    context.fillStyle = gradient ? createGradient(context, gradient, this.box) : color;
  }

  /** Draws what letters are filled with. */
  fill(context: SKRSContext2D, units: readonly PlacedUnit[]): void {
    this.applyFill(context);
    this.drawRuns(context, units, (text, x, y) => context.fillText(text, x, y));
  }

  /** Draws the lines around letters, the inner half of which is to lie under them. */
  stroke(context: SKRSContext2D, units: readonly PlacedUnit[]): void {
    context.lineJoin = 'round';
    context.lineWidth = this.style.stroke?.width ?? 0;
    context.strokeStyle = this.style.stroke?.color ?? this.style.color;
    this.drawRuns(context, units, (text, x, y) => context.strokeText(text, x, y));
  }

  private drawRuns(
    context: SKRSContext2D,
    units: readonly PlacedUnit[],
    draw: (text: string, x: number, y: number) => void,
  ): void {
    applyFonts(context, this.textFonts, this.style.size);
    context.textAlign = 'left';
    for (const { line, runs } of units) {
      for (const { text, x, rightToLeft } of runs) {
        if (text.trim() === '') continue;
        context.direction = rightToLeft ? 'rtl' : 'ltr';
        draw(text, x, line.baseline);
      }
    }
  }
}
