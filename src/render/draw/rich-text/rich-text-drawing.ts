import type { RichTextAsset } from '../../../edit/model.ts';
import type { FontLibrary } from '../../fonts/font-library.ts';
import { selectFonts, type TextFonts } from '../../fonts/text-fonts.ts';
import { countGraphemes } from '../../text-layout/text-ranges.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import type { Drawing, DrawingSettings } from '../drawing.ts';
import { boundingBoxOf, expandRect } from '../offscreen-layer.ts';
import { drawTextBox, wrappedBoxOf } from './text-box.ts';
import { fitRichText } from './fit-rich-text.ts';
import { createEntrance, unitKindOf } from './create-entrance.ts';
import { AT_REST, type Entrance, type EntranceState, type TextAnimation } from './entrance.ts';
import { extentOf, type PlacedLine, type PlacedUnit, placeLines, placeUnits, textBoxOf } from './layout.ts';
import { GlyphPainter } from './glyph-painter.ts';
import { TextPainter } from './text-painter.ts';
import { createRuler, type Ruler } from './ruler.ts';
import { bandsBoxOf } from './line-bands.ts';
import { type BlockStyle, blockStyleOf, findRichTextFace, glyphStyleOf, transformedTextOf } from './style.ts';

/**
 * Returns the fonts of a rich text, and the text as it is drawn.
 *
 * @throws {KinoraError} like {@link findRichTextFace}.
 */
export function selectRichTextFonts(asset: RichTextAsset, fonts: FontLibrary): TextFonts {
  return selectFonts(transformedTextOf(asset), findRichTextFace(asset, fonts));
}

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
  wanted: RichTextAsset,
  { frame, duration, fonts }: DrawingSettings,
): Drawing {
  const textFonts = selectRichTextFonts(wanted, fonts);
  const { asset } = fitRichText(wanted, textFonts, frame);
  const style = glyphStyleOf(asset);
  const block = blockStyleOf(asset);
  const ruler = createRuler(textFonts, block);
  const lines = placeLines(textFonts.text, frame, block, ruler);
  const resting = placeUnits(lines, 'line', block, ruler);
  const textBox = textBoxOf(resting, ruler);
  const active = asset.animation && prepareEntrance(asset.animation, lines, block, ruler, duration);
  const glyphPainter = textBox && new GlyphPainter(textFonts, style, textBox);
  const drawnBox = textBox && boundingBoxOf([textBox, bandsBoxOf(lines, style.size)]);
  const painter =
    glyphPainter &&
    drawnBox &&
    new TextPainter(glyphPainter, style, ruler, drawnBox, active?.entrance.maxDistance ?? 0);
  const shownAt = (time: number): VisibleUnits => {
    if (!active || time >= active.entrance.duration)
      return { units: resting, state: RESTING, movesBands: true };
    const { units, entrance } = active;
    return { units, state: entrance.stateAt(time), movesBands: entrance.movesBands };
  };
  return {
    width: frame.width,
    height: frame.height,
    ...(textBox && painter
      ? inkBoundsOf(asset, frame, textBox, painter, { travel: active?.entrance.maxDistance ?? 0, shownAt })
      : { bleed: (asset.border?.width ?? 0) / 2 }),
    ...(active && { staticFrom: active.entrance.duration }),
    draw(context, time) {
      const { units, state, movesBands } = shownAt(time);
      context.save();
      drawTextBox(context, asset, frame, textBox && wrappedBoxOf(asset, textBox), state.block);
      painter?.draw(context, units, state, movesBands);
      context.restore();
    },
  };
}

/**
 * Prepares the units and the entrance of an animation.
 *
 * @param clipDuration length of the clip in seconds.
 */
function prepareEntrance(
  animation: TextAnimation,
  lines: readonly PlacedLine[],
  block: BlockStyle,
  ruler: Ruler,
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
    entrance: createEntrance(animation, {
      size: block.size,
      clipDuration,
      characterCount,
      unitCentres,
    }),
  };
}

/**
 * Returns the area that contains all ink of a rich text. This includes lines that extend beyond the box.
 *
 * @param motion the maximum distance that the text moves, in pixels, and a function that returns the
 * visible units at a time in the clip, in seconds.
 */
function inkBoundsOf(
  asset: RichTextAsset,
  box: PixelSize,
  textBox: Rect,
  painter: TextPainter,
  motion: { readonly travel: number; readonly shownAt: (time: number) => VisibleUnits },
): Pick<Drawing, 'bleed' | 'inkBox' | 'inkBoxAt'> {
  const { travel, shownAt } = motion;
  const { border, background } = asset;
  const { area } = painter;
  const edge = (border?.width ?? 0) / 2;
  const isFilled = background?.color !== undefined;
  const isWrapped = background?.wrap ?? false;
  const inkBox =
    isFilled && isWrapped ? boundingBoxOf([area, expandRect(wrappedBoxOf(asset, textBox), travel)]) : area;
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
