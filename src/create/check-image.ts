/** The sizes of images that can become videos, in pixels. */
const SIZES = ['1024x576', '576x1024', '768x768'];
/** The formats of images that can become videos. */
const FORMATS = ['png', 'jpg', 'jpeg'];

/** The facts of an image that decide whether it can become a video. */
export interface ImageFacts {
  /** Format of the bytes, such as `png`. */
  readonly format: string;
  /** Upright size in pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Checks that an image can become a video in the Create API.
 *
 * @returns a sentence that says what is wrong with the image. Undefined if it can be used.
 */
export function checkImage({ format, width, height }: ImageFacts): string | undefined {
  const size = `${width}x${height}`;
  const isFormat = FORMATS.includes(format.toLowerCase());
  if (isFormat && SIZES.includes(size)) return undefined;
  const given = isFormat ? `its size is ${size}` : `it is a ${format} of ${size}`;
  return `The image at imageUrl must be a png or a jpg of 1024x576, 576x1024 or 768x768 pixels, but ${given}.`;
}
