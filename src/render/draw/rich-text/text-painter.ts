import type { SKRSContext2D } from '@napi-rs/canvas';
import { expandRect, type Rect } from '../../scene/placement.ts';
import { type InkRuler, THIN_TIPS } from '../lines/ink-ruler.ts';
import type { LineSegment } from '../../text-layout/text-units.ts';
import { drawAsLayer, extendByShadow, type Shadow } from '../offscreen-layer.ts';
import { AT_REST, type EntranceState, type Shift } from './entrance.ts';
import type { Look } from '../lines/lay-out-text.ts';
import { MovingUnitPainter } from './moving-unit-painter.ts';
import { inkAreaOf, type PlacedUnit } from '../lines/placed-lines.ts';
import type { LetterPainter } from '../letters/glyph-painter.ts';
import { type GlyphStyle, toShadow } from '../letters/glyph-style.ts';
import { type ColouredBands, decorationsOf, drawBands, highlightsOf } from '../letters/line-bands.ts';

/**
 * Room around the text at rest, in font sizes. It holds the cursor, and swashes of letters inside of a line that
 * extend beyond its ends.
 */
const MARGIN = 0.5;
/** The cursor after the typed text, in font sizes. It is at least 3 pixels wide. */
const CURSOR = { gap: 0.06, above: 0.75, below: 0.15, width: 1 / 15, minWidth: 3 };

/** Draws the letters of a text with their lines and highlights, at any moment of their entrance. */
export class TextPainter {
  /** The area that contains all ink at every moment, in pixels of the box. */
  readonly area: Rect;
  /** The area that contains all ink while everything is at rest, in pixels of the box. */
  private readonly restArea: Rect;
  private readonly letterPainter: LetterPainter;
  private readonly styles: readonly [GlyphStyle, ...GlyphStyle[]];
  private readonly highlights: readonly ColouredBands[];
  private readonly decorations: readonly ColouredBands[];
  private readonly ruler: InkRuler;
  private readonly unitAreas = new Map<PlacedUnit, Rect | undefined>();
  private readonly movingUnits: MovingUnitPainter;

  /**
   * @param looks the looks of the letters.
   * @param textBox the bounding box of the ink of all letters and their lines.
   * @param maxDistance the maximum distance that the letters move, in pixels.
   */
  constructor(
    letterPainter: LetterPainter,
    [look, ...others]: readonly [Look, ...Look[]],
    ruler: InkRuler,
    textBox: Rect,
    maxDistance: number,
  ) {
    this.letterPainter = letterPainter;
    const styles = [look.style, ...others.map(({ style }) => style)] as const;
    this.styles = styles;
    this.highlights = highlightsOf(styles);
    this.decorations = decorationsOf(styles);
    this.ruler = ruler;
    const drawn = expandRect(textBox, MARGIN * this.largestSize + this.strokeReach + CURSOR.minWidth);
    const { shadow } = this;
    this.restArea = shadow ? extendByShadow(drawn, shadow) : drawn;
    this.area = expandRect(this.restArea, maxDistance);
    this.movingUnits = new MovingUnitPainter(
      (context, unit, area) => letterPainter.draw(context, [unit], area),
      (unit) => this.areaOf(unit),
      Math.min(...styles.map(({ size }) => size)),
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
    const { shadow } = this;
    context.globalAlpha = block.alpha;
    for (const bands of this.highlights) drawBands(context, bands, units, lineOf);
    context.globalAlpha = 1;
    const area = extendByShifts(shifts, this.restArea);
    const drawText = (on: SKRSContext2D): void => {
      this.drawLetters(on, units, shiftOf, area);
      this.drawLines(on, units, lineOf, state);
    };
    if (block.alpha === 1 && !shadow) drawText(context);
    else drawAsLayer(context, area, { alpha: block.alpha, ...(shadow && { shadow }) }, drawText);
  }

  /**
   * Returns the area that contains all ink at a moment, in pixels of the box. If the text is drawn on a
   * separate layer, the layer clips the text to an area that is smaller than {@link area}.
   */
  areaAt(units: readonly PlacedUnit[], state: EntranceState): Rect {
    // If the text has a shadow, return the whole area. On a smaller canvas, less of the text beyond the edges
    // of the canvas would cast a shadow.
    const isCut = state.block.alpha < 1 && !this.shadow;
    return isCut ? extendByShifts(shiftsOf(units, state), this.restArea) : this.area;
  }

  private drawLetters(
    context: SKRSContext2D,
    units: readonly PlacedUnit[],
    shiftOf: (index: number) => Shift,
    area: Rect,
  ): void {
    const inPlace = units.filter((_, index) => isAtRest(shiftOf(index)));
    this.letterPainter.draw(context, inPlace, area, () => {
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
    if (typedCount !== undefined) this.drawCursor(context, units, typedCount);
    else
      for (const bands of this.decorations) {
        context.globalAlpha = bands.opacity;
        drawBands(context, bands, units, lineOf);
      }
    context.globalAlpha = 1;
  }

  /** Draws the cursor after the last typed unit, in the look of its letters. */
  private drawCursor(context: SKRSContext2D, units: readonly PlacedUnit[], typedCount: number): void {
    const last = units[Math.max(0, typedCount - 1)];
    const segment = typedCount === 0 ? last?.segments[0] : last?.segments.at(-1);
    if (!last || !segment) return;
    const { opacity, size } = this.styles[segment.look] ?? this.styles[0];
    const { x, y, width, height } = cursorBoxOf(segment, last.line.baseline, typedCount, size);
    context.globalAlpha = opacity;
    this.letterPainter.applyFill(context, segment.look);
    context.fillRect(x, y, width, height);
  }

  /** Returns the area that contains all ink of a unit at rest, or undefined if it has no ink. */
  private areaOf(unit: PlacedUnit): Rect | undefined {
    if (this.unitAreas.has(unit)) return this.unitAreas.get(unit);
    const ink = inkAreaOf(unit, this.ruler);
    const area = ink && expandRect(ink, this.strokeReach + THIN_TIPS * this.largestSize);
    this.unitAreas.set(unit, area);
    return area;
  }

  /** Distance that strokes extend beyond letters, plus a pixel for antialiasing. */
  private get strokeReach(): number {
    return Math.max(...this.styles.map(({ stroke }) => stroke?.width ?? 0)) / 2 + 1;
  }

  /** The largest font size, in pixels. */
  private get largestSize(): number {
    return Math.max(...this.styles.map(({ size }) => size));
  }

  /** The shadow of the whole text. */
  private get shadow(): Shadow | undefined {
    const { shadow } = this.styles[0];
    return shadow && toShadow(shadow);
  }
}

/**
 * Returns the rectangle of the cursor where the next letter appears: after the last typed unit, or
 * before the first one.
 */
function cursorBoxOf(
  { x, width: length, rightToLeft }: LineSegment,
  baseline: number,
  typedCount: number,
  size: number,
): Rect {
  const width = Math.max(CURSOR.minWidth, CURSOR.width * size);
  const gap = typedCount === 0 ? 0 : CURSOR.gap * size;
  // The cursor is to the right of the last typed unit if that unit is read from left to right. If no unit is
  // typed yet, the cursor is to the right of the first unit if that unit is read from right to left.
  const isRight = rightToLeft === (typedCount === 0);
  const [left, right] = [x - gap, x + length + gap];
  const outside = typedCount === 0 ? -width : 0;
  return {
    x: isRight ? right + outside : left - (width + outside),
    y: baseline - CURSOR.above * size,
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
