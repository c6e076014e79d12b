import type { SKRSContext2D } from '@napi-rs/canvas';
import type { RichTextAsset } from '../../../edit/model.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import { AT_REST, type Shift } from '../rich-text/entrance.ts';
import { strokeStyleOf } from '../rich-text/style.ts';

/**
 * Draws the background and the border of a rich text (contract 2.15).
 *
 * @param wrapped the rectangle of a background that wraps the letters. Undefined if there are no letters.
 * @param block the shift of the whole text, which a wrapping background follows.
 */
export function drawTextBox(
  context: SKRSContext2D,
  { background, border }: Pick<RichTextAsset, 'background' | 'border'>,
  box: PixelSize,
  wrapped: Rect | undefined,
  block: Shift = AT_REST,
): void {
  const radius = border?.radius ?? background?.borderRadius ?? 0;
  const whole = { x: 0, y: 0, width: box.width, height: box.height };
  if (background?.color !== undefined) {
    const isWrapped = background.wrap ?? false;
    const rect = isWrapped ? wrapped : whole;
    const { x, y, alpha } = isWrapped ? block : AT_REST;
    context.fillStyle = background.color;
    context.globalAlpha = (background.opacity ?? 1) * alpha;
    if (rect) traceRoundedRect(context, { ...rect, x: rect.x + x, y: rect.y + y }, radius);
    if (rect) context.fill();
  }
  const line = strokeStyleOf(border);
  if (line) {
    context.globalAlpha = line.opacity;
    context.strokeStyle = line.color;
    context.lineWidth = line.width;
    traceRoundedRect(context, whole, radius);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/**
 * Sets the path of a context to a rectangle with round corners. Their radius is limited to half of
 * the smaller side.
 */
export function traceRoundedRect(
  context: SKRSContext2D,
  { x, y, width, height }: Rect,
  radius: number,
): void {
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
}
