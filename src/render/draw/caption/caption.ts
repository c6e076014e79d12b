import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Fonts } from '../../fonts/fonts.ts';
import { useLettering } from '../../fonts/lettering.ts';
import type { Cue } from '../../media/media.ts';
import type { CaptionPicture } from '../../resolve/timeline.ts';
import type { Rect, Size } from '../../scene/placement.ts';
import type { Drawing } from '../drawing.ts';
import { asOne, boxAround, grown, type Shadow, withShadow } from '../layer.ts';
import { type Block, columnOf } from './block.ts';
import { type PlacedCaption, Stack } from './stack.ts';
import { captionFace, captionStyle, type CaptionStyle } from './style.ts';

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
export function captionDrawing({ asset, cues }: CaptionPicture, frame: Size, fonts: Fonts): Drawing {
  const style = captionStyle(asset);
  const stack = new Stack(cues, style, captionFace(asset, fonts), frame);
  const changes = changesOf(cues);
  const shownAt = (moment: number): readonly PlacedCaption[] => stack.at(changes[moment] ?? -Infinity);
  return {
    ...frame,
    bleed: 0,
    moments: {
      at: (time) => lastBefore(changes, time),
      ink(moment) {
        const shown = shownAt(moment);
        return shown.length === 0 ? undefined : boxAround(shown.map(inkOf));
      },
    },
    draw(context, moment) {
      for (const caption of shownAt(moment)) drawCaption(context, caption, style, columnMiddle(style, frame));
    },
  };

  function inkOf({ block, top }: PlacedCaption): Rect {
    const middle = columnMiddle(style, frame);
    const { x, y, width, height } = grown(block.area, OVERHANG * block.size);
    const area = { x: x + middle, y: y + top, width, height };
    return hasShadow(style) ? withShadow(area, shadowOf(block)) : area;
  }
}

/** The seconds at which a cue comes or goes, in their order, each once. */
function changesOf(cues: readonly Cue[]): number[] {
  const all = cues.flatMap(({ from, to }) => [from.valueOf(), to.valueOf()]);
  return [...new Set(all)].sort((one, other) => one - other);
}

/** The index of the last of some times that is not after another; -1 for none. */
function lastBefore(times: readonly number[], time: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? Infinity) <= time) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

function columnMiddle(style: CaptionStyle, frame: Size): number {
  const { left, right } = columnOf(style, frame);
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
  const area = grown(block.area, OVERHANG * block.size);
  const letters = (on: SKRSContext2D): void => drawLetters(on, block, style);
  if (hasShadow(style)) {
    const shadow = shadowOf(block);
    asOne(context, withShadow(area, shadow), { alpha: style.opacity, shadow }, letters);
  } else if (style.opacity < 1) asOne(context, area, { alpha: style.opacity }, letters);
  else letters(context);
  context.restore();
}

/** One shape: where the boxes of two lines meet, nothing lies over anything. */
function drawBoxes(context: SKRSContext2D, { boxes }: Block, { background }: CaptionStyle): void {
  if (!background) return;
  context.globalAlpha = background.opacity;
  context.fillStyle = background.color;
  context.beginPath();
  for (const { x, y, width, height } of boxes) context.roundRect(x, y, width, height, background.radius);
  context.fill();
  context.globalAlpha = 1;
}

function drawLetters(context: SKRSContext2D, { lettering, lines, size }: Block, style: CaptionStyle): void {
  context.save();
  useLettering(context, lettering, size);
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

function shadowOf({ size }: Block): Shadow {
  return { x: 0, y: SHADOW.down * size, blur: SHADOW.blur * size, colour: SHADOW.colour };
}
