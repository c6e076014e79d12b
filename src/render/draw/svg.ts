import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { SvgAsset } from '../../edit/edit.ts';
import { drawnBox, type Size } from '../scene/placement.ts';
import type { Drawing } from './drawing.ts';
import { BUILT_IN, type Fonts } from '../fonts/fonts.ts';
import { overBudget } from './svg-budget.ts';
import { SVG_FAMILY, svgFonts } from './svg-fonts.ts';

const packages = createRequire(import.meta.url);

/**
 * More pixels than this on a side are not made; a larger drawing is enlarged from them. One that is longer than this for one pixel
 * of its other side is refused.
 */
const MOST_PIXELS = 4096;

/** A size may miss a whole number of pixels by this much, and is that number. */
const EVEN = 1e-3;

/** Markup that is no drawing. The message is public and begins with a verb. */
export class SvgError extends Error {
  override readonly name = 'SvgError';
}

/** A picture of premultiplied pixels, rows without padding. */
interface Picture extends Size {
  readonly pixels: Uint8Array;
}

/**
 * A vector drawing, as large as fits into its box with its own proportions, in the middle of it. It is read by a program
 * that has neither files nor a network: what the drawing refers to outside of itself is left out.
 *
 * @param output size in pixels: its box.
 * @param fonts those that its texts may name.
 * @throws {SvgError} when it cannot be read.
 */
export async function svgDrawing(asset: SvgAsset, output: Size, fonts: Fonts): Promise<Drawing> {
  const box = drawnBox(asset, output);
  await loaded();
  const markup = named(asset.src);
  const font = fontsOf(markup, fonts);
  const natural = naturalSize(markup, font);
  const fits = Math.min(box.width / natural.width, box.height / natural.height);
  const size = { width: natural.width * fits, height: natural.height * fits };
  return {
    ...box,
    bleed: 0,
    draw(context) {
      const picture = pictureOf(markup, font, pixelsFor(size, context), natural);
      if (picture)
        put(context, picture, {
          ...size,
          x: (box.width - size.width) / 2,
          y: (box.height - size.height) / 2,
        });
    },
  };
}

/**
 * The size in pixels that a drawing says it has: its width and height, else those of its view box.
 *
 * @throws {SvgError} when it cannot be read.
 */
export async function svgSize(source: string): Promise<Size> {
  await loaded();
  const markup = named(source);
  return naturalSize(markup, fontsOf(markup, BUILT_IN));
}

let loading: Promise<void> | undefined;

/** The program is loaded when the first drawing needs it: it takes a tenth of a second. */
function loaded(): Promise<void> {
  loading ??= readFile(packages.resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm);
  return loading;
}

/** Names what kind of XML it is, which browsers do not ask for inside a page. */
function named(markup: string): string {
  return markup.replace(/<svg(?![^>]*\sxmlns\s*=)(?=[\s>/])/, '<svg xmlns="http://www.w3.org/2000/svg"');
}

/** The fonts as the program takes them. */
interface GivenFonts {
  readonly fontBuffers: Uint8Array[];
  readonly defaultFontFamily: string;
  readonly sansSerifFamily: string;
}

function fontsOf(markup: string, fonts: Fonts): GivenFonts {
  const { files } = svgFonts(markup, fonts);
  return {
    fontBuffers: [...files],
    defaultFontFamily: SVG_FAMILY,
    sansSerifFamily: SVG_FAMILY,
  };
}

function naturalSize(markup: string, font: GivenFonts): Size {
  if (!/^\s*\uFEFF?\s*</.test(markup)) {
    throw new SvgError(
      'is not the markup of an SVG, "<svg ...>"; a file of one goes into an asset of type "image".',
    );
  }
  const { width, height } = sizeOf(markup, font);
  const proportion = Math.max(width / height, height / width);
  if (!(proportion <= MOST_PIXELS)) {
    throw new SvgError(
      `is more than ${MOST_PIXELS} times as long on one side as on the other: ${width} x ${height}.`,
    );
  }
  const excess = overBudget(markup);
  if (excess !== undefined) throw new SvgError(`${excess}.`);
  return { width, height };
}

function sizeOf(markup: string, font: GivenFonts): Size {
  try {
    const drawing = new Resvg(markup, { font });
    const { width, height } = drawing;
    drawing.free();
    return { width, height };
  } catch (cause) {
    // The parser throws texts: "SVG data parsing failed cause ...".
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/^.* cause /, '');
    throw new SvgError(`is not an SVG that can be drawn: ${reason}.`, { cause });
  }
}

/** How many pixels a size of the box takes on what a context draws on. */
function pixelsFor({ width, height }: Size, context: SKRSContext2D): Size {
  const { a, b, c, d } = context.getTransform();
  const [across, down] = [width * Math.hypot(a, b), height * Math.hypot(c, d)];
  const most = Math.min(1, MOST_PIXELS / Math.max(across, down));
  return { width: across * most, height: down * most };
}

/** Draws with at least as many pixels as are wanted on both sides; undefined when there is less than one. */
function pictureOf(markup: string, font: GivenFonts, wanted: Size, natural: Size): Picture | undefined {
  if (wanted.width < 1 || wanted.height < 1) return undefined;
  // What is stretched needs more on its other side.
  const width = Math.max(wanted.width, (wanted.height * natural.width) / natural.height);
  const most = Math.min(1, MOST_PIXELS / width, (MOST_PIXELS * natural.width) / natural.height / width);
  const drawing = new Resvg(markup, {
    font,
    fitTo: { mode: 'width', value: Math.max(1, Math.ceil(width * most - EVEN)) },
  });
  const image = drawing.render();
  const picture = { width: image.width, height: image.height, pixels: image.pixels };
  image.free();
  drawing.free();
  return picture;
}

function put(
  context: SKRSContext2D,
  picture: Picture,
  at: Size & { readonly x: number; readonly y: number },
): void {
  const canvas = createCanvas(picture.width, picture.height);
  const own = canvas.getContext('2d');
  const image = own.createImageData(picture.width, picture.height);
  image.data.set(straight(picture.pixels));
  own.putImageData(image, 0, 0);
  context.save();
  const wanted = pixelsFor(at, context);
  // Pixel for pixel nothing is smoothed: a curve through the neighbours would blur the edges.
  context.imageSmoothingEnabled =
    Math.abs(wanted.width - picture.width) > EVEN || Math.abs(wanted.height - picture.height) > EVEN;
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, at.x, at.y, at.width, at.height);
  context.restore();
}

/** Takes the alpha out of the colours. */
function straight(pixels: Uint8Array): Uint8ClampedArray {
  const colours = Uint8ClampedArray.from(pixels);
  for (let at = 3; at < colours.length; at += 4) {
    const alpha = colours[at] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let colour = at - 3; colour < at; colour++) colours[colour] = ((colours[colour] ?? 0) * 255) / alpha;
  }
  return colours;
}
