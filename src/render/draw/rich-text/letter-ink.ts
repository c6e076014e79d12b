import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Lettering, useLettering } from '../../fonts/lettering.ts';
import type { Rect } from '../../scene/placement.ts';
import { asOne } from '../layer.ts';
import { gradientOver } from './gradient.ts';
import type { PlacedUnit } from './layout.ts';
import type { LetterStyle } from './style.ts';

/** What letters are drawn of, each of all of them. */
interface Layers {
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
export function drawLayers(
  context: SKRSContext2D,
  { stroke, opacity }: LetterStyle,
  area: Rect,
  layers: Layers,
  between?: () => void,
): void {
  if (opacity === 1 && (!stroke || stroke.opacity === 1)) {
    if (stroke) layers.stroke(context);
    between?.();
    layers.fill(context);
    return;
  }
  if (stroke) asOne(context, area, {}, (layer) => drawRinged(layer, stroke.opacity, opacity, area, layers));
  else asOne(context, area, { alpha: opacity }, layers.fill);
  between?.();
}

/** With opacities: the lines are not seen through the letters. */
function drawRinged(
  context: SKRSContext2D,
  line: number,
  opacity: number,
  area: Rect,
  { stroke, fill }: Layers,
): void {
  asOne(context, area, { alpha: line }, (layer) => {
    stroke(layer);
    layer.globalCompositeOperation = 'destination-out';
    if (opacity < 1) fill(layer);
  });
  // What each covers of the soft edges adds up.
  const mix = opacity < 1 ? 'lighter' : 'source-over';
  asOne(context, area, { alpha: opacity, mix }, fill);
}

/** Draws the letters of a text: their lines around them, and what they are filled with. */
export class LetterInk {
  private readonly lettering: Lettering;
  private readonly style: LetterStyle;
  private readonly box: Rect;

  /** @param box around all letters, which a gradient goes over. */
  constructor(lettering: Lettering, style: LetterStyle, box: Rect) {
    this.lettering = lettering;
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
    drawLayers(
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
  useFill(context: SKRSContext2D): void {
    const { gradient, color } = this.style;
    context.fillStyle = gradient ? gradientOver(context, gradient, this.box) : color;
  }

  /** Draws what letters are filled with. */
  fill(context: SKRSContext2D, units: readonly PlacedUnit[]): void {
    this.useFill(context);
    this.each(context, units, (text, x, y) => context.fillText(text, x, y));
  }

  /** Draws the lines around letters, the inner half of which is to lie under them. */
  stroke(context: SKRSContext2D, units: readonly PlacedUnit[]): void {
    context.lineJoin = 'round';
    context.lineWidth = this.style.stroke?.width ?? 0;
    context.strokeStyle = this.style.stroke?.color ?? this.style.color;
    this.each(context, units, (text, x, y) => context.strokeText(text, x, y));
  }

  private each(
    context: SKRSContext2D,
    units: readonly PlacedUnit[],
    draw: (text: string, x: number, y: number) => void,
  ): void {
    useLettering(context, this.lettering, this.style.size);
    context.textAlign = 'left';
    for (const { line, parts } of units) {
      for (const { text, x, rightToLeft } of parts) {
        if (text.trim() === '') continue;
        context.direction = rightToLeft ? 'rtl' : 'ltr';
        draw(text, x, line.baseline);
      }
    }
  }
}
