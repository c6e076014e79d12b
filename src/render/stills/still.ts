import sharp, { type Metadata, type Sharp } from 'sharp';
import { KinoraError } from '../../base/errors.ts';
import { withProfile } from './png-profile.ts';

/** Maximum number of pixels of a picture, checked before decoding: 268 megapixels, the default of sharp. */
const MAX_PIXELS = 268_402_689;

/**
 * Options for libvips. The type of the file has been detected before, so libvips reads only raster formats.
 */
export const INPUT_OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;

/** Size of a still picture in pixels, after its EXIF orientation. */
export interface StillSize {
  readonly width: number;
  readonly height: number;
}

/** An image in 8-bit sRGB with straight (not premultiplied) alpha. Its rows have no padding. */
export interface RgbaImage extends StillSize {
  readonly data: Uint8Array;
}

sharp.cache(false);

/** A still picture whose pixels cannot be read, for example because the end of the file is missing. */
export class StillError extends Error {
  override readonly name = 'StillError';
}

/**
 * Reads the size of a still picture after its EXIF orientation.
 *
 * @throws {KinoraError} `asset_too_large`, with a message that does not name the file.
 * @throws the error of sharp if sharp cannot read the file as a picture.
 */
export async function probeStill(path: string): Promise<StillSize> {
  const size = await readStillSize(path);
  checkStillSize(size);
  return size;
}

/**
 * Reads the size of a still picture after its EXIF orientation, whatever the size is.
 *
 * @throws the error of sharp if sharp cannot read the file as a picture.
 */
export async function readStillSize(path: string): Promise<StillSize> {
  const { autoOrient } = await readHeader(path);
  const { width, height } = autoOrient;
  return { width, height };
}

/** True if a still picture has an alpha channel. Reads only the header. @throws the error of sharp. */
export async function hasAlphaChannel(path: string): Promise<boolean> {
  return (await readHeader(path)).hasAlpha;
}

/** Reads the header of a picture with any number of pixels, so that an error can state the size. */
function readHeader(path: string): Promise<Metadata> {
  return sharp(path, { ...INPUT_OPTIONS, limitInputPixels: false }).metadata();
}

/** True if any pixel of a picture is not fully transparent. */
export async function hasInk(picture: Buffer): Promise<boolean> {
  const { channels } = await sharp(picture, INPUT_OPTIONS).stats();
  return channels.length < 4 || (channels[3]?.max ?? 0) > 0;
}

/**
 * Decodes a whole still picture to find out if its data is intact.
 *
 * @throws {StillError} if the file is damaged.
 */
export async function checkPixels(path: string): Promise<void> {
  try {
    await sharp(path, { ...INPUT_OPTIONS, sequentialRead: true })
      .resize(8, 8, { fit: 'fill' })
      .raw()
      .toBuffer();
  } catch (cause) {
    throw new StillError('The pixels cannot be read.', { cause });
  }
}

/**
 * Rejects a picture with too many pixels.
 *
 * @throws {KinoraError} `asset_too_large`, with a message that does not name the file.
 */
export function checkStillSize({ width, height }: StillSize): void {
  if (width * height <= MAX_PIXELS) return;
  const megapixels = Math.floor(MAX_PIXELS / 1e6);
  throw new KinoraError(
    'asset_too_large',
    `is ${width}x${height}, but a picture may have up to ${megapixels} megapixels`,
  );
}

/** The playback settings of an animated picture. */
export interface StillPlayback {
  /** Number of frames, at least 2. */
  readonly frameCount: number;
  /** Number of times the animation plays, at least 1. `Infinity` for an endless loop. */
  readonly playCount: number;
}

/** Reads the playback settings of a GIF or WebP file. Returns undefined if the file is not animated. */
export async function readPlayback(path: string): Promise<StillPlayback | undefined> {
  const { pages = 1, loop = 1 } = await readHeader(path);
  return pages < 2 ? undefined : { frameCount: pages, playCount: loop === 0 ? Infinity : loop };
}

/** Reads the EXIF orientation of a still picture, 1 (upright) to 8. */
export async function readOrientation(path: string): Promise<number> {
  return (await readHeader(path)).orientation ?? 1;
}

/**
 * Reads a window of a still picture, turned upright, converted to sRGB and scaled.
 *
 * @param window the part to read, in whole pixels of the upright picture.
 * @param size the size of the result, in whole pixels.
 * @throws {StillError} if the file is damaged.
 */
export async function readStill(
  path: string,
  window: StillSize & { readonly left: number; readonly top: number },
  size: StillSize,
): Promise<RgbaImage> {
  try {
    const { data, info } = await sharp(await withProfile(path), INPUT_OPTIONS)
      .autoOrient()
      .extract({ left: window.left, top: window.top, width: window.width, height: window.height })
      .resize(size.width, size.height, { fit: 'fill', kernel: 'lanczos3' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (cause) {
    throw new StillError('The pixels cannot be read.', { cause });
  }
}

/** Scales a picture to a size in whole pixels. */
export async function scaleStill(pixels: RgbaImage, to: StillSize): Promise<RgbaImage> {
  const { data, info } = await toSharp(pixels)
    .resize(to.width, to.height, { fit: 'fill', kernel: 'lanczos3' })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * PNG settings. A higher compression level would take a quarter more time, but make the file only one percent
 * smaller.
 */
const PNG_OPTIONS = { compressionLevel: 3 } as const;

/** JPEG settings: the quality of libjpeg, 1 to 100, and the chroma subsampling. */
export interface JpegSettings {
  readonly quality: number;
  readonly chroma: '4:2:0' | '4:4:4';
}

/** Writes a picture to a JPEG file, over black if it is transparent. The file may have any extension. */
export async function writeJpeg(
  pixels: RgbaImage,
  path: string,
  { quality, chroma }: JpegSettings,
): Promise<void> {
  await toJpeg(pixels, { quality, chroma }).toFile(path);
}

/** Encodes a picture as a JPEG, without its alpha. Returns the same bytes as {@link writeJpeg} writes. */
export function encodeJpeg(pixels: RgbaImage, settings: JpegSettings): Promise<Buffer> {
  return toJpeg(pixels, settings).toBuffer();
}

/** Writes a picture to a PNG file, with its alpha. The file may have any extension. */
export async function writePng(pixels: RgbaImage, path: string): Promise<void> {
  await toSharp(pixels).png(PNG_OPTIONS).toFile(path);
}

/** Encodes a picture as a PNG, with its alpha. Returns the same bytes as {@link writePng} writes. */
export function encodePng(pixels: RgbaImage): Promise<Buffer> {
  return toSharp(pixels).png(PNG_OPTIONS).toBuffer();
}

function toJpeg(pixels: RgbaImage, { quality, chroma }: JpegSettings): Sharp {
  return toSharp(pixels).flatten({ background: '#000000' }).jpeg({ quality, chromaSubsampling: chroma });
}

/** Opens an image for changes. */
export function toSharp({ data, width, height }: RgbaImage): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}
