import type { SKRSContext2D } from '@napi-rs/canvas';
import type { TextAsset } from '../../../edit/model.ts';
import { drawnBoxOf, type PixelSize, type Rect } from '../../scene/placement.ts';
import type { Drawing, DrawingSettings } from '../drawing.ts';
import { drawAsLayer, expandRect } from '../offscreen-layer.ts';
import type { Face, FontLibrary } from '../../fonts/font-library.ts';
import { fillLetters, strokeLetters } from '../../fonts/draw-letters.ts';
import { applyFonts, selectFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import { countTypedUnits } from '../rich-text/whole-text-entrances.ts';
import { entranceDurationOf } from '../rich-text/create-entrance.ts';
import { layOutTextBlock } from './fit-text-block.ts';
import { DEFAULT_TEXT_SIZE, type TextBlock, type TextFragment } from './text-block.ts';

/** The defaults of contract 2.14. */
const FAMILY = 'Open Sans';
const COLOUR = '#ffffff';
/** Room around the lines of a text for accents and descenders, in font sizes. Few letters need more. */
const OVERHANG = 1;

/**
 * Finds the face of a text.
 *
 * @throws {KinoraError} `font_not_found` if the family is unknown.
 */
export function findTextFace({ font }: TextAsset, fonts: FontLibrary): Face {
  return fonts.findFace(font?.family ?? FAMILY, font?.weight);
}

/** Returns the fonts of a text and its ellipsis. In both strings, boxes replace unsupported characters. */
export function selectTextFonts(
  { text, ellipsis = '' }: TextAsset,
  face: Face,
): TextFonts & { readonly ellipsis: string } {
  const ofText = selectFonts(text, face);
  const ofEllipsis = selectFonts(ellipsis, face);
  const fonts = [...new Set([...ofText.fonts, ...ofEllipsis.fonts])];
  return { ...ofText, fonts, ellipsis: ofEllipsis.text };
}

/**
 * Creates the drawing of a text asset. Overflow is hidden. If the asset sets no box, the frame is its
 * box.
 */
export function createTextDrawing(wanted: TextAsset, { frame, duration, fonts }: DrawingSettings): Drawing {
  const box = drawnBoxOf(wanted, frame);
  const face = findTextFace(wanted, fonts);
  const textFonts = selectTextFonts(wanted, face);
  const block = layOutTextBlock({ ...wanted, ellipsis: textFonts.ellipsis }, textFonts, face, box);
  const { asset } = block;
  const bleed = bleedOf(asset, block, box);
  const { animation } = asset;
  const { characters, lines, characterCount } = block;
  const typing = animation ? entranceDurationOf(animation.duration, characterCount, duration) : 0;
  return {
    ...box,
    bleed,
    ...(animation && { staticFrom: typing }),
    draw(context, time) {
      const typed =
        time < typing ? characters.slice(0, countTypedUnits(time, typing, characters.length)) : lines;
      context.save();
      drawBackground(context, asset, box);
      drawText(context, asset, { textFonts, block, fragments: typed, box, bleed });
      context.restore();
    },
  };
}

function drawBackground(context: SKRSContext2D, { background }: TextAsset, box: PixelSize): void {
  if (background?.color === undefined) return;
  context.globalAlpha = background.opacity ?? 1;
  context.fillStyle = background.color;
  traceBox(context, background.borderRadius ?? 0, box);
  context.fill();
}

function traceBox(context: SKRSContext2D, radius: number, box: PixelSize): void {
  context.beginPath();
  context.roundRect(0, 0, box.width, box.height, radius);
}

/** The visible fragments of a text, with its fonts and its layout. */
interface VisibleText {
  readonly textFonts: TextFonts;
  readonly block: TextBlock;
  readonly fragments: readonly TextFragment[];
  readonly box: PixelSize;
  /** Distance that the letters may extend beyond the box, in pixels. */
  readonly bleed: number;
}

/** Returns the distance that the letters of a text may extend beyond its box, in pixels. */
function bleedOf(asset: TextAsset, block: TextBlock, box: PixelSize): number {
  const usual = OVERHANG * (asset.font?.size ?? DEFAULT_TEXT_SIZE);
  // Lines that do not fit are cut off.
  const ink = block.overflows ? undefined : block.measureInk();
  const outside = ink
    ? Math.max(-ink.x, -ink.y, ink.x + ink.width - box.width, ink.y + ink.height - box.height)
    : 0;
  return Math.max(usual, outside + 1) + strokeWidthOf(asset);
}

function drawText(
  context: SKRSContext2D,
  asset: TextAsset,
  { textFonts, block, fragments, box, bleed }: VisibleText,
): void {
  if (block.overflows) clipToBox(context, asset, box);
  const opacity = asset.font?.opacity ?? 1;
  const draw = (on: SKRSContext2D): void => {
    applyTextStyle(on, asset, textFonts);
    drawGlyphs(on, asset, fragments);
  };
  context.globalAlpha = 1;
  // Translucent letters are drawn as one layer, so that their edges are those of opaque ones.
  if (opacity === 1) draw(context);
  else drawAsLayer(context, expandRect({ x: 0, y: 0, ...box }, bleed), { alpha: opacity }, draw);
}

/** Clips the context to hide lines that do not fit. */
function clipToBox(context: SKRSContext2D, asset: TextAsset, box: PixelSize): void {
  const radius = asset.background?.borderRadius ?? 0;
  if (radius > 0) {
    traceBox(context, radius, box);
  } else {
    const { x, y, width, height } = visibleAreaOf(asset, box);
    context.beginPath();
    context.rect(x, y, width, height);
  }
  context.clip();
}

/**
 * Returns the area in which the letters of a text that does not fit are visible. At the edge that the lines
 * are aligned to, accents and descenders remain visible outside the box, unless the box has round corners.
 */
export function visibleAreaOf({ font, background, alignment }: TextAsset, box: PixelSize): Rect {
  const hasRoundCorners = (background?.borderRadius ?? 0) > 0;
  const overhang = hasRoundCorners ? 0 : OVERHANG * (font?.size ?? DEFAULT_TEXT_SIZE);
  const vertical = alignment?.vertical ?? 'center';
  const top = vertical === 'top' ? -overhang : 0;
  const bottom = box.height + (vertical === 'bottom' ? overhang : 0);
  return { x: 0, y: top, width: box.width, height: bottom - top };
}

/** Returns the visible width of the outline around the letters, in pixels. */
function strokeWidthOf({ stroke }: TextAsset): number {
  return stroke?.color === undefined ? 0 : (stroke.width ?? 0);
}

function applyTextStyle(context: SKRSContext2D, { font, stroke }: TextAsset, textFonts: TextFonts): void {
  applyFonts(context, textFonts, font?.size ?? DEFAULT_TEXT_SIZE);
  context.textAlign = 'left';
  context.lineJoin = 'round';
  // Draw the stroke at twice its width, because the letter covers its inner half.
  context.lineWidth = 2 * (stroke?.width ?? 0);
}

function drawGlyphs(context: SKRSContext2D, asset: TextAsset, fragments: readonly TextFragment[]): void {
  const each = (draw: (text: string, x: number, y: number) => void): void => {
    for (const { runs, baseline } of fragments) {
      for (const { text, x, rightToLeft } of runs) {
        context.direction = rightToLeft ? 'rtl' : 'ltr';
        draw(text, x, baseline);
      }
    }
  };
  // Stroke all letters first, so that no stroke covers a neighbouring letter.
  const { color = COLOUR } = asset.font ?? {};
  const { color: strokeColour = COLOUR } = asset.stroke ?? {};
  if (strokeWidthOf(asset) > 0) each((text, x, y) => strokeLetters(context, strokeColour, text, x, y));
  each((text, x, y) => fillLetters(context, color, text, x, y));
}
