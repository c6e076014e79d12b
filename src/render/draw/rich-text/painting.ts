import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Rect } from '../../scene/placement.ts';
import { asOne, grown, withShadow } from '../layer.ts';
import { AT_REST, type Moment, type Shift } from './moment.ts';
import { Flying } from './flying.ts';
import { lastColour } from './gradient.ts';
import { type PlacedUnit, unitBox } from './layout.ts';
import type { LetterInk } from './letter-ink.ts';
import { decorationStrip, fillStrips, highlightStrip, type Strip, stripPieces } from './strips.ts';
import { castBy, type LetterStyle } from './style.ts';

/** How far letters may reach beyond their places, in sizes: swashes, and the slant of italics. */
const OVERHANG = 0.5;
/** The bar after what is typed, in sizes; at least 3 pixels wide. */
const CURSOR = { apart: 0.06, above: 0.75, below: 0.15, width: 1 / 15, least: 3 };

const NOTHING: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Draws the letters of a text with all that belongs to them, at any moment of their entrance. */
export class Painting {
  /** What it may draw on at any time, in pixels of the box. */
  readonly area: Rect;
  /** The same while everything is in its place. */
  private readonly resting: Rect;
  private readonly ink: LetterInk;
  private readonly style: LetterStyle;
  private readonly flying: Flying;

  /** @param letters the box around all letters and their lines. @param reach how far they move out of it. */
  constructor(ink: LetterInk, style: LetterStyle, letters: Rect, reach: number) {
    this.ink = ink;
    this.style = style;
    const drawn = grown(letters, OVERHANG * style.size + this.line + CURSOR.least);
    this.resting = style.shadow ? withShadow(drawn, castBy(style.shadow)) : drawn;
    this.area = grown(this.resting, reach);
    const drawUnit = (context: SKRSContext2D, unit: PlacedUnit): void =>
      ink.draw(context, [unit], this.areaOf(unit));
    this.flying = new Flying(drawUnit, (unit) => this.areaOf(unit), style.size);
  }

  /** @param carriesLines whether lines under and behind letters move with them. */
  draw(context: SKRSContext2D, units: readonly PlacedUnit[], moment: Moment, carriesLines: boolean): void {
    const { block } = moment;
    const shifts = shiftsOf(units, moment);
    const shiftOf = (index: number): Shift => shifts[index] ?? AT_REST;
    const lineOf = (index: number): Shift =>
      carriesLines ? shiftOf(index) : { ...AT_REST, alpha: shiftOf(index).alpha };
    const { highlight, shadow, size } = this.style;
    context.globalAlpha = block.alpha;
    if (highlight !== undefined) strips(context, highlight, highlightStrip(size), units, lineOf);
    context.globalAlpha = 1;
    const area = movedBy(shifts, this.resting);
    const letters = (on: SKRSContext2D): void => {
      this.drawLetters(on, units, shiftOf, area);
      this.drawLines(on, units, lineOf, moment);
    };
    if (block.alpha === 1 && !shadow) letters(context);
    else asOne(context, area, { alpha: block.alpha, ...(shadow && { shadow: castBy(shadow) }) }, letters);
  }

  /** What it may draw on at a moment, in pixels of the box: less than ever where it is drawn apart, and cut there. */
  areaAt(units: readonly PlacedUnit[], moment: Moment): Rect {
    // What lies beside the pixels that are drawn on casts its shadow by how many these are.
    const isCut = moment.block.alpha < 1 && !this.style.shadow;
    return isCut ? movedBy(shiftsOf(units, moment), this.resting) : this.area;
  }

  private drawLetters(
    context: SKRSContext2D,
    units: readonly PlacedUnit[],
    shiftOf: (index: number) => Shift,
    area: Rect,
  ): void {
    const inPlace = units.filter((_, index) => isAtRest(shiftOf(index)));
    this.ink.draw(context, inPlace, area, () => {
      for (const [index, unit] of units.entries()) {
        const shift = shiftOf(index);
        if (shift.alpha > 0 && !isAtRest(shift)) this.flying.draw(context, unit, shift);
      }
    });
  }

  /** Lines under or through the letters, when all are typed, and before that the cursor. */
  private drawLines(
    context: SKRSContext2D,
    units: readonly PlacedUnit[],
    lineOf: (index: number) => Shift,
    { typed }: Moment,
  ): void {
    const { decoration, gradient, color, opacity, size } = this.style;
    context.globalAlpha = opacity;
    if (typed !== undefined) {
      this.ink.useFill(context);
      const { x, y, width, height } = cursorOf(units, typed, size);
      context.fillRect(x, y, width, height);
    } else if (decoration !== 'none') {
      const colour = (gradient && lastColour(gradient)) ?? color;
      strips(context, colour, decorationStrip(decoration, size), units, lineOf);
    }
    context.globalAlpha = 1;
  }

  private areaOf(unit: PlacedUnit): Rect {
    return widened(unitBox(unit), OVERHANG * this.style.size, this.line);
  }

  /** How far the lines around letters reach, and a pixel for soft edges. */
  private get line(): number {
    return (this.style.stroke?.width ?? 0) / 2 + 1;
  }
}

function strips(
  context: SKRSContext2D,
  colour: string,
  strip: Strip,
  units: readonly PlacedUnit[],
  shiftOf: (index: number) => Shift,
): void {
  context.fillStyle = colour;
  fillStrips(context, stripPieces(units, shiftOf, strip));
}

/** A solid bar where the next letter will be: after the last unit that is typed, or before the first. */
function cursorOf(units: readonly PlacedUnit[], typed: number, size: number): Rect {
  const width = Math.max(CURSOR.least, CURSOR.width * size);
  const last = units[Math.max(0, typed - 1)];
  const span = typed === 0 ? last?.spans[0] : last?.spans.at(-1);
  if (!last || !span) return NOTHING;
  const apart = typed === 0 ? 0 : CURSOR.apart * size;
  // On the right of it where what is read from the left is typed, or what is read from the right is not yet.
  const isRight = span.rightToLeft === (typed === 0);
  const [left, right] = [span.x - apart, span.x + span.width + apart];
  const outside = typed === 0 ? -width : 0;
  return {
    x: isRight ? right + outside : left - (width + outside),
    y: last.line.baseline - CURSOR.above * size,
    width,
    height: (CURSOR.above + CURSOR.below) * size,
  };
}

/** Where units are at a moment. */
function shiftsOf(units: readonly PlacedUnit[], { block, unit }: Moment): Shift[] {
  return units.map((_, index) => together(block, unit(index)));
}

function together(block: Shift, unit: Shift): Shift {
  return { x: block.x + unit.x, y: block.y + unit.y, alpha: unit.alpha };
}

/** An area that holds something wherever it is moved. */
function movedBy(shifts: readonly Shift[], { x, y, width, height }: Rect): Rect {
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

function widened({ x, y, width, height }: Rect, across: number, down: number): Rect {
  return { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down };
}
