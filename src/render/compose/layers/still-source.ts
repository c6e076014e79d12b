import type { StillMedia } from '../../media/media.ts';
import type { Placement } from '../../scene/placement.ts';
import { blurImage } from '../../stills/blur-image.ts';
import { type RgbaImage, readStill } from '../../stills/still.ts';
import { cropSource } from './crop-source.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import type { Surface } from '../planes/surface.ts';
import { type LayerImage, type LayerSource, createLayerImage } from './layer-image.ts';

/**
 * Creates the source of an image file, which is read when it is first needed.
 *
 * @param media the file.
 * @param placement the placement of the image on the output.
 * @param output the surface to paint on.
 * @param blur sigma of a Gaussian blur in pixels of the output; 0 for none.
 */
export function createStillSource(
  media: StillMedia,
  placement: Placement,
  output: Surface,
  blur = 0,
): LayerSource {
  const make = async (): Promise<LayerImage | undefined> => {
    const crop = cropSource(media, placement, output, 1);
    if (!crop) return undefined;
    const { window, target, visible } = crop;
    const pixels = await readStill(media.path, { ...window, left: window.x, top: window.y }, target);
    return createLayerImage(await blurImage(cropPixels(pixels, target, visible), blur), visible, output);
  };
  let image: ReturnType<typeof make> | undefined;
  return { at: () => (image ??= make()), [Symbol.dispose]: () => (image = undefined) };
}

/** Crops scaled pixels to the visible part. */
function cropPixels(pixels: RgbaImage, target: PixelRect, visible: PixelRect): RgbaImage {
  if (visible.width === pixels.width && visible.height === pixels.height) return pixels;
  const data = new Uint8Array(visible.width * visible.height * 4);
  for (let row = 0; row < visible.height; row++) {
    const from = ((row + visible.y - target.y) * pixels.width + visible.x - target.x) * 4;
    data.set(pixels.data.subarray(from, from + visible.width * 4), row * visible.width * 4);
  }
  return { data, width: visible.width, height: visible.height };
}
