import type { VideoFrame } from '../../av/video/video-frame.ts';
import type { Layer } from '../../scene/scene.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import type { PlacedPlanes } from '../planes/paint.ts';
import { rasterize, type ReusableRasterMemory, type RgbaPixels } from '../planes/raster.ts';
import type { Surface } from '../planes/surface.ts';

/** The picture of a clip at one moment. If a source returns the same object again, nothing has changed. */
export interface LayerImage extends PlacedPlanes {
  /** The output pixels that the image may change. */
  readonly area: PixelRect;
  /** True if the image hides everything below it when its opacity is 1. */
  readonly coversFrame: boolean;
}

/** Produces the images of one clip. The source is closed after the clip's last frame. */
export interface LayerSource extends Disposable {
  /**
   * Returns the image of one moment.
   *
   * @param layer a layer of the clip that the source was opened for.
   * @returns an image that is valid until the next call; undefined if nothing is visible.
   * @throws {MediaError} if a video file cannot be read.
   * @throws {StillError} if an image file cannot be read.
   */
  at(layer: Layer): Promise<LayerImage | undefined>;
  /**
   * Copies the last image to the output frame, if the image is a complete frame in FFmpeg's memory. Copying
   * is faster than painting, because reading the planes of the image would make another copy.
   *
   * @param output a frame of the size and form of the output.
   * @returns false if the image must be painted instead.
   */
  copyTo?(output: VideoFrame): boolean;
}

/**
 * Creates a layer image from pixels.
 *
 * @param pixels the pixels.
 * @param at the rectangle of the pixels on the output, in whole numbers.
 * @param output the surface to paint on.
 * @param memory memory for the planes, as in {@link rasterize}.
 */
export function createLayerImage(
  pixels: RgbaPixels,
  at: PixelRect,
  output: Surface,
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
