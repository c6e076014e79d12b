import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { TextAsset } from '../../edit/index.ts';
import { drawnBox, type Size } from '../scene/placement.ts';
import type { Drawing, Setting } from './drawing.ts';
import type { Face, Fonts } from '../letters/fonts.ts';
import { type Lettering, letteringOf, useLettering } from '../letters/lettering.ts';
import { type Line, linesOf, shortened } from '../letters/text-lines.ts';

/** The defaults of contract 2.14. */
const FAMILY = 'Open Sans';
const SIZE = 32;
const COLOUR = '#ffffff';
const LINE_HEIGHT = 1;
/** Room for accents and tails beyond the lines of a text that fits its box, in sizes. */
const ROOM = 1;

/**
 * The face that a text asks for.
 *
 * @throws {KinoraError} `font_not_found` when it is not known.
 */
export function textFace({ font }: TextAsset, fonts: Fonts): Face {
  return fonts.face(font?.family ?? FAMILY, font?.weight);
}

/** Lines, where the first lies, and how far apart they are; in pixels of the box. */
interface Block {
  readonly lines: readonly Line[];
  /** The baseline of the first line. */
  readonly baseline: number;
  readonly advance: number;
  /** Where the lines are anchored by their alignment. */
  readonly left: number;
  /** Whether the lines need more room than the box has. */
  readonly overflows: boolean;
}

/** A text asset in its box; what overflows it is hidden. The frame is the box where the asset has none. */
export function textDrawing(asset: TextAsset, { frame, fonts }: Setting): Drawing {
  const box = drawnBox(asset, frame);
  const face = textFace(asset, fonts);
  const size = asset.font?.size ?? SIZE;
  const stroke = asset.stroke?.color === undefined ? 0 : (asset.stroke.width ?? 0);
  return {
    ...box,
    bleed: size * ROOM + stroke,
    draw(context) {
      context.save();
      drawBackground(context, asset, box);
      drawText(context, asset, face, box);
      context.restore();
    },
  };
}

function drawBackground(context: SKRSContext2D, { background }: TextAsset, box: Size): void {
  if (background?.color === undefined) return;
  context.globalAlpha = background.opacity ?? 1;
  context.fillStyle = background.color;
  outline(context, background.borderRadius ?? 0, box);
  context.fill();
}

function outline(context: SKRSContext2D, radius: number, box: Size): void {
  context.beginPath();
  context.roundRect(0, 0, box.width, box.height, radius);
}

function drawText(context: SKRSContext2D, asset: TextAsset, face: Face, box: Size): void {
  const lettering = letteringOf(asset.text, face);
  style(context, asset, lettering);
  const block = blockOf(context, asset, face, lettering.text, box);
  if (block.overflows) {
    mask(context, asset, box);
  }
  const opacity = asset.font?.opacity ?? 1;
  if (opacity === 1 || !isStroked(asset)) {
    context.globalAlpha = opacity;
    drawLines(context, asset, block);
    return;
  }
  asOne(context, opacity, (layer) => {
    style(layer, asset, lettering);
    drawLines(layer, asset, block);
  });
}

/**
 * Hides the lines that do not fit. An accent may stand out of the box, also over lines that begin or end at its edge.
 */
function mask(context: SKRSContext2D, { font, background, alignment }: TextAsset, box: Size): void {
  const radius = background?.borderRadius ?? 0;
  if (radius > 0) {
    outline(context, radius, box);
  } else {
    const room = ROOM * (font?.size ?? SIZE);
    const vertical = alignment?.vertical ?? 'center';
    const top = vertical === 'top' ? -room : 0;
    const bottom = box.height + (vertical === 'bottom' ? room : 0);
    context.beginPath();
    context.rect(0, top, box.width, bottom - top);
  }
  context.clip();
}

/** Draws with an opacity what lies over each other, so that nothing of it shines through. */
function asOne(context: SKRSContext2D, opacity: number, draw: (layer: SKRSContext2D) => void): void {
  const { width, height } = context.canvas;
  const canvas = createCanvas(width, height);
  const layer = canvas.getContext('2d');
  layer.setTransform(context.getTransform());
  draw(layer);
  context.save();
  context.resetTransform();
  context.globalAlpha = opacity;
  context.drawImage(canvas, 0, 0);
  context.restore();
}

function isStroked({ stroke }: TextAsset): boolean {
  return stroke?.color !== undefined && (stroke.width ?? 0) > 0;
}

function style(context: SKRSContext2D, { font, stroke, alignment }: TextAsset, lettering: Lettering): void {
  useLettering(context, lettering, font?.size ?? SIZE);
  context.fillStyle = font?.color ?? COLOUR;
  context.textAlign = alignment?.horizontal ?? 'center';
  context.lineJoin = 'round';
  // The inner half lies under the letter.
  context.lineWidth = 2 * (stroke?.width ?? 0);
  context.strokeStyle = stroke?.color ?? COLOUR;
}

function blockOf(context: SKRSContext2D, asset: TextAsset, face: Face, text: string, box: Size): Block {
  const { size = SIZE, lineHeight = LINE_HEIGHT } = asset.font ?? {};
  const { horizontal = 'center', vertical = 'center' } = asset.alignment ?? {};
  const padding = asset.background?.color === undefined ? 0 : (asset.background.padding ?? 0);
  const [width, height] = [box.width - 2 * padding, box.height - 2 * padding];
  const measure = (run: string): number => context.measureText(run).width;
  const all = linesOf(text, width, measure);
  const advance = size * lineHeight;
  const { ellipsis = '' } = asset;
  const lines =
    ellipsis === '' ? all : shortened(all, Math.floor(height / advance), ellipsis, width, measure);
  const { ascent, descent } = letterHeight(context, asset, face);
  const free = height - lines.length * advance;
  return {
    lines,
    // Half of what the line is higher than the letters lies above them, as in CSS.
    baseline:
      padding +
      { top: 0, center: free / 2, bottom: free }[vertical] +
      (advance - ascent - descent) / 2 +
      ascent,
    advance,
    left: { left: padding, center: box.width / 2, right: box.width - padding }[horizontal],
    overflows: free < 0 || width <= 0,
  };
}

/** How far the letters of the asked font reach above and below the baseline, whatever others stand in; in pixels. */
function letterHeight(
  context: SKRSContext2D,
  { font }: TextAsset,
  face: Face,
): { ascent: number; descent: number } {
  context.save();
  useLettering(context, letteringOf('x', face), font?.size ?? SIZE);
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
  context.restore();
  return { ascent, descent };
}

function drawLines(
  context: SKRSContext2D,
  asset: TextAsset,
  { lines, baseline, advance, left }: Block,
): void {
  const each = (draw: (text: string, y: number) => void): void => {
    for (const [index, { text, rightToLeft }] of lines.entries()) {
      context.direction = rightToLeft ? 'rtl' : 'ltr';
      draw(text, baseline + index * advance);
    }
  };
  // First of all lines, so that none lies over the letters of its neighbour.
  if (isStroked(asset)) each((text, y) => context.strokeText(text, left, y));
  each((text, y) => context.fillText(text, left, y));
}
