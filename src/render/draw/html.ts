import { loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import type { HtmlAsset } from '../../edit/edit.ts';
import { drawnBox } from '../scene/placement.ts';
import { canvasColour } from './colour.ts';
import type { Drawing, Setting } from './drawing.ts';

/** A size that is wrong by less than this is drawn as if it were right. */
const ALIKE = 0.005;

/** A page of HTML, as the browser has drawn it, on the background of its box. */
export async function htmlDrawing(asset: HtmlAsset, { frame, raster }: Setting): Promise<Drawing> {
  const box = drawnBox(asset, frame);
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
      context.fillStyle = canvasColour(asset.background ?? '#00000000');
      context.fillRect(0, 0, box.width, box.height);
      context.imageSmoothingQuality = smoothing(context, image.width / width);
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
function smoothing(context: SKRSContext2D, scale: number): 'low' | 'medium' | 'high' {
  const { a, b } = context.getTransform();
  const factor = Math.hypot(a, b) / scale;
  if (Math.abs(factor - 1) < ALIKE) return 'low';
  return factor < 1 ? 'medium' : 'high';
}
