import type { SKRSContext2D } from '@napi-rs/canvas';
import type { TextAsset } from '../../edit/edit.ts';
import { drawnBox, type Size } from '../scene/placement.ts';
import type { Drawing, Setting } from './drawing.ts';
import { asOne, grown } from './layer.ts';
import type { Face, Fonts } from '../fonts/fonts.ts';
import { type Lettering, letteringOf, useLettering } from '../fonts/lettering.ts';
import { typedAt } from './rich-text/at-once.ts';
import { durationOf } from './rich-text/entrance.ts';
import { type Block, blockOf, SIZE, type Stretch } from './text-block.ts';

/** The defaults of contract 2.14. */
const FAMILY = 'Open Sans';
const COLOUR = '#ffffff';
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

/** The fonts of a text and its ellipsis, and both as they are written. */
function textLettering(
  { text, ellipsis = '' }: TextAsset,
  face: Face,
): Lettering & { readonly ellipsis: string } {
  const [letters, end] = [letteringOf(text, face), letteringOf(ellipsis, face)];
  return { ...letters, fonts: [...new Set([...letters.fonts, ...end.fonts])], ellipsis: end.text };
}

/** A text asset in its box; what overflows it is hidden. The frame is the box where the asset has none. */
export function textDrawing(asset: TextAsset, { frame, lasts, fonts }: Setting): Drawing {
  const box = drawnBox(asset, frame);
  const face = textFace(asset, fonts);
  const lettering = textLettering(asset, face);
  const block = blockOf({ ...asset, ellipsis: lettering.ellipsis }, lettering, face, box);
  const bleed = (asset.font?.size ?? SIZE) * ROOM + strokeOf(asset);
  const { animation } = asset;
  const { letters, lines, characters } = block;
  const typing = animation ? durationOf(animation.duration, characters, lasts) : 0;
  return {
    ...box,
    bleed,
    ...(animation && { restsFrom: typing }),
    draw(context, time) {
      const typed = time < typing ? letters.slice(0, typedAt(time, typing, letters.length)) : lines;
      context.save();
      drawBackground(context, asset, box);
      drawText(context, asset, { lettering, block, typed, box });
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

/** What is drawn of a text. */
interface Written {
  readonly lettering: Lettering;
  readonly block: Block;
  readonly typed: readonly Stretch[];
  readonly box: Size;
}

function drawText(context: SKRSContext2D, asset: TextAsset, { lettering, block, typed, box }: Written): void {
  if (block.overflows) mask(context, asset, box);
  const opacity = asset.font?.opacity ?? 1;
  const draw = (on: SKRSContext2D): void => {
    style(on, asset, lettering);
    drawLetters(on, asset, typed);
  };
  if (opacity === 1 || strokeOf(asset) === 0) {
    context.globalAlpha = opacity;
    draw(context);
  } else {
    const reach = ROOM * (asset.font?.size ?? SIZE) + strokeOf(asset);
    context.globalAlpha = 1;
    asOne(context, grown({ x: 0, y: 0, ...box }, reach), { alpha: opacity }, draw);
  }
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

/** Width of the line around the letters in pixels; it lies outside of them. */
function strokeOf({ stroke }: TextAsset): number {
  return stroke?.color === undefined ? 0 : (stroke.width ?? 0);
}

function style(context: SKRSContext2D, { font, stroke }: TextAsset, lettering: Lettering): void {
  useLettering(context, lettering, font?.size ?? SIZE);
  context.fillStyle = font?.color ?? COLOUR;
  context.textAlign = 'left';
  context.lineJoin = 'round';
  // The inner half lies under the letter.
  context.lineWidth = 2 * (stroke?.width ?? 0);
  context.strokeStyle = stroke?.color ?? COLOUR;
}

function drawLetters(context: SKRSContext2D, asset: TextAsset, stretches: readonly Stretch[]): void {
  const each = (draw: (text: string, x: number, y: number) => void): void => {
    for (const { parts, baseline } of stretches) {
      for (const { text, x, rightToLeft } of parts) {
        context.direction = rightToLeft ? 'rtl' : 'ltr';
        draw(text, x, baseline);
      }
    }
  };
  // First of all letters, so that none lies over its neighbour.
  if (strokeOf(asset) > 0) each((text, x, y) => context.strokeText(text, x, y));
  each((text, x, y) => context.fillText(text, x, y));
}
