import type { SKRSContext2D } from '@napi-rs/canvas';
import type { ShapeAsset } from '../../edit/model.ts';
import { drawnBoxOf, type PixelSize, shapeSizeOf } from '../scene/placement.ts';
import type { Drawing } from './drawing.ts';

/** The defaults of contract 2.19 and of the schema. */
const FILL = '#ffffff';
const STROKE = '#000000';

/**
 * Creates the drawing of a shape. The shape is centred in its box, even if the shape is larger than the box.
 *
 * @param output size of the output in pixels. If the asset sets no box, its box is the whole output.
 */
export function createShapeDrawing(asset: ShapeAsset, output: PixelSize): Drawing {
  const box = drawnBoxOf(asset, output);
  const size = shapeSizeOf(asset);
  const stroke = asset.stroke?.width ?? 0;
  const beyond = Math.max(size.width - box.width, size.height - box.height) / 2 + stroke / 2;
  return {
    ...box,
    bleed: Math.max(0, beyond),
    draw(context) {
      context.save();
      context.translate(centreOf(box.width, size.width), centreOf(box.height, size.height));
      traceShape(context, asset, size);
      paintShape(context, asset, stroke);
      context.restore();
    },
  };
}

/**
 * Returns the centre of a shape in its box, so that its edge lies between two pixels. A line of one pixel is then one
 * row, not two grey ones.
 */
function centreOf(box: number, size: number): number {
  return Math.round((box - size) / 2) + size / 2;
}

/** Traces the outline, centred on 0, 0. */
function traceShape(context: SKRSContext2D, asset: ShapeAsset, { width, height }: PixelSize): void {
  context.beginPath();
  if (asset.shape === 'circle') {
    context.arc(0, 0, asset.circle.radius, 0, 2 * Math.PI);
    context.closePath();
    return;
  }
  const radius = asset.shape === 'rectangle' ? (asset.rectangle.cornerRadius ?? 0) : 0;
  context.roundRect(-width / 2, -height / 2, width, height, radius);
}

function paintShape(context: SKRSContext2D, { fill, stroke }: ShapeAsset, width: number): void {
  context.globalAlpha = fill?.opacity ?? 1;
  context.fillStyle = fill?.color ?? FILL;
  context.fill();
  if (width === 0) return;
  context.globalAlpha = 1;
  context.strokeStyle = stroke?.color ?? STROKE;
  context.lineWidth = width;
  context.stroke();
}
