import type { VideoFrame } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import type { PlacedPlanes } from '../planes/paint.ts';
import { rasterize, type ReusableRasterMemory, type RgbaPixels } from '../planes/raster.ts';

/** What a clip looks like at one moment. The same object again means that nothing has changed. */
export interface LayerImage extends PlacedPlanes {
  /** The pixels of the output that it may change. */
  readonly area: PixelRect;
  /** Whether it hides everything below it where its opacity is 1. */
  readonly coversFrame: boolean;
}

/** Gives the images of one clip; closed after the clip's last frame. */
export interface LayerSource extends Disposable {
  /**
   * The image of one moment.
   *
   * @param layer of the clip that the source was opened for.
   * @returns a image that is valid until the next call; undefined when there is nothing to see.
   */
  at(layer: Layer): Promise<LayerImage | undefined>;
  /**
   * Copies the last image, where it is a whole picture in FFmpeg's memory: its planes are not looked at, which takes a copy of them first.
   *
   * @param output of the size of the output.
   * @returns whether it was: else the image is to be painted.
   */
  copyTo?(output: VideoFrame): boolean;
}

/** What pixels look like that lie on the output. @param at where they lie, in whole pixels inside the output. @param memory as of {@link rasterize}. */
export function createLayerImage(
  pixels: RgbaPixels,
  at: PixelRect,
  output: PixelSize,
  memory?: ReusableRasterMemory,
): LayerImage {
  const image = rasterize(pixels, at.x, at.y, output, memory);
  const isFullFrame = at.x === 0 && at.y === 0 && at.width === output.width && at.height === output.height;
  return {
    ...image,
    area: { x: 0, y: 0, width: output.width, height: output.height },
    coversFrame: isFullFrame && !image.planes.alpha,
  };
}
