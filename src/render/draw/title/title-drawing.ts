import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { TitleAsset } from '../../../edit/model.ts';
import { toSeconds } from '../../../base/time.ts';
import { fillLetters, strokeLetters } from '../../fonts/draw-letters.ts';
import { toAnimatedNumber } from '../../resolve/animated-number.ts';
import type { AnimatedNumber } from '../../resolve/timeline.ts';
import { anchorOffset, type Rect } from '../../scene/placement.ts';
import type { TextLine } from '../../text-layout/break-lines.ts';
import { valueAt } from '../../scene/tween.ts';
import { isDark, opacityOf, toCanvasColour, toOpaqueColour } from '../colour.ts';
import type { Drawing, DrawingSettings } from '../drawing.ts';
import { CachedDrawing } from '../cached-drawing.ts';
import { inkBoxOf } from '../ink/ink-box.ts';
import { createInkRuler } from '../ink/ink-ruler.ts';
import { boundingBoxOf, drawAsLayer, expandRect } from '../offscreen-layer.ts';
import { applyTitleFonts, layOutTitle, type TitleLayout } from './title-layout.ts';

const COLOUR = '#ffffff';
// The lengths below are in font sizes.
/** The radius of the corners of a background. */
const RADIUS = 0.14;
/**
 * The first shadow separates the letters from the picture. The second one sharpens their edges. Thin
 * letters need both.
 */
const SHADOWS = [
  { blur: 0.5, down: 0.04 },
  { blur: 0.1, down: 0.02 },
];
/** Distance, in pixels, that is larger than any title and its shadow. */
const ASIDE = 16_384;
/** Room around the lines and their background for the shadow and the descenders. Few letters need more. */
const OVERHANG = 1.2;

/** Creates the drawing of a title in its predefined style. The letters shrink if the title would not fit. */
export function createTitleDrawing(asset: TitleAsset, { frame }: DrawingSettings): Drawing {
  const layout = layOutTitle(asset, frame);
  const [x, y] = [toAnimatedNumber(asset.offset?.x, 0), toAnimatedNumber(asset.offset?.y, 0)];
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
  const area = areaOf(asset, layout);
  const picture = new CachedDrawing(area, (context) => drawTitle(context, asset, layout));
  return {
    ...still,
    staticFrom: Math.max(animationEndOf(x), animationEndOf(y)),
    draw(context, time) {
      const now = toSeconds(time);
      picture.drawAt(context, valueAt(x, now) * frame.width, -valueAt(y, now) * frame.height);
    },
  };
}

/** Returns the time after which an animated number no longer changes, in seconds of the clip. */
function animationEndOf(value: AnimatedNumber): number {
  // In a loop: a call cannot take hundreds of thousands of arguments.
  return typeof value === 'number' ? 0 : value.reduce((last, { end }) => Math.max(last, end.valueOf()), 0);
}

function drawTitle(context: SKRSContext2D, asset: TitleAsset, layout: TitleLayout): void {
  const { background, color = COLOUR } = asset;
  const alpha = opacityOf(color);
  const drawText = (on: SKRSContext2D): void => drawGlyphs(on, asset, layout);
  context.save();
  if (background !== undefined) drawBackground(context, background, layout);
  // Letters, outline and shadow overlap. Draw them as one layer, so that the opacity applies to all of
  // them together.
  if (alpha === 1) drawText(context);
  else drawAsLayer(context, areaOf(asset, layout), { alpha }, drawText);
  context.restore();
}

/** Returns the area that contains a title with its background and its shadow, in pixels of the frame. */
function areaOf({ position }: TitleAsset, layout: TitleLayout): Rect {
  const ink = inkOfTitle(layout, position);
  return expandRect(boundingBoxOf([layout.area, ...(ink ? [ink] : [])]), OVERHANG * layout.size);
}

function drawBackground(
  context: SKRSContext2D,
  colour: string,
  { area, padding: { across, down }, size }: TitleLayout,
): void {
  const [width, height] = [area.width + 2 * across, area.height + 2 * down];
  context.fillStyle = toCanvasColour(colour);
  context.beginPath();
  context.roundRect(area.x - across, area.y - down, width, height, RADIUS * size);
  context.fill();
}

/** Draws opaque letters, with the shadows and the outline that separate them from the picture. */
function drawGlyphs(
  context: SKRSContext2D,
  { background, color = COLOUR, position = 'center' }: TitleAsset,
  layout: TitleLayout,
): void {
  const { style, size } = layout;
  const each = createLineWriter(context, layout, position);
  const fill = (): void => each((text, x, y) => fillLetters(context, toOpaqueColour(color), text, x, y));
  if (background === undefined) drawShadows(context, isDark(color) ? '255 255 255' : '0 0 0', layout, fill);
  if (style.outline > 0 && background === undefined) {
    context.lineJoin = 'round';
    context.lineWidth = 2 * style.outline * size;
    const contrast = isDark(color) ? '#ffffff' : '#000000';
    each((text, x, y) => strokeLetters(context, contrast, text, x, y));
  }
  fill();
}

type DrawLine = (text: string, x: number, y: number) => void;

/** Returns a function that calls a callback for each line of a title, with the left end of its baseline. */
function createLineWriter(
  context: SKRSContext2D,
  layout: TitleLayout,
  position: NonNullable<TitleAsset['position']>,
): (draw: DrawLine) => void {
  applyTitleFonts(context, layout, layout.size);
  context.textAlign = 'left';
  const lines = placeTitleLines(context, layout, position);
  return (draw) => {
    for (const { text, rightToLeft, x, baseline } of lines) {
      context.direction = rightToLeft ? 'rtl' : 'ltr';
      draw(text, x, baseline);
    }
  };
}

/** A line of a title, and the left end of its baseline in pixels of the frame. */
interface PlacedTitleLine extends TextLine {
  readonly x: number;
  readonly baseline: number;
}

/** Places the lines of a title. @param context a context with the fonts of the title. */
function placeTitleLines(
  context: SKRSContext2D,
  { style, lines, size, area }: TitleLayout,
  position: NonNullable<TitleAsset['position']>,
): PlacedTitleLine[] {
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
  const advance = size * style.lineHeight;
  const first = area.y + (advance - ascent - descent) / 2 + ascent;
  return lines.map((line, index) => {
    const free = area.width - context.measureText(line.text).width;
    const x = area.x + anchorOffset(position, 'left', 'right', free);
    return { ...line, x, baseline: first + index * advance };
  });
}

/** Returns the bounding box of the letters of a title in pixels of the frame, or undefined if there are none. */
export function inkOfTitle(
  layout: TitleLayout,
  position: NonNullable<TitleAsset['position']> = 'center',
): Rect | undefined {
  const context = createCanvas(1, 1).getContext('2d');
  applyTitleFonts(context, layout, layout.size);
  const lines = placeTitleLines(context, layout, position);
  return inkBoxOf(
    lines.map((line) => ({ ...line, width: context.measureText(line.text).width })),
    createInkRuler(layout.textFonts, layout.size),
  );
}

/**
 * Draws soft shadows that separate the letters from any picture: dark ones for light letters, light ones
 * for dark letters.
 *
 * @param tone red, green and blue of the shadows.
 */
function drawShadows(
  context: SKRSContext2D,
  tone: string,
  { style, size }: TitleLayout,
  draw: () => void,
): void {
  // Scale the shadows here, because canvas shadows ignore the scale of the context.
  const { a, b, c, d, e, f } = context.getTransform();
  const scale = Math.hypot(a, b) * size;
  context.save();
  // Draw the letters beside the canvas, where only their shadows fall on it. Letters that are drawn several
  // times would have bolder edges than those of other texts.
  const aside = 2 * context.canvas.width + ASIDE;
  context.setTransform(a, b, c, d, e - aside, f);
  context.shadowOffsetX = aside;
  context.shadowColor = `rgb(${tone} / ${style.shadow})`;
  for (const { blur, down } of SHADOWS) {
    context.shadowBlur = blur * scale;
    context.shadowOffsetY = down * scale;
    draw();
  }
  context.restore();
}
