import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Face } from '../../fonts/fonts.ts';
import { type Lettering, letteringOf, useLettering } from '../../fonts/lettering.ts';
import { type Line, linesOf, type Measure } from '../../fonts/text-lines.ts';
import type { Rect, Size } from '../../scene/placement.ts';
import { boxAround, grown } from '../layer.ts';
import type { CaptionStyle } from './style.ts';

/** How far from the upper and the lower edge of the frame captions are kept, as a fraction of its height. */
const EDGE = 0.04;
/** Letters do not become smaller than this many pixels, however little room there is. */
const SMALLEST = 8;

/** A line of a caption, where it lies from the middle of the caption's top; in pixels. */
export interface BlockLine extends Line {
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
}

/** A caption as it is set: its lines, one below the other, each in the middle. In pixels. */
export interface Block {
  readonly lettering: Lettering;
  readonly lines: readonly BlockLine[];
  /** Of the letters, which may be less than what is asked for. */
  readonly size: number;
  /** What is behind the lines: one box for each, none without a background. */
  readonly boxes: readonly Rect[];
  /** All that is seen of it, from the middle of the top of its first line. */
  readonly area: Rect;
  /** Whether it is higher than the frame, also in the smallest letters. */
  readonly isCut: boolean;
}

/**
 * Sets a caption: in lines as wide as the margins leave, in smaller letters where it would be higher than the frame.
 *
 * @param frame in pixels.
 */
export function captionBlock(text: string, style: CaptionStyle, face: Face, frame: Size): Block {
  const lettering = letteringOf(text, face);
  const room = roomIn(frame);
  const set = (size: number): Block => blockAt(lettering, face, { ...style, size }, frame);
  const whole = set(style.size);
  if (whole.area.height <= room) return whole;
  let [fits, over] = [Math.min(SMALLEST, style.size), style.size];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (set(middle).area.height <= room) fits = middle;
    else over = middle;
  }
  const block = set(fits);
  return { ...block, isCut: block.area.height > room };
}

/** The height that captions may have. */
export function roomIn({ height }: Size): number {
  return height * (1 - 2 * EDGE);
}

/** The left and right end of what lines may take, in pixels. */
export function columnOf({ margin, size }: CaptionStyle, { width }: Size): { left: number; right: number } {
  const [left, right] = [Math.max(0, margin.left) * width, width - Math.max(0, margin.right) * width];
  // Margins that leave nothing: a column of one letter in the middle between them.
  const middle = Math.min(width - size / 2, Math.max(size / 2, (left + right) / 2));
  return right - left >= size ? { left, right } : { left: middle - size / 2, right: middle + size / 2 };
}

function blockAt(lettering: Lettering, face: Face, style: CaptionStyle, frame: Size): Block {
  const { size, lineHeight, background, stroke } = style;
  const context = createCanvas(1, 1).getContext('2d');
  const { ascent, descent } = letterHeight(context, face, size);
  useLettering(context, lettering, size);
  const measure: Measure = (run) => context.measureText(run).width;
  const { left, right } = columnOf(style, frame);
  // What is around the letters has its place inside of the margins.
  const around = (background?.padding ?? 0) + stroke.width;
  const advance = size * lineHeight;
  const room = Math.max(size, right - left - 2 * around);
  const broken = lettering.text.split('\n').flatMap((text) => balanced(text, room, measure));
  const lines = broken.map((line, index) => {
    const width = measure(line.text);
    // Half of what the line is higher than the letters lies above them, as in CSS.
    const baseline = index * advance + (advance - ascent - descent) / 2 + ascent;
    return { ...line, x: -width / 2, baseline, width };
  });
  const places = lines.map(({ x, width }, index) => ({ x, y: index * advance, width, height: advance }));
  const letters = boxAround(
    lines.map(({ x, baseline, width }) => ({ x, y: baseline - ascent, width, height: ascent + descent })),
  );
  const boxes = background ? evened(places, size).map((place) => grown(place, around)) : [];
  return {
    lettering,
    lines,
    size,
    boxes,
    area: boxAround([grown(letters, stroke.width), ...boxes]),
    isCut: false,
  };
}

/** Lines about as long as each other: as few as there is room for, broken where the widest of them is narrowest. */
function balanced(text: string, room: number, measure: Measure): Line[] {
  const lines = linesOf(text, room, measure);
  if (lines.length < 2) return lines;
  let [over, fits] = [room / 2, room];
  let best = lines;
  while (fits - over > 1) {
    const middle = (fits + over) / 2;
    const narrower = linesOf(text, middle, measure);
    if (narrower.length > lines.length) over = middle;
    else [fits, best] = [middle, narrower];
  }
  return best;
}

/** Lines that are nearly as long as their neighbours have boxes of the same width: small steps look like a mistake. */
function evened(places: readonly Rect[], size: number): Rect[] {
  const even = [...places];
  for (let first = 0; first < even.length;) {
    let next = first + 1;
    const width = (index: number): number => even[index]?.width ?? 0;
    while (next < even.length && Math.abs(width(next) - width(next - 1)) < 2 * size) next += 1;
    const widest = Math.max(...even.slice(first, next).map((place) => place.width));
    for (const [index, place] of even.entries()) {
      if (index >= first && index < next) even[index] = { ...place, x: -widest / 2, width: widest };
    }
    first = next;
  }
  return even;
}

/** How far the letters of the asked font reach above and below the baseline, whatever others stand in; in pixels. */
function letterHeight(context: SKRSContext2D, face: Face, size: number): { ascent: number; descent: number } {
  useLettering(context, letteringOf('x', face), size);
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('x');
  return { ascent, descent };
}
