import { type Image, loadImage } from '@napi-rs/canvas';
import { openFilm } from '../stills/page-film.ts';
import type { Drawing, DrawingSettings } from './drawing.ts';
import { smoothingFor } from './html-drawing.ts';

/**
 * Creates the drawing of an HTML page that moves: in each frame of the clip, the picture of its film.
 *
 * @throws {Error} if the settings have no film.
 */
export async function createHtml5Drawing({
  frame: { width, height },
  raster,
}: DrawingSettings): Promise<Drawing> {
  if (raster === undefined) throw new Error('The browser has not filmed this page.');
  const film = await openFilm(raster);
  const box = { x: 0, y: 0, width, height };
  let shown: { readonly picture: number; readonly image: Image } | undefined;
  return {
    width,
    height,
    bleed: 0,
    moments: {
      at: (time) => film.pictureAt(Math.round(time * film.rate)),
      inkBox: () => box,
      load: async (picture) => {
        if (shown?.picture !== picture) shown = { picture, image: await loadImage(await film.read(picture)) };
      },
    },
    draw(context) {
      if (!shown) return;
      context.save();
      context.beginPath();
      context.rect(0, 0, width, height);
      context.clip();
      // The browser rounds the size of the page up to whole pixels, so the picture may extend beyond the box.
      const whole = { width: Math.ceil(width), height: Math.ceil(height) };
      context.imageSmoothingQuality = smoothingFor(context, shown.image.width / whole.width);
      context.drawImage(shown.image, 0, 0, whole.width, whole.height);
      context.restore();
    },
  };
}
