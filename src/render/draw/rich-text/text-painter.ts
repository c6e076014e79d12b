import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { type InkRuler, THIN_TIPS } from '../ink/ink-ruler.ts';
import { drawAsLayer, expandRect, extendByShadow } from '../offscreen-layer.ts';
import { AT_REST, type EntranceState, type Shift } from './entrance.ts';
import { MovingUnitPainter } from './moving-unit-painter.ts';
import { lastColourOf } from './gradient.ts';
import { inkAreaOf, type PlacedUnit } from './layout.ts';
import type { GlyphPainter } from './glyph-painter.ts';
import {
  createBandPieces,
  decorationBandOf,
  fillBands,
  highlightBandOf,
  type LineBand,
} from './line-bands.ts';
import { type GlyphStyle, toShadow } from './style.ts';

/**
 * Room around the text at rest, in font sizes. It holds the cursor, and swashes of letters inside of a line that
 * extend beyond its ends.
 */
const MARGIN = 0.5;
/** The cursor after the typed text, in font sizes. It is at least 3 pixels wide. */
const CURSOR = { gap: 0.06, above: 0.75, below: 0.15, width: 1 / 15, minWidth: 3 };

const EMPTY: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Draws the letters of a text with their lines and highlights, at any moment of their entrance. */
export class TextPainter {
  /** The area that contains all ink at every moment, in pixels of the box. */
  readonly area: Rect;
  /** The area that contains all ink while everything is at rest, in pixels of the box. */
  private readonly restArea: Rect;
  private readonly glyphPainter: GlyphPainter;
  private readonly style: GlyphStyle;
  private readonly ruler: InkRuler;
  private readonly unitAreas = new Map<PlacedUnit, Rect | undefined>();
  private readonly movingUnits: MovingUnitPainter;

  /**
   * @param textBox the bounding box of the ink of all letters and their lines.
   * @param maxDistance the maximum distance that the letters move, in pixels.
   */
  constructor(
    glyphPainter: GlyphPainter,
    style: GlyphStyle,
    ruler: InkRuler,
    textBox: Rect,
    maxDistance: number,
  ) {
    this.glyphPainter = glyphPainter;
    this.style = style;
    this.ruler = ruler;
    const drawn = expandRect(textBox, MARGIN * style.size + this.strokeReach + CURSOR.minWidth);
    this.restArea = style.shadow ? extendByShadow(drawn, toShadow(style.shadow)) : drawn;
    this.area = expandRect(this.restArea, maxDistance);
    this.movingUnits = new MovingUnitPainter(
      (context, unit, area) => glyphPainter.draw(context, [unit], area),
      (unit) => this.areaOf(unit),
      style.size,
    );
  }

  /** @param movesBands true if lines under, through and behind letters move with the letters. */
  draw(
    context: SKRSContext2D,
    units: readonly PlacedUnit[],
    state: EntranceState,
    movesBands: boolean,
  ): void {
    const { block } = state;
    const shifts = shiftsOf(units, state);
    const shiftOf = (index: number): Shift => shifts[index] ?? AT_REST;
    const lineOf = (index: number): Shift =>
      movesBands ? shiftOf(index) : { ...AT_REST, alpha: shiftOf(index).alpha };
    const { highlight, shadow, size } = this.style;
    context.globalAlpha = block.alpha;
    if (highlight !== undefined) drawBands(context, highlight, highlightBandOf(size), units, lineOf);
    context.globalAlpha = 1;
    const area = extendByShifts(shifts, this.restArea);
    const drawText = (on: SKRSContext2D): void => {
      this.drawLetters(on, units, shiftOf, area);
      this.drawLines(on, units, lineOf, state);
    };
    if (block.alpha === 1 && !shadow) drawText(context);
    else
      drawAsLayer(
        context,
        area,
        { alpha: block.alpha, ...(shadow && { shadow: toShadow(shadow) }) },
        drawText,
      );
  }

  /**
   * Returns the area that contains all ink at a moment, in pixels of the box. If the text is drawn on a
   * separate layer, the layer clips the text to an area that is smaller than {@link area}.
   */
  areaAt(units: readonly PlacedUnit[], state: EntranceState): Rect {
    // If the text has a shadow, return the whole area. On a smaller canvas, less of the text beyond the edges
    // of the canvas would cast a shadow.
    const isCut = state.block.alpha < 1 && !this.style.shadow;
    return isCut ? extendByShifts(shiftsOf(units, state), this.restArea) : this.area;
  }

  private drawLetters(
    context: SKRSContext2D,
    units: readonly PlacedUnit[],
    shiftOf: (index: number) => Shift,
    area: Rect,
  ): void {
    const inPlace = units.filter((_, index) => isAtRest(shiftOf(index)));
    this.glyphPainter.draw(context, inPlace, area, () => {
      for (const [index, unit] of units.entries()) {
        const shift = shiftOf(index);
        if (shift.alpha > 0 && !isAtRest(shift)) this.movingUnits.draw(context, unit, shift);
      }
    });
  }

  /** Draws the cursor while the text is being typed, or else the lines under or through the letters. */
  private drawLines(
    context: SKRSContext2D,
    units: readonly PlacedUnit[],
    lineOf: (index: number) => Shift,
    { typedCount }: EntranceState,
  ): void {
    const { decoration, gradient, color, opacity, size } = this.style;
    context.globalAlpha = opacity;
    if (typedCount !== undefined) {
      this.glyphPainter.applyFill(context);
      const { x, y, width, height } = cursorBoxOf(units, typedCount, size);
      context.fillRect(x, y, width, height);
    } else if (decoration !== 'none') {
      const colour = (gradient && lastColourOf(gradient)) ?? color;
      drawBands(context, colour, decorationBandOf(decoration, size), units, lineOf);
    }
    context.globalAlpha = 1;
  }

  /** Returns the area that contains all ink of a unit at rest, or undefined if it has no ink. */
  private areaOf(unit: PlacedUnit): Rect | undefined {
    if (this.unitAreas.has(unit)) return this.unitAreas.get(unit);
    const ink = inkAreaOf(unit, this.ruler);
    const area = ink && expandRect(ink, this.strokeReach + THIN_TIPS * this.style.size);
    this.unitAreas.set(unit, area);
    return area;
  }

  /** Distance that strokes extend beyond letters, plus a pixel for antialiasing. */
  private get strokeReach(): number {
    return (this.style.stroke?.width ?? 0) / 2 + 1;
  }
}

function drawBands(
  context: SKRSContext2D,
  colour: string,
  band: LineBand,
  units: readonly PlacedUnit[],
  shiftOf: (index: number) => Shift,
): void {
  context.fillStyle = colour;
  fillBands(context, createBandPieces(units, shiftOf, band));
}

/**
 * Returns the rectangle of the cursor where the next letter appears: after the last typed unit, or
 * before the first one.
 */
function cursorBoxOf(units: readonly PlacedUnit[], typedCount: number, size: number): Rect {
  const width = Math.max(CURSOR.minWidth, CURSOR.width * size);
  const last = units[Math.max(0, typedCount - 1)];
  const span = typedCount === 0 ? last?.segments[0] : last?.segments.at(-1);
  if (!last || !span) return EMPTY;
  const gap = typedCount === 0 ? 0 : CURSOR.gap * size;
  // The cursor is to the right of the last typed unit if that unit is read from left to right. If no unit is
  // typed yet, the cursor is to the right of the first unit if that unit is read from right to left.
  const isRight = span.rightToLeft === (typedCount === 0);
  const [left, right] = [span.x - gap, span.x + span.width + gap];
  const outside = typedCount === 0 ? -width : 0;
  return {
    x: isRight ? right + outside : left - (width + outside),
    y: last.line.baseline - CURSOR.above * size,
    width,
    height: (CURSOR.above + CURSOR.below) * size,
  };
}

/** Returns the shifts of units at a moment. */
function shiftsOf(units: readonly PlacedUnit[], { block, shiftOf: unitShiftOf }: EntranceState): Shift[] {
  return units.map((_, index) => addShifts(block, unitShiftOf(index)));
}

function addShifts(block: Shift, unit: Shift): Shift {
  return { x: block.x + unit.x, y: block.y + unit.y, alpha: unit.alpha };
}

/** Extends an area so that it contains its content after each of the shifts. */
function extendByShifts(shifts: readonly Shift[], { x, y, width, height }: Rect): Rect {
  let [left, right, up, down] = [0, 0, 0, 0];
  for (const shift of shifts) {
    left = Math.min(left, shift.x);
    right = Math.max(right, shift.x);
    up = Math.min(up, shift.y);
    down = Math.max(down, shift.y);
  }
  return { x: x + left, y: y + up, width: width + right - left, height: height + down - up };
}

function isAtRest({ x, y, alpha }: Shift): boolean {
  return x === 0 && y === 0 && alpha === 1;
}
