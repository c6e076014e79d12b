import type { TextMeasure } from './measure-written.ts';
import type { PixelSize, Rect } from '../../scene/placement.ts';

/** The sides of a box or a picture. */
type Side = 'top' | 'bottom' | 'left' | 'right';

/** Extent of letters beyond each side of an area, in pixels. Below 0 if they do not reach the side. */
type Excess = Readonly<Record<Side, number>>;

/** The reason why some letters of a text are invisible, or outside of their box. */
export interface Overflow {
  /**
   * `tall` or `wide`: the text is larger than its box. `edge`: the text is smaller than its box, but reaches
   * out of it at the edge that it is aligned to. `away`: the text is inside its box, but its box reaches out
   * of the picture.
   */
  readonly kind: 'tall' | 'wide' | 'edge' | 'away';
  /** The side that most letters are beyond. */
  readonly side: Side;
  /** Extent of the letters beyond that side, in pixels of the box. More than 0. */
  readonly excess: number;
  /** Size of the text in pixels. For `tall` and `wide`: the size that its box must have to hold the text. */
  readonly needed: PixelSize;
  /** True if letters are cut off or outside the picture. Otherwise they are only outside their box. */
  readonly isCut: boolean;
}

/** Size of a missing part of a letter that viewers do not notice, in font sizes. */
const CUT_TOLERANCE = { down: 0.04, across: 0.08 };
/**
 * Allowed extent of letters beyond their box, in font sizes, if they stay visible. Boxes are often just as high
 * as the letters of one line. At the edge that a text is aligned to, accents and descenders may always extend
 * beyond the box.
 */
const BOX_TOLERANCE = { oneLine: 0.2, lines: 0.12, across: 0.1, aligned: 0.35 };
const SIDES: readonly Side[] = ['top', 'bottom', 'left', 'right'];

/**
 * Finds out if a text is larger than its box or leaves the picture.
 *
 * @param seen the part of the box and its surroundings that the picture shows, in pixels of the box. If
 *   absent, everything.
 * @param room `box` if letters that extend beyond the box a little are no problem as long as they are visible,
 *   `picture` if letters may be anywhere in the picture, `strict` if all letters must be inside the box.
 */
export function findOverflow(
  measure: TextMeasure,
  seen: Rect | undefined,
  room: 'box' | 'picture' | 'strict' = 'box',
): Overflow | undefined {
  const { box, ink, drawn } = measure;
  const area = intersectAll([seen, drawn]);
  const beyondArea = area && excessOf(ink, area);
  const beyondBox = excessOf(ink, { x: 0, y: 0, ...box });
  const isCutAt = (side: Side): boolean =>
    beyondArea !== undefined && beyondArea[side] > cutTolerance(measure, side);
  const isOutAt = (side: Side): boolean =>
    isCutAt(side)
      ? beyondBox[side] > cutTolerance(measure, side)
      : room !== 'picture' && beyondBox[side] > boxTolerance(measure, side, room);
  const out = SIDES.filter(isOutAt);
  const cut = SIDES.filter(isCutAt);
  const side = largest(out, beyondBox) ?? (beyondArea && largest(cut, beyondArea));
  if (!side) return undefined;
  const excess = (out.length > 0 ? beyondBox[side] : beyondArea?.[side]) ?? 0;
  return {
    kind: kindOf(measure, out, side),
    side,
    excess,
    needed: neededSize(measure, beyondBox),
    isCut: cut.length > 0,
  };
}

function kindOf({ ink, box, align }: TextMeasure, out: readonly Side[], side: Side): Overflow['kind'] {
  const isSmaller = ink.height <= box.height && ink.width <= box.width;
  if (out.length === 0 || (align === undefined && isSmaller)) return 'away';
  if (!isDown(side)) return 'wide';
  return side === align && ink.height <= box.height ? 'edge' : 'tall';
}

/** Returns the size that the box must have for its text. A centred text extends a taller box on both sides. */
function neededSize({ box, align }: TextMeasure, { top, bottom, left, right }: Excess): PixelSize {
  const across = Math.max(0, left, right);
  const down = Math.max(0, top, bottom);
  return {
    width: Math.ceil(box.width + 2 * across),
    height: Math.ceil(box.height + (align === 'middle' ? 2 : 1) * down),
  };
}

function cutTolerance({ size }: TextMeasure, side: Side): number {
  return Math.max(1, size * CUT_TOLERANCE[isDown(side) ? 'down' : 'across']);
}

function boxTolerance({ size, align, lineCount }: TextMeasure, side: Side, room: 'box' | 'strict'): number {
  const { oneLine, lines, across, aligned } = BOX_TOLERANCE;
  if (side === align) return Math.max(1, size * aligned);
  if (room === 'strict') return 1;
  if (!isDown(side)) return Math.max(1, size * across);
  return Math.max(1, size * (lineCount === 1 ? oneLine : lines));
}

function isDown(side: Side): boolean {
  return side === 'top' || side === 'bottom';
}

function largest(sides: readonly Side[], excess: Excess): Side | undefined {
  return [...sides].sort((one, other) => excess[other] - excess[one])[0];
}

function excessOf(ink: Rect, area: Rect): Excess {
  return {
    top: area.y - ink.y,
    bottom: ink.y + ink.height - (area.y + area.height),
    left: area.x - ink.x,
    right: ink.x + ink.width - (area.x + area.width),
  };
}

function intersectAll(areas: readonly (Rect | undefined)[]): Rect | undefined {
  return areas.reduce((one, other) => {
    if (!one || !other) return one ?? other;
    const x = Math.max(one.x, other.x);
    const y = Math.max(one.y, other.y);
    const width = Math.min(one.x + one.width, other.x + other.width) - x;
    return { x, y, width, height: Math.min(one.y + one.height, other.y + other.height) - y };
  });
}
