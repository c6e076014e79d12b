import type { SKRSContext2D } from '@napi-rs/canvas';
import type { TitleAsset } from '../../../edit/model.ts';
import { toSeconds } from '../../../base/time.ts';
import { toAnimatedNumber } from '../../resolve/animated-number.ts';
import type { AnimatedNumber } from '../../resolve/animated-number.ts';
import { boundingBoxOf, expandRect, type Rect, roundOut, roundRect } from '../../scene/placement.ts';
import { valueAt } from '../../resolve/tween.ts';
import { isDark, opacityOf, toCanvasColour, toOpaqueColour } from '../colour.ts';
import type { Drawing, DrawingSettings } from '../drawing.ts';
import { CachedDrawing } from '../cached-drawing.ts';
import { GlyphPainter } from '../letters/glyph-painter.ts';
import { inkBoxOf } from '../lines/ink-box.ts';
import { placeUnits } from '../lines/placed-lines.ts';
import { drawAsLayer } from '../offscreen-layer.ts';
import { backgroundOf, layOutTitle, type TitleLayout } from './title-layout.ts';

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
        context.translate(Math.round(x * frame.width), Math.round(-y * frame.height));
        drawTitle(context, asset, layout);
        context.restore();
      },
    };
  }
  // On whole pixels, so that the picture is sharp where it is not moved.
  const area = roundOut(areaOf(layout));
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
  const { color = COLOUR } = asset;
  const background = backgroundOf(asset);
  const alpha = opacityOf(color);
  const drawText = (on: SKRSContext2D): void => drawGlyphs(on, asset, layout);
  context.save();
  if (background !== undefined) drawBackground(context, background, layout);
  // Letters, outline and shadow overlap. Draw them as one layer, so that the opacity applies to all of
  // them together.
  if (alpha === 1) drawText(context);
  else drawAsLayer(context, areaOf(layout), { alpha }, drawText);
  context.restore();
}

/** Returns the area that contains a title with its background and its shadow, in pixels of the frame. */
function areaOf(layout: TitleLayout): Rect {
  const ink = inkBoxOf(layout.lines, layout.ruler);
  return expandRect(boundingBoxOf([layout.area, ...(ink ? [ink] : [])]), OVERHANG * layout.size);
}

function drawBackground(
  context: SKRSContext2D,
  colour: string,
  { area, padding: { across, down }, size }: TitleLayout,
): void {
  const { x, y, width, height } = roundRect({
    x: area.x - across,
    y: area.y - down,
    width: area.width + 2 * across,
    height: area.height + 2 * down,
  });
  context.fillStyle = toCanvasColour(colour);
  context.beginPath();
  context.roundRect(x, y, width, height, RADIUS * size);
  context.fill();
}

/** Draws opaque letters, with the shadows and the outline that separate them from the picture. */
function drawGlyphs(context: SKRSContext2D, asset: TitleAsset, layout: TitleLayout): void {
  const { color = COLOUR } = asset;
  const { style, size, textFonts, lines, ruler } = layout;
  const [shade, contrast] = isDark(color) ? ['255 255 255', '#ffffff'] : ['0 0 0', '#000000'];
  const painter = new GlyphPainter(textFonts, {
    size,
    color: toOpaqueColour(color),
    opacity: 1,
    decoration: 'none',
    stroke: { width: 2 * style.outline * size, color: contrast, opacity: 1 },
  });
  const units = placeUnits(lines, 'line', { spacing: { letter: 0, word: 0 } }, ruler);
  context.letterSpacing = `${style.spacing * size}px`;
  const isBare = backgroundOf(asset) === undefined;
  if (isBare) drawShadows(context, shade, layout, () => painter.fill(context, units));
  if (style.outline > 0 && isBare) painter.stroke(context, units);
  painter.fill(context, units);
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
