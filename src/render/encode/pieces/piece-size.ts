/** A size in pixels. */
interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** A smaller video is enlarged until it touches this size, because a page blurs what it enlarges itself. */
const LEAST = { width: 480, height: 270 };
/** The heights of pictures in pieces. Few, so that the pieces of one source suit several edits. */
const HEIGHTS = [LEAST.height, 540, 720, 1080, 2160];
/** Factor by which a page may enlarge pictures. So little is hardly seen. */
const MAX_ENLARGEMENT = 1.1;

/**
 * Returns the size of the pictures in the pieces of a video: large enough for a page, but not larger than the video
 * unless that is tiny. Both sides are even.
 *
 * @param source the upright size of the video in square pixels.
 * @param shown the largest size at which the page shows it, in pixels.
 */
export function choosePieceSize(source: PixelSize, shown: PixelSize): PixelSize {
  const needed = Math.max(shown.height, (shown.width * source.height) / source.width);
  const height = HEIGHTS.find((each) => each * MAX_ENLARGEMENT >= needed) ?? source.height;
  const most = Math.max(1, Math.min(LEAST.width / source.width, LEAST.height / source.height));
  const scale = Math.min(most, height / source.height);
  return { width: toEven(source.width * scale), height: toEven(source.height * scale) };
}

function toEven(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2));
}
