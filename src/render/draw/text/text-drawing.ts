import type { SKRSContext2D } from '@napi-rs/canvas';
import type { TextAsset } from '../../../edit/model.ts';
import { countGraphemes } from '../../text-layout/text-ranges.ts';
import { expandRect } from '../../scene/placement.ts';
import type { Drawing, DrawingSettings } from '../drawing.ts';
import { GlyphPainter } from '../letters/glyph-painter.ts';
import { drawTextBox } from '../letters/text-box.ts';
import { inkBoxOf } from '../lines/ink-box.ts';
import type { LaidOutText } from '../lines/lay-out-text.ts';
import { placeUnits } from '../lines/placed-lines.ts';
import { drawAsLayer } from '../offscreen-layer.ts';
import { entranceDurationOf } from '../rich-text/create-entrance.ts';
import { countTypedUnits } from '../rich-text/whole-text-entrances.ts';
import { layOutPlainText, OVERHANG } from './lay-out-plain-text.ts';

/**
 * Creates the drawing of a text asset. Overflow is hidden. If the asset sets no box, the frame is its
 * box.
 */
export function createTextDrawing(asset: TextAsset, { frame, duration, fonts }: DrawingSettings): Drawing {
  const laid = layOutPlainText(asset, frame, fonts);
  const { box, block, ruler, size, looks } = laid;
  // Leave out lines that are outside the box.
  const lines = laid.lines.filter(({ baseline }) => baseline >= -size && baseline <= box.height + 2 * size);
  const units = placeUnits(lines, 'line', block, ruler);
  const { animation } = asset;
  const characters = animation ? placeUnits(lines, 'character', block, ruler) : [];
  // Joined letters share a unit.
  const characterCount = characters.reduce(
    (sum, { runs }) => sum + countGraphemes(runs.map(({ text }) => text).join('')),
    0,
  );
  const typing = animation ? entranceDurationOf(animation.duration, characterCount, duration) : 0;
  const bleed = bleedOf(laid);
  const area = expandRect({ x: 0, y: 0, ...box }, bleed);
  const painter = new GlyphPainter(looks[0].fonts, looks[0].style);
  const { opacity = 1 } = asset.font ?? {};
  return {
    ...box,
    bleed,
    ...(animation && { staticFrom: typing }),
    draw(context, time) {
      const typed =
        time < typing ? characters.slice(0, countTypedUnits(time, typing, characters.length)) : units;
      const draw = (on: SKRSContext2D): void => painter.draw(on, typed, area);
      context.save();
      // Only a rich text can wrap its background around the letters.
      drawTextBox(context, { background: { ...asset.background, wrap: false } }, box, undefined);
      clipToDrawn(context, asset, laid);
      // Translucent letters are drawn as one layer, so that their edges are those of opaque ones.
      if (opacity === 1) draw(context);
      else drawAsLayer(context, area, { alpha: opacity }, draw);
      context.restore();
    },
  };
}

/** Returns the distance that the letters of a text may extend beyond its box, in pixels. */
function bleedOf({ box, block, lines, ruler, size, drawn }: LaidOutText): number {
  // Lines that do not fit are cut off.
  const ink = drawn ? undefined : inkBoxOf(lines, ruler);
  const outside = ink
    ? Math.max(-ink.x, -ink.y, ink.x + ink.width - box.width, ink.y + ink.height - box.height)
    : 0;
  return Math.max(OVERHANG * size, outside + 1) + block.strokeReach;
}

/** Clips the context to hide lines that do not fit. */
function clipToDrawn(context: SKRSContext2D, { background }: TextAsset, { box, drawn }: LaidOutText): void {
  if (!drawn) return;
  const radius = background?.borderRadius ?? 0;
  context.beginPath();
  if (radius > 0) context.roundRect(0, 0, box.width, box.height, radius);
  else context.rect(drawn.x, drawn.y, drawn.width, drawn.height);
  context.clip();
}
