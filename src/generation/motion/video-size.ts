import type { VideoAspectRatio } from '../../create/model.ts';

/** A width and a height in pixels. */
export interface SizeInPixels {
  readonly width: number;
  readonly height: number;
}

/** The longer side of a video in pixels, at most. */
const LONGEST_SIDE = 1920;
/** The longer side of a video in pixels, at least. Smaller images are enlarged. */
const SHORTEST_LONG_SIDE = 256;
/** The shorter side of a video in pixels, at least: no encoder can be relied on below it. */
const SHORTEST_SIDE = 16;

/**
 * Returns the size of the video that is made from an image: the largest part of the image that has the aspect
 * ratio, with even sides. A large image is reduced, and a tiny one enlarged.
 */
export function videoSizeOf(image: SizeInPixels, aspectRatio: VideoAspectRatio | undefined): SizeInPixels {
  const shape = aspectRatio === undefined ? image : shapeOf(aspectRatio);
  // The products come first, so that exact ratios stay exact.
  const width = Math.min(image.width, (image.height * shape.width) / shape.height);
  const height = Math.min(image.height, (image.width * shape.height) / shape.width);
  const longer = Math.max(width, height);
  const wanted = Math.max(SHORTEST_LONG_SIDE, Math.min(LONGEST_SIDE, longer));
  return { width: toSide((width * wanted) / longer), height: toSide((height * wanted) / longer) };
}

function shapeOf(aspectRatio: VideoAspectRatio): SizeInPixels {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  return { width, height };
}

/** Returns the even number of pixels of a side. */
function toSide(pixels: number): number {
  return Math.max(SHORTEST_SIDE, 2 * Math.floor(pixels / 2));
}
