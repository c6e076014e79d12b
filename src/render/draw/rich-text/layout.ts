import { breakLines, type TextLine } from '../../text-layout/break-lines.ts';
import {
  layOutUnits,
  type LineSegment,
  type TextRun,
  type UnitKind,
  withSpacing,
} from '../../text-layout/text-units.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';
import { insetBox, moveInside, narrowLines, ROUNDING } from '../fit/keep-inside.ts';
import { inkBoxOf } from '../ink/ink-box.ts';
import type { InkRuler } from '../ink/ink-ruler.ts';
import { boundingBoxOf } from '../offscreen-layer.ts';
import type { Ruler } from './ruler.ts';
import type { BlockStyle } from './style.ts';

/** A line at its position in the box, in pixels. */
export interface PlacedLine extends TextLine {
  readonly x: number;
  readonly baseline: number;
  /** Baseline of the next line. */
  readonly nextBaseline?: number;
  readonly width: number;
  /** The largest font size of the line, in pixels. Absent if all lines have the same. */
  readonly size?: number;
}

/** A line, word or character that appears or moves as a whole, at its position in the box, in pixels. */
export interface PlacedUnit {
  readonly line: PlacedLine;
  readonly runs: readonly TextRun[];
  /** From left to right. */
  readonly segments: readonly LineSegment[];
}

/**
 * Breaks a text into lines and places them in a box (contract 2.15). Lines that do not fit
 * extend beyond the box.
 *
 * @param box size of the box of the clip, in pixels.
 */
export function placeLines(text: string, box: PixelSize, style: BlockStyle, ruler: Ruler): PlacedLine[] {
  const { x, width } = lineRoomOf(box, style);
  const place = (narrowing: number): PlacedLine[] =>
    placeByAlignment(text, box, style, ruler, { x: x + narrowing / 2, width: width - narrowing });
  if (!style.keepsInside) return place(0);
  const area = letterAreaOf(box, style);
  const { lines, ink } = narrowLines(area.width, (narrowing) => {
    const placed = place(narrowing);
    return { lines: placed, ink: inkBoxOf(placed, ruler) };
  });
  return ink ? moveLines(lines, moveInside(ink, area)) : lines;
}

/** Returns the part of its box that the letters of a text may cover, without their stroke. */
export function letterAreaOf(box: PixelSize, { padding, strokeReach }: BlockStyle): Rect {
  const { top, right, bottom, left } = padding;
  const inset = (side: number): number => Math.max(side, strokeReach + ROUNDING);
  return insetBox(box, { top: inset(top), right: inset(right), bottom: inset(bottom), left: inset(left) });
}

function moveLines(
  lines: readonly PlacedLine[],
  { x, y }: { readonly x: number; readonly y: number },
): PlacedLine[] {
  return lines.map((line) => ({
    ...line,
    x: line.x + x,
    baseline: line.baseline + y,
    ...(line.nextBaseline !== undefined && { nextBaseline: line.nextBaseline + y }),
  }));
}

function placeByAlignment(
  text: string,
  box: PixelSize,
  style: BlockStyle,
  ruler: Ruler,
  room: Pick<Rect, 'x' | 'width'>,
): PlacedLine[] {
  const { advance, padding, horizontal, spacing, mixed } = style;
  const measure = withSpacing(ruler.width, spacing);
  const lines = breakLines(text, room.width, measure);
  const availableHeight = box.height - padding.top - padding.bottom;
  const { size, offsets, sizes } = spaceLines(lines, style);
  const linesHeight = offsets.at(-1) ?? 0;
  const first = {
    top: size,
    bottom: availableHeight - linesHeight,
    middle: (availableHeight - linesHeight) / 2 + X_HEIGHT_MIDDLE * size,
  }[style.vertical];
  return lines.map((line, index) => {
    const width = measure(line.text, line.from);
    const free = { left: 0, center: (room.width - width) / 2, right: room.width - width }[horizontal];
    const baseline = padding.top + first + (offsets[index] ?? 0);
    const distance = mixed ? (offsets[index + 1] ?? 0) - (offsets[index] ?? 0) : advance;
    return {
      ...line,
      x: room.x + free,
      baseline,
      width,
      ...(index < lines.length - 1 && { nextBaseline: baseline + distance }),
      ...(mixed && { size: sizes[index] ?? size, looks: mixed.looksOf(line) }),
    };
  });
}

/** The distances of lines. */
interface LineSpacing {
  /** The font size that places the first line. */
  readonly size: number;
  /** The distances of the baselines from the first one. */
  readonly offsets: readonly number[];
  /** The largest font size of each line. */
  readonly sizes: readonly number[];
}

/** Spaces lines as CSS does: each line is as high as its letters need, and at least as the font of the asset. */
function spaceLines(lines: readonly TextLine[], { size, advance, mixed }: BlockStyle): LineSpacing {
  const evenly = { size, offsets: lines.map((_, index) => index * advance), sizes: [] };
  if (!mixed) return evenly;
  const extents = lines.map(({ from = 0, text }, index) =>
    mixed.extentOf(from, lines[index + 1]?.from ?? from + text.length),
  );
  const { least } = mixed;
  if (extents.every(({ above, below }) => above === least.above && below === least.below)) return evenly;
  let sum = 0;
  const offsets = extents.map((extent, index) => {
    const before = extents[index - 1];
    sum += before ? before.below + extent.above : 0;
    return sum;
  });
  return { size: extents[0]?.size ?? size, offsets, sizes: extents.map((extent) => extent.size) };
}

/** Returns the left end of the lines of a text, and the width that they may have, in pixels. */
function lineRoomOf(box: PixelSize, style: BlockStyle): Pick<Rect, 'x' | 'width'> {
  if (style.keepsInside) return letterAreaOf(box, style);
  const { left, right } = style.padding;
  return { x: left, width: box.width - left - right };
}

/** Distance from a baseline up to the vertical middle of its letters, in font sizes. */
const X_HEIGHT_MIDDLE = 0.35;

/** Returns the units of placed lines, in reading order. */
export function placeUnits(
  lines: readonly PlacedLine[],
  kind: UnitKind,
  { spacing }: BlockStyle,
  ruler: Ruler,
): PlacedUnit[] {
  return lines.flatMap((line) =>
    layOutUnits(line, kind, ruler.width, spacing).map(({ runs, segments }) => ({
      line,
      runs: runs.map((part) => ({ ...part, x: line.x + part.x })),
      segments: segments.map((span) => ({ ...span, x: line.x + span.x })),
    })),
  );
}

/** Returns the bounding box of all letters of some lines, or undefined if there are none. */
export function textBoxOf(lines: readonly PlacedUnit[], ruler: InkRuler): Rect | undefined {
  return inkBoxOf(
    lines.map((unit) => ({ ...unit.line, ...extentOf(unit) })),
    ruler,
  );
}

/** Returns the area that contains the ink of a unit, without its stroke, or undefined if there is none. */
export function inkAreaOf({ line, runs }: PlacedUnit, ruler: InkRuler): Rect | undefined {
  const areas = runs.flatMap(({ text, x, rightToLeft, look }) => {
    const ink = ruler.textInk(text, rightToLeft, look);
    if (!ink) return [];
    const { left, right, ascent, descent } = ink;
    return [{ x: x + left, y: line.baseline - ascent, width: right - left, height: ascent + descent }];
  });
  return areas.length === 0 ? undefined : boundingBoxOf(areas);
}

/**
 * Returns the horizontal extent of the letters of a unit. Overlapping letters may extend beyond the segments
 * of the unit.
 */
export function extentOf({ runs, segments }: PlacedUnit): Pick<Rect, 'x' | 'width'> {
  const [x, right] = [...runs, ...segments].reduce(
    ([left, end], item) => [Math.min(left, item.x), Math.max(end, item.x + item.width)],
    [Infinity, -Infinity],
  );
  return { x, width: right - x };
}
