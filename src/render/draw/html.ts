import { loadImage } from '@napi-rs/canvas';
import type { HtmlAsset } from '../../edit/index.ts';
import { drawnBox } from '../scene/placement.ts';
import { canvasColour } from './colour.ts';
import type { Drawing, Setting } from './drawing.ts';

/** A page of HTML, as the browser has drawn it, on the background of its box. */
export async function htmlDrawing(asset: HtmlAsset, { frame, raster }: Setting): Promise<Drawing> {
  const box = drawnBox(asset, frame);
  if (raster === undefined) throw new Error('The browser has not drawn this page.');
  const image = await loadImage(raster);
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
      context.imageSmoothingQuality = 'high';
      // The page has whole pixels.
      context.drawImage(image, 0, 0, Math.ceil(box.width), Math.ceil(box.height));
      context.restore();
    },
  };
}
