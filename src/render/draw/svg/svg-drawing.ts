import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { SvgAsset } from '../../../edit/model.ts';
import { drawnBoxOf, type PixelSize } from '../../scene/placement.ts';
import type { Drawing } from '../drawing.ts';
import { BUILT_IN_FONTS, type FontLibrary } from '../../fonts/font-library.ts';
import { describeSvgExcess } from './svg-budget.ts';
import { DEFAULT_SVG_FAMILY, findSvgFonts } from './svg-fonts.ts';

const packages = createRequire(import.meta.url);

/**
 * Maximum side of a rendered bitmap in pixels. For a larger drawing, a bitmap of this size is enlarged. Also
 * the maximum aspect ratio of an SVG.
 */
const MAX_SIDE = 4096;

/**
 * A size counts as a whole number of pixels if it differs from the whole number by less than this tolerance.
 */
const PIXEL_TOLERANCE = 1e-3;

/** An error about markup that cannot be drawn. The message is public and begins with a verb. */
export class SvgError extends Error {
  override readonly name = 'SvgError';
}

/** An image with premultiplied alpha. Its rows have no padding. */
interface PremultipliedImage extends PixelSize {
  readonly pixels: Uint8Array;
}

/**
 * Creates the drawing of an SVG, scaled to fit its box and centred in it. The SVG renderer has no access
 * to files or the network, so external references are left out.
 *
 * @param output size of the output in pixels. If the asset sets no box, its box is the whole output.
 * @param fonts the fonts that the texts of the SVG may name.
 * @throws {SvgError} if the markup cannot be drawn.
 */
export async function createSvgDrawing(
  asset: SvgAsset,
  output: PixelSize,
  fonts: FontLibrary,
): Promise<Drawing> {
  const box = drawnBoxOf(asset, output);
  await loadResvg();
  const markup = addNamespace(asset.src);
  const font = resvgFontsFor(markup, fonts);
  const natural = readNaturalSize(markup, font);
  const fits = Math.min(box.width / natural.width, box.height / natural.height);
  const size = { width: natural.width * fits, height: natural.height * fits };
  return {
    ...box,
    bleed: 0,
    draw(context) {
      const picture = rasterize(markup, font, pixelSizeOf(size, context), natural);
      if (picture)
        drawImage(context, picture, {
          ...size,
          x: (box.width - size.width) / 2,
          y: (box.height - size.height) / 2,
        });
    },
  };
}

/**
 * Reads the size of an SVG in pixels: its width and height, or else the width and height of its view box.
 *
 * @throws {SvgError} if the markup cannot be drawn.
 */
export async function readSvgSize(source: string): Promise<PixelSize> {
  await loadResvg();
  const markup = addNamespace(source);
  return readNaturalSize(markup, resvgFontsFor(markup, BUILT_IN_FONTS));
}

/**
 * Draws the markup of an SVG.
 *
 * @param scale pixels of the result for each pixel of the drawing. The result has at most {@link MAX_SIDE}
 *   pixels on a side.
 * @returns rows without padding, in sRGB with straight alpha.
 * @throws {SvgError} if the markup cannot be drawn.
 */
export async function drawSvg(
  source: string,
  scale: number,
): Promise<PixelSize & { readonly data: Uint8Array }> {
  await loadResvg();
  const markup = addNamespace(source);
  const font = resvgFontsFor(markup, BUILT_IN_FONTS);
  const natural = readNaturalSize(markup, font);
  const width = Math.max(1, natural.width * scale);
  const height = Math.max(1, natural.height * scale);
  const image = rasterize(markup, font, { width, height }, natural);
  if (!image) throw new SvgError('is too small to be drawn.');
  return {
    width: image.width,
    height: image.height,
    data: new Uint8Array(unpremultiply(image.pixels).buffer),
  };
}

let loading: Promise<void> | undefined;

/** Loads the SVG renderer when the first drawing needs it, because loading takes a tenth of a second. */
function loadResvg(): Promise<void> {
  loading ??= readFile(packages.resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm);
  return loading;
}

/**
 * Adds the XML namespace. The renderer requires this namespace. Browsers do not, so SVGs that were copied
 * from web pages may lack the namespace.
 */
function addNamespace(markup: string): string {
  return markup.replace(/<svg(?![^>]*\sxmlns\s*=)(?=[\s>/])/, '<svg xmlns="http://www.w3.org/2000/svg"');
}

/** The font options of the SVG renderer. */
interface ResvgFonts {
  readonly fontBuffers: Uint8Array[];
  readonly defaultFontFamily: string;
  readonly sansSerifFamily: string;
}

function resvgFontsFor(markup: string, fonts: FontLibrary): ResvgFonts {
  const { files } = findSvgFonts(markup, fonts);
  return {
    fontBuffers: [...files],
    defaultFontFamily: DEFAULT_SVG_FAMILY,
    sansSerifFamily: DEFAULT_SVG_FAMILY,
  };
}

function readNaturalSize(markup: string, font: ResvgFonts): PixelSize {
  if (!/^\s*\uFEFF?\s*</.test(markup)) {
    throw new SvgError(
      'is not the markup of an SVG, "<svg ...>"; use an asset of type "image" for an SVG file.',
    );
  }
  const { width, height } = parseSize(markup, font);
  const proportion = Math.max(width / height, height / width);
  if (!(proportion <= MAX_SIDE)) {
    throw new SvgError(
      `is more than ${MAX_SIDE} times as long on one side as on the other (${width} x ${height}).`,
    );
  }
  const excess = describeSvgExcess(markup);
  if (excess !== undefined) throw new SvgError(`${excess}.`);
  return { width, height };
}

function parseSize(markup: string, font: ResvgFonts): PixelSize {
  try {
    const drawing = new Resvg(markup, { font });
    const { width, height } = drawing;
    drawing.free();
    return { width, height };
  } catch (cause) {
    // The parser throws strings: "SVG data parsing failed cause ...".
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/^.* cause /, '');
    throw new SvgError(`is not an SVG that can be drawn: ${reason}.`, { cause });
  }
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
  markup: string,
  font: ResvgFonts,
  requested: PixelSize,
  natural: PixelSize,
): PremultipliedImage | undefined {
  if (requested.width < 1 || requested.height < 1) return undefined;
  // If the context stretches the height more than the width, render a larger width. The renderer keeps
  // the proportions of the SVG, so the height would have too few pixels otherwise.
  const width = Math.max(requested.width, (requested.height * natural.width) / natural.height);
  const scale = Math.min(1, MAX_SIDE / width, (MAX_SIDE * natural.width) / natural.height / width);
  const drawing = new Resvg(markup, {
    font,
    fitTo: { mode: 'width', value: Math.max(1, Math.ceil(width * scale - PIXEL_TOLERANCE)) },
  });
  const image = drawing.render();
  const picture = { width: image.width, height: image.height, pixels: image.pixels };
  image.free();
  drawing.free();
  return picture;
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
