import type { SKRSContext2D } from '@napi-rs/canvas';
import { findFirst } from '../find-first.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import type { Cue } from '../../media/media.ts';
import type { CaptionVisual } from '../../resolve/timeline.ts';
import { boundingBoxOf, expandRect, type PixelSize, type Rect, roundRect } from '../../scene/placement.ts';
import type { Drawing } from '../drawing.ts';
import { GlyphPainter } from '../letters/glyph-painter.ts';
import { inkBoxOf } from '../lines/ink-box.ts';
import { placeUnits } from '../lines/placed-lines.ts';
import { drawAsLayer, extendByShadow, type Shadow } from '../offscreen-layer.ts';
import type { CaptionBlock } from './caption-block.ts';
import { CaptionStack, type PlacedCaption } from './caption-stack.ts';
import { type CaptionStyle, captionStyleOf, findCaptionFace } from './style.ts';

/**
 * The soft shadow of letters that have neither a stroke nor a background. Without the shadow, such letters
 * would be unreadable on a bright picture. Lengths are in font sizes.
 */
const SHADOW = { down: 1 / 24, blur: 1 / 5, colour: 'rgb(0 0 0 / 85%)' };
/** Room around a caption for its letters, in font sizes. Few letters need more. */
const MARGIN = 0.5;

/**
 * Creates the drawing of plain captions in their frame (contract 2.17). Each cue is visible from its
 * start until just before its end. Simultaneous cues are stacked. The drawing changes only when a cue
 * appears or disappears. Texts are laid out when they appear.
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
      at: (time) => findFirst(0, changes.length, (index) => (changes[index] ?? 0) > time) - 1,
      inkBox(moment) {
        const shown = shownAt(moment);
        return shown.length === 0 ? undefined : boundingBoxOf(shown.map(inkOf));
      },
    },
    draw(context, moment) {
      for (const caption of shownAt(moment)) drawCaption(context, caption, style);
    },
  };

  function inkOf({ block, top }: PlacedCaption): Rect {
    const { x, y, width, height } = letterAreaOf(block, style);
    const area = { x: x + block.x, y: y + top, width, height };
    return hasShadow(style) ? extendByShadow(area, shadowOf(block)) : area;
  }
}

/** Returns the times in seconds at which cues appear or disappear, sorted and without duplicates. */
function findChangeTimes(cues: readonly Cue[]): number[] {
  const all = cues.flatMap(({ from, to }) => [from.valueOf(), to.valueOf()]);
  return [...new Set(all)].sort((one, other) => one - other);
}

function drawCaption(context: SKRSContext2D, { block, top }: PlacedCaption, style: CaptionStyle): void {
  context.save();
  drawBoxes(
    context,
    block.boxes.map(({ x, y, width, height }) => roundRect({ x: x + block.x, y: y + top, width, height })),
    style,
  );
  context.translate(block.x, top);
  const area = letterAreaOf(block, style);
  const drawText = (on: SKRSContext2D): void => drawGlyphs(on, block, style);
  if (hasShadow(style)) {
    const shadow = shadowOf(block);
    drawAsLayer(context, extendByShadow(area, shadow), { alpha: style.opacity, shadow }, drawText);
  } else if (style.opacity < 1) drawAsLayer(context, area, { alpha: style.opacity }, drawText);
  else drawText(context);
  context.restore();
}

/** The areas of the letters of captions that are shown. */
const letterAreas = new WeakMap<CaptionBlock, Rect>();

/** Returns the area that contains the letters of a caption, relative to its point in the frame. */
function letterAreaOf(block: CaptionBlock, { stroke }: CaptionStyle): Rect {
  const known = letterAreas.get(block);
  if (known) return known;
  const ink = inkBoxOf(block.lines, block.ruler);
  const usual = expandRect(block.area, MARGIN * block.size);
  const area = ink ? boundingBoxOf([usual, expandRect(ink, stroke.width + 1)]) : usual;
  letterAreas.set(block, area);
  return area;
}

/** Fills all boxes as one shape, so that overlaps of a translucent background do not show. */
function drawBoxes(context: SKRSContext2D, boxes: readonly Rect[], { background }: CaptionStyle): void {
  if (!background) return;
  context.globalAlpha = background.opacity;
  context.fillStyle = background.color;
  context.beginPath();
  for (const { x, y, width, height } of boxes) context.roundRect(x, y, width, height, background.radius);
  context.fill();
  context.globalAlpha = 1;
}

/** Draws opaque letters. */
function drawGlyphs(context: SKRSContext2D, block: CaptionBlock, { color, stroke }: CaptionStyle): void {
  const { textFonts, lines, size, ruler } = block;
  // Draw the stroke at twice its width, because the letter covers its inner half.
  const outline = stroke.width > 0 && { stroke: { ...stroke, width: 2 * stroke.width, opacity: 1 } };
  const painter = new GlyphPainter(textFonts, { size, color, opacity: 1, decoration: 'none', ...outline });
  painter.draw(context, placeUnits(lines, 'line', { spacing: { letter: 0, word: 0 } }, ruler), block.area);
}

function hasShadow({ background, stroke }: CaptionStyle): boolean {
  return !background && stroke.width === 0;
}

function shadowOf({ size }: CaptionBlock): Shadow {
  return { x: 0, y: SHADOW.down * size, blur: SHADOW.blur * size, colour: SHADOW.colour };
}
