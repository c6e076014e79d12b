import { loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import type { HtmlAsset } from '../../edit/model.ts';
import { drawnBoxOf } from '../scene/placement.ts';
import { toCanvasColour } from './colour.ts';
import type { Drawing, DrawingSettings } from './drawing.ts';

/**
 * Maximum relative difference between the size of a raster and its size on the canvas. Up to this difference,
 * the two sizes count as equal.
 */
const SCALE_TOLERANCE = 0.005;

/**
 * Creates the drawing of an HTML page: the background of the box, and on top of it the raster that the
 * browser made.
 *
 * @throws {Error} if the settings have no raster.
 */
export async function createHtmlDrawing(
  asset: HtmlAsset,
  { frame, raster }: DrawingSettings,
): Promise<Drawing> {
  const box = drawnBoxOf(asset, frame);
  if (raster === undefined) throw new Error('The browser has not drawn this page.');
  const image = await loadImage(raster);
  // The browser rounds the size of the page up to whole pixels, so the raster may extend beyond the box.
  const [width, height] = [Math.ceil(box.width), Math.ceil(box.height)];
  return {
    ...box,
    bleed: 0,
    draw(context) {
      context.save();
      context.beginPath();
      context.rect(0, 0, box.width, box.height);
      context.clip();
      context.fillStyle = toCanvasColour(asset.background ?? '#00000000');
      context.fillRect(0, 0, box.width, box.height);
      context.imageSmoothingQuality = smoothingFor(context, image.width / width);
      context.drawImage(image, 0, 0, width, height);
      context.restore();
    },
  };
}

/**
 * Returns the smoothing quality for drawing a raster. A raster that is reduced gets "medium", which uses
 * mipmaps. A raster that is enlarged gets "high", which uses a cubic filter. A raster at its own size
 * gets "low", because the cubic filter would blur it.
 *
 * @param scale pixels of the raster per pixel of the page.
 */
export function smoothingFor(context: SKRSContext2D, scale: number): 'low' | 'medium' | 'high' {
  const { a, b } = context.getTransform();
  const factor = Math.hypot(a, b) / scale;
  if (Math.abs(factor - 1) < SCALE_TOLERANCE) return 'low';
  return factor < 1 ? 'medium' : 'high';
}
