import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import { describeSvgExcess, type SvgAsset } from '../../../edit/model.ts';
import { drawnBoxOf, type PixelSize, roundRect } from '../../scene/placement.ts';
import type { Drawing, DrawingSettings } from '../drawing.ts';
import { smoothingFor } from '../html-drawing.ts';
import { BUILT_IN_FONTS, type FontLibrary } from '../../fonts/font-library.ts';
import { DEFAULT_SVG_FAMILY, findSvgFonts } from './svg-fonts.ts';
import {
  measureSvg,
  type PremultipliedImage,
  renderSvg,
  SvgError,
  type SvgFontOptions,
} from './svg-renderer.ts';

/**
 * Maximum side of a rendered bitmap in pixels. For a larger drawing, a bitmap of this size is enlarged. Also
 * the maximum aspect ratio of an SVG.
 */
const MAX_SIDE = 4096;

/**
 * A size counts as a whole number of pixels if it differs from the whole number by less than this tolerance.
 */
const PIXEL_TOLERANCE = 1e-3;

/**
 * Creates the drawing of an SVG, scaled to fit its box and centred in it. The SVG renderer has no access
 * to files or the network, so external references are left out.
 *
 * @param settings if the asset sets no box, its box is the whole frame. If there is a raster, it is drawn in
 *   place of the markup.
 * @throws {SvgError} if the markup cannot be drawn.
 */
export async function createSvgDrawing(
  asset: SvgAsset,
  { frame, fonts, raster }: Omit<DrawingSettings, 'duration'>,
): Promise<Drawing> {
  const box = drawnBoxOf(asset, frame);
  const svg = openSvg(asset.src, fonts);
  const { natural } = svg;
  const fits = Math.min(box.width / natural.width, box.height / natural.height);
  const size = { width: natural.width * fits, height: natural.height * fits };
  const exact = { ...size, x: (box.width - size.width) / 2, y: (box.height - size.height) / 2 };
  const whole = roundRect(exact);
  // A drawing that is thinner than a pixel must not vanish.
  const at = whole.width > 0 && whole.height > 0 ? whole : exact;
  const image = raster === undefined ? undefined : await loadImage(raster);
  return {
    ...box,
    bleed: 0,
    draw(context) {
      if (image) {
        context.save();
        context.imageSmoothingQuality = smoothingFor(context, image.width / at.width);
        context.drawImage(image, at.x, at.y, at.width, at.height);
        context.restore();
        return;
      }
      const picture = rasterize(svg, pixelSizeOf(at, context));
      if (picture) drawImage(context, picture, at);
    },
  };
}

/**
 * Reads the size of an SVG in pixels: its width and height, or else the width and height of its view box.
 *
 * @throws {SvgError} if the markup cannot be drawn.
 */
export function readSvgSize(source: string): PixelSize {
  return openSvg(source, BUILT_IN_FONTS).natural;
}

/**
 * Draws the markup of an SVG.
 *
 * @param scale pixels of the result for each pixel of the drawing. The result has at most {@link MAX_SIDE}
 *   pixels on a side.
 * @returns rows without padding, in sRGB with straight alpha.
 * @throws {SvgError} if the markup cannot be drawn.
 */
export function drawSvg(source: string, scale: number): PixelSize & { readonly data: Uint8Array } {
  const svg = openSvg(source, BUILT_IN_FONTS);
  const { natural } = svg;
  const width = Math.max(1, natural.width * scale);
  const height = Math.max(1, natural.height * scale);
  const image = rasterize(svg, { width, height });
  if (!image) throw new SvgError('is too small to be drawn.');
  return {
    width: image.width,
    height: image.height,
    data: new Uint8Array(unpremultiply(image.pixels).buffer),
  };
}

/**
 * Adds the XML namespace. The renderer requires this namespace. Browsers do not, so SVGs that were copied
 * from web pages may lack the namespace.
 */
export function addNamespace(markup: string): string {
  return markup.replace(/<svg(?=[\s>/])(?![^<>]*\sxmlns\s*=)/, '<svg xmlns="http://www.w3.org/2000/svg"');
}

function fontOptionsFor(markup: string, fonts: FontLibrary): SvgFontOptions {
  const { files } = findSvgFonts(markup, fonts);
  return {
    fontBuffers: [...files],
    defaultFontFamily: DEFAULT_SVG_FAMILY,
    sansSerifFamily: DEFAULT_SVG_FAMILY,
  };
}

/** The markup of an SVG, its fonts and its size in pixels. */
interface OpenedSvg {
  readonly markup: string;
  readonly font: SvgFontOptions;
  readonly natural: PixelSize;
}

/** Checks an SVG before anything else reads it. @throws {SvgError} if the markup cannot be drawn. */
function openSvg(source: string, fonts: FontLibrary): OpenedSvg {
  if (!/^\s*</.test(source)) {
    throw new SvgError(
      'is not the markup of an SVG, "<svg ...>"; use an asset of type "image" for an SVG file.',
    );
  }
  const excess = describeSvgExcess(source);
  if (excess !== undefined) throw new SvgError(`${excess}.`);
  const markup = addNamespace(source);
  const font = fontOptionsFor(markup, fonts);
  const { width, height } = measureSvg({ markup, font });
  const proportion = Math.max(width / height, height / width);
  if (!(proportion <= MAX_SIDE)) {
    throw new SvgError(
      `is more than ${MAX_SIDE} times as long on one side as on the other (${width} x ${height}).`,
    );
  }
  return { markup, font, natural: { width, height } };
}

/** Converts a size in pixels of the box to pixels of a context. Limits both sides to {@link MAX_SIDE}. */
function pixelSizeOf({ width, height }: PixelSize, context: SKRSContext2D): PixelSize {
  const { a, b, c, d } = context.getTransform();
  const [pixelWidth, pixelHeight] = [width * Math.hypot(a, b), height * Math.hypot(c, d)];
  const scale = Math.min(1, MAX_SIDE / Math.max(pixelWidth, pixelHeight));
  return { width: pixelWidth * scale, height: pixelHeight * scale };
}

/**
 * Renders an SVG with at least the requested number of pixels on both sides. Returns undefined if less than
 * one pixel is requested on either side.
 */
function rasterize(
  { markup, font, natural }: OpenedSvg,
  requested: PixelSize,
): PremultipliedImage | undefined {
  if (requested.width < 1 || requested.height < 1) return undefined;
  // If the context stretches the height more than the width, render a larger width. The renderer keeps
  // the proportions of the SVG, so the height would have too few pixels otherwise.
  const width = Math.max(requested.width, (requested.height * natural.width) / natural.height);
  const scale = Math.min(1, MAX_SIDE / width, (MAX_SIDE * natural.width) / natural.height / width);
  return renderSvg({ markup, font, width: Math.max(1, Math.ceil(width * scale - PIXEL_TOLERANCE)) });
}

function drawImage(
  context: SKRSContext2D,
  picture: PremultipliedImage,
  at: PixelSize & { readonly x: number; readonly y: number },
): void {
  const canvas = createCanvas(picture.width, picture.height);
  const own = canvas.getContext('2d');
  const image = own.createImageData(picture.width, picture.height);
  image.data.set(unpremultiply(picture.pixels));
  own.putImageData(image, 0, 0);
  context.save();
  const requested = pixelSizeOf(at, context);
  // Turn smoothing off if pixels match one to one. The cubic filter would blur the edges.
  context.imageSmoothingEnabled =
    Math.abs(requested.width - picture.width) > PIXEL_TOLERANCE ||
    Math.abs(requested.height - picture.height) > PIXEL_TOLERANCE;
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, at.x, at.y, at.width, at.height);
  context.restore();
}

/** Divides the colours by the alpha. */
function unpremultiply(pixels: Uint8Array): Uint8ClampedArray {
  const colours = Uint8ClampedArray.from(pixels);
  for (let at = 3; at < colours.length; at += 4) {
    const alpha = colours[at] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let colour = at - 3; colour < at; colour++) colours[colour] = ((colours[colour] ?? 0) * 255) / alpha;
  }
  return colours;
}
