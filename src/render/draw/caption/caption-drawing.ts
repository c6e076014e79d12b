import type { SKRSContext2D } from '@napi-rs/canvas';
import type { FontLibrary } from '../../fonts/font-library.ts';
import { applyFonts } from '../../fonts/text-fonts.ts';
import type { Cue } from '../../media/media.ts';
import type { CaptionVisual } from '../../resolve/timeline.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import type { Drawing } from '../drawing.ts';
import { boundingBoxOf, drawAsLayer, expandRect, extendByShadow, type Shadow } from '../offscreen-layer.ts';
import { type CaptionBlock, captionColumnOf } from './caption-block.ts';
import { CaptionStack, type PlacedCaption } from './caption-stack.ts';
import { type CaptionStyle, captionStyleOf, findCaptionFace } from './style.ts';

/**
 * Letters with nothing around them and nothing behind them have a soft shadow, or they could not be read on a bright picture. In
 * sizes.
 */
const SHADOW = { down: 1 / 24, blur: 1 / 5, colour: 'rgb(0 0 0 / 85%)' };
/** How far letters may reach out of their places: accents, swashes. In sizes. */
const OVERHANG = 0.5;

/**
 * Plain captions in their frame (contract 2.17): each cue from its start to before its end, those that are there at once one above
 * the other. Only moments at which one comes or goes are drawn; their texts are set when they come up.
 */
export function createCaptionDrawing(
  { asset, cues }: CaptionVisual,
  frame: PixelSize,
  fonts: FontLibrary,
): Drawing {
  const style = captionStyleOf(asset);
  const stack = new CaptionStack(cues, style, findCaptionFace(asset, fonts), frame);
  const changes = findChangeTimes(cues);
  const shownAt = (moment: number): readonly PlacedCaption[] => stack.at(changes[moment] ?? -Infinity);
  return {
    ...frame,
    bleed: 0,
    moments: {
      at: (time) => findLastIndexUntil(changes, time),
      inkBox(moment) {
        const shown = shownAt(moment);
        return shown.length === 0 ? undefined : boundingBoxOf(shown.map(inkOf));
      },
    },
    draw(context, moment) {
      for (const caption of shownAt(moment))
        drawCaption(context, caption, style, columnCentreOf(style, frame));
    },
  };

  function inkOf({ block, top }: PlacedCaption): Rect {
    const middle = columnCentreOf(style, frame);
    const { x, y, width, height } = expandRect(block.area, OVERHANG * block.size);
    const area = { x: x + middle, y: y + top, width, height };
    return hasShadow(style) ? extendByShadow(area, shadowOf(block)) : area;
  }
}

/** The seconds at which a cue comes or goes, in their order, each once. */
function findChangeTimes(cues: readonly Cue[]): number[] {
  const all = cues.flatMap(({ from, to }) => [from.valueOf(), to.valueOf()]);
  return [...new Set(all)].sort((one, other) => one - other);
}

/** The index of the last of some times that is not after another; -1 for none. */
function findLastIndexUntil(times: readonly number[], time: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? Infinity) <= time) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

function columnCentreOf(style: CaptionStyle, frame: PixelSize): number {
  const { left, right } = captionColumnOf(style, frame);
  return (left + right) / 2;
}

function drawCaption(
  context: SKRSContext2D,
  { block, top }: PlacedCaption,
  style: CaptionStyle,
  middle: number,
): void {
  context.save();
  context.translate(middle, top);
  drawBoxes(context, block, style);
  const area = expandRect(block.area, OVERHANG * block.size);
  const drawText = (on: SKRSContext2D): void => drawGlyphs(on, block, style);
  if (hasShadow(style)) {
    const shadow = shadowOf(block);
    drawAsLayer(context, extendByShadow(area, shadow), { alpha: style.opacity, shadow }, drawText);
  } else if (style.opacity < 1) drawAsLayer(context, area, { alpha: style.opacity }, drawText);
  else drawText(context);
  context.restore();
}

/** One shape: where the boxes of two lines meet, nothing lies over anything. */
function drawBoxes(context: SKRSContext2D, { boxes }: CaptionBlock, { background }: CaptionStyle): void {
  if (!background) return;
  context.globalAlpha = background.opacity;
  context.fillStyle = background.color;
  context.beginPath();
  for (const { x, y, width, height } of boxes) context.roundRect(x, y, width, height, background.radius);
  context.fill();
  context.globalAlpha = 1;
}

function drawGlyphs(
  context: SKRSContext2D,
  { textFonts, lines, size }: CaptionBlock,
  style: CaptionStyle,
): void {
  context.save();
  applyFonts(context, textFonts, size);
  context.fillStyle = style.color;
  context.textAlign = 'left';
  context.lineJoin = 'round';
  // The inner half lies under the letter.
  context.lineWidth = 2 * style.stroke.width;
  context.strokeStyle = style.stroke.color;
  const each = (draw: (text: string, x: number, y: number) => void): void => {
    for (const { text, x, baseline, rightToLeft } of lines) {
      context.direction = rightToLeft ? 'rtl' : 'ltr';
      draw(text, x, baseline);
    }
  };
  // First of all letters, so that none lies over its neighbour.
  if (style.stroke.width > 0) each((text, x, y) => context.strokeText(text, x, y));
  each((text, x, y) => context.fillText(text, x, y));
  context.restore();
}

function hasShadow({ background, stroke }: CaptionStyle): boolean {
  return !background && stroke.width === 0;
}

function shadowOf({ size }: CaptionBlock): Shadow {
  return { x: 0, y: SHADOW.down * size, blur: SHADOW.blur * size, colour: SHADOW.colour };
}
