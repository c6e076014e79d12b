import { loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import type { HtmlAsset } from '../../edit/model.ts';
import { drawnBoxOf } from '../scene/placement.ts';
import { toCanvasColour } from './colour.ts';
import type { Drawing, DrawingSettings } from './drawing.ts';

/** A size that is wrong by less than this is drawn as if it were right. */
const SCALE_TOLERANCE = 0.005;

/** A page of HTML, as the browser has drawn it, on the background of its box. */
export async function createHtmlDrawing(
  asset: HtmlAsset,
  { frame, raster }: DrawingSettings,
): Promise<Drawing> {
  const box = drawnBoxOf(asset, frame);
  if (raster === undefined) throw new Error('The browser has not drawn this page.');
  const image = await loadImage(raster);
  // The page has whole pixels.
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
 * How a raster is sampled: smaller from ever smaller copies of it, larger along a curve, which in its own size would blur it.
 *
 * @param scale of the raster.
 */
function smoothingFor(context: SKRSContext2D, scale: number): 'low' | 'medium' | 'high' {
  const { a, b } = context.getTransform();
  const factor = Math.hypot(a, b) / scale;
  if (Math.abs(factor - 1) < SCALE_TOLERANCE) return 'low';
  return factor < 1 ? 'medium' : 'high';
}
