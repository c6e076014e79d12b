import { breakLines, type MeasureText, type TextLine, truncateLines } from '../../text-layout/break-lines.ts';
import type { LineLooks } from '../../text-layout/line-looks.ts';
import {
  layOutUnits,
  type LineSegment,
  type Spacing,
  type TextRun,
  type UnitKind,
  withSpacing,
} from '../../text-layout/text-units.ts';
import { boundingBoxOf, type PixelSize, type Rect } from '../../scene/placement.ts';
import type { FaceHeight } from '../../fonts/text-fonts.ts';
import { type InkedLine, inkBoxOf } from './ink-box.ts';
import type { InkRuler } from './ink-ruler.ts';
import { insetBox, moveInside, ROUNDING } from './keep-inside.ts';
import type { Ruler } from './ruler.ts';

/** A length in pixels for each side. */
export type Sides = Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;

/** The layout settings of a text, in pixels. */
export interface BlockStyle {
  readonly size: number;
  /** Distance between baselines. */
  readonly advance: number;
  readonly spacing: Spacing;
  readonly padding: Sides;
  readonly horizontal: 'left' | 'center' | 'right';
  readonly vertical: 'top' | 'middle' | 'bottom';
  /** Distance that the stroke extends beyond the letters. */
  readonly strokeReach: number;
  /** True if the letters are moved into their box if they fit in, whatever their alignment. */
  readonly keepsInside: boolean;
  /** Absent if all letters have the same look. */
  readonly mixed?: MixedLayout;
  /**
   * The height of the font of a text that fills its box with lines, as in CSS. If absent, the first baseline depends on
   * the font size alone (contract 2.15).
   */
  readonly face?: FaceHeight;
  /** The end of a text that has more lines than fit the box. Only for a text with a `face`. */
  readonly ellipsis?: string;
}

/** The height of a line, in pixels. */
export interface LineExtent {
  /** Distance from the baseline up to the upper edge of the line, and down to its lower edge. */
  readonly above: number;
  readonly below: number;
  /** The largest font size of the line. */
  readonly size: number;
}

/** Lays out the lines of a text with several looks. Offsets are those of the text without soft hyphens. */
export interface MixedLayout {
  /** The extent of a line without letters: that of the font of the asset. */
  readonly least: LineExtent;
  /** Returns the looks of the letters of a line. */
  readonly looksOf: (line: TextLine) => LineLooks;
  /** Returns the extent of a line from its start to the start of the next one. */
  readonly extentOf: (from: number, to: number) => LineExtent;
}

/** A line at its position in the box, in pixels. */
export interface PlacedLine extends InkedLine {
  /** Baseline of the next line. */
  readonly nextBaseline?: number;
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

/** The room for lines below each other, in pixels. */
export interface LineRows extends Pick<Rect, 'x' | 'width'> {
  /** The share of free room that is to the left of a line: 0 aligns it to the left, 1 to the right. */
  readonly share: number;
  /** Returns the baseline of the line with this index. */
  readonly baselineOf: (index: number) => number;
}

/** The share of free room that is to the left of lines with an alignment. */
export const SHARES = { left: 0, center: 0.5, right: 1 } as const;

/** Places lines below each other. */
export function placeRows(lines: readonly TextLine[], rows: LineRows, measure: MeasureText): PlacedLine[] {
  return lines.map((line, index) => {
    const width = measure(line.text, line.from);
    const x = rows.x + rows.share * (rows.width - width);
    return { ...line, x, width, baseline: rows.baselineOf(index) };
  });
}

/** Returns the baseline of a line below its upper edge. As in CSS, half of the extra height goes above the letters. */
export function baselineInLine(advance: number, { ascent, descent }: FaceHeight): number {
  return (advance - ascent - descent) / 2 + ascent;
}

/** Maximum number of times that lines are made narrower. Letters of other lines may then reach further. */
const MAX_NARROWINGS = 3;

/** The lines of a text, and the width in pixels that they were broken to fit. */
export interface PlacedLines {
  readonly lines: readonly PlacedLine[];
  readonly width: number;
}

/**
 * Breaks a text into lines and places them in a box. Lines that do not fit extend beyond the box, unless they end with
 * an ellipsis.
 *
 * @param box size of the box of the clip, in pixels.
 */
export function placeLines(text: string, box: PixelSize, style: BlockStyle, ruler: Ruler): PlacedLines {
  const { x, width } = lineRoomOf(box, style);
  const place = (narrowing: number): PlacedLines => {
    const room = { x: x + narrowing / 2, width: width - narrowing };
    return { lines: placeByAlignment(text, box, style, ruler, room), width: room.width };
  };
  let placed = place(0);
  if (!style.keepsInside) return placed;
  // Slanted letters reach beyond the ends of their lines. Make the lines narrower, so that these letters have room.
  const area = letterAreaOf(box, style);
  let [narrowing, ink] = [0, inkBoxOf(placed.lines, ruler)];
  for (let time = 0; time < MAX_NARROWINGS; time++) {
    const excess = (ink?.width ?? 0) - area.width;
    if (excess <= 0 || narrowing + excess >= area.width / 2) break;
    narrowing += excess;
    placed = place(narrowing);
    ink = inkBoxOf(placed.lines, ruler);
  }
  return ink ? { ...placed, lines: moveLines(placed.lines, moveInside(ink, area)) } : placed;
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
  const { advance, padding, horizontal, spacing, mixed, ellipsis = '' } = style;
  const measure = withSpacing(ruler.width, spacing);
  const all = breakLines(text, room.width, measure);
  const height = box.height - padding.top - padding.bottom;
  const lines =
    ellipsis === '' ? all : truncateLines(all, Math.floor(height / advance), ellipsis, room.width, measure);
  const { size, offsets, sizes } = spaceLines(lines, style);
  const first = padding.top + firstBaselineOf(style, height, offsets, size);
  const baselineOf = (index: number): number => first + (offsets[index] ?? 0);
  const share = SHARES[horizontal];
  return placeRows(lines, { ...room, share, baselineOf }, measure).map((line, index) => {
    const distance = mixed ? (offsets[index + 1] ?? 0) - (offsets[index] ?? 0) : advance;
    return {
      ...line,
      ...(index < lines.length - 1 && { nextBaseline: line.baseline + distance }),
      ...(mixed && { size: sizes[index] ?? size, looks: mixed.looksOf(line) }),
    };
  });
}

/** Returns the first baseline below the padding. @param size the font size that places it, in pixels. */
function firstBaselineOf(
  { vertical, advance, face }: BlockStyle,
  height: number,
  offsets: readonly number[],
  size: number,
): number {
  if (face) {
    const free = height - offsets.length * advance;
    return { top: 0, middle: free / 2, bottom: free }[vertical] + baselineInLine(advance, face);
  }
  const free = height - (offsets.at(-1) ?? 0);
  return { top: size, bottom: free, middle: free / 2 + X_HEIGHT_MIDDLE * size }[vertical];
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
  { spacing }: Pick<BlockStyle, 'spacing'>,
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
