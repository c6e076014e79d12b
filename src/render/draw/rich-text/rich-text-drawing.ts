import { countGraphemes } from '../../text-layout/text-ranges.ts';
import type { WholeRichText } from '../../resolve/timeline.ts';
import { boundingBoxOf, expandRect, type PixelSize, type Rect, roundOut } from '../../scene/placement.ts';
import type { Drawing, DrawingSettings } from '../drawing.ts';
import { drawTextBox } from '../letters/text-box.ts';
import { createEntrance, unitKindOf } from './create-entrance.ts';
import { AT_REST, type Entrance, type EntranceState, type TextAnimation } from './entrance.ts';
import type { LaidOutText } from '../lines/lay-out-text.ts';
import { extentOf, type PlacedUnit, placeUnits, textBoxOf } from '../lines/placed-lines.ts';
import { TextPainter } from './text-painter.ts';
import { createLetterPainter } from '../letters/letter-painter.ts';
import { layOutRichText } from './spans/prepared-text.ts';
import { bandsBoxOf } from '../letters/line-bands.ts';

/** An entrance and the units that it moves. */
interface ActiveEntrance {
  readonly entrance: Entrance;
  readonly units: readonly PlacedUnit[];
}

/** The units that are visible at a moment, and their state. */
interface VisibleUnits {
  readonly units: readonly PlacedUnit[];
  readonly state: EntranceState;
  readonly movesBands: boolean;
}

const RESTING: EntranceState = { block: AT_REST, shiftOf: () => AT_REST };

/**
 * Creates the drawing of a rich text in its box (contract 2.15). The text is laid out once for the whole
 * animation.
 */
export function createRichTextDrawing(
  asset: WholeRichText,
  { frame, duration, fonts }: DrawingSettings,
): Drawing {
  const laid = layOutRichText(asset, frame, fonts);
  const { lines, block, ruler, looks, size } = laid;
  const resting = placeUnits(lines, 'line', block, ruler);
  const textBox = textBoxOf(resting, ruler);
  const active = asset.animation && prepareEntrance(asset.animation, laid, duration);
  const drawnBox = textBox && boundingBoxOf([textBox, bandsBoxOf(lines, size)]);
  const painter =
    drawnBox &&
    new TextPainter(
      createLetterPainter(looks, textBox, ruler),
      looks,
      ruler,
      drawnBox,
      active?.entrance.maxDistance ?? 0,
    );
  const wrapped = textBox && wrappedBoxOf(asset, textBox, block.strokeReach);
  const shownAt = (time: number): VisibleUnits => {
    if (!active || time >= active.entrance.duration)
      return { units: resting, state: RESTING, movesBands: true };
    const { units, entrance } = active;
    return { units, state: entrance.stateAt(time), movesBands: entrance.movesBands };
  };
  return {
    width: frame.width,
    height: frame.height,
    ...(wrapped && painter
      ? inkBoundsOf(asset, frame, wrapped, painter, { travel: active?.entrance.maxDistance ?? 0, shownAt })
      : { bleed: (asset.border?.width ?? 0) / 2 }),
    ...(active && { staticFrom: active.entrance.duration }),
    draw(context, time) {
      const { units, state, movesBands } = shownAt(time);
      context.save();
      drawTextBox(context, asset, frame, wrapped, state.block);
      painter?.draw(context, units, state, movesBands);
      context.restore();
    },
  };
}

/** Returns the rectangle of a background that wraps the letters and their stroke, in whole pixels. */
function wrappedBoxOf({ background }: WholeRichText, textBox: Rect, strokeReach: number): Rect {
  return roundOut(expandRect(textBox, (background?.padding ?? 0) + strokeReach));
}

/**
 * Prepares the units and the entrance of an animation.
 *
 * @param clipDuration length of the clip in seconds.
 */
function prepareEntrance(
  animation: TextAnimation,
  { lines, block, size, ruler }: LaidOutText,
  clipDuration: number,
): ActiveEntrance {
  const units = placeUnits(lines, unitKindOf(animation), block, ruler);
  const unitCentres = units.map((unit) => {
    const { x, width } = extentOf(unit);
    return { x: x + width / 2, y: unit.line.baseline };
  });
  const characterCount = lines.reduce((sum, { text }) => sum + countGraphemes(text), 0);
  return {
    units,
    entrance: createEntrance(animation, { size, clipDuration, characterCount, unitCentres }),
  };
}

/**
 * Returns the area that contains all ink of a rich text. This includes lines that extend beyond the box.
 *
 * @param wrapped the rectangle of a background that wraps the letters.
 * @param motion the maximum distance that the text moves, in pixels, and a function that returns the
 * visible units at a time in the clip, in seconds.
 */
function inkBoundsOf(
  asset: WholeRichText,
  box: PixelSize,
  wrapped: Rect,
  painter: TextPainter,
  motion: { readonly travel: number; readonly shownAt: (time: number) => VisibleUnits },
): Pick<Drawing, 'bleed' | 'inkBox' | 'inkBoxAt'> {
  const { travel, shownAt } = motion;
  const { border, background } = asset;
  const { area } = painter;
  const edge = (border?.width ?? 0) / 2;
  const isFilled = background?.color !== undefined;
  const isWrapped = background?.wrap ?? false;
  const inkBox = isFilled && isWrapped ? boundingBoxOf([area, expandRect(wrapped, travel)]) : area;
  const outside = Math.max(
    -inkBox.x,
    -inkBox.y,
    inkBox.x + inkBox.width - box.width,
    inkBox.y + inkBox.height - box.height,
  );
  const bleed = Math.max(edge, outside);
  if (edge > 0 || (isFilled && !isWrapped)) return { bleed };
  if (isFilled) return { bleed, inkBox };
  const inkBoxAt = (time: number): Rect => {
    const { units, state } = shownAt(time);
    return painter.areaAt(units, state);
  };
  return { bleed, inkBox, inkBoxAt };
}
