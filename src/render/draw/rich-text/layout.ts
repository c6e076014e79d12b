import { type Line, linesOf } from '../../fonts/text-lines.ts';
import { type Part, spaced, type Span, type UnitKind, unitsOf } from '../../fonts/units.ts';
import type { Rect, Size } from '../../scene/placement.ts';
import { boxAround } from '../layer.ts';
import type { Ruler } from './ruler.ts';
import type { BlockStyle } from './style.ts';

/** A line where it lies in the box; in pixels. */
export interface PlacedLine extends Line {
  readonly x: number;
  readonly baseline: number;
  /** The baseline of the line after it. */
  readonly next?: number;
  readonly width: number;
  /** How far its ink reaches above and below the baseline. */
  readonly ascent: number;
  readonly descent: number;
}

/** What of a text appears or moves as one, where it lies in the box; in pixels. */
export interface PlacedUnit {
  readonly line: PlacedLine;
  readonly parts: readonly Part[];
  /** From left to right. */
  readonly spans: readonly Span[];
}

/**
 * Breaks a text into lines and places them in a box (contract 2.15). Lines that do not fit reach out of the box.
 *
 * @param box of the clip, in pixels.
 */
export function linesIn(text: string, box: Size, style: BlockStyle, ruler: Ruler): PlacedLine[] {
  const { size, advance, padding, horizontal } = style;
  const measure = spaced(ruler.width, style.spacing);
  const room = box.width - padding.left - padding.right;
  const lines = linesOf(text, room, measure);
  const high = box.height - padding.top - padding.bottom;
  const rest = (lines.length - 1) * advance;
  const first = { top: size, bottom: high - rest, middle: (high - rest) / 2 + MIDDLE * size }[style.vertical];
  return lines.map((line, index) => {
    const width = measure(line.text);
    const free = { left: 0, center: (room - width) / 2, right: room - width }[horizontal];
    const baseline = padding.top + first + index * advance;
    const next = index < lines.length - 1 ? { next: baseline + advance } : {};
    return { ...line, ...ruler.ink(line.text), x: padding.left + free, baseline, ...next, width };
  });
}

/** From the middle of the lines' baselines to the middle of the letters, in sizes. */
const MIDDLE = 0.35;

/** The units of placed lines, in the order of reading. */
export function unitsIn(
  lines: readonly PlacedLine[],
  kind: UnitKind,
  { spacing }: BlockStyle,
  ruler: Ruler,
): PlacedUnit[] {
  return lines.flatMap((line) =>
    unitsOf(line, kind, ruler.width, spacing).map(({ parts, spans }) => ({
      line,
      parts: parts.map((part) => ({ ...part, x: line.x + part.x })),
      spans: spans.map((span) => ({ ...span, x: line.x + span.x })),
    })),
  );
}

/** The box around all letters of lines, by their units; none without a letter. */
export function lettersBox(units: readonly PlacedUnit[]): Rect | undefined {
  const inked = units.filter(({ line }) => line.text.trim() !== '').map(unitBox);
  return inked.length === 0 ? undefined : boxAround(inked);
}

/** The box around the letters of a unit, which reach out of its places where letters lie over each other. */
export function unitBox({ line, parts, spans }: PlacedUnit): Rect {
  const [x, right] = [...parts, ...spans].reduce(
    ([left, end], piece) => [Math.min(left, piece.x), Math.max(end, piece.x + piece.width)],
    [Infinity, -Infinity],
  );
  return { x, y: line.baseline - line.ascent, width: right - x, height: line.ascent + line.descent };
}
