import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Lettering, useLettering } from '../../letters/lettering.ts';
import type { Rect } from '../../scene/placement.ts';
import { asOne } from '../layer.ts';
import { gradientOver } from './gradient.ts';
import type { PlacedUnit } from './layout.ts';
import type { LetterStyle } from './style.ts';

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
    const { stroke, opacity } = this.style;
    const isOpaque = opacity === 1 && (!stroke || stroke.opacity === 1);
    // First the lines of all letters, so that none lies over the letters of its neighbour.
    if (isOpaque && stroke) this.stroke(context, units);
    if (isOpaque) between?.();
    if (isOpaque) this.fill(context, units);
    else if (stroke) asOne(context, area, {}, (layer) => this.ringed(layer, units, area));
    else asOne(context, area, { alpha: opacity }, (layer) => this.fill(layer, units));
    if (!isOpaque) between?.();
  }

  /** Makes a context fill with the colours of the letters. */
  useFill(context: SKRSContext2D): void {
    const { gradient, color } = this.style;
    context.fillStyle = gradient ? gradientOver(context, gradient, this.box) : color;
  }

  /** With opacities: the lines are not seen through the letters. */
  private ringed(context: SKRSContext2D, units: readonly PlacedUnit[], area: Rect): void {
    const { stroke, opacity } = this.style;
    asOne(context, area, { alpha: stroke?.opacity ?? 1 }, (layer) => {
      this.stroke(layer, units);
      layer.globalCompositeOperation = 'destination-out';
      if (opacity < 1) this.fill(layer, units);
    });
    // What each covers of the soft edges adds up.
    const mix = opacity < 1 ? 'lighter' : 'source-over';
    asOne(context, area, { alpha: opacity, mix }, (layer) => this.fill(layer, units));
  }

  private fill(context: SKRSContext2D, units: readonly PlacedUnit[]): void {
    this.useFill(context);
    this.each(context, units, (text, x, y) => context.fillText(text, x, y));
  }

  private stroke(context: SKRSContext2D, units: readonly PlacedUnit[]): void {
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
