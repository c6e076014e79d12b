import type { SKRSContext2D } from '@napi-rs/canvas';
import { boundingBoxOf, type Rect } from '../../scene/placement.ts';
import { AT_REST, type Shift } from '../rich-text/entrance.ts';
import type { GlyphStyle } from './glyph-style.ts';
import { lastColourOf } from './gradient.ts';
import type { PlacedLine, PlacedUnit } from '../lines/placed-lines.ts';

/** A rectangle under or behind a line of text, relative to the line. In pixels. */
interface LineBand {
  /** Distance from the baseline down to the upper edge of the band. */
  readonly top: number;
  readonly height: number;
  /** Distance that the band extends beyond each end of a line. */
  readonly overhang: number;
  /** If the gap to the band of the next line is at most this large, the band is extended to close the gap. */
  readonly maxClosedGap: number;
}

/**
 * Returns the band of a highlight behind letters (contract 2.15).
 *
 * @param size font size in pixels.
 */
function highlightBandOf(size: number): LineBand {
  return {
    top: -(0.78 + 0.12) * size,
    height: (0.92 + 0.24) * size,
    overhang: 0.15 * size,
    maxClosedGap: 0.1 * size,
  };
}

/**
 * Returns the band of a line under or through letters (contract 2.15).
 *
 * @param size font size in pixels.
 */
export function decorationBandOf(kind: 'underline' | 'line-through', size: number): LineBand {
  const height = Math.max(1, Math.round(0.05 * size));
  const middle = kind === 'underline' ? Math.round(0.1 * size) : -Math.round(0.3 * size);
  return { top: middle - height / 2, height, overhang: 0, maxClosedGap: 0 };
}

/**
 * Returns the bounding box of the highlights of lines. Lines under or through letters extend less far than
 * highlights, so they are inside this box as well.
 *
 * @param size font size in pixels.
 */
export function bandsBoxOf(lines: readonly PlacedLine[], size: number): Rect {
  return boundingBoxOf(lines.map((line) => rectOf(line, line, highlightBandOf(size))));
}

/** Lines under, through or behind letters of one colour. */
export interface ColouredBands {
  readonly colour: string;
  /** Opacity, 0 to 1. */
  readonly opacity: number;
  /** The band of each look. Undefined if the look has none of this colour. */
  readonly bands: readonly (LineBand | undefined)[];
}

/** Returns the highlights of looks, by colour. */
export function highlightsOf(styles: readonly GlyphStyle[]): ColouredBands[] {
  const colours = new Set(styles.flatMap(({ highlight }) => highlight ?? []));
  // Only a text that is highlighted as a whole has a margin at the ends of its lines, because a highlighted word
  // inside of a line has none.
  const isWhole = styles.every(({ highlight }) => highlight !== undefined);
  const bandOf = (size: number): LineBand => ({ ...highlightBandOf(size), ...(!isWhole && { overhang: 0 }) });
  return [...colours].map((colour) => ({
    colour,
    opacity: 1,
    bands: styles.map(({ highlight, size }) => (highlight === colour ? bandOf(size) : undefined)),
  }));
}

/** Returns the lines under or through the letters of looks, by colour and opacity. */
export function decorationsOf(styles: readonly GlyphStyle[]): ColouredBands[] {
  const paintOf = ({ gradient, color, opacity }: GlyphStyle) =>
    [(gradient && lastColourOf(gradient)) ?? color, opacity] as const;
  const decorated = styles.filter(({ decoration }) => decoration !== 'none');
  return [...new Map(decorated.map((style) => [paintOf(style).join(' '), paintOf(style)]))].map(
    ([key, [colour, opacity]]) => ({
      colour,
      opacity,
      bands: styles.map((style) =>
        style.decoration === 'none' || paintOf(style).join(' ') !== key
          ? undefined
          : decorationBandOf(style.decoration, style.size),
      ),
    }),
  );
}

/** Draws the bands of all units, with the opacity of the context. */
export function drawBands(
  context: SKRSContext2D,
  { colour, bands }: ColouredBands,
  units: readonly PlacedUnit[],
  shiftOf: (index: number) => Shift,
): void {
  context.fillStyle = colour;
  fillBands(
    context,
    createBandPieces(units, shiftOf, (look) => bands[look]),
  );
}

/** A piece of a band: a rectangle and its shift. */
interface BandPiece {
  readonly rect: Rect;
  readonly shift: Shift;
}

/** Ends that are less than this many pixels apart count as touching. */
const TOUCH_TOLERANCE = 0.05;

/**
 * Splits the bands of all lines into pieces. Adjacent units at rest share one piece, so that no seams
 * show.
 *
 * @param bandOf returns the band of the letters of a look, or undefined if they have none.
 */
function createBandPieces(
  units: readonly PlacedUnit[],
  shiftOf: (index: number) => Shift,
  bandOf: (look: number) => LineBand | undefined,
): BandPiece[] {
  const resting: Rect[] = [];
  const moving: BandPiece[] = [];
  for (const [index, { line, segments }] of units.entries()) {
    const shift = shiftOf(index);
    if (shift.alpha <= 0 || line.text === '') continue;
    for (const segment of segments) {
      const band = bandOf(segment.look);
      if (!band) continue;
      const rect = rectOf(segment, line, band);
      if (shift.x === 0 && shift.y === 0 && shift.alpha === 1) resting.push(rect);
      else moving.push({ rect, shift });
    }
  }
  return [...mergeTouching(resting).map((rect) => ({ rect, shift: AT_REST })), ...moving];
}

function rectOf(
  { x, width }: { readonly x: number; readonly width: number },
  line: PlacedLine,
  { top, height, overhang, maxClosedGap }: LineBand,
): Rect {
  const left = x <= line.x + TOUCH_TOLERANCE ? x - overhang : x;
  const right = x + width >= line.x + line.width - TOUCH_TOLERANCE ? x + width + overhang : x + width;
  const gap = line.nextBaseline === undefined ? 0 : line.nextBaseline - line.baseline - height;
  const bandHeight = gap > 0 && gap <= maxClosedGap ? height + gap : height;
  return { x: left, y: line.baseline + top, width: right - left, height: bandHeight };
}

function mergeTouching(rects: readonly Rect[]): Rect[] {
  const done: Rect[] = [];
  for (const rect of rects.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const last = done.at(-1);
    if (last?.y === rect.y && Math.abs(last.x + last.width - rect.x) < TOUCH_TOLERANCE) {
      done[done.length - 1] = { ...last, width: rect.x + rect.width - last.x };
    } else done.push(rect);
  }
  return done;
}

/**
 * Fills the pieces with the colour of the context. Pieces at rest are filled as one shape, so that
 * overlaps do not show.
 */
function fillBands(context: SKRSContext2D, pieces: readonly BandPiece[]): void {
  const alpha = context.globalAlpha;
  context.beginPath();
  for (const { rect, shift } of pieces) {
    if (shift === AT_REST) context.rect(rect.x, rect.y, rect.width, rect.height);
  }
  context.fill();
  for (const { rect, shift } of pieces) {
    if (shift === AT_REST) continue;
    context.globalAlpha = alpha * shift.alpha;
    context.fillRect(rect.x + shift.x, rect.y + shift.y, rect.width, rect.height);
  }
  context.globalAlpha = alpha;
}
