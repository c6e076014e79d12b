import type { SKRSContext2D } from '@napi-rs/canvas';
import type { TitleAsset } from '../../edit/edit.ts';
import { seconds } from '../../base/time.ts';
import { animated } from '../resolve/animated.ts';
import type { Animated } from '../resolve/timeline.ts';
import { anchor } from '../scene/placement.ts';
import { valueAt } from '../scene/tween.ts';
import { canvasColour, isDark, opacityOf, opaque } from './colour.ts';
import type { Drawing, Setting } from './drawing.ts';
import { KeptPicture } from './kept-picture.ts';
import { asOne, grown } from './layer.ts';
import { type TitleLayout, titleLayout, useTitle } from './title-layout.ts';

const COLOUR = '#ffffff';
// All sizes from here on are in sizes of the letters.
/** The radius of the corners of a background. */
const RADIUS = 0.14;
/** The one holds the edges of the letters, the other takes what lies behind them back; thin letters need both. */
const SHADOWS = [
  { blur: 0.5, down: 0.04 },
  { blur: 0.1, down: 0.02 },
];
/** How far the shadow and the tails of letters may reach beyond the lines and their background. */
const REACH = 1.2;

/** A title in its ready-made look; where it would not fit, its letters become smaller. */
export function titleDrawing(asset: TitleAsset, { frame }: Setting): Drawing {
  const layout = titleLayout(asset, frame);
  const [x, y] = [animated(asset.offset?.x, 0), animated(asset.offset?.y, 0)];
  const still = { ...frame, bleed: 0 };
  if (typeof x === 'number' && typeof y === 'number') {
    return {
      ...still,
      draw(context) {
        context.save();
        context.translate(x * frame.width, -y * frame.height);
        drawTitle(context, asset, layout);
        context.restore();
      },
    };
  }
  const area = grown(layout.place, REACH * layout.size);
  const picture = new KeptPicture(area, (context) => drawTitle(context, asset, layout));
  return {
    ...still,
    restsFrom: Math.max(endOf(x), endOf(y)),
    draw(context, time) {
      const now = seconds(time);
      picture.put(context, valueAt(x, now) * frame.width, -valueAt(y, now) * frame.height);
    },
  };
}

/** The second of its clip at which a number does not change any more. */
function endOf(value: Animated): number {
  return typeof value === 'number' ? 0 : Math.max(...value.map(({ end }) => end.valueOf()));
}

function drawTitle(context: SKRSContext2D, asset: TitleAsset, layout: TitleLayout): void {
  const { background, color = COLOUR } = asset;
  const alpha = opacityOf(color);
  const letters = (on: SKRSContext2D): void => drawLetters(on, asset, layout);
  context.save();
  if (background !== undefined) drawBackground(context, background, layout);
  // The letters, their outline and their shadow lie over each other: together they let as much through as the colour says.
  if (alpha === 1) letters(context);
  else asOne(context, grown(layout.place, REACH * layout.size), { alpha }, letters);
  context.restore();
}

function drawBackground(
  context: SKRSContext2D,
  colour: string,
  { place, padding: { across, down }, size }: TitleLayout,
): void {
  const [width, height] = [place.width + 2 * across, place.height + 2 * down];
  context.fillStyle = canvasColour(colour);
  context.beginPath();
  context.roundRect(place.x - across, place.y - down, width, height, RADIUS * size);
  context.fill();
}

/** Draws the letters and what keeps them apart from the picture, all of it opaque. */
function drawLetters(
  context: SKRSContext2D,
  { background, color = COLOUR, position = 'center' }: TitleAsset,
  layout: TitleLayout,
): void {
  const { style, size } = layout;
  const each = writer(context, layout, position);
  const fill = (): void => each((text, x, y) => context.fillText(text, x, y));
  context.fillStyle = opaque(color);
  if (background === undefined) drawShadows(context, isDark(color) ? '255 255 255' : '0 0 0', layout, fill);
  if (style.outline > 0 && background === undefined) {
    context.lineJoin = 'round';
    context.lineWidth = 2 * style.outline * size;
    context.strokeStyle = isDark(color) ? '#ffffff' : '#000000';
    each((text, x, y) => context.strokeText(text, x, y));
  }
  fill();
}

type DrawLine = (text: string, x: number, y: number) => void;

/** Goes through the lines of a title, each with where it begins. */
function writer(
  context: SKRSContext2D,
  layout: TitleLayout,
  position: NonNullable<TitleAsset['position']>,
): (draw: DrawLine) => void {
  const { style, lines, size, place } = layout;
  useTitle(context, layout, size);
  context.textAlign = 'left';
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
  const advance = size * style.lineHeight;
  const baseline = place.y + (advance - ascent - descent) / 2 + ascent;
  return (draw) => {
    for (const [index, { text, rightToLeft }] of lines.entries()) {
      context.direction = rightToLeft ? 'rtl' : 'ltr';
      const free = place.width - context.measureText(text).width;
      draw(text, place.x + anchor(position, 'left', 'right', free), baseline + index * advance);
    }
  };
}

/**
 * Soft shadows keep the letters apart from any picture: dark below light letters, light below dark ones.
 *
 * @param tone of the shadows: red, green and blue.
 */
function drawShadows(
  context: SKRSContext2D,
  tone: string,
  { style, size }: TitleLayout,
  draw: () => void,
): void {
  // A canvas takes no notice of its own scale in shadows.
  const { a, b } = context.getTransform();
  const scale = Math.hypot(a, b) * size;
  context.save();
  context.shadowColor = `rgb(${tone} / ${style.shadow})`;
  for (const { blur, down } of SHADOWS) {
    context.shadowBlur = blur * scale;
    context.shadowOffsetY = down * scale;
    draw();
  }
  context.restore();
}
