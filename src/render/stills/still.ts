import sharp, { type Sharp } from 'sharp';
import { KinoraError } from '../../base/errors.ts';

/** A picture larger than this many pixels is refused before it is decoded: 268 megapixels, sharp's own default. */
const MAX_PIXELS = 268_402_689;

/** What libvips may read here: raster formats only, from a file that we sniffed before. */
const INPUT_OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;

/** Upright size of a still picture in pixels. */
export interface StillSize {
  readonly width: number;
  readonly height: number;
}

/** Straight (not premultiplied) 8-bit sRGB with alpha, rows without padding. */
export interface RgbaImage extends StillSize {
  readonly data: Uint8Array;
}

sharp.cache(false);

/** A still picture whose pixels cannot be read, for example because its end is missing. */
export class StillError extends Error {
  override readonly name = 'StillError';
}

/**
 * The size of a still picture as it is seen, after its EXIF orientation.
 *
 * @throws {KinoraError} `asset_too_large`, its message without the name of the file; sharp's error when the file is not a
 *   picture that it reads.
 */
export async function probeStill(path: string): Promise<StillSize> {
  // Only the header is read, so that a picture of any size can be told its size.
  const { autoOrient } = await sharp(path, { ...INPUT_OPTIONS, limitInputPixels: false }).metadata();
  const { width, height } = autoOrient;
  checkStillSize({ width, height });
  return { width, height };
}

/**
 * Refuses a picture of more pixels than are read.
 *
 * @throws {KinoraError} `asset_too_large`, its message without the name of the file.
 */
export function checkStillSize({ width, height }: StillSize): void {
  if (width * height <= MAX_PIXELS) return;
  const megapixels = Math.floor(MAX_PIXELS / 1e6);
  throw new KinoraError(
    'asset_too_large',
    `is ${width}x${height}, but a picture may have up to ${megapixels} megapixels`,
  );
}

/** How a picture plays by itself. */
export interface StillPlayback {
  /** Its pictures, 2 or more. */
  readonly frameCount: number;
  /** How often they are shown, 1 or more; `Infinity` for ever. */
  readonly playCount: number;
}

/** How a GIF or a WebP plays by itself; undefined when it does not move. */
export async function readPlayback(path: string): Promise<StillPlayback | undefined> {
  const { pages = 1, loop = 1 } = await sharp(path, { ...INPUT_OPTIONS, limitInputPixels: false }).metadata();
  return pages < 2 ? undefined : { frameCount: pages, playCount: loop === 0 ? Infinity : loop };
}

/** How a still picture has to be turned to stand upright: the number of EXIF, 1 (not at all) to 8. */
export async function readOrientation(path: string): Promise<number> {
  return (await sharp(path, { ...INPUT_OPTIONS, limitInputPixels: false }).metadata()).orientation ?? 1;
}

/**
 * A still picture turned upright, converted to sRGB, and a window of it scaled.
 *
 * @param window the part that is used, in pixels of the upright picture, whole numbers inside it.
 * @param size the size the window is scaled to, in whole pixels.
 * @throws {StillError} when the file is damaged.
 */
export async function readStill(
  path: string,
  window: StillSize & { readonly left: number; readonly top: number },
  size: StillSize,
): Promise<RgbaImage> {
  const picture = sharp(path, INPUT_OPTIONS)
    .autoOrient()
    .extract({ left: window.left, top: window.top, width: window.width, height: window.height })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' });
  try {
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (cause) {
    throw new StillError('The pixels cannot be read.', { cause });
  }
}

/** A picture scaled to a size in whole pixels, sharp as its edges were. */
export async function scaleStill(pixels: RgbaImage, to: StillSize): Promise<RgbaImage> {
  const { data, info } = await toSharp(pixels)
    .resize(to.width, to.height, { fit: 'fill', kernel: 'lanczos3' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Beyond this effort a picture takes a quarter more time, and becomes a hundredth smaller. */
const PNG_OPTIONS = { compressionLevel: 3 } as const;

/** How a JPEG is written: libjpeg's quality, 1 to 100, and how much of the colours is kept. */
export interface JpegSettings {
  readonly quality: number;
  readonly chroma: '4:2:0' | '4:4:4';
}

/** Writes a picture to a file, without its alpha. The file may have any name. */
export async function writeJpeg(
  pixels: RgbaImage,
  path: string,
  { quality, chroma }: JpegSettings,
): Promise<void> {
  await toSharp(pixels).removeAlpha().jpeg({ quality, chromaSubsampling: chroma }).toFile(path);
}

/** Writes a picture to a PNG, with its alpha. The file may have any name. */
export async function writePng(pixels: RgbaImage, path: string): Promise<void> {
  await toSharp(pixels).png(PNG_OPTIONS).toFile(path);
}

function toSharp({ data, width, height }: RgbaImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}
