import { KinoraError } from '../../base/errors.ts';
import type { RenditionTransformation } from '../../ingest/model.ts';

/** A size in whole pixels. */
export interface RenditionSize {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in whole pixels. */
export interface PixelWindow extends RenditionSize {
  readonly left: number;
  readonly top: number;
}

/** The size of a rendition, and the place of the picture in it. */
export interface PicturePlacement extends RenditionSize {
  /** The part of the upright source to use, in pixels of the upright source. */
  readonly crop: PixelWindow;
  /**
   * The place of this part in the rendition. It fills the rendition, unless `fit` is `contain`. The rest is
   * black, or transparent if the rendition has alpha.
   */
  readonly picture: PixelWindow;
}

/** The sizes of `resolution` (contract 2.2). */
const RESOLUTION_SIZES: Readonly<Record<NonNullable<RenditionTransformation['resolution']>, RenditionSize>> =
  {
    preview: { width: 512, height: 288 },
    mobile: { width: 640, height: 360 },
    sd: { width: 1024, height: 576 },
    hd: { width: 1280, height: 720 },
    fhd: { width: 1920, height: 1080 },
  };

/** Maximum length of a side of a rendition in pixels. */
const MAX_SIDE = 16_384;

/**
 * Returns the size of a rendition, and the place of the picture in it. `size` takes precedence over
 * `resolution`. Without both, the size of the source stays.
 *
 * @param source size of the upright source in square pixels.
 * @param step 2 if both sides of the rendition must be even. An odd side then loses one pixel.
 * @throws {KinoraError} `validation_failed` if a side that follows from the shape of the source is too long.
 */
export function placePicture(
  source: RenditionSize,
  { size, resolution, fit = 'crop' }: Pick<RenditionTransformation, 'size' | 'resolution' | 'fit'>,
  step: 1 | 2 = 1,
): PicturePlacement {
  const wished = completeSize(source, size ?? (resolution && RESOLUTION_SIZES[resolution]) ?? {});
  checkSides(wished);
  const box = { width: roundDown(wished.width, step), height: roundDown(wished.height, step) };
  const whole = { left: 0, top: 0, ...source };
  const filled = { left: 0, top: 0, ...box };
  // Without a requested size, cut off the odd pixel. Scaling would blur the whole picture.
  const isCut = wished === source && box.width <= source.width && box.height <= source.height;
  if (isCut) return { ...box, crop: filled, picture: filled };
  const hasFreeSide = !size ? !resolution : size.width === undefined || size.height === undefined;
  if (fit === 'cover' || hasFreeSide || hasShapeOf(source, box))
    return { ...box, crop: whole, picture: filled };
  if (fit === 'crop') return { ...box, crop: centre(shrinkTo(box, source, 1), source, 1), picture: filled };
  return { ...box, crop: whole, picture: centre(shrinkTo(source, box, step), box, step) };
}

/** Returns the requested size. A missing side follows from the shape of the source. */
function completeSize(
  source: RenditionSize,
  { width, height }: { readonly width?: number | undefined; readonly height?: number | undefined },
): RenditionSize {
  if (width === undefined && height === undefined) return source;
  return {
    width: width ?? Math.max(1, Math.round(((height ?? 0) * source.width) / source.height)),
    height: height ?? Math.max(1, Math.round(((width ?? 0) * source.height) / source.width)),
  };
}

function checkSides({ width, height }: RenditionSize): void {
  if (Math.max(width, height) <= MAX_SIDE) return;
  throw new KinoraError(
    'validation_failed',
    `The rendition would be ${width} by ${height} pixels, but a side may have up to ${MAX_SIDE}. Choose a smaller size.`,
  );
}

/** True if the shapes differ by less than a pixel of the box. */
function hasShapeOf(source: RenditionSize, box: RenditionSize): boolean {
  const fitted = shrinkTo(source, box, 1);
  return fitted.width === box.width && fitted.height === box.height;
}

/** Returns the largest size of the shape of `shape` that fits into `box`. */
function shrinkTo(shape: RenditionSize, box: RenditionSize, step: 1 | 2): RenditionSize {
  const scale = Math.min(box.width / shape.width, box.height / shape.height);
  return {
    width: Math.min(box.width, roundNearest(shape.width * scale, step)),
    height: Math.min(box.height, roundNearest(shape.height * scale, step)),
  };
}

function centre(size: RenditionSize, box: RenditionSize, step: 1 | 2): PixelWindow {
  const left = Math.floor((box.width - size.width) / 2 / step) * step;
  const top = Math.floor((box.height - size.height) / 2 / step) * step;
  return { left, top, ...size };
}

/** Rounds a length to the nearest multiple of a step, at least one step. */
function roundNearest(length: number, step: 1 | 2): number {
  return Math.max(step, Math.round(length / step) * step);
}

/** Rounds a length down to a multiple of a step, at least one step. */
function roundDown(length: number, step: 1 | 2): number {
  return Math.max(step, Math.floor(length / step) * step);
}

/** Rounds a length to whole pixels, at least one. */
export function toPixels(length: number): number {
  return Math.max(1, Math.round(length));
}
